#if SQLite
import Foundation
import Testing

@testable import LiveTablesSQLite

@Suite("Notifications of changed files", .holdsFiles, .timeLimit(.minutes(20))) struct FileWatcherTests {
  @Test("hundreds of databases can be watched, more than there are inotify instances")
  func many() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "livetables-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = (0..<3).map { folder.appending(path: "mail \($0).db").path() }
    for path in paths { try Data().write(to: URL(filePath: path)) }
    let signs = try (0..<300).map { try FileWatcher(path: paths[$0 % 3]) }
    func isTold(_ signs: FileWatcher) async -> Bool {
      var signs = signs.changes.makeAsyncIterator()
      return await signs.next() != nil
    }
    // The first notification is the creation of the file, and the second one is the write.
    for suffix in ["-wal", "-journal"] {
      for path in paths { try Data("some".utf8).write(to: URL(filePath: path + suffix)) }
      for sign in signs { #expect(await isTold(sign)) }
    }
    for path in paths {
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.write(contentsOf: Data("more".utf8))
      try file.close()
    }
    for sign in signs { #expect(await isTold(sign)) }
  }

  @Test("a folder that is deleted or created ends its files' notifications, and is watched again")
  func folders() async throws {
    let outer = FileManager.default.temporaryDirectory.appending(path: "livetables-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: outer) }
    let folder = outer.appending(path: "mails").path()
    func make() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    try make()
    let first = try FileWatcher(path: folder + "/mail.db")
    try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
    for await _ in first.changes {}
    let second = try FileWatcher(path: folder + "/mail.db")
    try make()
    for await _ in second.changes {}
    let third = try FileWatcher(path: folder + "/mail.db")
    try Data().write(to: URL(filePath: folder + "/mail.db"))
    var signs = third.changes.makeAsyncIterator()
    #expect(await signs.next() != nil)
    try FileManager.default.removeItem(at: outer)
    for await _ in third.changes {}
    let fourth = try FileWatcher(path: folder + "/mail.db")
    try make()
    for await _ in fourth.changes {}
  }
}
#endif
