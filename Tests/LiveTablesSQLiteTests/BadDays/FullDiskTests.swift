#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests a limit for the size of files, in a separate process because the limit applies to all files of a process.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct FullDiskTests {
  private static let path = ProcessInfo.processInfo.environment["LIVETABLES_FULL_DISK"]

  #if os(Linux)
  @Test("a write to a full disk throws and is undone, and the table continues when space is free")
  func aDiskWithoutRoom() async throws {
    if Self.path != nil { return }
    let file = try await TestDatabase()
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["--testing-library", "swift-testing", "--filter", "FullDiskTests/inAProcessOfItsOwn"]
    var environment = ProcessInfo.processInfo.environment
    environment["LIVETABLES_FULL_DISK"] = file.path
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (ended, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { @Sendable process in
      end.yield(process.terminationStatus)
      end.finish()
    }
    try process.run()
    for await status in ended { #expect(status == 0) }
    #expect(
      try await file.run("SELECT group_concat(id) FROM mail;") == "1,3,4\n", "the other process has been there")
    #expect(try await file.run("PRAGMA integrity_check;") == "ok\n")
  }

  @Test(.enabled(if: path != nil))
  func inAProcessOfItsOwn() async throws {
    let path = try #require(Self.path)
    signal(SIGXFSZ, SIG_IGN)
    let database = try await SQLiteDatabase(path: path)
    let shown = Shown(database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id"))
    #expect(try await shown.next() == [[]])
    try await database.insert(Mail(id: 1, folder: "in", subject: "before"))
    #expect(try await shown.next() == [[1]])
    let long = String(repeating: "x", count: 1_000_000)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let all = limit
    limit.rlim_cur = 300_000
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    await #expect(throws: SQLiteError.self) {
      try await database.insert(Mail(id: 2, folder: "in", subject: long))
    }
    try await database.insert(Mail(id: 3, folder: "in", subject: "short"))
    #expect(try await shown.next() == [[1, 3]], "nothing of the write that failed")
    limit = all
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
    try await database.insert(Mail(id: 4, folder: "in", subject: long))
    #expect(try await shown.next() == [[1, 3, 4]])
    await database.close()
  }
  #endif
}
#endif
