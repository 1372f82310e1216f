#if SQLite
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

struct Chore: Codable, Identifiable, Equatable, Diffable, Sendable {
  var id: Int
  var list: String
  var position: Double
  var title: String
}

/// Tests deletes, moves and updates that users make in a view with cells, on a real file.
@MainActor @Suite(.holdsFiles, .timeLimit(.minutes(20))) struct SQLiteRowWriterTests {
  private typealias View = HeadlessTableView<SQLiteValue, QueryRow<Chore>>
  private typealias Writer = SQLiteRowWriter<SQLiteValue, Chore>
  private typealias Editor = EditRules<SQLiteValue, QueryRow<Chore>>

  private static let table = """
    CREATE TABLE chore (id INTEGER PRIMARY KEY, list TEXT NOT NULL, position REAL NOT NULL, title TEXT NOT NULL);
    """

  private nonisolated static let query: SQLQuery = "SELECT * FROM chore ORDER BY list, position, id"

  private static let writer = Writer("chore", order: "position").grouped(by: "list").changing { chore, connection in
    try connection.execute("UPDATE chore SET title = \(chore.title) WHERE id = \(chore.id)")
  }

  /// Six chores in two lists, and a view that shows them.
  @MainActor private final class World {
    let file: TestDatabase
    let database: SQLiteDatabase
    let live: LiveQuery<SQLiteValue, Chore>
    let edited: OptimisticTable<SQLiteValue, QueryRow<Chore>>
    let view: View
    var failures: [any Error] = []
    private let (news, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(
      _ script: String = "", writer: Writer = SQLiteRowWriterTests.writer,
      editing: Editor = .deleting() + .moving(to: .anywhere) + .updating()
    ) async throws {
      file = try await TestDatabase(SQLiteRowWriterTests.table + script)
      database = try await file.open()
      try await database.write { connection in
        for id in 1...6 {
          try connection.execute(
            "INSERT INTO chore VALUES (\(id), \(id < 4 ? "home" : "work"), \(Double(id)), \("chore \(id)"))")
        }
      }
      live = database.table(of: Chore.self, SQLiteRowWriterTests.query, groupedBy: "list")
      edited = live.editable(by: writer)
      view = View(
        .one(HeadlessCell.self) { cell, row, context in
          cell.text = row.value?.title ?? "…"
          if row.value == nil {
            context.scope.task {
              if let chore = try? await row.load(), !Task.isCancelled { cell.text = chore.title }
            }
          }
        })
      let binding = view.bind(edited, editing: editing) { [weak self] _, error in
        self?.failures.append(error)
        self?.tell.yield()
      }
      for await applied in binding.changes where applied.table.count == 6 { break }
      for row in view.link.table { _ = try await row.load() }
      forget()
    }

    private var counts = (batches: 0, reloads: 0)

    private func forget() { counts = (view.batches, view.reloads) }

    /// The number of batches since the last call of `forget()`.
    var batches: Int { view.batches - counts.batches }
    var reloads: Int { view.reloads - counts.reloads }

    var ids: [[RowID]] { view.link.table.identities }

    /// Returns the rows of the file as the view would show them.
    func file() async throws -> [[RowID]] {
      let chores = try await database.read { try $0.rows(of: Chore.self, SQLiteRowWriterTests.query) }
      return TableSnapshot<String, Chore>(grouping: chores, by: \.list).sections.map { $0.rows.map { RowID($0.id) } }
    }

    /// Waits until the view shows a new commit, and therefore all earlier ones.
    func settle() async throws {
      await edited.editsSaved()
      let marker = 1000 + marks
      marks += 1
      var shown = view.link.events.willDisplay.makeAsyncIterator()
      try await database.write {
        try $0.execute("INSERT INTO chore VALUES (\(marker), 'a marker', -1, 'marker')")
      }
      while view.link.table.first?.id != RowID(marker) { _ = await shown.next() }
      var gone = view.link.events.didEndDisplaying.makeAsyncIterator()
      try await database.write { try $0.execute("DELETE FROM chore WHERE id = \(marker)") }
      while view.link.table.first?.id == RowID(marker) { _ = await gone.next() }
      markerBatches += 2
    }

    private var marks = 0
    private(set) var markerBatches = 0

    /// Waits for the error of an edit that could not be written.
    func failure() async -> any Error {
      for await _ in news where !failures.isEmpty { break }
      return failures.removeFirst()
    }
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  /// Expects that an edit of the user is one batch, and that the file has the same rows as the view in the end.
  private func expectOneBatch(_ world: World, _ user: (World) -> Bool) async throws {
    #expect(user(world))
    #expect(world.batches == 1 && world.reloads == 0, "it is on screen at once")
    let ids = world.ids
    try await world.settle()
    #expect(world.batches == 1 + world.markerBatches, "nothing more happens on screen")
    #expect(world.reloads == 0)
    #expect(world.ids == ids)
    #expect(try await world.file() == ids)
    #expect(world.failures.isEmpty)
    #expect(world.view.violations.isEmpty)
  }

  @Test("a row that the user deletes is deleted in the file, and nothing else changes on screen")
  func aRowIsDeleted() async throws {
    let world = try await World()
    try await expectOneBatch(world) { $0.view.link.editing.delete(at: path(0, 1)) }
    #expect(world.ids == [[1, 3], [4, 5, 6]])
  }

  @Test("a row that the user moves gets another place in the file, and nothing else changes on screen")
  func aRowIsMoved() async throws {
    let world = try await World()
    try await expectOneBatch(world) { $0.view.link.editing.move(from: path(1, 2), to: path(1, 0)) }
    #expect(world.ids == [[1, 2, 3], [6, 4, 5]])
    let row = try #require(world.view.link.table[path(1, 0)])
    #expect(row.value?.position ?? 9 < 4, "what is known of the row is what is in the file")
  }

  @Test("a row that is dragged to another section gets that section's value")
  func aRowIsDraggedToAnotherSection() async throws {
    let world = try await World()
    try await expectOneBatch(world) { world in
      world.view.drag(path(0, 0))?.drop(at: path(1, 1)) ?? false
    }
    #expect(world.ids == [[2, 3], [4, 1, 5, 6]])
    #expect(world.view.link.table[path(1, 1)]?.value?.list == "work")
  }

  @Test("a row that the user changes shows its new content at once, and is updated once")
  func aRowIsChanged() async throws {
    let world = try await World()
    let row = try #require(world.view.link.table[path(0, 2)])
    var chore = try #require(row.value)
    chore.title = "other"
    try await expectOneBatch(world) { $0.view.link.editing.update(row.changed(to: chore), at: path(0, 2)) }
    #expect(world.view.cell(at: path(0, 2))?.text == "other")
    #expect(world.view.link.table[path(0, 2)]?.value?.title == "other")
    #expect(try await world.file.run("SELECT title FROM chore WHERE id = 3;") == "other\n")
    // A later change by another program replaces the user's change.
    try await world.file.run("UPDATE chore SET title = 'theirs' WHERE id = 3;")
    try await world.settle()
    #expect(world.view.cell(at: path(0, 2))?.text == "theirs")
  }

  @Test("a move can be undone, but not an update or a deletion, because rows lack their previous content")
  func undoing() async throws {
    let world = try await World()
    let (editing, view) = (world.view.link.editing, world.view)
    #expect(editing.move(from: path(0, 0), to: path(0, 2)) && editing.undo.undoName == "Move")
    let row = try #require(view.link.table[path(0, 0)])
    var chore = try #require(row.value)
    chore.title = "other"
    #expect(editing.update(row.changed(to: chore), at: path(0, 0)) && editing.delete(at: path(1, 0)))
    await world.edited.editsSaved()
    #expect(editing.undo.undoName == "Move" && editing.undo.undo() && editing.undo.undoName == nil)
    try await world.settle()
    #expect(
      try await world.file.run("SELECT id, title FROM chore WHERE list = 'home' ORDER BY position;")
        == "1|chore 1\n2|other\n3|chore 3\n")
  }

  @Test("a row keeps the user's content, even if the row is read meanwhile")
  func anEditedRowKeepsItsContent() async throws {
    let world = try await World()
    let row = try #require(world.view.link.table[path(0, 2)])
    var chore = try #require(row.value)
    chore.title = "mine"
    let edited = row.changed(to: chore)
    try await world.file.run("UPDATE chore SET title = 'theirs' WHERE id = 3;")
    try await world.settle()
    #expect(try await world.view.link.table[path(0, 2)]?.load()?.title == "theirs")
    #expect(edited.value?.title == "mine")
  }

  @Test("changes by a trigger to a row that the user changes or moves are shown")
  func triggers() async throws {
    let world = try await World(
      """
      CREATE TRIGGER loud AFTER UPDATE OF title ON chore BEGIN
        UPDATE chore SET title = upper(new.title) WHERE id = new.id;
      END;
      CREATE TRIGGER track AFTER UPDATE OF position ON chore BEGIN
        UPDATE chore SET title = 'moved ' || new.id WHERE id = new.id;
      END;
      """)
    let row = try #require(world.view.link.table[path(0, 2)])
    var chore = try #require(row.value)
    chore.title = "other"
    #expect(world.view.link.editing.update(row.changed(to: chore), at: path(0, 2)))
    #expect(world.view.link.editing.move(from: path(1, 2), to: path(1, 0)))
    try await world.settle()
    #expect(world.ids == [[1, 2, 3], [6, 4, 5]])
    #expect(world.view.cell(at: path(0, 2))?.text == "OTHER")
    #expect(world.view.cell(at: path(1, 0))?.text == "MOVED 6")
  }

  @Test("another program's change to a row just before the user moves it is shown")
  func aRowThatIsChangedBeforeItIsMoved() async throws {
    let world = try await World()
    await world.database.observer.stop()  // the other program's commit is not observed
    try await world.file.run("UPDATE chore SET title = 'theirs' WHERE id = 5;")
    let editing = world.view.link.editing
    #expect(editing.move(from: path(1, 1), to: path(1, 0)))
    #expect(editing.move(from: path(1, 2), to: path(1, 1)))
    let before = world.view.link.table
    await world.edited.editsSaved()
    let after = await world.live.state.table
    #expect(after.identities == [[1, 2, 3], [5, 6, 4]])
    #expect(after.paths.map { after[$0]?.stamp == before[$0]?.stamp } == [true, true, true, false, true, true])
    #expect(try await after[path(1, 0)]?.load()?.title == "theirs")
    #expect(world.failures.isEmpty)
  }

  @Test("a failed write is reported, and the row gets its old content", arguments: EditKind.allCases)
  func whatCannotBeWritten(kind: EditKind) async throws {
    if kind == .insert { return }
    let world = try await World(
      """
      CREATE TRIGGER noDelete BEFORE DELETE ON chore BEGIN SELECT raise(ABORT, 'stays'); END;
      CREATE TRIGGER noUpdate BEFORE UPDATE ON chore BEGIN SELECT raise(ABORT, 'stays'); END;
      """)
    let editing = world.view.link.editing
    switch kind {
    case .delete: #expect(editing.delete(at: path(0, 1)))
    case .move: #expect(editing.move(from: path(0, 0), to: path(1, 1)))
    default:
      let row = try #require(world.view.link.table[path(0, 1)])
      var chore = try #require(row.value)
      chore.title = "other"
      #expect(editing.update(row.changed(to: chore), at: path(0, 1)))
      #expect(world.view.cell(at: path(0, 1))?.text == "other")
    }
    #expect("\(await world.failure())".contains("stays"))
    await eventually("the row is what it was") {
      world.ids == [[1, 2, 3], [4, 5, 6]] && world.view.link.table[path(0, 1)]?.value?.title == "chore 2"
    }
    #expect(world.reloads == 0)
  }

  @Test("a deleted row cannot be moved, and edits that the writer cannot write are refused")
  func aRowThatIsGone() async throws {
    let world = try await World()
    let editing = world.view.link.editing
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    async let deleted: Void = world.database.write { connection in
      try connection.execute("DELETE FROM chore WHERE id = 2")
      begin.finish()
    }
    for await _ in begun {}
    if world.ids[0].contains(2), editing.move(from: path(0, 1), to: path(0, 0)) {
      #expect(await world.failure() as? QueryError == QueryError.editedRowIsGone)
    }
    try await deleted
    try await world.settle()
    #expect(world.ids == [[1, 3], [4, 5, 6]])

    let other = try await World(writer: Writer("chore"))
    #expect(!other.view.link.editing.move(from: path(0, 0), to: path(0, 1)))
    #expect(
      !other.view.link.editing.may(.update, at: path(0, 0)) && other.view.link.editing.may(.delete, at: path(0, 0)))
    let third = try await World(writer: Writer("chore", order: "position"), editing: .moving(to: .anywhere))
    #expect(third.view.link.editing.move(from: path(0, 0), to: path(1, 0)))
    #expect(await third.failure() as? QueryError == QueryError.editCannotBeWritten)
    #expect(await third.edited.current.identities == [[1, 2, 3], [4, 5, 6]])
  }

  @Test("rows move only within their section if sections are not written")
  func withinASection() async throws {
    let world = try await World(writer: Writer("chore", order: "position"), editing: .moving(to: .sameSection))
    try await expectOneBatch(world) { $0.view.link.editing.move(from: path(0, 0), to: path(1, 0)) }
    #expect(world.ids == [[2, 3, 1], [4, 5, 6]])
  }

  @Test("edits after another binding are not written, and earlier edits are")
  func whenSomethingElseIsBound() async throws {
    let world = try await World()
    let editing = world.view.link.editing
    #expect(editing.delete(at: path(0, 0)))
    world.view.bind(world.live)
    #expect(!editing.delete(at: path(0, 0)), "nobody would write it")
    editing.rules = .deleting()
    editing.delete(at: path(0, 0))
    try await world.settle()
    #expect(try await world.file() == [[2, 3], [4, 5, 6]])
    #expect(world.ids == [[2, 3], [4, 5, 6]])
  }

  @Test("edits of loaded rows are written, each once")
  func rowsThatAreLoaded() async throws {
    struct Titled: Codable, Identifiable, Equatable, Diffable, Sendable {
      var id: Int
      var title: String
    }
    let world = try await World()
    let view = RecordingTableView<SQLiteValue, Titled>()
    let query = TableQuery(of: Titled.self, Self.query).grouped(by: "list")
    let writer = SQLiteRowWriter<SQLiteValue, Titled>("chore", order: "position").grouped(by: "list").changing {
      try $1.execute("UPDATE chore SET title = \($0.title) WHERE id = \($0.id)")
    }
    var failures = 0
    let loaded = world.database.table(query).loaded.editable(by: writer)
    let binding = view.bind(loaded, editing: .deleting() + .moving(to: .anywhere) + .updating()) { _, _ in
      failures += 1
    }
    for await applied in binding.changes where applied.table.count == 6 { break }
    view.forget()
    #expect(view.link.editing.move(from: path(0, 0), to: path(1, 1)))
    #expect(view.link.table.identities == [[2, 3], [4, 1, 5, 6]])
    #expect(view.link.editing.update(Titled(id: 5, title: "five"), at: path(1, 2)))
    #expect(view.link.editing.delete(at: path(0, 0)))
    let ids = view.link.table.identities
    #expect(ids == [[3], [4, 1, 5, 6]])
    await loaded.editsSaved()
    try await world.database.write { try $0.execute("INSERT INTO chore VALUES (9, 'work', 99, 'last')") }
    for await applied in binding.changes where applied.table.count == 6 { break }
    #expect(view.link.table.identities == [[3], [4, 1, 5, 6, 9]])
    #expect(view.batches.count == 4 && view.reloads == 0, "\(view.batches)")
    #expect(failures == 0)
    #expect(try await world.file().map { $0.count } == [1, 5])
    #expect(try await world.file.run("SELECT title FROM chore WHERE id = 5;") == "five\n")
  }

  @Test("users, this process and another process edit at random", arguments: Array(1...6) as [UInt64])
  func manyAtOnce(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let world = try await World()
    let editing = world.view.link.editing
    for round in 0..<6 {
      let theirs = (0..<3).map { _ in
        let id = Int.random(in: 1...9, using: &generator)
        return [
          "INSERT OR REPLACE INTO chore VALUES (\(id), 'home', \(Double.random(in: 0...9, using: &generator)), 'x');",
          "DELETE FROM chore WHERE id = \(id);", "UPDATE chore SET title = title || '!' WHERE id = \(id);",
        ].randomElement(using: &generator) ?? ""
      }
      async let other = world.file.run(theirs.joined(separator: "\n"))
      for _ in 0..<4 {
        let paths = Array(world.view.link.table.paths)
        guard let one = paths.randomElement(using: &generator), let two = paths.randomElement(using: &generator)
        else {
          continue
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: editing.delete(at: one)
        case 1:
          if let row = world.view.link.table[one], var chore = row.value {
            chore.title = "round \(round)"
            editing.update(row.changed(to: chore), at: one)
          }
        default: editing.move(from: one, to: two)
        }
        if Bool.random(using: &generator) {
          try await world.database.write { try $0.execute("UPDATE chore SET title = title || '?' WHERE id = 4") }
        }
      }
      _ = try await other
    }
    try await world.settle()
    #expect(try await world.file() == world.ids)
    let titles = try await world.database.read { connection in
      try connection.map(Self.query) { try $0.value("title", as: String.self) }
    }
    await eventually("the cells show it") {
      world.view.link.table.paths.map { world.view.cell(at: $0)?.text } == titles
    }
    #expect(world.view.violations.isEmpty && world.view.mismatch == nil)
  }
}
#endif
