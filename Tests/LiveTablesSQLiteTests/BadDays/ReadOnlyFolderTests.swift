#if SQLite && os(Linux)
import Foundation
import Testing

@testable import LiveTablesSQLite

@Suite struct ReadOnlyFolderTests {
  /// Sets the user of this thread, whose permissions apply when files are opened.
  private func setUser(_ user: UInt32) throws {
    typealias Setter = @convention(c) (UInt32) -> Int32
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "setfsuid"))
    _ = unsafeBitCast(symbol, to: Setter.self)(user)
  }

  /// Runs a closure as a user who cannot write to the folder.
  private func withoutRights<Value>(_ folder: String, _ body: () throws -> Value) throws -> Value {
    #expect(chmod(folder, 0o555) == 0)
    try setUser(65_534)
    defer {
      try? setUser(getuid())
      #expect(chmod(folder, 0o755) == 0)
    }
    return try body()
  }

  @Test func aLogWhoseIndexCannotBeCreatedIsNamedInTheError() async throws {
    let file = try await TestDatabase()
    var settings = DatabaseConnection.Settings(path: file.path)
    settings.isReadOnly = true
    let words = try withoutRights(file.folder.path()) {
      let connection = try DatabaseConnection(settings)
      do {
        try connection.checkFile()
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(words.contains("\(file.path)-shm") && words.contains("write-ahead log"), "\(words)")
    try DatabaseConnection(settings).checkFile()
  }
}
#endif
