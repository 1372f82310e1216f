#if SQLite
import Foundation
import LiveTables
import LiveTablesOperators
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct LiveQueryTests {
  let inbox: SQLQuery = "SELECT * FROM mail ORDER BY folder, id"

  @Test("the next state marks those of a commit's rows as changed whose content differs")
  func changedRows() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(
      Mail(id: 1, folder: "in", subject: "a"), Mail(id: 2, folder: "in", subject: "b"))
    let live = database.table(of: Mail.self, inbox)
    let first = await live.state.table
    for row in 0..<2 { _ = try await first[RowPath(section: 0, row: row)]?.load() }
    let write: SQLQuery = "UPDATE mail SET subject = 'c' WHERE id = 2"
    try await database.write { try $0.execute(write) }
    let second = await live.state.table
    #expect(second.difference(from: first).stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 1)]])
    try await database.write { try $0.execute(write) }
    #expect(await live.state.table.difference(from: second).operationCount == 0)
  }

  @Test(
    "a row that leaves a partial index leaves the table",
    arguments: ["isRead = 0", "isRead = 0 AND random() IS NOT NULL"])
  func aConditionOfAnIndex(condition: String) async throws {
    let file = try await TestDatabase()
    try await file.run("CREATE INDEX unread ON mail (folder) WHERE isRead = 0;")
    let database = try await file.open()
    let query = SQLQuery(sql: "SELECT id, folder FROM mail WHERE \(condition) ORDER BY folder")
    struct Row: Decodable, Sendable {}
    let live = database.table(of: Row.self, query)
    try await database.insert(
      Mail(id: 1, folder: "a", subject: ""), Mail(id: 2, folder: "b", subject: ""))
    #expect(await live.state.table.identities == [[1, 2]])
    try await database.write { try $0.execute("UPDATE mail SET isRead = 1 WHERE id = 1") }
    #expect(await live.state.table.identities == [[2]])
  }

  @Test("a table that is being read when the database is closed ends without an error")
  func closedWhileReading() async throws {
    let database = try await TestDatabase().open()
    let troubles = Guarded(0)
    let live = database.table(of: Mail.self, inbox) { _ in troubles.with { $0 += 1 } }
    #expect(await !live.state.isFinished)
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    // The readers are closed after the query has received the change.
    await database.readers.close()
    let state = await live.state
    #expect(state.isFinished && state.failure == nil && troubles.now == 0)
  }

  @Test("another program's commit that does not affect the query results in no table")
  func noOtherTable() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    let live = database.table(of: Mail.self, inbox, groupedBy: "folder")
    let revision = await live.state.revision
    try await file.run("INSERT INTO note VALUES (1, 'a');")
    database.hub.publish(.foreign)
    #expect(await live.state.revision == revision)
    try await file.run("INSERT INTO mail VALUES (2, 'in', 'b', 0);")
    database.hub.publish(.foreign)
    #expect(await live.state.revision == revision + 1)
  }

  @Test("a view that another program redefines is followed for the tables that it now reads")
  func aViewThatIsDefinedAgain() async throws {
    struct Row: Decodable, Sendable {}
    let file = try await TestDatabase()
    try await file.run("CREATE VIEW item AS SELECT id FROM mail; INSERT INTO note VALUES (7, 'a');")
    let database = try await file.open()
    let live = database.table(of: Row.self, "SELECT id FROM item ORDER BY id")
    #expect(await live.state.table.identities == [[]])
    // Each table is read on another connection, so afterwards all connections know the old schema.
    for id in 1...4 {
      try await database.insert(Mail(id: id, folder: "in", subject: "a"))
      #expect(await live.state.table.identities == [(1...id).map { RowID($0) }])
    }
    try await file.run("DROP VIEW item; CREATE VIEW item AS SELECT id FROM note;")
    database.hub.publish(.foreign)
    #expect(await live.state.table.identities == [[7]])
    try await database.write { try $0.execute("INSERT INTO note VALUES (8, 'b')") }
    #expect(await live.state.table.identities == [[7, 8]])
  }

  @Test("a table is available at once, and again after each commit of this process", arguments: ["wal", "delete"])
  func aTableIsThereAtOnceAndAfterEachCommit(journal: String) async throws {
    let database = try await TestDatabase(journal: journal).open()
    #expect(database.hasWriteAheadLog == (journal == "wal"))
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    var last = try #require(await tables.next())
    #expect(last.identities == [[]])
    for id in 1...3 {
      try await database.insert(Mail(id: id, folder: "in", subject: "mail \(id)"))
      let next = try #require(await tables.next())
      let changeset = next.difference(from: last)
      #expect(changeset.operationCount == 1)
      #expect(next.identities == [(1...id).map { RowID($0) }])
      #expect(try await next[RowPath(section: 0, row: id - 1)]?.load()?.subject == "mail \(id)")
      last = next
    }
    try await database.write { try $0.execute("UPDATE mail SET subject = 'other' WHERE id = 2") }
    let updated = try #require(await tables.next())
    #expect(updated.difference(from: last).stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 1)]])
    #expect(updated[RowPath(section: 0, row: 1)]?.value?.subject == "other")
    try await database.write { try $0.execute("DELETE FROM mail WHERE id <> 2") }
    let one = try #require(await tables.next())
    #expect(one.identities == [[2]])
    #expect(one.difference(from: updated).operationCount == 2)
  }

  @Test(arguments: ["wal", "delete", "truncate", "persist"])
  func andOfOtherProcesses(journal: String) async throws {
    let file = try await TestDatabase(journal: journal)
    let database = try await file.open()
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [[]])
    for id in 1...5 {
      try await file.run("INSERT INTO mail VALUES (\(id), 'in', 'mail \(id)', 0);")
      let next = try #require(await tables.next())
      #expect(next.identities == [(1...id).map { RowID($0) }])
    }
    let shown = try await database.read { try $0.value("PRAGMA journal_mode", as: String.self) }
    #expect((shown == "wal") == (journal == "wal"), "the file was converted")
  }

  @Test("a grouped view has a section for each group, and none if it is empty")
  func anEmptyGroupedView() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    var tables = database.table(of: Mail.self, inbox, groupedBy: "folder").tables.makeAsyncIterator()
    let empty = try #require(await tables.next())
    #expect(empty.sections.isEmpty)
    try await file.run("INSERT INTO mail (folder, subject) VALUES ('a', '1'), ('a', '2');")
    let one = try #require(await tables.next())
    #expect(one.difference(from: empty).stages.map(\.operations.insertedSections) == [[0]])
    try await database.write {
      try $0.execute("INSERT INTO mail (folder, subject) VALUES ('b', '3'), ('c', '4')")
    }
    let three = try #require(await tables.next())
    #expect(three.difference(from: one).stages.map(\.operations.insertedSections) == [[1, 2]])
    #expect(three.sections.map(\.value) == ["a", "b", "c"])
    try await file.run("INSERT INTO mail (folder, subject) VALUES ('b', '5');")
    let more = try #require(await tables.next())
    let stages = more.difference(from: three).stages
    #expect(stages.map(\.operations.insertedRows) == [[RowPath(section: 1, row: 1)]])
    #expect(stages.map(\.operations.count) == [1])
  }

  @Test("a commit to a table that a view has just begun to read is noticed")
  func aCommitToATableThatIsNew() async throws {
    let file = try await TestDatabase(TestDatabase.mails + "CREATE VIEW shown AS SELECT id, subject FROM mail;")
    let inserts = Guarded<(() -> Void)?>(nil)
    let database = try await file.open { options in
      options.trace = { sql in
        // The transaction that reads the ids has begun, so it does not see a commit that is made now.
        guard sql.hasPrefix("SELECT q."), let insert = inserts.with({ $0.take() }) else { return }
        insert()
      }
    }
    let live = database.table(of: Subject.self, "SELECT * FROM shown")
    let shown = Guarded<[[RowID]]?>(nil)
    let reader = Task { for await table in live.tables { shown.with { $0 = table.identities } } }
    await eventually("there are no rows yet") { shown.now == [[]] }
    inserts.with {
      $0 = {
        let done = DispatchSemaphore(value: 0)
        Task {
          try await database.write { try $0.execute("INSERT INTO note VALUES (7, 'new')") }
          done.signal()
        }
        done.wait()  // blocks the reader's queue only
      }
    }
    try await database.write {
      try $0.execute(
        script:
          "DROP VIEW shown; CREATE VIEW shown AS SELECT id, text AS subject FROM note; INSERT INTO note VALUES (1, 'a')"
      )
    }
    await eventually("both rows are shown") { shown.now == [[1, 7]] }
    reader.cancel()
  }

  private struct Subject: Decodable, Sendable {
    var id: Int
    var subject: String
  }

  @Test("a commit of this process that does not affect the query reads nothing")
  func aCommitThatDoesNotConcernTheQueryReadsNothing() async throws {
    let trace = Trace()
    let database = try await TestDatabase().open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    // If the log were empty, the second commit would end the previous state.
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('first')") }
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    _ = await tables.next()
    _ = trace.take()
    for number in 0..<20 {
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES (\("\(number)"))") }
    }
    try await database.insert(Mail(id: 1, folder: "in", subject: "mine"))
    _ = await tables.next()
    let reads = trace.take().filter { $0.contains("SELECT") && $0.contains("mail") }
    #expect(reads.count == 2 && reads.allSatisfy { $0.hasSuffix("WHERE q.\"id\" = ?") }, "the row, before and after")
  }

  @Test("operators apply to a query, and its readers share what is read")
  func operatorsApply() async throws {
    let trace = Trace()
    let database = try await TestDatabase().open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    for id in 1...4 { try await database.insert(Mail(id: id, folder: "in", subject: "mail", isRead: id < 3)) }
    let mails = database.table(of: Mail.self, inbox).loaded
    var unread = mails.filter { !$0.isRead }.changes.makeAsyncIterator()
    var last = mails.filter { $0.isRead }.prefix(1).tables.makeAsyncIterator()
    #expect(await unread.next()?.table.identities == [[3, 4]])
    #expect(await last.next()?.identities == [[1]])
    _ = trace.take()
    try await database.write { try $0.execute("UPDATE mail SET isRead = 1 - isRead WHERE id IN (1, 3)") }
    let change = try #require(await unread.next())
    #expect(change.table.identities == [[1, 4]])
    #expect(change.changeset.operationCount == 2)
    #expect(await last.next()?.identities == [[2]])
    let statements = trace.take()
    #expect(statements.filter { $0.hasPrefix("SELECT q.* FROM (") }.count == 2, "each changed row, once for both")
    #expect(!statements.contains { $0.contains("ORDER BY q.") }, "no statement reads all rows")
  }

  @Test("changed content that cannot move rows reads no ids")
  func contentThatChangesWhereNoRowCanMoveReadsNoIDs() async throws {
    let trace = Trace()
    let database = try await TestDatabase().open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    for id in 1...100 { try await database.insert(Mail(id: id, folder: "in", subject: "mail")) }
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    _ = trace.take()
    try await database.write { try $0.execute("UPDATE mail SET isRead = 1 WHERE id = 50") }
    let second = try #require(await tables.next())
    #expect(second.difference(from: first).stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 49)]])
    #expect(!trace.take().contains { $0.hasPrefix("SELECT q.") && !$0.hasSuffix("WHERE q.\"id\" = ?") })
    #expect(try await second[RowPath(section: 0, row: 49)]?.load()?.isRead == true)
  }

  @Test("NULL, zero, an empty text and an empty blob are different contents")
  func contentsThatLookAlike() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "ab", subject: "c"))
    let live = database.table(TableQuery("SELECT id, folder, subject, isRead FROM mail") { $0.values })
    _ = try await live.state.table.first?.load()
    for change in ["isRead = NULL", "isRead = 0", "isRead = ''", "isRead = x''", "folder = 'a', subject = 'bc'"] {
      try await database.write { try $0.execute("UPDATE mail SET \(SQLQuery(sql: change))") }
      let shown = await live.state.table.first?.value
      let values = try await database.read { try $0.map("SELECT id, folder, subject, isRead FROM mail") { $0.values } }
      #expect(shown == values.first, "\(change)")
    }
  }

  @Test("another program's commit reads ids, and only rows that were read before")
  func aCommitElsewhereReadsIDsAndWhatWasReadBefore() async throws {
    let trace = Trace()
    let file = try await TestDatabase()
    try await file.run(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 1000) INSERT INTO mail SELECT i, 'in', 'x', 0 FROM n;"
    )
    let database = try await file.open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    _ = try await first[RowPath(section: 0, row: 6)]?.load()
    _ = trace.take()
    try await file.run("UPDATE mail SET subject = 'y' WHERE id IN (7, 500);")
    let second = try #require(await tables.next())
    #expect(second.difference(from: first).stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 6)]])
    #expect(second[RowPath(section: 0, row: 6)]?.value?.subject == "y", "it is known already")
    #expect(try await second[RowPath(section: 0, row: 499)]?.load()?.subject == "y")
    let reads = trace.take().filter { $0.hasPrefix("SELECT q.") }
    #expect(reads.filter { $0.hasPrefix("SELECT q.*") }.count == 3, "\(reads)")
    #expect(reads.filter { !$0.hasPrefix("SELECT q.*") }.count == 1, "\(reads)")
  }

  @Test("rows that are requested together are read together, once")
  func rowsThatAreAskedForTogetherAreReadTogether() async throws {
    let trace = Trace()
    let database = try await TestDatabase().open { options in
      options.trace = { sql in trace.statements.with { $0.append(sql) } }
    }
    try await database.write { connection in
      for id in 1...200 {
        try connection.execute("INSERT INTO mail VALUES (\(id), 'in', \("mail \(id)"), 0)")
      }
    }
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    let table = try #require(await tables.next())
    _ = trace.take()
    let rows = table.sections[0].rows.prefix(60)
    let subjects = try await withThrowingTaskGroup(of: (Int, String?).self) { tasks in
      for row in rows { tasks.addTask { (try await row.load()?.id ?? 0, row.value?.subject) } }
      return try await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(subjects.count == 60)
    #expect(subjects.allSatisfy { $1 == "mail \($0)" })
    #expect(trace.take().filter { $0.hasPrefix("SELECT q.*") }.count <= 60)
    #expect(table[RowPath(section: 0, row: 199)]?.value == nil, "nobody asked for it")
  }

  @Test
  func aTableWhoseRowsAreAllLoaded() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"), Mail(id: 2, folder: "out", subject: "b"))
    var tables = database.table(of: Mail.self, inbox, groupedBy: "folder").loaded.tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    #expect(
      first.sections.map { Array($0.rows) } == [
        [Mail(id: 1, folder: "in", subject: "a")], [Mail(id: 2, folder: "out", subject: "b")],
      ])
    try await file.run("UPDATE mail SET subject = 'c' WHERE id = 2;")
    let second = try #require(await tables.next())
    #expect(second.difference(from: first).stages.map(\.operations.updatedRows) == [[RowPath(section: 1, row: 0)]])
  }

  @Test
  func aClosedDatabaseEndsItsTables() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    var tables = database.table(of: Mail.self, inbox).tables.makeAsyncIterator()
    _ = await tables.next()
    await database.close()
    #expect(await tables.next() == nil)
    await #expect(throws: QueryError.databaseClosed) { try await database.read { try $0.execute("SELECT 1") } }
    await #expect(throws: QueryError.databaseClosed) { try await database.write { try $0.execute("SELECT 1") } }
    #expect(await database.table(of: Mail.self, inbox).state.isFinished, "a table that is made afterwards")
    #if os(Linux)
    #expect(file.openFileCount == 0 && file.watchCount == 0)
    #endif
  }
}
#endif
