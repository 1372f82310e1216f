#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests other processes that write, some of which are killed.
@Suite(.holdsFiles, .timeLimit(.minutes(30)), .serialized) struct WriterTests {
  /// Each transaction inserts two rows, so an odd number of rows means an incomplete transaction.
  private static let pairs = "CREATE TABLE pair (id INTEGER PRIMARY KEY, half INT);"

  private static func script(_ transactions: Range<Int>) -> String {
    ".timeout 10000\n"
      + transactions.map {
        "BEGIN IMMEDIATE; INSERT INTO pair VALUES (\(2 * $0), 0); INSERT INTO pair VALUES (\(2 * $0 + 1), 1); COMMIT;"
      }.joined(separator: "\n") + "\n"
  }

  private struct Pair: Codable, Sendable {
    var id: Int
    var half: Int
  }

  @Test("every commit of another process arrives complete and in order", arguments: ["wal", "delete"])
  func everyCommitArrivesInOrder(journal: String) async throws {
    let file = try await TestDatabase(Self.pairs, journal: journal)
    let database = try await file.open()
    let shown = Shown(database.table(of: Pair.self, "SELECT * FROM pair ORDER BY id"))
    let count = 300
    let writer = try SQLiteProgram.start(file.path, Self.script(0..<count))
    var last = -1
    while last < 2 * count {
      let table = try #require(try await shown.next())
      let ids = table[0]
      #expect(ids.count > last || (last == -1 && ids.isEmpty), "older than the one before")
      #expect(ids.count.isMultiple(of: 2), "half a transaction")
      #expect(ids == (0..<ids.count).map { RowID($0) }, "not the first commits")
      last = ids.count
    }
    #expect(await writer.end().status == 0)
  }

  @Test("two processes can write at once, and no commit is lost", arguments: ["wal", "delete"])
  func twoProcessesWrite(journal: String) async throws {
    let file = try await TestDatabase(Self.pairs, journal: journal)
    let database = try await file.open { $0.busyTimeout = .seconds(30) }
    let shown = Shown(database.table(of: Pair.self, "SELECT * FROM pair ORDER BY id"))
    let count = 100
    let writer = try SQLiteProgram.start(file.path, Self.script(0..<count))
    for number in count..<2 * count {
      try await database.write { connection in
        try connection.execute("INSERT INTO pair VALUES (\(2 * number), 0)")
        try connection.execute("INSERT INTO pair VALUES (\(2 * number + 1), 1)")
      }
    }
    let all = (0..<4 * count).map { RowID($0) }
    let final = try await shown.next {
      #expect($0[0].count.isMultiple(of: 2))
      return $0[0].count == all.count
    }
    #expect(final == [all])
    #expect(await writer.end().status == 0)
  }

  /// The number of kills, which `LIVETABLES_KILLS` sets.
  private static let kills = ProcessInfo.processInfo.environment["LIVETABLES_KILLS"].flatMap { Int($0) } ?? 24

  @Test(
    "a writer that is killed leaves complete transactions, and the table continues",
    arguments: ["wal", "delete"])
  func aWriterIsKilled(journal: String) async throws {
    let file = try await TestDatabase(Self.pairs, journal: journal)
    let database = try await file.open { $0.busyTimeout = .seconds(30) }
    let troubles = Troubles()
    let shown = Shown(database.table(of: Pair.self, "SELECT * FROM pair ORDER BY id", onTrouble: troubles.notes))
    var generator = SystemRandomNumberGenerator()
    var seen = try #require(try await shown.next())[0].count / 2
    var killed = 0
    for _ in 0..<Self.kills / 2 {
      let writer = try SQLiteProgram.start(file.path, Self.script(seen..<seen + 5000))
      let enough = seen + Int.random(in: 1...20, using: &generator)
      while seen < enough {
        let table = try #require(try await shown.next())
        #expect(table[0].count.isMultiple(of: 2), "half a transaction")
        #expect(table[0].count / 2 > seen, "older than the one before")
        seen = table[0].count / 2
      }
      writer.kill()
      // With a rollback journal, tables are rare while other programs write continuously, so a writer may finish before
      // it is killed.
      let status = await writer.end().status
      #expect(status != 0 || journal == "delete")
      if status != 0 { killed += 1 }
      // Another process counts the committed rows.
      let count = Int(
        try await file.run("SELECT count(*) FROM pair;").trimmingCharacters(in: .whitespacesAndNewlines))
      let committed = try #require(count) / 2
      if seen < committed {
        let table = try await shown.next { $0[0].count.isMultiple(of: 2) && $0[0].count / 2 == committed }
        #expect(table?[0] == (0..<2 * committed).map { RowID($0) })
        seen = committed
      }
      #expect(seen == committed, "nothing that is committed is lost")
    }
    #expect(killed > 0)
  }
}
#endif
