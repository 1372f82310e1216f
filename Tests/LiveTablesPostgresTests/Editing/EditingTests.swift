#if Postgres
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite(.timeLimit(.minutes(20))) struct EditingTests {
  @Test("an edit is shown at once and written in one transaction, whose return changes nothing")
  func comesBack() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail SELECT n, 'a', 's', n FROM generate_series(1, 5) n")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    try await mails.edit {
      $0.remove(id: 1)
      $0.update(.id(2)) { $0.subject = "new" }
      $0.append(Mail(id: 9, folder: "b", subject: nil))
      $0.move(5, after: 2, by: \.position)
    }
    let change = try await reader.next()
    #expect(change.spanned == 1)
    #expect(change.table.map(\.id) == [2, 3, 4, 5, 9])
    #expect(try await database.rows() == change.table.sorted { $0.id < $1.id })
    #expect(change.table.row(id: 5)?.position == 2.5)
    // The next change is the next commit, not the edit again.
    try await database.execute("DELETE FROM mail WHERE id = 3")
    let next = try await reader.next()
    #expect(next.table.map(\.id) == [2, 4, 5, 9] && next.revision == change.revision + 1)
    #expect(await mails.waiting == 0)
    try await database.end(mails)
  }

  @Test("an edit writes only changed columns")
  func columns() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b')")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    // A concurrent change of another column by another program is kept.
    async let other: QueryResult = database.execute("UPDATE mail SET folder = 'other' WHERE id = 1")
    try await mails.edit { $0.update(.id(1)) { $0.subject = "mine" } }
    _ = try await other
    try await reader.next { $0.first == Mail(id: 1, folder: "other", subject: "mine") }
    try await mails.edit { _ in }
    try await database.end(mails)
  }

  @Test("an edit that the server refuses is undone, and the call throws the reason")
  func refused() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b'); ALTER TABLE mail ADD CHECK (folder <> 'bad')")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    let error = await #expect(throws: PostgresError.self) {
      try await mails.edit {
        $0.update(.id(1)) { $0.folder = "bad" }
        $0.append(Mail(id: 2, folder: "x"))
      }
    }
    #expect(error?.code == "23514")
    #expect(await mails.current.map(\.self) == [Mail(id: 1, folder: "a", subject: "b")])
    #expect(try await database.rows().count == 1)
    // The update changes no row, as if another program had deleted the row.
    try await database.execute(
      """
      CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER skip BEFORE UPDATE ON mail FOR EACH ROW EXECUTE FUNCTION skip()
      """)
    await #expect(throws: PostgresError.rowIsKept(["1"])) {
      try await mails.edit { $0.update(.id(1)) { $0.folder = "c" } }
    }
    #expect(await mails.current.map(\.folder) == ["a"])
    try await database.end(mails)
  }

  @Test("a view shows an edit as one batch, and no second one")
  @MainActor func oneBatch() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail SELECT n, 'a', 's', n FROM generate_series(1, 5) n")
    let mails = database.mails()
    let view = RecordingTableView<OneSection, Mail>()
    let binding = view.bind(mails.sorted { $0.position < $1.position })
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    let before = view.batches.count
    try await mails.edit { $0.move(5, after: nil, by: \.position) }
    _ = await changes.next()
    #expect(view.link.table.map(\.id) == [5, 1, 2, 3, 4])
    let batches = view.batches.count
    #expect(batches > before)
    try await database.execute("INSERT INTO mail VALUES (7, 'a', 's', 100)")
    _ = await changes.next()
    #expect(view.batches.count == batches + 1)
    binding.cancel()
    try await database.end(mails)
  }

  @Test("a move numbers all rows if no number is left between two rows")
  func numbers() {
    var table = TableSnapshot(rows: (0..<4).map { Mail(id: $0, folder: "a", position: Double($0)) })
    for _ in 0..<200 {
      let order = table.sorted { $0.position < $1.position }.map(\.id)
      let isMoved = table.move(order[3], after: order[0], by: \.position)
      #expect(isMoved)
      #expect(table.sorted { $0.position < $1.position }.map(\.id) == [order[0], order[3], order[1], order[2]])
    }
    let wrong = [table.move(77, after: nil, by: \.position), table.move(1, after: 77, by: \.position)]
    #expect(wrong == [false, false])
    var editor = TableEditor(CapturedTable(table))
    editor.recorded = []
    let isMoved = editor.move(1, after: nil, by: \.position)
    var newer = table
    newer.update(.id(1)) { $0.subject = "newer" }
    for edit in editor.recorded ?? [] { newer.apply(edit.edit) }
    let row = newer.min { $0.position < $1.position }
    #expect(isMoved && row?.id == 1 && row?.subject == "newer", "the edit changes nothing but the number")
    let last = (table.map(\.position).max() ?? 0) + 1
    #expect(table.number(of: 77, after: 88, before: nil, by: \.position) == last)
    #expect(table.number(of: 77, after: 88, before: 99, by: \.position) == last)
  }

  @Test("an edit before the first table, or after the end, is an error")
  func tooEarlyAndTooLate() async throws {
    let database = try await TestDatabase()
    let mails = database.mails()
    await #expect(throws: PostgresError.notYetRead) { try await mails.edit { $0.remove(id: 1) } }
    await mails.close()
    await #expect(throws: PostgresError.closed) { try await mails.edit { $0.remove(id: 1) } }
    try await database.end(mails)
  }

  @Test("an edit behind a blocked edit can be cancelled, and so can closing the table")
  func stuck() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail SELECT n, 'a', 's', n FROM generate_series(1, 5) n")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute("BEGIN; LOCK TABLE mail")
    let edits = (1...3).map { id in Task { try await mails.edit { $0.remove(id: id) } } }
    try await reader.next { $0.map(\.id) == [4, 5] }
    edits[1].cancel()
    await #expect(throws: CancellationError.self) { try await edits[1].value }
    try await reader.next { $0.map(\.id) == [2, 4, 5] }
    let closing = Task { await mails.close() }
    closing.cancel()
    await closing.value
    for edit in [edits[0], edits[2]] { await #expect(throws: PostgresError.closed) { try await edit.value } }
    try await database.execute("COMMIT")
    #expect(try await database.rows().map(\.id) == [1, 2, 3, 4, 5])
    try await database.end(mails)
  }
}
#endif
