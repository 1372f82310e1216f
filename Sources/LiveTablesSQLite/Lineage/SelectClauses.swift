#if SQLite
/// The clauses of a plain `SELECT` statement, as ranges of its tokens without the keywords.
struct SelectClauses: Sendable {
  /// A table, view, or nested query in the `FROM` clause.
  struct Source: Sendable {
    /// The name of a table or view, or `nil` for a nested query.
    var table: String?
    /// The tokens of a nested query, without the parentheses.
    var nested: Range<Int>?
    var alias: String
    /// Whether the source is joined by a `LEFT JOIN` and may therefore have no matching row.
    var isOptional: Bool
  }

  /// A result column.
  struct Item: Sendable {
    var tokens: Range<Int>
    var name: String?
    var isAlias = false
  }

  let sql: SQLQuery
  let tokens: [SQLToken]
  /// The result columns.
  let list: Range<Int>
  let from: Range<Int>
  let filter: Range<Int>?
  let group: Range<Int>?
  let having: Range<Int>?
  let order: Range<Int>?
  private(set) var sources: [Source] = []

  /// Parses a statement.
  ///
  /// - Throws: ``NotIncremental`` for anything other than a single plain `SELECT` statement.
  init(_ sql: SQLQuery) throws(NotIncremental) {
    guard var tokens = SQLToken.tokens(of: sql.sql) else {
      throw NotIncremental("its parameters have names or numbers")
    }
    while tokens.last?.isSign(";") == true { tokens.removeLast() }
    self.sql = sql
    self.tokens = tokens
    guard tokens.first?.isWord("SELECT") == true else { throw NotIncremental("it does not begin with SELECT") }
    for token in tokens where token.depth == 0 && token.kind == .word {
      if Self.refused.contains(token.text.uppercased()) { throw NotIncremental("of \(token.text.uppercased())") }
    }
    let starts = ["FROM", "WHERE", "GROUP", "HAVING", "ORDER"].map { name in
      tokens.firstIndex { $0.depth == 0 && $0.isWord(name) }
    }
    guard let first = starts[0], starts.compactMap({ $0 }) == starts.compactMap({ $0 }).sorted() else {
      throw NotIncremental("it reads no table")
    }
    func end(of number: Int) -> Int { starts[(number + 1)...].compactMap { $0 }.first ?? tokens.count }
    func clause(_ number: Int, words: Int = 1) -> Range<Int>? {
      guard let start = starts[number], start + words <= end(of: number) else { return nil }
      return start + words..<end(of: number)
    }
    list = 1..<first
    from = first + 1..<end(of: 0)
    filter = clause(1)
    group = clause(2, words: 2)
    having = clause(3)
    order = clause(4, words: 2)
    sources = try findSources()
  }

  private static let refused: Set<String> = [
    "DISTINCT", "UNION", "INTERSECT", "EXCEPT", "LIMIT", "OFFSET", "WINDOW", "VALUES", "WITH",
  ]
  private static let joins: Set<String> = ["JOIN", "LEFT", "INNER", "CROSS", "NATURAL", "RIGHT", "FULL", "OUTER"]

  private func isJoin(_ index: Int) -> Bool {
    tokens[index].depth == 0
      && (tokens[index].isSign(",")
        || tokens[index].kind == .word && Self.joins.contains(tokens[index].text.uppercased()))
  }

  private func findSources() throws(NotIncremental) -> [Source] {
    var found: [Source] = []
    var index = from.lowerBound
    while index < from.upperBound {
      var isOptional = false
      while index < from.upperBound, isJoin(index) {
        if tokens[index].isWord("RIGHT") || tokens[index].isWord("FULL") { throw NotIncremental("of a RIGHT JOIN") }
        if tokens[index].isWord("LEFT") { isOptional = true }
        index += 1
      }
      guard index < from.upperBound else { throw NotIncremental("its tables are not understood") }
      var source = Source(alias: "", isOptional: isOptional)
      if tokens[index].isSign("(") {
        let end = closing(index)
        guard end > index + 1, tokens[index + 1].isWord("SELECT") else {
          throw NotIncremental("of a join in parentheses")
        }
        source.nested = index + 1..<end
        index = end + 1
      } else {
        guard tokens[index].isName else { throw NotIncremental("its tables are not understood") }
        if index + 2 < from.upperBound, tokens[index + 1].isSign(".") {
          guard tokens[index].text.lowercased() == "main" else { throw NotIncremental("of another database") }
          index += 2
        }
        source.table = tokens[index].text
        source.alias = tokens[index].text
        index += 1
      }
      if index < from.upperBound, tokens[index].isWord("AS") {
        guard index + 1 < from.upperBound else { throw NotIncremental("its tables are not understood") }
        source.alias = tokens[index + 1].text
        index += 2
      } else if index < from.upperBound, tokens[index].isName, !isJoin(index),
        !["ON", "USING", "INDEXED", "NOT"].contains(where: { tokens[index].isWord($0) })
      {
        source.alias = tokens[index].text
        index += 1
      }
      found.append(source)
      if index < from.upperBound, !isJoin(index) {
        guard tokens[index].isWord("ON") || tokens[index].isWord("USING") else {
          throw NotIncremental("of “\(tokens[index].text)” in its tables")
        }
        index = (index..<from.upperBound).first(where: isJoin) ?? from.upperBound
      }
    }
    return found
  }

  /// Returns whether a later join can drop rows for which a `LEFT JOIN` finds no match.
  func canLoseRows(joinedTo alias: String) -> Bool {
    guard let index = sources.firstIndex(where: { $0.alias == alias }), sources[index].isOptional else { return false }
    return sources[(index + 1)...].contains { !$0.isOptional }
  }

  /// Returns the position of the closing parenthesis that matches an opening one.
  func closing(_ index: Int) -> Int {
    tokens[(index + 1)...].firstIndex { $0.isSign(")") && $0.depth == tokens[index].depth } ?? tokens.count - 1
  }

  /// Returns the comma-separated parts of a clause.
  func items(_ clause: Range<Int>) -> [Range<Int>] {
    var items: [Range<Int>] = []
    var start = clause.lowerBound
    let depth = tokens[clause].map(\.depth).min() ?? 0
    for index in clause where tokens[index].isSign(",") && tokens[index].depth == depth {
      items.append(start..<index)
      start = index + 1
    }
    items.append(start..<clause.upperBound)
    return items
  }

  /// The result columns, with a name that is `nil` if it is not known, for example for `*`.
  var columns: [Item] {
    items(list).map { item in
      guard let last = item.last, tokens[last].isName else { return Item(tokens: item, name: nil) }
      let name = tokens[last].text
      if item.count == 1 { return Item(tokens: item, name: name) }
      if tokens[last - 1].isSign(".") { return Item(tokens: item, name: isColumn(item) ? name : nil) }
      if tokens[last - 1].isWord("AS") { return Item(tokens: item.lowerBound..<last - 1, name: name, isAlias: true) }
      let isAlias =
        tokens[last - 1].isName && !Self.operators.contains { tokens[last - 1].isWord($0) }
        || tokens[last - 1].isSign(")") || tokens[last - 1].kind == .number
      return isAlias && !tokens[last].isWord("END")
        ? Item(tokens: item.lowerBound..<last, name: name, isAlias: true) : Item(tokens: item, name: nil)
    }
  }

  private static let operators = [
    "NOT", "AND", "OR", "BETWEEN", "LIKE", "GLOB", "MATCH", "REGEXP", "ESCAPE", "IS", "IN", "COLLATE",
  ]

  /// Returns whether a part is a column name, with or without its table name.
  func isColumn(_ range: Range<Int>) -> Bool {
    guard tokens[range].enumerated().allSatisfy({ $0 % 2 == 0 ? $1.isName : $1.isSign(".") }) else { return false }
    return range.count % 2 == 1
  }

  /// Returns the contents of the parentheses around a part, if any.
  func inParentheses(_ range: Range<Int>) -> Range<Int>? {
    guard range.count > 2, tokens[range.lowerBound].isSign("("), closing(range.lowerBound) == range.upperBound - 1,
      !["SELECT", "WITH", "VALUES"].contains(where: { tokens[range.lowerBound + 1].isWord($0) })
    else { return nil }
    return range.lowerBound + 1..<range.upperBound - 1
  }

  /// Whether the result of the query includes all columns of one table, as in `t.*`.
  var hasAllOfATable: Bool {
    items(list).contains { $0.count > 1 && tokens[$0.upperBound - 1].isSign("*") }
  }

  /// Whether tables are joined by common columns, whose unqualified names refer to the first table.
  var joinsByNames: Bool {
    tokens[from].contains { $0.depth == 0 && ($0.isWord("USING") || $0.isWord("NATURAL")) }
  }

  /// Returns the text of a range of tokens, with the values of their parameters.
  func text(_ range: Range<Int>) -> SQLQuery {
    if range.isEmpty { return "" }
    let bytes = Array(sql.sql.utf8)[
      tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound]
    let before = tokens[..<range.lowerBound].count { $0.kind == .parameter }
    let count = tokens[range].count { $0.kind == .parameter }
    let end = min(before + count, sql.arguments.count)
    return SQLQuery(
      sql: String(decoding: bytes, as: UTF8.self), arguments: Array(sql.arguments[min(before, end)..<end]))
  }

  /// Returns whether two parts are equal, ignoring case.
  func isSame(_ one: Range<Int>, _ two: Range<Int>) -> Bool {
    one.count == two.count
      && zip(tokens[one], tokens[two]).allSatisfy { $0.kind == $1.kind && $0.text.lowercased() == $1.text.lowercased() }
      && !tokens[one].contains { $0.kind == .parameter }
  }
}
#endif
