#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests the report that a table has recovered.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct RecoveryTests {
  @Test("recovery is reported once, however often the table is read") func saidOnce() async throws {
    let database = try await TestDatabase().open()
    let troubles = Troubles()
    let live = database.table(of: Mail.self, "SELECT * FROM mail", onTrouble: troubles.notes)
    let shown = Shown(live)
    #expect(try await shown.next() == [[]])
    for round in 1...2 {
      await live.change { _ in TableQuery(of: Mail.self, "SELECT * FROM mail").filtered("nonsense(") }
      #expect(await troubles.next()?.contains("syntax error") == true)
      await live.change { _ in TableQuery(of: Mail.self, "SELECT * FROM mail") }
      #expect(await troubles.next() == nil)
      for id in [2 * round - 1, 2 * round] {
        try await database.insert(Mail(id: id, folder: "in", subject: "a"))
        #expect(try await shown.next { $0.first?.count == id } != nil)
      }
    }
    // If the recovery were reported twice, the second report would come before this error.
    await live.change { $0.filtered("nonsense(") }
    #expect(await troubles.next()?.contains("syntax error") == true)
  }

  @Test("a table that is read as a whole is notified of commits") func loaded() async throws {
    let database = try await TestDatabase().open()
    let live = database.table(of: Mail.self, "SELECT * FROM mail").loaded
    let seen = Guarded<[Int]>([])
    let reader = Task { for await table in live.tables { seen.with { $0.append(table.count) } } }
    await eventually("it is shown") { seen.now == [0] }
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    await eventually("the row is shown") { seen.now == [0, 1] }
    reader.cancel()
  }

  @Test("old commits beyond the limit are forgotten, with all earlier ones") func forgotten() async throws {
    let file = try await TestDatabase()
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    var marks: [CommitMark] = []
    try connection.execute("PRAGMA synchronous = OFF")
    for id in 1...4_200 {
      try connection.execute("INSERT INTO note VALUES (\(id), 'a')")
      marks.append(try #require(connection.file.flatMap { CommitMark(of: $0) }))
    }
    let commits = OwnCommits()
    for index in marks.indices.dropFirst() { commits.note(.lateRows, from: marks[index - 1], to: marks[index]) }
    #expect(commits.changes(from: marks[0], to: marks[4_199], in: []) == nil)
    #expect(commits.changes(from: marks[1], to: marks[4_199], in: []) == nil)
    #expect(commits.changes(from: marks[4_000], to: marks[4_199], in: []) == .lateRows)
    #expect(commits.changes(from: marks[4_199], to: marks[4_000], in: []) == nil, "they do not lead back")
  }

  @Test("changed rows of all tables are counted as far as they are listed") func rowCounts() {
    typealias InTable = DatabaseChanges.InTable
    #expect(DatabaseChanges().rowCount == 0 && DatabaseChanges.foreign.rowCount == 0)
    #expect(DatabaseChanges(tables: ["mail": InTable(rows: nil)]).rowCount == 0)
    let two = DatabaseChanges(tables: [
      "mail": InTable(rows: [1, 2]), "note": InTable(rows: [7]), "all": InTable(rows: nil),
    ])
    #expect(two.rowCount == 3)
  }
}
#endif
