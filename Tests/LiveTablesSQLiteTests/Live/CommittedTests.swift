#if SQLite
import CSQLite
import Dispatch
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests that the state of a live query after each commit is the newest result of the query.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct CommittedTests {
  private static let view = "CREATE VIEW shown AS SELECT * FROM mail;"

  private static let commits = [
    "INSERT INTO mail VALUES (1, 'b', 'one', 0)", "INSERT INTO mail VALUES (2, 'a', 'two', 0)",
    "INSERT INTO mail VALUES (3, 'b', 'three', 0)", "UPDATE mail SET subject = 'other' WHERE id = 1",
    "UPDATE mail SET folder = 'a', isRead = 1 WHERE id = 3", "UPDATE mail SET id = 4 WHERE id = 1",
    "DELETE FROM mail WHERE id = 2",
    "DROP VIEW shown; CREATE VIEW shown AS SELECT id, folder, subject || '!' AS subject, isRead FROM mail",
    "DELETE FROM mail",
  ]

  @Test(
    "the state contains the rows and their content after each commit of this and other processes",
    arguments: [true, false])
  func eachCommit(isOwn: Bool) async throws {
    let file = try await TestDatabase(TestDatabase.mails + Self.view)
    let database = try await file.open()
    let other = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    let select: SQLQuery = "SELECT * FROM shown ORDER BY folder, id"
    let live = database.table(of: Mail.self, select, groupedBy: "folder")
    for commit in [""] + Self.commits {
      if isOwn {
        try await database.write { try $0.execute(script: commit) }
      } else {
        try other.execute(script: commit)
        database.hub.publish(.foreign)
      }
      let mails = try other.rows(of: Mail.self, select)
      var shown: [Mail] = []
      for row in await live.state.table { shown.append(try #require(try await row.load())) }
      #expect(shown == mails, "\(commit)")
      #expect(await live.state.table.sections.map(\.value.description) == Set(mails.map(\.folder)).sorted())
    }
  }

  @Test("a changed query is another state at once, without a commit")
  func otherQueries() async throws {
    let file = try await TestDatabase(
      TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0), (2, 'b', 'y', 0), (3, 'b', 'x', 0);")
    let database = try await file.open()
    let live = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id")
    #expect(await live.state.table.map(\.id) == [1, 2, 3])
    await live.change { $0.filtered("folder = 'b'") }
    #expect(await live.state.table.map(\.id) == [2, 3])
    await live.change { $0.sorted(by: "subject") }
    #expect(await live.state.table.map(\.id) == [3, 2])
  }

  @Test("rows of a table that was created outside of a transaction are identified by key")
  func aTableThatIsMadeLater() async throws {
    let database = try await TestDatabase("").open()
    try await database.withoutTransaction {
      try $0.execute("CREATE TABLE tag (name TEXT PRIMARY KEY, place INT) WITHOUT ROWID")
    }
    let live = database.table(TableQuery("SELECT name, place FROM tag ORDER BY place", id: "name") { $0.values })
    #expect(try await live.currentStrategy.incrementalTables == ["tag"])
    for (commit, ids) in [
      ("INSERT INTO tag VALUES ('a', 1), ('b', 2)", ["a", "b"]),
      ("UPDATE tag SET place = 3 WHERE name = 'a'", ["b", "a"]),
      ("DELETE FROM tag WHERE name = 'b'", ["a"]),
    ] as [(String, [RowID])] {
      try await database.write { try $0.execute(SQLQuery(sql: commit)) }
      #expect(await live.state.table.map(\.id) == ids, "\(commit)")
    }
  }

  @Test("a committed write succeeds even if the new schema cannot be read, and the next write reads it")
  func unreadableSchema() async throws {
    let database = try await TestDatabase("").open()
    try await database.write { connection in
      try connection.execute("CREATE TABLE tag (name TEXT PRIMARY KEY, place INT) WITHOUT ROWID")
      sqlite3_set_authorizer(
        connection.handle,
        { _, action, name, _, _, _ in
          action == SQLITE_PRAGMA && name.map { String(cString: $0) } == "table_list" ? SQLITE_DENY : SQLITE_OK
        }, nil)
    }
    try await database.withoutTransaction { _ = sqlite3_set_authorizer($0.handle, nil, nil) }
    let live = database.table(TableQuery("SELECT name, place FROM tag ORDER BY place", id: "name") { $0.values })
    #expect(try await live.currentStrategy.incrementalTables == ["tag"])
    try await database.write { try $0.execute("INSERT INTO tag VALUES ('a', 1), ('b', 2)") }
    #expect(await live.state.table.map(\.id) == ["a", "b"])
    try await database.write { try $0.execute("DELETE FROM tag WHERE name = 'a'") }
    #expect(await live.state.table.map(\.id) == ["b"])
  }

  @Test(
    "rows have the query's order after each commit, including NULL",
    arguments: [
      "date", "date DESC", "date ASC", "date NULLS LAST", "date DESC NULLS FIRST", "date DESC NULLS LAST", "1 - date",
      "2", "2 DESC", "-date NULLS LAST", "text COLLATE NOCASE DESC, date", "text COLLATE BINARY NULLS LAST, date DESC",
    ])
  func orders(order: String) async throws {
    let file = try await TestDatabase("CREATE TABLE item (id INTEGER PRIMARY KEY, date INT, text TEXT);")
    let database = try await file.open()
    let select = SQLQuery(sql: "SELECT id, date, text FROM item ORDER BY \(order)")
    let live = database.table(TableQuery(select) { $0.values })
    #expect(try await live.currentStrategy.incrementalTables == ["item"])
    for commit in [
      "INSERT INTO item VALUES (1, 5, 'a')", "INSERT INTO item VALUES (2, NULL, 'B')",
      "INSERT INTO item VALUES (3, 7, NULL)", "INSERT INTO item VALUES (4, 3, 'c')",
      "UPDATE item SET date = 4, text = 'd' WHERE id = 2", "UPDATE item SET date = NULL WHERE id = 1",
      "UPDATE item SET date = 9, text = 'D' WHERE id = 1", "UPDATE item SET date = NULL, text = NULL WHERE id = 4",
      "DELETE FROM item WHERE id = 3",
    ] {
      try await database.write { try $0.execute(SQLQuery(sql: commit)) }
      let ids = try await database.read { try $0.map(select) { try $0.value("id", as: Int.self) } }
      #expect(await live.state.table.map(\.id) == ids.map { RowID($0) }, "\(commit)")
      let fresh = database.table(TableQuery(select) { $0.values })
      #expect(await fresh.state.table.map(\.id) == ids.map { RowID($0) }, "read as a whole after \(commit)")
    }
  }

  @Test(
    "rows are inserted, deleted and moved as an index's condition or expression determines",
    arguments: ["SELECT id FROM item WHERE date = 0", "SELECT id FROM item ORDER BY lower(text)"])
  func indices(select: String) async throws {
    let file = try await TestDatabase(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, date INT, text TEXT); CREATE INDEX some ON item (id) WHERE date = 0;
      CREATE INDEX small ON item (lower(text)); INSERT INTO item VALUES (1, 0, 'a'), (2, 1, 'B'), (3, 0, 'c');
      """)
    let database = try await file.open()
    let live = database.table(TableQuery(SQLQuery(sql: select)) { $0.values })
    for commit in ["date = 1 WHERE id = 3", "text = 'D' WHERE id = 1", "date = 0 WHERE id = 2"] {
      _ = await live.state
      try await database.write { try $0.execute(SQLQuery(sql: "UPDATE item SET \(commit)")) }
      let ids = try await database.read { try $0.map(SQLQuery(sql: select)) { try $0.value("id", as: Int.self) } }
      #expect(await live.state.table.map(\.id) == ids.map { RowID($0) }, "\(commit)")
    }
  }

  @Test(
    "a row shows its joined rows, also when these are deleted or replaced",
    arguments: ["wal", "delete"])
  func joinedRows(journal: String) async throws {
    let file = try await TestDatabase(
      """
      CREATE TABLE mail (id INTEGER PRIMARY KEY, date INT); CREATE TABLE note (mail INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO mail VALUES (1, 2), (2, 1), (3, 3); INSERT INTO note VALUES (1, 'a'), (2, 'b');
      """, journal: journal)
    let database = try await file.open()
    let select: SQLQuery = "SELECT m.*, n.text FROM mail m LEFT JOIN note n ON n.mail = m.id ORDER BY m.date"
    let live = database.table(TableQuery(select) { $0.values })
    #expect(try await live.currentStrategy.incrementalTables == ["mail", "note"])
    for row in await live.state.table { _ = try await row.load() }
    for commit in ["DELETE FROM note WHERE mail = 1", "UPDATE note SET mail = 3", "INSERT INTO note VALUES (1, 'c')"] {
      try await database.write { try $0.execute(SQLQuery(sql: commit)) }
      var shown: [[SQLiteValue]?] = []
      for row in await live.state.table { shown.append(try await row.load()) }
      #expect(shown == (try await database.read { try $0.map(select) { $0.values } }), "\(commit)")
    }
  }

  @Test(
    "a row of a LEFT JOIN is inserted or deleted with its partner, also if only rows without one are shown",
    arguments: [
      "SELECT t.* FROM task t LEFT JOIN done d ON d.task = t.id WHERE d.id IS NULL",
      "SELECT t.* FROM task t LEFT JOIN done d ON d.task = t.id WHERE d.how IS NOT 'well'",
      "SELECT t.* FROM task t LEFT JOIN done d ON d.task = t.id AND d.how = 'well' WHERE d.id IS NULL",
      "SELECT t.* FROM task t LEFT JOIN done d ON d.task = t.id JOIN kind k ON k.id = t.kind AND d.id IS NULL",
      "SELECT t.kind AS id FROM task t LEFT JOIN done d ON d.task = t.id WHERE d.id IS NULL GROUP BY t.kind",
    ])
  func partners(select: String) async throws {
    let file = try await TestDatabase(
      """
      CREATE TABLE task (id INTEGER PRIMARY KEY, kind INT); CREATE INDEX kinds ON task (kind);
      CREATE TABLE done (id INTEGER PRIMARY KEY, task INT, how TEXT); CREATE INDEX doneTask ON done (task);
      CREATE TABLE kind (id INTEGER PRIMARY KEY);
      INSERT INTO kind VALUES (1), (2); INSERT INTO task VALUES (1, 1), (2, 2), (3, 2);
      """)
    let database = try await file.open()
    let select = SQLQuery(sql: select)
    let live = database.table(TableQuery(select) { $0.values })
    #expect(try await live.currentStrategy.incrementalTables.contains("task"))
    for commit in [
      "", "INSERT INTO done VALUES (1, 2, 'well')", "UPDATE done SET task = 1", "UPDATE done SET how = 'badly'",
      "UPDATE done SET how = 'well'", "DELETE FROM done", "INSERT INTO done VALUES (2, 1, 'well'), (3, 3, 'badly')",
    ] {
      try await database.write { try $0.execute(script: commit) }
      let ids = try await database.read { try $0.map(select) { try $0.value("id", as: Int.self) } }
      #expect(await live.state.table.map(\.id) == ids.sorted().map { RowID($0) }, "\(commit)")
    }
  }

  @Test(
    "a row is inserted or deleted when it loses the default value of an added column",
    arguments: ["flag = 1", "flag IS NULL"])
  func addedColumns(condition: String) async throws {
    let file = try await TestDatabase(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY); INSERT INTO item VALUES (1), (2);
      ALTER TABLE item ADD COLUMN flag INTEGER DEFAULT 1;
      """)
    let database = try await file.open()
    let live = database.table(TableQuery(SQLQuery(sql: "SELECT * FROM item WHERE \(condition)")) { $0.values })
    #expect(await live.state.table.map(\.id) == (condition == "flag = 1" ? [1, 2] : []))
    try await database.write { try $0.execute("UPDATE item SET flag = NULL WHERE id = 1") }
    #expect(await live.state.table.map(\.id) == (condition == "flag = 1" ? [2] : [1]))
  }

  @Test("rows are read with the current query, even if the query was changed to one with the same rows")
  func theSameRowsOfAnotherQuery() async throws {
    let file = try await TestDatabase(TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0);")
    let database = try await file.open()
    let all = TableQuery<OneSection, Mail>(of: Mail.self, "SELECT * FROM mail")
    let live = database.table(all.filtered("isRead = 0"))
    #expect(await live.state.table.map(\.id) == [1])
    await live.change { _ in all }
    #expect(await live.state.table.map(\.id) == [1])
    try await database.write { try $0.execute("UPDATE mail SET isRead = 1") }
    #expect(try await live.state.table.first?.load()?.isRead == true)
  }

  @Test("a commit of another program that changes no row of the table results in no change")
  func nothingHasChanged() async throws {
    let file = try await TestDatabase(
      TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0), (2, 'b', 'y', 0);")
    let database = try await file.open()
    let live = database.table(of: Mail.self, "SELECT * FROM mail", groupedBy: "folder")
    let loaded = live.loaded
    let before = (await live.state.revision, await loaded.state.revision)
    try await file.run("UPDATE mail SET subject = subject; INSERT INTO note VALUES (1, 'a');")
    database.hub.publish(.foreign)
    #expect(await (live.state.revision, loaded.state.revision) == before)
  }

  @Test("a commit of this process reads only rows again that it has written and that were read")
  func readAgain() async throws {
    let trace = Trace()
    let database = try await TestDatabase().open { $0.trace = { sql in trace.statements.with { $0.append(sql) } } }
    for id in 1...10 { try await database.insert(Mail(id: id, folder: "in", subject: "a")) }
    let live = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id")
    for row in await live.state.table { _ = try await row.load() }
    _ = trace.take()
    try await database.write { try $0.execute("UPDATE mail SET subject = 'b' WHERE id = 3") }
    #expect(await live.state.table[RowPath(section: 0, row: 2)]?.value?.subject == "b")
    let reads = trace.take().filter { $0.hasPrefix("SELECT q.*") }
    #expect(reads.count <= 2, "once to see whether it has changed, once what it is: \(reads)")
  }

  @Test("a row that this process has written counts as changed, even if nobody has read it")
  func writtenAndNotRead() async throws {
    let file = try await TestDatabase(
      TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0), (2, 'b', 'y', 0);")
    let database = try await file.open()
    let live = database.table(TableQuery<OneSection, Mail>(of: Mail.self, "SELECT * FROM mail").window(0..<5))
    let before = Array(await live.state.table)
    try await database.write { try $0.execute("UPDATE mail SET subject = 'z' WHERE id = 2") }
    let after = Array(await live.state.table)
    #expect(zip(before, after).map { $0.hasSameContent(as: $1) } == [true, false])
  }

  @Test(
    "another program's commit is shown if the query changes before the commit is announced",
    arguments: ["wal", "delete"])
  func aChangeBeforeAnAnnouncement(journal: String) async throws {
    let file = try await TestDatabase(
      TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0), (2, 'b', 'y', 0);", journal: journal)
    let database = try await file.open()
    await database.observer.stop()
    let other = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    let live = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id")
    #expect(try await live.currentStrategy.incrementalTables == ["mail"])
    _ = try await live.state.table.first?.load()
    try other.execute("UPDATE mail SET subject = 'new' WHERE id = 1")
    await live.change { $0.filtered("folder = 'a'") }
    #expect(await live.state.table.map(\.id) == [1])
    database.hub.publish(.foreign)
    #expect(await live.state.table.first?.value?.subject == "new")
  }

  @Test("a user's edit that was written and read is not expected any more")
  func nothingMoreIsExpected() async throws {
    let file = try await TestDatabase(TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0);")
    let database = try await file.open()
    let live = database.table(of: Mail.self, "SELECT * FROM mail")
    let row = try #require(await live.state.table.first)
    let changed = row.changed(to: Mail(id: 1, folder: "a", subject: "mine"))
    let cache = row.state.source.cache
    try await database.write { connection in
      try connection.execute("UPDATE mail SET subject = 'mine'")
      let entries = try connection.entries([row.id], row.state.recipe) { _ in changed.stamp }
      cache.expect(try #require(entries[row.id]), of: row.id)
    }
    #expect(!cache.expectations.isEmpty)
    cache.commit(row.id)
    let shown = await live.state.table.first
    #expect(shown?.stamp == changed.stamp && shown?.value?.subject == "mine")
    #expect(cache.expectations.isEmpty)
  }

  private struct Folder: Decodable, Diffable, Sendable {
    let name: String
    var identity: String { name.lowercased() }

    init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }

    func hasSameContent(as other: Folder) -> Bool { name == other.name }
  }

  private struct Number: Diffable, Identifiable, Equatable, Sendable { let id: Int }

  @Test("a section whose value changed is another state")
  func sectionsChange() async throws {
    let file = try await TestDatabase(TestDatabase.mails + "INSERT INTO mail VALUES (1, 'in', 'a', 0);")
    let database = try await file.open()
    let query = TableQuery("SELECT id, folder FROM mail") { Number(id: try $0.value("id", as: Int.self)) }
      .grouped(by: "folder", as: Folder.self)
    let live = database.table(query)
    let loaded = live.loaded
    #expect(await live.state.table.sections.map(\.value.name) == ["in"])
    #expect(await loaded.state.table.sections.map(\.value.name) == ["in"])
    try await file.run("UPDATE mail SET folder = 'IN';")
    database.hub.publish(.foreign)
    #expect(await live.state.table.sections.map(\.value.name) == ["IN"])
    #expect(await loaded.state.table.sections.map(\.value.name) == ["IN"])
  }

  @Test(
    "rows that were too many to be listed still move",
    arguments: ["isRead = 1", "subject = '0' || subject"])
  func tooManyRows(change: String) async throws {
    let database = try await TestDatabase().open()
    let count = DatabaseChanges.rowLimit + 5
    try await database.write { connection in
      try connection.execute(
        """
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < \(count)) \
        INSERT INTO mail SELECT i, 'in', printf('%06d', i), 0 FROM n
        """)
    }
    let live = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY subject")
    #expect(await live.state.table.map(\.id) == (1...count).map { RowID($0) })
    try await database.write { connection in
      try connection.execute(SQLQuery(sql: "UPDATE mail SET \(change)"))
      try connection.execute("UPDATE mail SET subject = 'zzz' WHERE id = 1")
    }
    #expect(await live.state.table.map(\.id) == (2...count).map { RowID($0) } + [1])
  }

  @Test("a request for a row gets its newest state, even if other requests wait for an earlier one")
  func rowsOfTwoStates() async throws {
    let file = try await TestDatabase(
      TestDatabase.mails + "INSERT INTO mail VALUES (1, 'a', 'x', 0), (2, 'a', 'y', 0);")
    let hook = Guarded<(@Sendable () -> Void)?>(nil)
    let database = try await file.open { options in
      options.trace = { if $0.hasPrefix("SELECT q.*") { hook.with { $0.take() }?() } }
    }
    // A window reads all ids after a commit, so the blocked reader gets no other request.
    let live = database.table(TableQuery(of: Mail.self, "SELECT * FROM mail ORDER BY id").window(0..<5))
    let before = Array(await live.state.table)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    hook.with {
      $0 = {
        begin.finish()
        gate.wait()  // blocks the reader's queue only
      }
    }
    let first = Task { try await before[0].load()?.subject }
    for await _ in begun {}
    let source = before[1].state.source
    let older = Task { try await before[1].load()?.subject }
    await eventually("one waits") { await source.waitingCount == 1 }
    // The inserted row results in another table with a separate state.
    try await database.write { connection in
      try connection.execute("UPDATE mail SET subject = 'new' WHERE id = 2")
      try connection.execute("INSERT INTO mail VALUES (3, 'a', 'z', 0)")
    }
    let now = Array(await live.state.table)
    let newer = Task { try await now[1].load()?.subject }
    await eventually("two wait") { await source.waitingCount == 2 }
    let again = Task { try await before[1].load()?.subject }
    await eventually("three wait") { await source.waitingCount == 3 }
    gate.signal()
    #expect(try await first.value == "x")
    #expect(try await newer.value == "new")
    for task in [older, again] { #expect(try await task.value != nil) }
  }
}
#endif
