#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests commits that change many rows.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct BurstTests {
  @Test("up to 1/200 of the rows are updated one by one, and for more rows all ids are read", arguments: [20, 21])
  func theLine(count: Int) async throws {
    let file = try await TestDatabase()
    try await file.run(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 4000) INSERT INTO mail SELECT i, 'in', 'x', 0 FROM n;"
    )
    let trace = Trace()
    let database = try await file.open { options in
      options.trace = { sql in
        if sql.hasPrefix("SELECT q.\"id\" FROM") { trace.statements.with { $0.append(sql) } }
      }
    }
    var tables = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY folder, id").tables.makeAsyncIterator()
    _ = await tables.next()
    _ = trace.take()
    try await database.write {
      try $0.execute("UPDATE mail SET folder = 'a' WHERE id BETWEEN 1001 AND \(1000 + count)")
    }
    let next = try #require(await tables.next())
    #expect(next.prefix(count).map(\.id) == (1001...1000 + count).map { RowID($0) })
    #expect(trace.take().count == (count > 20 ? 1 : 0))
  }

  @Test("many changed rows of a joined table are not visited one by one")
  func joinedRows() async throws {
    let numbers = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 1000)"
    let file = try await TestDatabase(
      "\(TestDatabase.mails) INSERT INTO mail \(numbers) SELECT i, 'in', 'x', 0 FROM n; "
        + "INSERT INTO note \(numbers) SELECT i + 500, i FROM n;")
    let trace = Trace()
    let database = try await file.open { options in
      options.trace = { sql in
        if sql.hasPrefix("SELECT DISTINCT") { trace.statements.with { $0.append(sql) } }
      }
    }
    let live = database.table(
      TableQuery("SELECT m.id, n.text FROM mail m JOIN note n ON n.id = m.id ORDER BY n.text, m.id") { $0.values })
    #expect(try await live.currentStrategy.incrementalTables == ["mail", "note"])
    #expect(await live.state.table.count == 500)
    _ = trace.take()
    try await database.write { try $0.execute("UPDATE note SET text = 'y' WHERE id > 1000") }
    #expect(await live.state.table.count == 500)
    #expect(trace.take().count <= 16)
  }
}
#endif
