#if SQLite
/// A page of rows that begins or ends at a position in their order.
///
/// Earlier rows are not visited. The rows after a given row are read in ranges that an index can find:
/// rows that are equal in all columns but the last, rows that are equal in all but the last two, and so on, with
/// separate ranges for `NULL`s. (The seek method, M. Winand, SQL Performance Explained, 2012.)
struct QueryPage: Hashable, Sendable {
  var count: Int
  var start: PageStart
}

extension QueryParts {
  /// The columns of the order, followed by the id, which orders rows whose other values are equal.
  var pageOrder: [Term] { orderTerms + [Term(column: id, isDescending: orderTerms.last?.isDescending ?? false)] }

  func pageKey(of row: RowID) -> SQLQuery {
    let columns = pageOrder.map { "q.\($0.column.quotedIdentifier)" }.joined(separator: ", ")
    return "SELECT \(SQLQuery(sql: columns)) FROM \(select.asTable) AS q WHERE q.\(identifier: id) = \(row) LIMIT 1"
  }

  /// Returns a query for the rows of a page, in order.
  ///
  /// - Parameters:
  ///   - columns: The columns to read, including those of the order under their own names.
  ///   - key: The order values of the row at which the page begins or ends.
  func page(_ page: QueryPage, _ columns: SQLQuery, key: [SQLiteValue], source: SQLQuery) -> SQLQuery {
    let isBackward = page.start.isBackward
    let terms = pageOrder.map { Term(column: $0.column, isDescending: $0.isDescending != isBackward) }
    let ranges = ranges(page.start, terms, key)
    let order = Self.ordering(terms, of: "q")
    let parts = ranges.map { range -> SQLQuery in
      "SELECT * FROM (SELECT \(columns) FROM \(source)\(range)\(order) LIMIT \(page.count))"
    }
    let all = SQLQuery(
      sql: parts.map(\.sql).joined(separator: " UNION ALL "), arguments: parts.flatMap(\.arguments))
    let nearest: SQLQuery = "SELECT * FROM (\(all)) AS p\(Self.ordering(terms, of: "p")) LIMIT \(page.count)"
    return isBackward ? "SELECT * FROM (\(nearest)) AS p\(Self.ordering(pageOrder, of: "p"))" : nearest
  }

  /// Returns disjoint conditions that together cover all rows after the start.
  private func ranges(_ start: PageStart, _ terms: [Term], _ key: [SQLiteValue]) -> [SQLQuery] {
    switch start {
    case .first, .last: return ["1"]
    case .from(let value): return later(terms[0], than: value) + ["q.\(identifier: terms[0].column) IS \(value)"]
    case .after, .before:
      var ranges: [SQLQuery] = []
      var equal: SQLQuery = ""
      for (term, value) in zip(terms, key) {
        ranges += later(term, than: value).map { "\(equal)\($0)" }
        equal = "\(equal)q.\(identifier: term.column) IS \(value) AND "
      }
      return ranges
    }
  }

  /// Returns conditions for all values after the given value, with `NULL` before all other values.
  private func later(_ term: Term, than value: SQLiteValue) -> [SQLQuery] {
    switch (term.isDescending, value.isNull) {
    case (false, false): ["q.\(identifier: term.column) > \(value)"]
    case (false, true): ["q.\(identifier: term.column) IS NOT NULL"]
    case (true, false): ["q.\(identifier: term.column) < \(value)", "q.\(identifier: term.column) IS NULL"]
    case (true, true): []
    }
  }

  static func ordering(_ terms: [Term], of source: String) -> SQLQuery {
    if terms.isEmpty { return "" }
    let list = terms.map { "\(source).\($0.column.quotedIdentifier)" + ($0.isDescending ? " DESC" : "") }
    return SQLQuery(sql: " ORDER BY " + list.joined(separator: ", "))
  }
}

extension PageStart {
  var isBackward: Bool {
    switch self {
    case .last, .before: true
    case .first, .after, .from: false
    }
  }

  var neighbour: RowID? {
    switch self {
    case .after(let row), .before(let row): row
    case .first, .last, .from: nil
    }
  }
}
#endif
