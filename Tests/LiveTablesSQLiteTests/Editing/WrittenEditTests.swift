#if SQLite
import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests that edits are written in the user's order, and that an edit without its intended effect is refused.
@MainActor @Suite(.holdsFiles, .timeLimit(.minutes(20))) struct WrittenEditTests {
  struct Task: Codable, Identifiable, Equatable, Diffable, Sendable {
    var id: Int
    var list: String
    var position: Double
    var title: String
  }

  private nonisolated static let query: SQLQuery = "SELECT * FROM task ORDER BY list, position, id"

  private static let writer = SQLiteRowWriter<SQLiteValue, Task>("task", order: "position").grouped(by: "list").changing
  {
    try $1.execute("UPDATE task SET title = \($0.title) WHERE id = \($0.id)")
  }

  /// Two views of six tasks in two lists: one loads its rows when they are shown, and the other has loaded all rows.
  @MainActor private final class World {
    let file: TestDatabase
    let database: SQLiteDatabase
    let live: OptimisticTable<SQLiteValue, QueryRow<Task>>
    let view = RecordingTableView<SQLiteValue, QueryRow<Task>>()
    let whole = RecordingTableView<SQLiteValue, Task>()
    let loaded: OptimisticTable<SQLiteValue, Task>
    var failures: [String] = []

    init(_ script: String = "", columns: String = "title TEXT NOT NULL") async throws {
      file = try await TestDatabase(
        """
        CREATE TABLE task (id INTEGER PRIMARY KEY, list TEXT NOT NULL, position REAL NOT NULL, \(columns));
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6)
        INSERT INTO task (id, list, position, title) SELECT i, iif(i < 4, 'home', 'work'), i, 'task ' || i FROM n;
        """ + script)
      database = try await file.open()
      let query = database.table(of: Task.self, WrittenEditTests.query, groupedBy: "list")
      live = query.editable(by: WrittenEditTests.writer)
      loaded = query.loaded.editable(by: WrittenEditTests.writer)
      let binding = view.bind(live, editing: .deleting() + .moving(to: .anywhere) + .updating()) { [weak self] in
        self?.failures.append("\($1)")
      }
      let other = whole.bind(loaded, editing: .deleting() + .moving(to: .anywhere) + .updating()) { [weak self] in
        self?.failures.append("\($1)")
      }
      for await applied in binding.changes where applied.table.count == 6 { break }
      for await applied in other.changes where applied.table.count == 6 { break }
      for row in view.link.table { _ = try await row.load() }
    }

    /// Waits until all edits are written or undone, and returns the failures.
    func outcome() async -> [String] {
      await live.editsSaved()
      await loaded.editsSaved()
      await _Concurrency.Task { @MainActor in }.value  // `onFailure` is called in a separate turn
      return failures
    }

    func rows() async throws -> String {
      try await file.run("SELECT id, list, title FROM task ORDER BY list, position, id;")
    }

    func update(_ id: Int, title: String, loaded isLoaded: Bool) {
      for path in view.link.table.paths where view.link.table[path]?.id == RowID(id) {
        guard !isLoaded, let row = view.link.table[path], var task = row.value else { continue }
        task.title = title
        #expect(view.link.editing.update(row.changed(to: task), at: path))
      }
      for path in whole.link.table.paths where whole.link.table[path]?.id == id {
        guard isLoaded, var task = whole.link.table[path] else { continue }
        task.title = title
        #expect(whole.link.editing.update(task, at: path))
      }
    }

    func delete(at path: RowPath, loaded isLoaded: Bool) {
      #expect(isLoaded ? whole.link.editing.delete(at: path) : view.link.editing.delete(at: path))
    }

    func move(from path: RowPath, to other: RowPath, loaded isLoaded: Bool) {
      #expect(isLoaded ? whole.link.editing.move(from: path, to: other) : view.link.editing.move(from: path, to: other))
    }
  }

  @Test(arguments: [false, true]) func editsAreWrittenInTheOrderOfTheUser(isLoaded: Bool) async throws {
    let world = try await World(
      "CREATE UNIQUE INDEX titles ON task (title); UPDATE task SET parent = 1 WHERE id = 2; UPDATE task SET parent = 2 WHERE id = 3;",
      columns: "title TEXT NOT NULL, parent INT REFERENCES task (id)")
    // A unique title is freed and used again, and children are deleted before their parents.
    world.update(5, title: "free", loaded: isLoaded)
    world.update(4, title: "task 5", loaded: isLoaded)
    for row in [2, 1, 0] { world.delete(at: RowPath(section: 0, row: row), loaded: isLoaded) }
    #expect(await world.outcome() == [])
    #expect(try await world.rows() == "4|work|task 5\n5|work|free\n6|work|task 6\n")
  }

  /// Triggers that prevent the effect of an edit, and the expected errors.
  nonisolated static let refusals: [(String, String)] = [
    ("BEFORE DELETE ON task BEGIN SELECT RAISE(IGNORE); END", "the edit had no effect: the row was not deleted"),
    (
      "AFTER DELETE ON task BEGIN INSERT INTO task VALUES (OLD.id, 'x', 0, 'x'); END",
      "the edit had no effect: the row was not deleted"
    ),
    ("BEFORE UPDATE ON task BEGIN SELECT RAISE(IGNORE); END", "the edit had no effect: the row is in another place"),
    (
      "AFTER UPDATE OF position ON task BEGIN UPDATE task SET position = OLD.position WHERE id = NEW.id; END",
      "the edit had no effect: the row is in another place"
    ),
    (
      "AFTER UPDATE OF list ON task BEGIN UPDATE task SET list = OLD.list WHERE id = NEW.id; END",
      "the edit had no effect: the row is in another place"
    ),
    (
      "BEFORE UPDATE OF title ON task BEGIN SELECT RAISE(IGNORE); END",
      "the edit had no effect: the row was not changed"
    ),
    (
      "AFTER UPDATE OF title ON task BEGIN DELETE FROM task WHERE id = NEW.id; END",
      "the edit had no effect: the row was deleted"
    ),
  ]

  @Test(arguments: 0..<7, [false, true])
  func anEditThatATriggerUndoesIsRefused(number: Int, isLoaded: Bool) async throws {
    let (trigger, words) = Self.refusals[number]
    let world = try await World("CREATE TRIGGER undo \(trigger);")
    let before = try await world.rows()
    switch number {
    case 0, 1: world.delete(at: RowPath(section: 0, row: 1), loaded: isLoaded)
    case 2, 3: world.move(from: RowPath(section: 0, row: 0), to: RowPath(section: 0, row: 2), loaded: isLoaded)
    case 4: world.move(from: RowPath(section: 0, row: 0), to: RowPath(section: 1, row: 1), loaded: isLoaded)
    default: world.update(2, title: "new", loaded: isLoaded)
    }
    #expect(await world.outcome() == [words])
    #expect(try await world.rows() == before)
  }

  @Test(arguments: [false, true]) func whatTriggersDoBesidesIsNoFailure(isLoaded: Bool) async throws {
    let world = try await World(
      """
      CREATE TRIGGER more AFTER UPDATE OF title ON task BEGIN UPDATE task SET title = upper(title) WHERE id = NEW.id; END;
      CREATE TRIGGER other AFTER DELETE ON task BEGIN UPDATE task SET position = position * 10; END;
      """)
    world.update(2, title: "new", loaded: isLoaded)
    world.move(from: RowPath(section: 0, row: 0), to: RowPath(section: 1, row: 1), loaded: isLoaded)
    world.delete(at: RowPath(section: 1, row: 3), loaded: isLoaded)
    #expect(await world.outcome() == [])
    #expect(try await world.rows() == "2|home|NEW\n3|home|task 3\n4|work|task 4\n1|work|task 1\n5|work|task 5\n")
  }

  @Test func aRowThatTheDatabaseDoesNotHaveIsRefusedWhateverIsDoneToIt() async throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute("CREATE TABLE task (id TEXT PRIMARY KEY, list, position, title)")
    try connection.execute("INSERT INTO task VALUES ('a', 'in', 1, 'x')")
    let task = Task(id: 1, list: "", position: 0, title: "")
    for work: SQLiteRowWriter<SQLiteValue, Task>.Work in [
      .delete("A"), .delete(1), .move("A", .init(above: "a")), .change("A", task),
    ] {
      #expect(throws: QueryError.editedRowIsGone) { try Self.writer.write(work, on: connection) }
    }
    try Self.writer.write(.delete("a"), on: connection)
    #expect(try connection.value("SELECT count(*) FROM task", as: Int.self) == 0)
  }

  @Test func aRowWhoseNeighborsAreGoneIsWrittenAtTheEnd() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute("CREATE TABLE task (id TEXT PRIMARY KEY, list, position, title)")
    try connection.execute("INSERT INTO task VALUES ('a', 'in', 1, ''), ('b', 'in', 2, ''), ('c', 'in', 3, '')")
    func ids() throws -> [String] {
      try connection.map("SELECT id FROM task ORDER BY position") { try $0.decode(String.self, at: 0) }
    }
    try Self.writer.write(.move("a", .init(above: "x")), on: connection)
    #expect(try ids() == ["b", "c", "a"])
    try Self.writer.write(.move("b", .init(above: "x", below: "y")), on: connection)
    #expect(try ids() == ["c", "a", "b"])
  }

  @Test func idsThatACollationRegardsAsEqualAreOtherRows() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute("CREATE TABLE task (id TEXT COLLATE NOCASE, list, position, title)")
    try connection.execute("INSERT INTO task VALUES ('a', 'in', 1, ''), ('A', 'in', 2, ''), ('b', 'in', 3, '')")
    func ids() throws -> [String] {
      try connection.map("SELECT id FROM task ORDER BY position") { try $0.decode(String.self, at: 0) }
    }
    try Self.writer.write(.move("A", .init(above: "b", section: "out")), on: connection)
    #expect(try ids() == ["a", "b", "A"])
    #expect(try connection.value("SELECT list FROM task WHERE id = 'a' COLLATE BINARY", as: String.self) == "in")
    try Self.writer.write(.move("b", .init(above: "a")), on: connection)
    try Self.writer.write(.delete("a"), on: connection)
    #expect(try ids() == ["b", "A"])
  }

  @Test func aColumnThatTheTableDoesNotHaveIsAnErrorAndNoText() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute("CREATE TABLE task (id TEXT PRIMARY KEY, list, position, title)")
    try connection.execute("INSERT INTO task VALUES ('a', 'in', 1, 'x'), ('b', 'in', 2, 'x')")
    let wrong = SQLiteRowWriter<SQLiteValue, Task>("task", id: "none", order: "position").grouped(by: "list")
    #expect(throws: SQLiteError.self) { try wrong.write(.delete("none"), on: connection) }
    #expect(throws: SQLiteError.self) {
      try wrong.write(.move("none", .init(section: "out")), on: connection)
    }
    #expect(throws: SQLiteError.self) { try connection.moveRow("a", after: "b", in: "task", orderedBy: "none") }
    #expect(try connection.value("SELECT count(*) FROM task WHERE list = 'in'", as: Int.self) == 2)
  }
}
#endif
