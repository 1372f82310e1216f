#if SQLite
import Testing

@testable import LiveTablesSQLite

struct SelectClausesTests {
  @Test("a statement is split into clauses, each with its own arguments")
  func clauses() throws {
    let clauses = try SelectClauses(
      SQLQuery(
        sql: """
          SELECT a, b AS c, d e, f(1, ?), t.g, CASE WHEN 1 THEN 2 END, 3 n, (4) m, a + b, *
          FROM mail t WHERE x = ? AND y IN (?, ?) GROUP BY a, f(b, c) HAVING count(*) > ? ORDER BY b, c DESC;
          """, arguments: [1, 2, 3, 4, 5]))
    #expect(clauses.columns.map(\.name) == ["a", "c", "e", nil, "g", nil, "n", "m", nil, nil])
    let columns = clauses.columns.map { clauses.text($0.tokens) }
    #expect(
      columns.map(\.sql) == ["a", "b", "d", "f(1, ?)", "t.g", "CASE WHEN 1 THEN 2 END", "3", "(4)", "a + b", "*"])
    #expect(columns.map(\.arguments) == [[], [], [], [1], [], [], [], [], [], []])
    #expect(clauses.text(clauses.from) == "mail t")
    #expect(clauses.filter.map { clauses.text($0) } == SQLQuery(sql: "x = ? AND y IN (?, ?)", arguments: [2, 3, 4]))
    #expect(clauses.having.map { clauses.text($0) } == SQLQuery(sql: "count(*) > ?", arguments: [5]))
    let (group, order) = (try #require(clauses.group), try #require(clauses.order))
    #expect(clauses.items(group).map { clauses.text($0).sql } == ["a", "f(b, c)"])
    #expect(clauses.items(order).map { clauses.text($0).sql } == ["b", "c DESC"])
    #expect(clauses.text(0..<0) == "")
    #expect(clauses.hasAggregates && !clauses.hasAggregates(in: clauses.list))
    #expect(clauses.isSame(clauses.columns[0].tokens, clauses.items(group)[0]))
    #expect(!clauses.isSame(clauses.columns[1].tokens, clauses.items(group)[0]))
    #expect(!clauses.isSame(clauses.columns[3].tokens, clauses.columns[3].tokens), "parameters may differ")
  }

  @Test(
    "an expression that ends with an operand has no alias",
    arguments: [
      "NOT a", "a AND b", "a OR b", "a BETWEEN 1 AND b", "a LIKE b", "a GLOB b", "a IS b", "a IS NOT b", "a IN b",
      "a COLLATE NOCASE", "1 - t.a", "NOT t.a", "a IN main.b", "a + main.t.b",
    ])
  func noNames(expression: String) throws {
    #expect(try SelectClauses(SQLQuery(sql: "SELECT \(expression), b FROM mail")).columns.map(\.name) == [nil, "b"])
  }

  @Test("tables are found with their names and kinds of joins")
  func sources() throws {
    let clauses = try SelectClauses(
      """
      SELECT * FROM mail m LEFT OUTER JOIN main.note AS n ON n.mail = m.id, (SELECT 1) s CROSS JOIN "a b" USING (id)
      LEFT JOIN person NATURAL JOIN town
      """)
    #expect(clauses.sources.map(\.table) == ["mail", "note", nil, "a b", "person", "town"])
    #expect(clauses.sources.map(\.alias) == ["m", "n", "s", "a b", "person", "town"])
    #expect(clauses.sources.map(\.isOptional) == [false, true, false, false, true, false])
    #expect(clauses.sources[2].nested.map { clauses.text($0).sql } == "SELECT 1")
    #expect(clauses.filter == nil && clauses.group == nil && clauses.having == nil && clauses.order == nil)
  }

  @Test(
    "row functions are found, except in nested queries, and `min` and `max` of several values are not",
    arguments: [
      ("count(*)", true), ("1 + sum(a)", true), ("max(a)", true), ("max(a, b)", false), ("max(f(a, b))", true),
      ("(SELECT count(*) FROM note)", false), ("(SELECT count(*) FROM note) + total(a)", true), ("count", false),
      ("lower(a)", false), ("abs(max(a))", true),
    ])
  func aggregates(expression: String, isAggregate: Bool) throws {
    #expect(try SelectClauses(SQLQuery(sql: "SELECT \(expression), b FROM mail")).hasAggregates == isAggregate)
  }

  @Test(
    "a statement that is not one plain query of tables is refused with a reason",
    arguments: [
      ("VALUES (1)", "it does not begin with SELECT"), ("", "it does not begin with SELECT"),
      ("SELECT 1", "it reads no table"), ("SELECT DISTINCT a FROM mail", "of DISTINCT"),
      ("SELECT a FROM mail limit 3", "of LIMIT"),
      ("SELECT a FROM mail WHERE b = ?1", "its parameters have names or numbers"),
      ("SELECT a FROM (mail)", "of a join in parentheses"), ("SELECT a FROM other.mail", "of another database"),
      ("SELECT a FROM mail INDEXED BY i", "of “INDEXED” in its tables"), ("SELECT a FROM", "it reads no table"),
      ("SELECT a FROM mail JOIN note USING (id),", "its tables are not understood"),
      ("SELECT a FROM mail,", "its tables are not understood"), ("SELECT a FROM 3", "its tables are not understood"),
      ("SELECT a FROM mail AS", "its tables are not understood"),
      ("SELECT a FROM mail FULL JOIN note", "of a RIGHT JOIN"),
    ])
  func refused(sql: String, reason: String) {
    do {
      let clauses = try SelectClauses(SQLQuery(sql: sql))
      #expect(clauses.sources.isEmpty && reason == "it reads no table", "\(sql)")
    } catch {
      #expect(error.reason == reason)
    }
  }
}
#endif
