#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests other programs that write, without waiting for locks, while live tables are read.
@Suite(.holdsFiles, .timeLimit(.minutes(20)), .serialized) struct OtherProgramsTests {
  private static let rows = (1...200).map { "INSERT INTO mail VALUES (\($0), 'in', 'mail \($0)', 0);" }.joined()

  /// Reads tables and the rows of the first screen of each, as a view does, until the task is cancelled.
  private func read(_ tables: LiveQuery<OneSection, Mail>) -> Task<Int, any Error> {
    Task {
      var count = 0
      for await table in tables.tables {
        count += 1
        try await withThrowingTaskGroup { group in
          for row in table.sections[0].rows.prefix(50) { group.addTask { _ = try await row.load() } }
          try await group.waitForAll()
        }
      }
      return count
    }
  }

  @Test(
    "programs that do not wait for locks and a live table do not block each other",
    arguments: ["delete", "truncate", "persist", "wal"])
  func writesDoNotFail(journal: String) async throws {
    let file = try await TestDatabase(TestDatabase.mails + "BEGIN;" + Self.rows + "COMMIT;", journal: journal)
    let database = try await file.open()
    let mails = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY folder, id")
    let readers = [read(mails), read(mails)]
    var loaded = mails.loaded.tables.makeAsyncIterator()
    _ = await loaded.next()
    let mode = journal == "wal" ? "" : ".once /dev/null\nPRAGMA journal_mode = \(journal);\n"
    let (limit, rounds) = journal == "wal" ? (0, 1) : (15, 3)
    var failures: [String] = []
    // A read that the system suspends while it holds its lock still blocks writers: on a busy machine with all other
    // tests, up to 16 of 100 writes fail in a round, and usually a few. If reads did not yield, 20 to 40 would fail.
    for _ in 1...rounds {
      failures = []
      for number in 1...100 {
        let script = (1...3).map { "UPDATE mail SET subject = '\(number) \($0)' WHERE id = \(number % 10 + $0);" }
        let outcome = try await SQLiteProgram.run(file.path, mode + script.joined(separator: "\n") + "\n")
        if outcome.status != 0 { failures.append(outcome.output) }
      }
      if failures.count <= limit { break }
    }
    #expect(failures.count <= limit, "of 100 have failed, such as: \(failures.first ?? "")")
    try await file.run("UPDATE mail SET subject = '100 3' WHERE id = 3;")
    var last = try #require(await loaded.next())
    while last[RowPath(section: 0, row: 2)]?.subject != "100 3" { last = try #require(await loaded.next()) }
    await database.close()
    for reader in readers { #expect(try await reader.value > 1) }
  }
}
#endif
