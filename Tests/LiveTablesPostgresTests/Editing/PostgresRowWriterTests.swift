#if Postgres
import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@testable import LiveTablesPostgres

/// Tests deletes, moves and updates that users make in a view with cells, on a real server.
@MainActor @Suite(.timeLimit(.minutes(20))) struct PostgresRowWriterTests {
  private typealias View = HeadlessTableView<String, Mail>

  /// Six mails in two folders, and a view that shows them.
  @MainActor private final class World {
    let database: TestDatabase
    let mails: PostgresTable<Mail>
    let edited: OptimisticTable<String, Mail>
    let view: View
    var failures: [any Error] = []
    private var changes: Updates<AppliedChangeset<String, Mail>, Never>.AsyncIterator
    private var marker = 100

    init(_ script: String = "") async throws {
      database = try await TestDatabase()
      try await database.execute(
        """
        INSERT INTO mail SELECT n, CASE WHEN n < 4 THEN 'home' ELSE 'work' END, 'mail ' || n, n
        FROM generate_series(1, 6) n; \(script)
        """)
      mails = database.mails()
      view = View(.one(HeadlessCell.self) { cell, row, _ in cell.text = row.subject ?? "" })
      weak var world: World?
      let writer = PostgresRowWriter<String, Mail>(mails, order: \.position).grouped(by: \.folder)
      edited = mails.sorted { $0.position < $1.position }.grouped { $0.folder }.editable(by: writer)
      let binding = view.bind(
        edited, editing: .deleting() + .moving(to: .anywhere) + .updating() + .inserting()
      ) { _, error in world?.failures.append(error) }
      var changes = binding.changes.makeAsyncIterator()
      while view.link.table.count < 6 { _ = await changes.next() }
      self.changes = changes
      (batches, reloads) = (view.batches, view.reloads)
      world = self
    }

    var ids: [[Int]] { view.link.table.sections.map { $0.rows.map(\.id) } }

    /// Waits until the view shows a new commit, and therefore all earlier ones.
    ///
    /// - Parameter mayReload: Whether the view can be reloaded, because each edit that is undone makes the pending
    ///   change stale, and after three stale changes the view is reloaded.
    /// - Returns: The number of batches since the last call, without the batch of the new commit, which can be part
    ///   of the last one.
    func settled(mayReload: Bool = false) async throws -> Int {
      await edited.editsSaved()
      marker += 1
      try await database.execute("INSERT INTO mail VALUES (\(marker), 'work', 'marker', \(marker))")
      var changes = self.changes
      var applied: [AppliedChangeset<String, Mail>] = []
      while applied.last?.table.last?.id != marker, let next = await changes.next() { applied.append(next) }
      self.changes = changes
      #expect(view.violations.isEmpty && view.mismatch == nil && (mayReload || view.reloads == reloads), "\(applied)")
      defer { (batches, reloads) = (view.batches, view.reloads) }
      return view.batches - batches - 1
    }

    private var batches = 0
    private var reloads = 0

    /// Returns the rows of the server as the view would show them.
    func server() async throws -> [[Int]] {
      let rows = try await database.rows().sorted { $0.position < $1.position }
      return TableSnapshot<String, Mail>(grouping: rows, by: \.folder).sections.map { $0.rows.map(\.id) }
    }

    func end() async throws { try await database.end(mails) }
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test("a deleted row is one batch and one transaction, whose return changes nothing")
  func aRowIsDeleted() async throws {
    let world = try await World()
    var reader = ChangeReader(world.mails)
    try await reader.next()
    #expect(world.view.link.editing.delete(at: path(0, 0)))
    #expect(world.ids == [[2, 3], [4, 5, 6]])
    #expect(try await reader.next().spanned == 1)
    #expect(try await world.settled() == 1)
    #expect(try await reader.next().spanned == 1, "the edit does not come back as a change")
    #expect(try await world.server() == [[2, 3], [4, 5, 6, 101]])
    try await world.end()
  }

  @Test("a moved row gets its new content, also in another section, and its return changes nothing")
  func aRowIsMoved() async throws {
    let world = try await World()
    #expect(world.view.link.editing.move(from: path(1, 2), to: path(1, 0)))
    #expect(world.ids == [[1, 2, 3], [6, 4, 5]])
    // The move and the row's new content, in one batch or two.
    #expect(try await 1...2 ~= world.settled())
    #expect(world.view.drag(path(0, 0))?.drop(at: path(1, 1)) == true)
    // The move and the row's new content, in one batch or two.
    #expect(try await 1...2 ~= world.settled())
    #expect(world.ids == [[2, 3], [6, 1, 4, 5, 101, 102]])
    #expect(world.view.link.table[path(1, 1)]?.folder == "work")
    #expect(try await world.server() == world.ids)
    try await world.end()
  }

  @Test("a changed row is updated once, and edits of edited rows are written in order")
  func edits() async throws {
    let world = try await World()
    let editing = world.view.link.editing
    var mail = try #require(world.view.link.table[path(0, 2)])
    mail.subject = "other"
    #expect(editing.update(mail, at: path(0, 2)))
    #expect(world.view.cell(at: path(0, 2))?.text == "other")
    #expect(try await world.settled() == 1)
    for _ in 0..<5 {
      #expect(editing.move(from: path(0, 0), to: path(0, 2)))
      #expect(editing.move(from: path(0, 2), to: path(1, 0)))
      #expect(editing.move(from: path(1, 0), to: path(0, 1)))
    }
    #expect(editing.delete(at: path(0, 1)))
    let ids = world.ids
    _ = try await world.settled()
    #expect(world.ids.first == ids.first)
    #expect(try await world.server() == world.ids)
    #expect(world.failures.isEmpty)
    try await world.end()
  }

  @Test("an edit that the server refuses is reported, and the row gets its old content")
  func refused() async throws {
    let world = try await World(
      """
      CREATE FUNCTION stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stays''; END';
      CREATE TRIGGER stay BEFORE UPDATE OR DELETE ON mail FOR EACH ROW EXECUTE FUNCTION stay()
      """)
    let editing = world.view.link.editing
    var mail = try #require(world.view.link.table[path(0, 2)])
    mail.subject = "other"
    #expect(editing.delete(at: path(0, 1)) && editing.move(from: path(0, 0), to: path(1, 1)))
    #expect(editing.update(mail, at: path(0, 0)))
    _ = try await world.settled(mayReload: true)
    #expect(world.failures.count == 3 && world.failures.allSatisfy { "\($0)".contains("stays") })
    #expect(world.ids == [[1, 2, 3], [4, 5, 6, 101]])
    #expect(world.view.link.table[path(0, 2)]?.subject == "mail 3")
    try await world.end()
  }

  @Test("a row that the user inserts gets the order number and the section of its place")
  func inserted() async throws {
    let world = try await World()
    #expect(world.view.link.editing.insert(Mail(id: 9, folder: "", subject: "new"), at: path(1, 1)))
    _ = try await world.settled()
    #expect(world.ids == [[1, 2, 3], [4, 9, 5, 6, 101]] && world.failures.isEmpty)
    #expect(world.view.link.table[path(1, 1)]?.folder == "work")
    #expect(try await world.server() == world.ids)
    try await world.end()
  }

  @Test("an update writes only the user's columns after a move of the same row")
  func columns() async throws {
    let world = try await World()
    let editing = world.view.link.editing
    var mail = try #require(world.view.link.table[path(0, 0)])
    #expect(editing.move(from: path(0, 0), to: path(1, 0)))
    mail.subject = "other"
    #expect(editing.update(mail, at: path(1, 0)))
    _ = try await world.settled()
    #expect(world.failures.isEmpty && world.ids == [[2, 3], [1, 4, 5, 6, 101]])
    let row = try #require(try await world.database.rows().first)
    #expect(row.subject == "other" && row.folder == "work" && row.position == 3.5)
    try await world.end()
  }

  @Test("moves require an order, and moves to another section require a grouping property")
  func abilities() async throws {
    let world = try await World()
    let other = View(.one(HeadlessCell.self) { _, _, _ in })
    let edited = world.mails.sorted { $0.position < $1.position }.grouped { $0.folder }
    other.bind(edited.editable(by: PostgresRowWriter(world.mails)), editing: .deleting() + .moving(to: .anywhere))
    await until { other.link.table.count == 6 }
    #expect(other.link.editing.may(.delete, at: path(0, 0)) && !other.link.editing.may(.move, at: path(0, 0)))
    var failures: [any Error] = []
    let sorted = edited.editable(by: PostgresRowWriter(world.mails, order: \.position))
    other.bind(sorted, editing: .moving(to: .anywhere)) { failures.append($1) }
    #expect(other.link.editing.move(from: path(0, 0), to: path(1, 0)))
    await until { failures as? [PostgresError] == [.cannotBeWritten] }
    _ = try await world.settled()
    #expect(try await world.server() == [[1, 2, 3], [4, 5, 6, 101]])
    try await world.end()
  }

  /// A row whose content does not include its order number.
  private struct Line: Codable, Diffable, Identifiable, Sendable {
    let id: Int
    var position: Double

    func hasSameContent(as other: Line) -> Bool { true }
  }

  @Test("a row whose content ignores its order number stays where the user or the server moves it")
  func hiddenOrder() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail SELECT n, '', NULL, n FROM generate_series(1, 4) n")
    let lines = PostgresTable(of: Line.self, from: "mail", connection: database.settings)
    let edited = lines.sorted { $0.position < $1.position }.editable(by: PostgresRowWriter(lines, order: \.position))
    let view = HeadlessTableView<OneSection, Line>(.one(HeadlessCell.self) { _, _, _ in })
    view.bind(edited, editing: .moving(to: .anywhere))
    var ids: [Int] { view.link.table.map(\.id) }
    await until { ids == [1, 2, 3, 4] }
    #expect(view.link.editing.move(from: path(0, 3), to: path(0, 0)) && ids == [4, 1, 2, 3])
    await edited.editsSaved()
    #expect(await edited.current.map(\.id) == [4, 1, 2, 3])
    try await database.execute("UPDATE mail SET position = 9 WHERE id = 1")
    await until { ids != [4, 1, 2, 3] }
    #expect(ids == [4, 2, 3, 1])
    await lines.close()
    try await database.untilNoSlot()
    await database.connection.close()
  }
}
#endif
