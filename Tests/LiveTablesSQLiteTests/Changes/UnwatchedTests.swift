#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests a file that the system cannot watch for a while.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct UnwatchedTests {
  private struct NoInstance: Error {}

  @Test func aFileThatCannotBeWatchedIsLookedAtAndReportedUntilItCan() async throws {
    let file = try await TestDatabase()
    let isPossible = Guarded(false)
    let tries = Guarded(0)
    let (attempts, attempt) = AsyncStream.makeStream(of: Void.self)
    let database = try await file.open { options in
      options.makeWatcher = { path in
        tries.with { $0 += 1 }
        attempt.yield()
        if !isPossible.now { throw NoInstance() }
        return try FileWatcher(path: path)
      }
    }
    let troubles = Troubles()
    let shown = Shown(database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id", onTrouble: troubles.notes))
    #expect(try await shown.next() == [[]])
    #expect(await troubles.next() == "NoInstance()")
    try await database.insert(Mail(id: 1, folder: "in", subject: "own"))
    #expect(try await shown.next() == [[1]])
    var attempted = attempts.makeAsyncIterator()
    for _ in 0..<2 { await attempted.next() }
    try await file.run("INSERT INTO mail VALUES (2, 'in', 'other', 0);")
    #expect(try await shown.next() == [[1, 2]], "the file is checked after each attempt to watch it")
    isPossible.with { $0 = true }
    let trouble = await troubles.next()
    #expect(trouble == nil)
    let count = tries.now
    try await file.run("INSERT INTO mail VALUES (3, 'in', 'other', 0);")
    #expect(try await shown.next() == [[1, 2, 3]])
    #expect(tries.now == count)
  }
}
#endif
