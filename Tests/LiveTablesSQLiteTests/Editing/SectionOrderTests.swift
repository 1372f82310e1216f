#if SQLite
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

@MainActor @Suite(.holdsFiles, .timeLimit(.minutes(20))) struct SectionOrderTests {
  @Test(
    "a row that moves to the front of its section leaves the section in place, even if no number is left",
    arguments: [3.0, 2.0.nextUp])
  func frontOfASection(place: Double) async throws {
    let file = try await TestDatabase(
      "CREATE TABLE chore (id INTEGER PRIMARY KEY, list TEXT NOT NULL, position REAL NOT NULL, title TEXT NOT NULL);")
    let database = try await file.open()
    try await database.write { connection in
      for (id, list, position) in [(1, "home", 1), (2, "home", 2), (3, "work", place), (4, "work", 4)] {
        try connection.execute("INSERT INTO chore VALUES (\(id), \(list), \(position), '')")
      }
    }
    let live = database.table(of: Chore.self, "SELECT * FROM chore ORDER BY position", groupedBy: "list")
    let view = RecordingTableView<SQLiteValue, QueryRow<Chore>>()
    let edited = live.editable(by: SQLiteRowWriter("chore", order: "position"))
    var failures = 0
    let binding = view.bind(edited, editing: .moving(to: .sameSection)) { _, _ in failures += 1 }
    for await applied in binding.changes where applied.table.count == 4 { break }
    #expect(view.link.editing.move(from: RowPath(section: 1, row: 1), to: RowPath(section: 1, row: 0)))
    await edited.editsSaved()
    #expect(await live.state.table.identities == [[1, 2], [4, 3]])
    #expect(failures == 0)
  }
}
#endif
