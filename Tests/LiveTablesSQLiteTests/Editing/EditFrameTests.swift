#if SQLite
import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests a user's edits of a table that two tasks change in the database.
@MainActor @Suite(.holdsFiles, .timeLimit(.minutes(60))) struct EditFrameTests {
  typealias Row = EditModel.Row

  /// A schema that records each state of the table, and whether the user's edit led to it: other edits mark their rows.
  private static let table = """
    CREATE TABLE task (id INTEGER PRIMARY KEY, note TEXT, position REAL, title TEXT, mark INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE state (rows TEXT, isUsers INTEGER);
    CREATE VIEW now AS SELECT json_group_array(json_array(CAST(id AS TEXT), note, title)) AS rows
      FROM (SELECT * FROM task ORDER BY position, id);
    CREATE TRIGGER inserted AFTER INSERT ON task BEGIN INSERT INTO state SELECT rows, 0 FROM now; END;
    CREATE TRIGGER updated AFTER UPDATE ON task BEGIN
      INSERT INTO state SELECT rows, old.mark = new.mark FROM now;
    END;
    CREATE TRIGGER deleted AFTER DELETE ON task BEGIN INSERT INTO state SELECT rows, old.mark >= 0 FROM now; END;
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO task (id, note, position, title) SELECT i, '', i, '' FROM n;
    """

  private nonisolated static let writer = SQLiteRowWriter<OneSection, Row>("task", order: "position").changing {
    try $1.execute("UPDATE task SET title = \($0.title) WHERE id = \($0.id)")
  }.inserting {
    try $1.execute("INSERT INTO task (id, note, position, title) VALUES (\($0.id), \($0.note), 0, \($0.title))")
  }

  /// Makes a random change of the table.
  private nonisolated static func change(
    _ connection: DatabaseConnection, _ mark: Int, using random: inout SeededGenerator
  ) throws {
    let (id, place) = (Int.random(in: 1...12, using: &random), Double.random(in: 0...13, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: try connection.execute("INSERT INTO task VALUES (\(100 + mark), '', \(place), '', \(mark))")
    case 1: try connection.execute("UPDATE task SET note = \("\(mark)"), mark = \(mark) WHERE id = \(id)")
    case 2 where id > 8:
      try connection.execute("UPDATE task SET mark = -\(mark) WHERE id = \(id)")
      try connection.execute("DELETE FROM task WHERE id = \(id)")
    default: try connection.execute("UPDATE task SET position = \(place), mark = \(mark) WHERE id = \(id)")
    }
  }

  @Test("every shown table is a state of the database plus the accepted edits that it lacks")
  func frames() async throws {
    for seed in EditModel.seeds(30) {
      let file = try await TestDatabase(Self.table)
      let database = try await file.open()
      let query = database.table(of: Row.self, "SELECT id, note, position, title FROM task ORDER BY position, id")
      let edited = query.loaded.editable(by: Self.writer)
      let (view, model) = (FrameView(), EditModel())
      _ = try await model.edit(edited, in: view, seed: seed) { mark, random in
        let seed = random.next()
        try await database.write { connection in
          var random = SeededGenerator(seed: seed)
          try Self.change(connection, mark, using: &random)
        }
      }
      let last = await edited.current.map(\.shown)
      await eventually("the view shows the last state") { view.link.table.map(\.shown) == last }
      let found = try await database.read { connection in
        try connection.map("SELECT rows, isUsers FROM state ORDER BY rowid") { row in
          (rows: try row.decode(String.self, at: 0), isUsers: try row.decode(Int.self, at: 1))
        }
      }
      let states = try found.dropFirst(11).map { try JSONDecoder().decode([[String]].self, from: Data($0.rows.utf8)) }
      for (number, state) in found.dropFirst(11).enumerated() where state.isUsers == 1 {
        #expect(model.write(number), "seed \(seed)")
      }
      #expect(model.made.allSatisfy { $0.isRefused == ($0.written == nil) }, "seed \(seed)")
      #expect(states.last == last, "seed \(seed)")
      if !model.expect(view.frames, in: states, seed: seed) { return }
    }
  }
}
#endif
