#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests queries that are grouped, filtered, searched, mapped and windowed.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ViewTests {
  private static let texts = """
    CREATE VIRTUAL TABLE mailText USING fts5(subject, content='mail', content_rowid='id');
    CREATE VIRTUAL TABLE mailParts USING fts5(subject, tokenize='trigram');
    CREATE TRIGGER mailInserted AFTER INSERT ON mail BEGIN
      INSERT INTO mailText (rowid, subject) VALUES (new.id, new.subject);
      INSERT INTO mailParts (rowid, subject) VALUES (new.id, new.subject);
    END;
    CREATE TRIGGER mailDeleted AFTER DELETE ON mail BEGIN
      INSERT INTO mailText (mailText, rowid, subject) VALUES ('delete', old.id, old.subject);
      DELETE FROM mailParts WHERE rowid = old.id;
    END;
    """

  private static let mails = [
    Mail(id: 1, folder: "work", subject: "Minutes of the meeting"), Mail(id: 2, folder: "home", subject: "Lunch?"),
    Mail(id: 3, folder: "work", subject: "lunch and a lunch bag", isRead: true),
    Mail(id: 4, folder: "home", subject: "漢字テストの文"), Mail(id: 5, folder: "home", subject: "100% of \"it\" _"),
  ]

  private func database() async throws -> (TestDatabase, SQLiteDatabase) {
    let file = try await TestDatabase(TestDatabase.mails + Self.texts)
    let database = try await file.open()
    for mail in Self.mails { try await database.insert(mail) }
    return (file, database)
  }

  private let base = TableQuery(of: Mail.self, "SELECT * FROM mail")

  private func ids<Section, Value>(_ query: TableQuery<Section, Value>, in database: SQLiteDatabase) async throws
    -> [[RowID]]
  {
    let state = await database.table(query).state
    if let failure = state.failure { throw failure }
    return state.table.identities
  }

  private enum Folder: String, Codable, Diffable { case home, work }

  @Test("a query is grouped and sorted, with sections in either order")
  func groupedAndSorted() async throws {
    let (_, database) = try await database()
    let grouped = base.grouped(by: "folder").sorted(by: "id", descending: true)
    #expect(try await ids(grouped, in: database) == [[5, 4, 2], [3, 1]])
    let descending = base.grouped(by: "folder", order: .reverse).sorted(by: "id")
    #expect(try await ids(descending, in: database) == [[1, 3], [2, 4, 5]])
    var tables = database.table(base.grouped(by: "folder", order: .forward)).tables.makeAsyncIterator()
    #expect(await tables.next()?.sections.map(\.value) == ["home", "work"])
    var typed = database.table(base.grouped(by: "folder", as: Folder.self).sorted(by: "id")).tables.makeAsyncIterator()
    #expect(await typed.next()?.sections.map(\.value) == [.work, .home])
  }

  private struct Marked: Decodable, Diffable, Identifiable, Equatable, Sendable {
    var id: Int
    var marked: String
  }

  @Test("rows keep the query's order in ordered sections, in a search, a window and loaded rows")
  func itsOwnOrder() async throws {
    let (_, database) = try await database()
    let query = TableQuery(of: Mail.self, "SELECT * FROM mail ORDER BY subject DESC")
    let grouped = query.grouped(by: "folder", order: .forward)
    let search = TextSearch("lunch OR minutes", in: "mailText", matching: .expression, ranked: false)
    #expect(try await ids(grouped, in: database) == [[4, 2, 5], [3, 1]])
    #expect(await database.table(grouped).loaded.state.table.identities == [[4, 2, 5], [3, 1]])
    #expect(try await ids(grouped.window(1..<4), in: database) == [[2, 5], [3]])
    #expect(try await ids(grouped.searched(search), in: database) == [[2], [3, 1]])
    #expect(await database.table(grouped.searched(search)).loaded.state.table.identities == [[2], [3, 1]])
  }

  @Test("rows keep the query's order if matches are highlighted in loaded rows")
  func itsOwnOrderWithHighlights() async throws {
    let (_, database) = try await database()
    let search = TextSearch(
      "lunch OR minutes", in: "mailText", matching: .expression, ranked: false,
      highlights: [.init(column: "subject", as: "marked")])
    let query = TableQuery(of: Marked.self, "SELECT id, subject FROM mail ORDER BY subject DESC").searched(search)
    #expect(
      await Array(database.table(query).loaded.state.table) == [
        Marked(id: 3, marked: "[lunch] and a [lunch] bag"), Marked(id: 1, marked: "[Minutes] of the meeting"),
        Marked(id: 2, marked: "[Lunch]?"),
      ])
  }

  @Test("an empty search has the unchanged texts as its highlights")
  func highlightsOfNothing() async throws {
    let (_, database) = try await database()
    let search = TextSearch(" ", in: "mailText", highlights: [.init(column: "subject", as: "marked")])
    let live = database.table(
      TableQuery(of: Marked.self, "SELECT id, subject FROM mail").sorted(by: "id").filtered("id < 3").searched(search))
    #expect(try await live.currentStrategy.incrementalTables == ["mail"])
    let found = [Marked(id: 1, marked: "Minutes of the meeting"), Marked(id: 2, marked: "Lunch?")]
    for (row, mail) in zip(await live.state.table, found) { #expect(try await row.load() == mail) }
    #expect(await Array(live.loaded.state.table) == found)
    await live.change { $0.window(0..<1) }
    #expect(try await live.state.table.first?.load() == found[0])
  }

  @Test("a filter by a parent's column can change while it is shown")
  func aFilterWhoseParameterChangesLive() async throws {
    let (file, database) = try await database()
    let parent = base.sorted(by: "id")
    let live = database.table(parent.filtered("folder = \("home")"))
    var tables = live.tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [[2, 4, 5]])
    await live.change { _ in parent.filtered("folder = \("work")").filtered("isRead = \(false)") }
    #expect(await tables.next()?.identities == [[1]])
    try await file.run("INSERT INTO mail VALUES (9, 'home', 'not shown', 0), (10, 'work', 'shown', 0);")
    #expect(await tables.next()?.identities == [[1, 10]])
    await live.change { _ in parent }
    #expect(await tables.next()?.identities == [[1, 2, 3, 4, 5, 9, 10]])
  }

  @Test("unchanged rows keep their identity and content when the filter changes")
  func rowsThatStayAreTheSame() async throws {
    let (_, database) = try await database()
    let live = database.table(base.sorted(by: "id").filtered("id < \(4)"))
    var tables = live.tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    _ = try await first[RowPath(section: 0, row: 1)]?.load()
    let parent = base
    await live.change { _ in parent.sorted(by: "id").filtered("id > \(1)") }
    let second = try #require(await tables.next())
    #expect(second.identities == [[2, 3, 4, 5]])
    let operations = try #require(second.difference(from: first).stages.first).operations
    #expect(operations.deletedRows.count == 1 && operations.insertedRows.count == 2 && operations.count == 3)
    #expect(second[RowPath(section: 0, row: 0)]?.value?.subject == "Lunch?")
  }

  @Test("cached content of a row is discarded if the row changes while it is filtered out")
  func whatWasReadIsNotKeptWhenItChangesUnseen() async throws {
    let (file, database) = try await database()
    let parent = base
    let live = database.table(parent)
    var tables = live.tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    #expect(try await first.first { $0.id == 2 }?.load()?.subject == "Lunch?")
    await live.change { _ in parent.filtered("id <> 2") }
    _ = await tables.next()
    try await file.run(
      "UPDATE mail SET subject = 'Dinner?' WHERE id = 2; INSERT INTO mail VALUES (9, 'home', 'x', 0);")
    _ = await tables.next()
    await live.change { _ in parent }
    let last = try #require(await tables.next())
    #expect(try await last.first { $0.id == 2 }?.load()?.subject == "Dinner?")
  }

  private struct Found: Decodable, Sendable {
    var id: Int
    var marked: String
  }

  @Test("a search finds prefixes, ranks rows, and marks matches")
  func aSearchByPrefixes() async throws {
    let (file, database) = try await database()
    let search = TextSearch("lun", in: "mailText", highlights: [.init(column: "subject", as: "marked")])
    let live = database.table(TableQuery(of: Found.self, "SELECT id, subject FROM mail").searched(search))
    var tables = live.tables.makeAsyncIterator()
    let found = try #require(await tables.next())
    let marked = try await found.sections[0].rows.first { $0.id == 3 }?.load()?.marked
    #expect(marked == "[lunch] and a [lunch] bag")
    // SQLite's bm25 function ranks the rows.
    let order = try await database.read { connection in
      try connection.map("SELECT rowid FROM mailText WHERE mailText MATCH 'lun*' ORDER BY rank") {
        try $0.value("rowid", as: Int.self)
      }
    }
    #expect(Set(order) == [2, 3])
    #expect(found.identities == [order.map { RowID($0) }])
    try await file.run("INSERT INTO mail VALUES (6, 'work', 'Lunar lunch', 0);")
    #expect(await tables.next()?.identities.first.map(Set.init) == [2, 3, 6])
    try await database.write { try $0.execute("DELETE FROM mail WHERE id = 2") }
    #expect(await tables.next()?.identities.first.map(Set.init) == [3, 6])
    await live.change { $0.searched(TextSearch("minu meet", in: "mailText", ranked: false)) }
    #expect(await tables.next()?.identities == [[1]])
    await live.change { $0.searched(TextSearch("  ", in: "mailText")).sorted(by: "id") }
    #expect(await tables.next()?.identities == [[1, 3, 4, 5, 6]])
  }

  @Test(
    "a search finds parts of words, and words in scripts without spaces",
    arguments: [
      ("テスト", [4]), ("eeti", [1]), ("漢", [4]), ("0%", [5]), ("_", [5]), ("\"it\"", [5]), ("nothing", []), ("é", []),
    ])
  func aSearchInsideWords(text: String, found: [Int]) async throws {
    let (_, database) = try await database()
    let query = base.searched(TextSearch(text, in: "mailParts", matching: .substring)).sorted(by: "id")
    #expect(try await ids(query, in: database) == [found.map { RowID($0) }])
  }

  @Test(arguments: [
    "\"", "a AND", "NEAR(", "*", "-x", "(", "col:", "a\"b*", "'; DROP TABLE mail", "^", "\u{0}", "+", "{x}: y",
    "hel\"\u{301}lo", "zzz\"\u{301}* OR x: y", "%\u{301}",
  ])
  func whateverIsTypedIsNoSyntaxError(text: String) async throws {
    let (_, database) = try await database()
    for matching in [TextSearch.Matching.prefixes, .words, .phrase, .substring] {
      _ = try await ids(base.searched(TextSearch(text, in: "mailText", matching: matching)), in: database)
      _ = try await ids(base.searched(TextSearch(text, in: "mailParts", matching: matching)), in: database)
    }
  }

  @Test("a query can be grouped, filtered, searched and windowed together, with ambiguous names")
  func allAtOnce() async throws {
    let (_, database) = try await database()
    let query = base.grouped(by: "folder", order: .forward).filtered("subject <> \("x")")
      .filtered("isRead = \(false) OR isRead = \(true)").sorted(by: "subject")
      .searched(TextSearch("lunch", in: "mailText")).window(0..<1)
    #expect(try await ids(query, in: database) == [[2]])
  }

  @Test(arguments: ["", ";", " ; \n;", " -- comment", "; -- comment", " /* x */ "])
  func aQueryMayEndAsPeopleEndTheirs(end: String) async throws {
    let (_, database) = try await database()
    let query = TableQuery(of: Mail.self, SQLQuery(sql: "SELECT * FROM mail\(end)"))
    if end == "; -- comment" {
      await #expect(throws: SQLiteError.self) { try await ids(query, in: database) }
      return
    }
    #expect(try await ids(query.filtered("id < 3").sorted(by: "id"), in: database) == [[1, 2]])
    let columns = try await database.read { try $0.fullTextTable(for: query.parts.select)?.columns }
    #expect(columns == ["subject"])
  }

  @Test("a window over many rows reads only its own rows")
  func aWindowMoves() async throws {
    let file = try await TestDatabase()
    try await file.run(
      """
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 50000)
      INSERT INTO mail SELECT i, 'in', 'mail ' || i, 0 FROM n;
      """)
    let database = try await file.open()
    let live = database.table(base.sorted(by: "id").window(0..<100))
    var tables = live.tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [(1...100).map { RowID($0) }])
    await live.change { $0.window(49_950..<50_050) }
    let end = try #require(await tables.next())
    #expect(end.identities == [(49_951...50_000).map { RowID($0) }])
    #expect(try await end[RowPath(section: 0, row: 49)]?.load()?.subject == "mail 50000")
    try await file.run("DELETE FROM mail WHERE id = 1;")
    #expect(await tables.next()?.identities == [(49_952...50_000).map { RowID($0) }])
  }

  private struct Tag: Codable, Sendable {
    var name: String
    var count: Int
  }

  @Test("ids can be texts, also of tables WITHOUT ROWID")
  func idsMayBeTexts() async throws {
    let file = try await TestDatabase("CREATE TABLE tag (name TEXT PRIMARY KEY, count INT) WITHOUT ROWID;")
    let database = try await file.open()
    var tables = database.table(of: Tag.self, "SELECT * FROM tag ORDER BY name", id: "name").tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [[]])
    try await database.write {
      try $0.execute("INSERT INTO tag VALUES (\("\u{E9}"), 1), (\("e\u{301}"), 2), ('', 3)")
    }
    let three = try #require(await tables.next())
    #expect(three.identities[0].map(\.description).map { Array($0.utf8) } == [[], [101, 204, 129], [195, 169]])
    #expect(Set(three.identities[0]).count == 3, "texts are told apart by their bytes")
    #expect(try await three[RowPath(section: 0, row: 2)]?.load()?.count == 1)
    try await database.write { try $0.execute("UPDATE tag SET count = 9 WHERE name = \("\u{E9}")") }
    let changed = try #require(await tables.next())
    #expect(changed.difference(from: three).stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 2)]])
    #expect(changed[RowPath(section: 0, row: 2)]?.value?.count == 9)
  }

  private struct Titled: Codable, Sendable {
    var id: Int
    var text: String?
  }

  @Test("commits to joined tables affect the query")
  func whatATableJoinsConcernsIt() async throws {
    let file = try await TestDatabase(
      TestDatabase.mails + "CREATE VIEW titled AS SELECT m.*, n.text FROM mail m LEFT JOIN note n ON n.id = m.id;")
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    var tables = database.table(of: Titled.self, "SELECT * FROM titled").tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    #expect(try await first[RowPath(section: 0, row: 0)]?.load() != nil)
    try await database.write { try $0.execute("INSERT INTO note VALUES (1, 'note')") }
    let second = try #require(await tables.next())
    #expect(second.difference(from: first).stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 0)]])
    #expect(second[RowPath(section: 0, row: 0)]?.value?.text == "note")
  }
}
#endif
