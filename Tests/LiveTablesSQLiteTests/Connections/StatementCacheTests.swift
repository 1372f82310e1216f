#if SQLite
import Testing

@testable import LiveTablesSQLite

struct StatementCacheTests {
  @Test("the most recently used statements are kept, up to the limit")
  func limit() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    var cache = StatementCache(limit: 2)
    func statement(_ number: Int) throws -> Statement {
      try #require(try Statement("SELECT \(number)", on: connection.handle, isKept: true))
    }
    for number in 1...2 { cache.put(try statement(number)) }
    func take(_ number: Int) -> Statement? { cache.take("SELECT \(number)") }
    let first = try #require(take(1))
    #expect(take(1) == nil)
    cache.put(first)
    cache.put(try statement(3))
    let left = (2...3).map(take)
    #expect(left[0] == nil && left[1] != nil)
    #expect(take(1) === first)
  }

  @Test("statements are compared by bytes, not by characters")
  func letters() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let texts = ["\u{E9}", "e\u{301}"]
    let queries = texts.map { SQLQuery(sql: "SELECT '\($0)'") }
    #expect(Set(queries).count == 2)
    for (text, query) in zip(texts, queries) {
      #expect(try connection.value(query, as: String.self).utf8.elementsEqual(text.utf8))
    }
  }
}
#endif
