#if SQLite
/// The tables that the rows of a query come from, as determined from the text of the query.
///
/// All names are treated as table names, even if they refer to something else.
struct QueryLineage {
  /// A table on whose rows the rows of the query depend.
  struct Origin {
    let table: String
    let alias: String
    /// Whether the query, rather than a view, names the table.
    let isTop: Bool
    /// Whether the query can return rows that depend on no row of this table.
    let isOptional: Bool
  }

  private(set) var origins: [Origin] = []
  /// All lowercase names in nested queries, whose tables may be read more than once per row.
  private(set) var nestedNames: Set<String> = []
  private let catalog: Catalog

  struct Catalog {
    struct Entry {
      let name: String
      let type: String
      let sql: String
    }

    var entries: [String: Entry] = [:]
  }

  /// - Throws: ``NotIncremental`` if the rows depend on more than table rows, for example on the current time.
  init(_ clauses: SelectClauses, filters: [SQLQuery], _ catalog: Catalog) throws(NotIncremental) {
    self.catalog = catalog
    try add(clauses, isTop: true, isOptional: false)
    for filter in filters {
      guard let tokens = SQLToken.tokens(of: filter.sql) else { throw NotIncremental("of a filter's parameters") }
      try check(tokens, filter.arguments)
      try addNested(tokens[...])
    }
    for name in nestedNames.union(origins.map { $0.table.lowercased() }) where catalog.entries[name]?.type == "virtual"
    {
      throw NotIncremental("it reads the virtual table “\(name)”")
    }
  }

  /// Returns the only occurrence of a table, if each of its rows affects only the query rows that depend on it.
  func origin(of table: String) -> Origin? {
    let found = origins.filter { $0.table.lowercased() == table.lowercased() }
    return found.count == 1 && !nestedNames.contains(table.lowercased()) ? found[0] : nil
  }

  private mutating func add(
    _ clauses: SelectClauses, isTop: Bool, isOptional: Bool
  ) throws(NotIncremental) {
    try check(clauses.tokens, clauses.sql.arguments)
    if !isTop, clauses.group != nil || clauses.order != nil || clauses.having != nil || clauses.hasAggregates {
      // The rows of this query are not rows of its tables, or have their own order.
      return try addAll(clauses.tokens[...])
    }
    var own: [Range<Int>] = []
    for source in clauses.sources {
      let isOptional = isOptional || source.isOptional
      if let nested = source.nested {
        own.append(nested)
        let inner = try SelectClauses(clauses.text(nested))
        try add(inner, isTop: false, isOptional: isOptional)
      } else if let name = source.table {
        guard let entry = catalog.entries[name.lowercased()] else { throw NotIncremental("“\(name)” is no table") }
        if entry.type == "view" {
          let inner = try SelectClauses(Self.definition(of: entry))
          try add(inner, isTop: false, isOptional: isOptional)
        } else {
          origins.append(Origin(table: entry.name, alias: source.alias, isTop: isTop, isOptional: isOptional))
        }
      }
    }
    let tokens = clauses.tokens
    var start = 0
    for range in own {
      try addNested(tokens[start..<range.lowerBound - 1])
      start = range.upperBound
    }
    try addNested(tokens[start...])
  }

  /// Adds all names as nested names, including names in views.
  private mutating func addAll(_ tokens: ArraySlice<SQLToken>) throws(NotIncremental) {
    for token in tokens {
      guard nestedNames.insert(token.text.lowercased()).inserted,
        let entry = catalog.entries[token.text.lowercased()], entry.type == "view"
      else { continue }
      guard let inner = SQLToken.tokens(of: try Self.definition(of: entry).sql) else {
        throw NotIncremental("of the view “\(entry.name)”")
      }
      try check(inner, [])
      try addAll(inner[...])
    }
  }

  /// Adds the names in subqueries of expressions and in operands of `IN` as nested names.
  private mutating func addNested(_ tokens: ArraySlice<SQLToken>) throws(NotIncremental) {
    var end: (depth: Int, index: Int)?
    for (index, token) in zip(tokens.indices, tokens) {
      if let open = end {
        if token.isSign(")"), token.depth == open.depth {
          end = nil
          try addAll(tokens[open.index..<index])
        }
        continue
      }
      let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
      if token.isSign("("), let next, ["SELECT", "WITH", "VALUES"].contains(where: { next.isWord($0) }) {
        end = (token.depth, index)
      }
      if token.isWord("IN"), let next, next.isName {
        let isQualified = index + 3 < tokens.endIndex && tokens[index + 2].isSign(".")
        try addAll(tokens[(index + 1)...(isQualified ? index + 3 : index + 1)])
      }
    }
  }

  /// - Throws: ``NotIncremental`` if a row can change without a change to a table, or depends on its neighbors.
  private func check(_ tokens: [SQLToken], _ arguments: [SQLiteValue]) throws(NotIncremental) {
    for (index, token) in tokens.enumerated() {
      guard token.isName else { continue }
      let word = token.text.lowercased()
      // A name in double quotes is text if there is no such column.
      if token.kind != .word, word == "now" { throw NotIncremental("of 'now'") }
      if ["current_time", "current_date", "current_timestamp"].contains(word) { throw NotIncremental("of \(word)") }
      guard index + 1 < tokens.count, tokens[index + 1].isSign("(") else { continue }
      if token.kind == .word, Self.wordsBeforeParentheses.contains(word) { continue }
      if index > 0, ["FROM", "JOIN", "AS"].contains(where: { tokens[index - 1].isWord($0) }) { continue }
      let isTime = Self.timeFunctions.contains(word)
      guard isTime || Self.functions.contains(word) else { throw NotIncremental("of \(word)()") }
      if isTime, tokens[index + 2].isSign(")") { throw NotIncremental("of \(word)()") }
      if word == "strftime", tokens[index + 3].isSign(")") { throw NotIncremental("of strftime()") }
      // In place of a time value, `subsec` means the current time.
      let time = index + (word == "strftime" ? 4 : 2)
      if isTime, time < tokens.count, Self.fractions.contains(tokens[time].text.lowercased()) {
        throw NotIncremental("of '\(tokens[time].text.lowercased())'")
      }
    }
    for case .text(let text) in arguments where text.lowercased() == "now" || Self.fractions.contains(text.lowercased())
    {
      throw NotIncremental("of '\(text.lowercased())'")
    }
  }

  private static func definition(of view: Catalog.Entry) throws(NotIncremental) -> SQLQuery {
    guard let tokens = SQLToken.tokens(of: view.sql),
      let start = tokens.firstIndex(where: { $0.depth == 0 && $0.isWord("AS") }), start + 1 < tokens.count
    else { throw NotIncremental("of the view “\(view.name)”") }
    let bytes = Array(view.sql.utf8)[tokens[start + 1].range.lowerBound...]
    return SQLQuery(sql: String(decoding: bytes, as: UTF8.self))
  }

  private static let wordsBeforeParentheses: Set<String> = [
    "select", "from", "join", "on", "using", "where", "by", "having", "and", "or", "not", "in", "exists", "when",
    "then",
    "else", "case", "between", "like", "glob", "is", "as", "all", "escape", "filter", "values", "union", "except",
    "intersect", "distinct",
  ]
  private static let timeFunctions: Set<String> = ["date", "time", "datetime", "julianday", "unixepoch", "strftime"]
  private static let fractions: Set<String> = ["subsec", "subsecond"]
  /// Functions that return the same result for the same arguments.
  private static let functions: Set<String> = aggregates.union([
    "abs", "cast", "char", "coalesce", "format", "glob", "hex", "ifnull", "iif", "instr", "length", "like",
    "likelihood",
    "likely", "lower", "ltrim", "nullif", "printf", "quote", "replace", "round", "rtrim", "sign", "substr", "substring",
    "trim", "typeof", "unicode", "unlikely", "upper", "zeroblob", "ceil", "ceiling", "floor", "trunc", "mod", "pow",
    "power", "sqrt", "exp", "ln", "log", "log10", "log2", "json", "json_extract", "json_type", "json_valid",
    "json_array_length",
  ])
  /// Aggregate functions, including `min` and `max`, which can also combine several arguments.
  static let aggregates: Set<String> = [
    "count", "sum", "total", "avg", "min", "max", "group_concat", "string_agg", "json_group_array", "json_group_object",
  ]
}

extension SelectClauses {
  var hasAggregates: Bool { hasAggregates(in: 0..<tokens.count) }

  func hasAggregates(in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens[index].isSign("("), tokens[index + 1].isWord("SELECT") {
        index = closing(index)
      } else if index + 1 < tokens.count, tokens[index + 1].isSign("("), tokens[index].isName,
        QueryLineage.aggregates.contains(tokens[index].text.lowercased())
      {
        let name = tokens[index].text.lowercased()
        let inner = index + 2..<closing(index + 1)
        if !["min", "max"].contains(name) || items(inner).count == 1 { return true }
      }
      index += 1
    }
    return false
  }
}

extension DatabaseConnection {
  func catalog() throws -> QueryLineage.Catalog {
    var catalog = QueryLineage.Catalog()
    let all = try map(
      """
      SELECT l.name, l.type, coalesce(s.sql, '') FROM pragma_table_list l LEFT JOIN sqlite_schema s ON s.name = l.name \
      AND s.type IN ('table', 'view') WHERE l.schema = 'main'
      """
    ) { row in
      QueryLineage.Catalog.Entry(
        name: try row.decode(String.self, at: 0), type: try row.decode(String.self, at: 1),
        sql: try row.decode(String.self, at: 2))
    }
    for entry in all { catalog.entries[entry.name.lowercased()] = entry }
    return catalog
  }
}
#endif
