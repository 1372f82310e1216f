#if SQLite
import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests pages against all rows in order, including pages next to a given row.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct PageTests {
  private struct Item: Codable, Sendable {
    var id: Int
    var a: Int?
    var b: String?
  }

  private static let table = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, a INT, b TEXT COLLATE NOCASE);
    CREATE INDEX itemA ON item (a, b);
    """

  private func ids<Section>(_ query: TableQuery<Section, Item>, _ database: SQLiteDatabase) async throws -> [[RowID]] {
    var tables = database.table(query).tables.makeAsyncIterator()
    return try #require(await tables.next()).identities
  }

  @Test("pages are parts of all rows, in any order with NULLs and ties", arguments: 1...24)
  func pagesAreParts(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let file = try await TestDatabase(Self.table)
    let database = try await file.open()
    let count = Int.random(in: 1...40, using: &generator)
    var rows: [(Int, Int?, String?)] = []
    for id in 1...count {
      let a = Int.random(in: 0...4, using: &generator)
      rows.append((id, a == 0 ? nil : a, [nil, "x", "X", "y", "ß"].randomElement(using: &generator) ?? nil))
    }
    let values = rows
    try await database.write { connection in
      for (id, a, b) in values {
        try connection.execute("INSERT INTO item VALUES (\(id), \(a.databaseValue), \(b.databaseValue))")
      }
    }
    var query = TableQuery(of: Item.self, "SELECT * FROM item")
    if Bool.random(using: &generator) { query = query.filtered("id % 3 <> 0 OR a IS NULL") }
    let first = Bool.random(using: &generator)
    query = query.sorted(by: "a", descending: first)
    var terms = "a\(first ? " DESC" : "")"
    var isLastDescending = first
    if Bool.random(using: &generator) {
      isLastDescending = Bool.random(using: &generator)
      query = query.sorted(by: "b", descending: isLastDescending)
      terms += ", b\(isLastDescending ? " DESC" : "")"
    }
    let filter = query.parts.filters.first.map { SQLQuery(sql: "WHERE \($0.sql)") } ?? ""
    let order = SQLQuery(sql: "ORDER BY \(terms), id\(isLastDescending ? " DESC" : "")")
    let all = try await database.read { connection in
      try connection.map("SELECT id FROM item \(filter) \(order)") { RowID(try $0.value("id", as: Int.self)) }
    }
    let size = Int.random(in: 1...7, using: &generator)
    #expect(try await ids(query.page(size), database) == [Array(all.prefix(size))])
    #expect(try await ids(query.page(size, .last), database) == [Array(all.suffix(size))])
    for (index, id) in all.enumerated() {
      #expect(try await ids(query.page(size, .after(id)), database) == [Array(all.dropFirst(index + 1).prefix(size))])
      #expect(try await ids(query.page(size, .before(id)), database) == [Array(all.prefix(index).suffix(size))])
    }
    for value in [SQLiteValue.null, 2, 9] {
      let from = try await database.read { connection in
        let sign = first ? "<=" : ">="
        let later: SQLQuery =
          value.isNull
          ? (first ? "a IS NULL" : "1")
          : "(a \(SQLQuery(sql: sign)) \(value) \(SQLQuery(sql: first ? "OR a IS NULL" : "")))"
        let condition = filter.sql.isEmpty ? "WHERE \(later)" : "\(filter) AND \(later)" as SQLQuery
        return try connection.map("SELECT id FROM (SELECT * FROM item \(condition)) \(order) LIMIT \(size)") {
          RowID(try $0.value("id", as: Int.self))
        }
      }
      if filter.sql.isEmpty { #expect(try await ids(query.page(size, .from(value)), database) == [from]) }
    }
  }

  @Test("a page keeps its place when rows are inserted and deleted, also of groups and loaded rows")
  func aPageKeepsItsPlace() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    for id in 1...20 {
      try await database.insert(Mail(id: id * 10, folder: id < 11 ? "a" : "b", subject: "mail \(id)"))
    }
    let query = TableQuery(of: Mail.self, "SELECT * FROM mail").grouped(by: "folder", order: .forward)
      .sorted(by: "id")
    let live = database.table(query.page(4, .after(90)))
    var tables = live.tables.makeAsyncIterator()
    #expect(await tables.next()?.identities == [[100], [110, 120, 130]])
    try await file.run("DELETE FROM mail WHERE id = 100;")
    #expect(await tables.next()?.identities == [[110, 120, 130, 140]])
    try await file.run("DELETE FROM mail WHERE id = 90; INSERT INTO mail VALUES (5, 'a', 'before', 0);")
    try await file.run("INSERT INTO mail VALUES (95, 'a', 'in', 0);")
    var now = await tables.next()?.identities
    if now == [[110, 120, 130, 140]] { now = await tables.next()?.identities }
    #expect(now == [[95], [110, 120, 130]])
    await live.change { $0.page(3, .before(30)) }
    #expect(await tables.next()?.identities == [[5, 10, 20]])
    await live.change { $0.page(3, .from("b")) }
    #expect(await tables.next()?.identities == [[110, 120, 130]])
    await live.change { $0.window(0..<2) }
    #expect(await tables.next()?.identities == [[5, 10]])
    var loaded = database.table(query.page(2, .last)).loaded.tables.makeAsyncIterator()
    #expect(await loaded.next()?.identities == [[190, 200]])
    try await database.insert(Mail(id: 210, folder: "b", subject: "last"))
    #expect(await loaded.next()?.identities == [[200, 210]])
  }

  @Test("a page of another query begins where its row is in that query")
  func aPageOfAnotherQuery() async throws {
    let file = try await TestDatabase(
      Self.table + "INSERT INTO item VALUES (1, 1, NULL), (2, 2, NULL), (3, 3, NULL), (4, 4, NULL), (5, 5, NULL);")
    let database = try await file.open()
    @Sendable func page(_ select: SQLQuery) -> TableQuery<OneSection, Item> {
      TableQuery(of: Item.self, select).sorted(by: "a").page(2, .after(3))
    }
    let live = database.table(page("SELECT * FROM item"))
    #expect(await live.state.table.map(\.id) == [4, 5])
    await live.change { _ in page("SELECT id, -a AS a FROM item") }
    #expect(await live.state.table.map(\.id) == [2, 1])
  }

  @Test("a page without an order, or next to a missing row, is an error")
  func aPageThatIsNoGood() async throws {
    let database = try await TestDatabase().open()
    let query = TableQuery(of: Mail.self, "SELECT * FROM mail")
    let one = database.table(query.page(5))
    #expect(await one.state.failure as? QueryError == .pageWithoutOrder)
    let two = database.table(query.sorted(by: "id").page(5, .after(7)))
    #expect(await two.state.failure as? QueryError == .noRow(7))
    var tables = two.tables.makeAsyncIterator()
    #expect(await tables.next() == nil)
  }

  @Test("a page reads its rows by an index, without sorting or skipping other rows")
  func aPageReadsByAnIndex() async throws {
    let file = try await TestDatabase(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, a INT, b TEXT); CREATE INDEX i ON item (a);")
    let database = try await file.open()
    try await file.run(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 20000) INSERT INTO item SELECT i, i / 3, 'x' FROM n;"
    )
    let query = TableQuery(of: Item.self, "SELECT * FROM item").sorted(by: "a", descending: true)
    for start in [PageStart.first, .last, .after(19_000), .after(100), .before(19_000), .before(100), .from(50)] {
      let steps = try await database.read { connection in
        let plan = try QueryPlan(query.page(50, start).parts, nil, on: connection)
        return try connection.withStatement(plan.ids) { statement in
          while try statement.step() {}
          return statement.virtualMachineSteps()
        }
      }
      #expect(steps < 8000, "\(start): \(steps) steps")
    }
  }
}
#endif
