#if SQLite
internal import Foundation

/// A query whose rows are ordered by values, so that the position of a row can be found without reading the other rows.
///
/// Rows with equal order values are sorted by id, so the order is total.
struct KeyedQuery: Sendable {
  struct Term: Sendable, Hashable {
    var column: String
    var collation: String?
    var isDescending: Bool
    var hasNullsFirst: Bool

    fileprivate var expression: String {
      "q.\(column.quotedIdentifier)" + (collation.map { " COLLATE \($0.quotedIdentifier)" } ?? "")
    }
  }

  /// How a table row affects rows of the query.
  enum Reach: Sendable, Hashable {
    /// The id of the query's row is the key of the table row.
    case direct
    /// A statement finds the ids of the query's rows by the key of the table row.
    case joined(SQLQuery)
  }

  let terms: [Term]
  /// How the rows of each table affect rows of the query, where rows of other tables can affect any row.
  let reaches: [String: Reach]
  let ids: SQLQuery
  private let source: SQLQuery
  /// A query for the id, group, and order values of the row whose id is its last parameter.
  let row: SQLQuery
  /// A query that returns -1, 0 or 1 if the row whose id is the last parameter precedes, equals or follows the values of
  /// the first parameters.
  let comparison: SQLQuery

  /// Returns a query for columns of all rows, in order.
  ///
  /// - Parameter expressions: Additional columns, which begin with a comma.
  func rows(_ columns: [String], _ expressions: SQLQuery) -> SQLQuery {
    let names = columns.map { "q.\($0.quotedIdentifier) AS \($0.quotedIdentifier)" }
    return Self.rows(source, "\(SQLQuery(sql: names.joined(separator: ", ")))\(expressions)", terms)
  }

  private static func rows(_ source: SQLQuery, _ columns: SQLQuery, _ terms: [Term]) -> SQLQuery {
    let order = terms.map { term in
      term.expression + (term.isDescending ? " DESC" : "") + (term.hasNullsFirst ? " NULLS FIRST" : " NULLS LAST")
    }
    let list = SQLQuery(sql: order.joined(separator: ", "))
    return "SELECT \(columns) FROM \(source) ORDER BY \(list)"
  }

  private static func row(_ source: SQLQuery, _ id: String, _ group: String?, _ terms: [Term]) -> SQLQuery {
    let group = group.map { "q.\($0.quotedIdentifier)" } ?? "NULL"
    let columns = terms.map(\.expression).joined(separator: ", ")
    return
      "SELECT q.\(identifier: id), \(SQLQuery(sql: group)), \(SQLQuery(sql: columns)) FROM \(source) WHERE q.\(identifier: id) = "
  }

  private static func comparison(_ source: SQLQuery, _ id: String, _ terms: [Term]) -> SQLQuery {
    var sign = "0"
    for (index, term) in terms.enumerated().reversed() {
      let (one, two) = (term.expression, "?\(index + 1)")
      let (null, other) = term.hasNullsFirst ? (-1, 1) : (1, -1)
      sign = """
        CASE WHEN \(one) IS \(two) THEN \(sign) WHEN \(one) IS NULL THEN \(null) WHEN \(two) IS NULL THEN \(other) \
        WHEN \(one) < \(two) THEN \(term.isDescending ? 1 : -1) ELSE \(term.isDescending ? -1 : 1) END
        """
    }
    return "SELECT \(SQLQuery(sql: sign)) FROM \(source) WHERE q.\(identifier: id) = "
  }
}

// MARK: - How it is made

extension KeyedQuery {
  /// - Parameters:
  ///   - key: The table and column that the id belongs to, if the id identifies the rows of a table.
  /// - Throws: ``NotIncremental`` if the query cannot be keyed.
  init(_ parts: QueryParts, key: (table: String, column: String)?, on connection: DatabaseConnection) throws {
    if parts.window != nil || parts.page != nil { throw NotIncremental("it is a part of the rows, by their positions") }
    if let search = parts.search, !search.isEmpty { throw NotIncremental("it is a search") }
    let clauses = try SelectClauses(parts.select)
    let catalog = try connection.catalog()
    let lineage = try QueryLineage(clauses, filters: parts.filters, catalog)
    var terms: [Term] = []
    var added: [SQLQuery] = []
    if let group = parts.group, let order = parts.sectionOrder {
      terms.append(Term(column: group, isDescending: order == .reverse))
    }
    if parts.order.isEmpty, let order = clauses.order {
      for item in clauses.items(order) {
        let count = added.count
        terms.append(try Self.term(item, clauses, &added))
        if added.count > count, clauses.group != nil, !clauses.hasAggregates(in: item) {
          throw NotIncremental("it is ordered by a column of any row of a group")
        }
      }
    }
    terms += parts.order.map { Term(column: $0.column, isDescending: $0.isDescending) }
    terms.append(Term(column: parts.id, isDescending: terms.last?.isDescending ?? false))
    let rows = Self.select(clauses, clauses.text(clauses.list), added, from: clauses.text(clauses.from))
    let source = Self.filtered(rows, parts.filters)
    self.terms = terms
    self.source = source
    let columns = [parts.id] + (parts.group.map { [$0] } ?? [])
    ids = Self.rows(source, SQLQuery(sql: columns.map { "q.\($0.quotedIdentifier)" }.joined(separator: ", ")), terms)
    row = Self.row(source, parts.id, parts.group, terms)
    comparison = Self.comparison(source, parts.id, terms)
    let makesGroups = clauses.group != nil
    if !makesGroups, clauses.hasAggregates { throw NotIncremental("it makes one row of all") }
    let members = makesGroups ? try Self.members(parts, clauses, lineage, terms, on: connection) : nil
    if !makesGroups {
      guard let key, let origin = lineage.origin(of: key.table) else {
        throw NotIncremental("its id is not the key of a table that is read once")
      }
      if origin.isOptional { throw NotIncremental("the table of its id is joined by a LEFT JOIN") }
    }
    var reaches: [String: Reach] = [:]
    for origin in lineage.origins where lineage.origin(of: origin.table) != nil {
      if !makesGroups, origin.table == key?.table {
        reaches[origin.table] = .direct
      } else if origin.isTop, try Self.isFound(origin, parts, clauses, on: connection),
        let column = try connection.rowKey(of: origin.table)
      {
        let name = "\(origin.alias.quotedIdentifier).\(column)"
        // An unmatched row disappears when a match is inserted, even if the match does not pass the filter.
        let filter = origin.isOptional ? nil : clauses.filter.map { clauses.text($0) }
        let found = Self.finding(name, clauses, filter, id: parts.id, members)
        if try connection.isSeek(SQLQuery(sql: found.sql + "?", arguments: found.arguments + [.null])) {
          reaches[origin.table] = .joined(found)
        }
      }
    }
    self.reaches = reaches
    if reaches.isEmpty { throw NotIncremental("none of its tables has an index for its rows") }
    guard try connection.isSeek("\(row)\(RowID(integer: 0))") else {
      throw NotIncremental("there is no index by which one of its rows is found")
    }
  }

  private static func select(_ clauses: SelectClauses, _ list: SQLQuery, _ added: [SQLQuery], from: SQLQuery)
    -> SQLQuery
  {
    var sql: SQLQuery = "SELECT \(list)"
    for column in added { sql = "\(sql), \(column)" }
    sql = "\(sql) FROM \(from)"
    if let filter = clauses.filter { sql = "\(sql) WHERE \(clauses.text(filter))" }
    if let group = clauses.group { sql = "\(sql) GROUP BY \(clauses.text(group))" }
    if let having = clauses.having { sql = "\(sql) HAVING \(clauses.text(having))" }
    return sql
  }

  private static func filtered(_ rows: SQLQuery, _ filters: [SQLQuery]) -> SQLQuery {
    var source: SQLQuery = "(\(rows))"
    if !filters.isEmpty {
      source = "(SELECT * FROM \(source) WHERE 1"
      for filter in filters { source = "\(source) AND (\(filter))" }
      source = "\(source))"
    }
    return "\(source) AS q"
  }

  /// Returns a term of the statement's own order, with an additional column if the term is an expression.
  private static func term(
    _ item: Range<Int>, _ clauses: SelectClauses, _ added: inout [SQLQuery]
  ) throws(NotIncremental) -> Term {
    var item = item
    var term = Term(column: "", isDescending: false)
    var nullsFirst: Bool?
    func endsWith(_ word: String, before count: Int = 0) -> Bool {
      item.count > count + 1 && clauses.tokens[item.upperBound - 1 - count].isWord(word)
    }
    if endsWith("NULLS", before: 1) {
      nullsFirst = endsWith("FIRST")
      item = item.lowerBound..<item.upperBound - 2
    }
    if endsWith("DESC") || endsWith("ASC") {
      term.isDescending = endsWith("DESC")
      item = item.lowerBound..<item.upperBound - 1
    }
    while true {
      let operand = item.lowerBound..<max(item.lowerBound, item.upperBound - 2)
      if let inner = clauses.inParentheses(item) {
        item = inner
      } else if endsWith("COLLATE", before: 1),
        operand.count == 1 || clauses.isColumn(operand) || clauses.inParentheses(operand) != nil
      {
        term.collation = term.collation ?? clauses.tokens[item.upperBound - 1].text
        item = operand
      } else {
        break
      }
    }
    term.hasNullsFirst = nullsFirst ?? !term.isDescending
    let columns = clauses.columns
    let token = clauses.tokens[item.lowerBound]
    let isName = item.count == 1 && (token.kind == .word || token.kind == .name)
    let named = isName ? columns.filter { $0.name?.lowercased() == token.text.lowercased() } : []
    if item.count == 1, token.kind == .number {
      guard let number = Int(token.text), number > 0, number <= columns.count,
        !columns[..<number].contains(where: { $0.name == nil }), let name = columns[number - 1].name,
        !columns[..<(number - 1)].contains(where: { $0.name?.lowercased() == name.lowercased() })
      else { throw NotIncremental("it is ordered by the position of a column") }
      term.column = name
    } else if let column = named.first, let name = column.name, column.isAlias || !clauses.joinsByNames {
      // The name refers to the alias, or to the first of two columns with the same name.
      if !column.isAlias, named.contains(where: \.isAlias) { throw NotIncremental("“\(name)” has two meanings") }
      term.column = name
    } else {
      // In a join by column names, the name refers to the first table, or to an alias or a column of `table.*`.
      if isName, clauses.joinsByNames, named.contains(where: \.isAlias) || clauses.hasAllOfATable {
        throw NotIncremental("“\(token.text)” has two meanings")
      }
      term.column = "livetables_\(added.count)"
      added.append("(\(clauses.text(item))) AS \(identifier: term.column)")
    }
    return term
  }

  private static func members(
    _ parts: QueryParts, _ clauses: SelectClauses, _ lineage: QueryLineage, _ terms: [Term],
    on connection: DatabaseConnection
  ) throws -> SQLQuery {
    guard let group = clauses.group, clauses.items(group).count == 1 else {
      throw NotIncremental("it groups by several columns")
    }
    guard let column = clauses.columns.first(where: { $0.name?.lowercased() == parts.id.lowercased() }) else {
      throw NotIncremental("its id is not what it groups by")
    }
    let name = clauses.tokens[group.lowerBound].text.lowercased()
    if !clauses.isSame(column.tokens, group) {
      // The name refers to the column, unless a table has a column with the same name.
      guard group.count == 1, name == parts.id.lowercased() else {
        throw NotIncremental("its id is not what it groups by")
      }
      for origin in lineage.origins {
        let columns = try connection.columns(of: "SELECT * FROM \(identifier: origin.table)")
        if columns.contains(where: { $0.lowercased() == name }) { throw NotIncremental("“\(name)” has two meanings") }
      }
    }
    if let group = parts.group, group.lowercased() != parts.id.lowercased() {
      throw NotIncremental("its sections are not what it groups by")
    }
    // The values of other columns are taken from an arbitrary row of the group.
    for term in terms where term.column.lowercased() != parts.id.lowercased() && !term.column.hasPrefix("livetables_") {
      guard let item = clauses.columns.first(where: { $0.name?.lowercased() == term.column.lowercased() }),
        clauses.hasAggregates(in: item.tokens)
      else { throw NotIncremental("it is ordered by a column of any row of a group") }
    }
    return clauses.text(column.tokens)
  }

  /// Returns whether joining a row of a table finds all ids that depend on that row.
  ///
  /// If a `LEFT JOIN` finds no row, it adds a row of `NULL`s, which disappears when a matching row is inserted. Later
  /// joins must drop neither of these rows, and both must be in the same group.
  private static func isFound(
    _ origin: QueryLineage.Origin, _ parts: QueryParts, _ clauses: SelectClauses, on connection: DatabaseConnection
  ) throws -> Bool {
    if !origin.isOptional { return true }
    if clauses.canLoseRows(joinedTo: origin.alias) { return false }
    if clauses.group == nil { return true }
    let tokens = clauses.columns.first { $0.name?.lowercased() == parts.id.lowercased() }?.tokens ?? 0..<0
    let names = clauses.tokens[tokens].map { $0.text.lowercased() }
    for source in clauses.sources where !source.isOptional {
      if names.count == 3, names[1] == ".", names[0] == source.alias.lowercased() { return true }
      guard names.count == 1, let table = source.table else { continue }
      let columns = try connection.columns(of: "SELECT * FROM \(identifier: table)")
      if columns.contains(where: { $0.lowercased() == names[0] }) { return true }
    }
    return false
  }

  /// Returns the statement that finds the ids of the query's rows that depend on a table row, by the row's key.
  private static func finding(
    _ key: String, _ clauses: SelectClauses, _ filter: SQLQuery?, id: String, _ members: SQLQuery?
  ) -> SQLQuery {
    let from = clauses.text(clauses.from)
    let condition = filter.map { "(\($0)) AND " as SQLQuery } ?? ""
    let column = SQLQuery(sql: key)
    if let members { return "SELECT DISTINCT \(members) FROM \(from) WHERE \(condition)\(column) = " }
    return """
      SELECT DISTINCT q.\(identifier: id) FROM (SELECT \(clauses.text(clauses.list)), \(column) AS livetables_key \
      FROM \(from)\(filter.map { " WHERE \($0)" as SQLQuery } ?? "")) AS q WHERE q.livetables_key =\u{20}
      """
  }
}

extension KeyedQuery.Term {
  fileprivate init(column: String, isDescending: Bool) {
    self.init(column: column, collation: nil, isDescending: isDescending, hasNullsFirst: !isDescending)
  }
}
#endif
