#if SQLite
/// A page of the rows: so many, counted from a place in their order.
///
/// The rows before are not counted or passed over. What comes after a row is read in ranges, each of which an index
/// finds: rows that are equal in all columns of the order but the last, and greater in that; those that are equal in all
/// but the last two; and so on; `NULL`s are ranges of their own. (The seek method, M. Winand, SQL Performance Explained,
/// 2012.)
struct QueryPage: Hashable, Sendable {
  var count: Int
  var start: PageStart
}

extension QueryParts {
  /// The columns of the order, and at last the id, for rows that are equal in all the others.
  var pageOrder: [Term] { orderTerms + [Term(column: id, isDescending: orderTerms.last?.isDescending ?? false)] }

  /// The values of a row in the columns that say the order.
  func pageKey(of row: RowID) -> SQL {
    let columns = pageOrder.map { "q.\($0.column.quotedIdentifier)" }.joined(separator: ", ")
    return "SELECT \(SQL(sql: columns)) FROM \(select.asTable) AS q WHERE q.\(identifier: id) = \(row) LIMIT 1"
  }

  /// Rows of a page, in order.
  ///
  /// - Parameters:
  ///   - columns: What is read, with the columns of the order under their names.
  ///   - key: The values of the row where the page begins or ends.
  func page(_ page: QueryPage, _ columns: SQL, key: [DatabaseValue], source: SQL) -> SQL {
    let isBackward = page.start.isBackward
    let terms = pageOrder.map { Term(column: $0.column, isDescending: $0.isDescending != isBackward) }
    let ranges = ranges(page.start, terms, key)
    let order = Self.ordering(terms, of: "q")
    let parts = ranges.map { range -> SQL in
      "SELECT * FROM (SELECT \(columns) FROM \(source)\(range)\(order) LIMIT \(page.count))"
    }
    let all = SQL(
      sql: parts.map(\.sql).joined(separator: " UNION ALL "), arguments: parts.flatMap(\.arguments))
    let nearest: SQL = "SELECT * FROM (\(all)) AS p\(Self.ordering(terms, of: "p")) LIMIT \(page.count)"
    return isBackward ? "SELECT * FROM (\(nearest)) AS p\(Self.ordering(pageOrder, of: "p"))" : nearest
  }

  /// Conditions, no two of which hold for one row, and one of which does for each row behind the start.
  private func ranges(_ start: PageStart, _ terms: [Term], _ key: [DatabaseValue]) -> [SQL] {
    switch start {
    case .first, .last: return ["1"]
    case .from(let value): return later(terms[0], than: value) + ["q.\(identifier: terms[0].column) IS \(value)"]
    case .after, .before:
      var ranges: [SQL] = []
      var equal: SQL = ""
      for (term, value) in zip(terms, key) {
        ranges += later(term, than: value).map { "\(equal)\($0)" }
        equal = "\(equal)q.\(identifier: term.column) IS \(value) AND "
      }
      return ranges
    }
  }

  /// What comes behind a value: `NULL` is less than all others.
  private func later(_ term: Term, than value: DatabaseValue) -> [SQL] {
    switch (term.isDescending, value.isNull) {
    case (false, false): ["q.\(identifier: term.column) > \(value)"]
    case (false, true): ["q.\(identifier: term.column) IS NOT NULL"]
    case (true, false): ["q.\(identifier: term.column) < \(value)", "q.\(identifier: term.column) IS NULL"]
    case (true, true): []
    }
  }

  /// The terms as SQL has them.
  static func ordering(_ terms: [Term], of source: String) -> SQL {
    if terms.isEmpty { return "" }
    let list = terms.map { "\(source).\($0.column.quotedIdentifier)" + ($0.isDescending ? " DESC" : "") }
    return SQL(sql: " ORDER BY " + list.joined(separator: ", "))
  }
}

extension PageStart {
  /// Whether rows are read against their order.
  var isBackward: Bool {
    switch self {
    case .last, .before: true
    case .first, .after, .from: false
    }
  }

  /// The row that the page lies next to.
  var neighbour: RowID? {
    switch self {
    case .after(let row), .before(let row): row
    case .first, .last, .from: nil
    }
  }
}
#endif
