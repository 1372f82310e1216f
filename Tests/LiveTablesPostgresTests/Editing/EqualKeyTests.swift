#if Postgres
import Foundation
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// Tests edits of rows whose keys have several spellings that are equal for the server.
@Suite(.serialized, .timeLimit(.minutes(20))) struct EqualKeyTests {
  struct Word: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: String
    var n: Int
  }

  struct Price: Codable, Diffable, Identifiable, Equatable, Sendable {
    var id: Decimal
    var n: Int
  }

  static let types = [
    "CREATE EXTENSION citext; CREATE TABLE t (id citext PRIMARY KEY, n int NOT NULL);",
    """
    CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    CREATE TABLE t (id text COLLATE nocase PRIMARY KEY, n int NOT NULL);
    """,
  ]

  @Test(arguments: types) func aKeyMayChangeToOneThatIsEqual(schema: String) async throws {
    let database = try await TestDatabase(
      schema + "INSERT INTO t VALUES ('foo', 1), ('bar', 2); CREATE PUBLICATION p FOR ALL TABLES;")
    let words = PostgresTable(of: Word.self, from: "t", connection: database.settings, onTrouble: { _ in })
    var reader = ChangeReader(words)
    try await reader.next()
    func expect(_ rows: [String: Int], _ line: Int = #line) async throws {
      let found = try await database.execute("SELECT id, n FROM t").rows.map { ($0[0] ?? "", Int($0[1] ?? "") ?? 0) }
      #expect(Dictionary(found) { $1 } == rows, "line \(line)")
      try await reader.next { table in
        Dictionary(table.map { ($0.id, $0.n) }) { $1 } == rows && table.count == rows.count
      }
    }
    try await words.edit { $0.update(.id("foo")) { $0.id = "Foo" } }
    try await expect(["Foo": 1, "bar": 2])
    try await words.edit {
      $0.remove(id: "Foo")
      $0.append(Word(id: "FOO", n: 3))
    }
    try await expect(["FOO": 3, "bar": 2])
    try await words.edit {
      $0.update(.id("FOO")) { $0.id = "baz" }
      $0.update(.id("bar")) { $0.id = "Foo" }
      $0.update(.id("baz")) { $0.id = "BAR" }
    }
    try await expect(["BAR": 3, "Foo": 2])
    // Another row already has the key.
    let error = await #expect(throws: PostgresError.self) { try await words.edit { $0.append(Word(id: "bar", n: 4)) } }
    #expect(error?.code == "23505")
    try await expect(["BAR": 3, "Foo": 2])
    try await words.edit { $0.removeAll { _ in true } }
    try await expect([:])
    await words.close()
    try await database.end()
  }

  @Test func aRowThatIsRemovedAndAddedAgainIsWrittenAlthoughItsKeyIsSpelledInAnotherWay() async throws {
    let database = try await TestDatabase(
      """
      CREATE TABLE t (id numeric PRIMARY KEY, n int); INSERT INTO t VALUES (1.50, 1), (2.00, 2);
      CREATE PUBLICATION p FOR ALL TABLES;
      """)
    let prices = PostgresTable(of: Price.self, from: "t", connection: database.settings, onTrouble: { _ in })
    var reader = ChangeReader(prices)
    try await reader.next()
    let price = try #require(await prices.current.row(id: Decimal(1.5)))
    try await prices.edit {
      $0.remove(id: price.id)
      $0.append(price)
    }
    try await prices.edit { $0.update(.id(1.5)) { $0.n = 3 } }
    try await prices.edit { $0.remove(id: 2) }
    #expect(try await database.execute("SELECT n FROM t").rows == [["3"]])
    try await reader.next { $0.map(\.n) == [3] }
    await prices.close()
    try await database.end()
  }
}
#endif
