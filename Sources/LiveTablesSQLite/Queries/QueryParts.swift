#if SQLite
internal import Foundation

/// The parts of a table's query, along with the statements made from these parts.
struct QueryParts: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    var column: String
    var isDescending: Bool
  }

  var select: SQLQuery
  var id: String
  var group: String?
  /// The order of the sections by their group, or `nil` for the order of their first rows.
  var sectionOrder: SortOrder?
  var filters: [SQLQuery] = []
  var search: TextSearch?
  var order: [Term] = []
  var window: Range<Int>?
  var page: QueryPage?
  /// The number of rows to store next to the database, or `nil` to store none.
  var rememberedRows: Int?

  static let pageSize = 64

  /// Returns whether rows with the same id have the same contents in both queries.
  func hasSameRows(as other: QueryParts) -> Bool {
    select == other.select && id == other.id && search == other.search
  }

  /// Returns a query for the ids with their groups, in order.
  ///
  /// - Parameter key: The order values of the row at which a page begins or ends.
  func ids(searchColumns: [String], key: [SQLiteValue]) -> SQLQuery {
    if let page {
      var names: [String] = []
      for name in [id] + (group.map { [$0] } ?? []) + pageOrder.map(\.column) where !names.contains(name) {
        names.append(name)
      }
      let columns = names.map { "q.\($0.quotedIdentifier) AS \($0.quotedIdentifier)" }.joined(separator: ", ")
      return self.page(page, SQLQuery(sql: columns), key: key, source: source(searchColumns, hasMore: true))
    }
    if losesOrder(joins: false) { return numbered([id] + (group.map { [$0] } ?? []), searchColumns) }
    let group = group.map { SQLQuery(sql: ", q.\($0.quotedIdentifier)") } ?? ""
    return "SELECT q.\(identifier: id)\(group) FROM \(source(searchColumns))\(ordering)\(limit)"
  }

  /// Returns a query for all columns of all rows, in order.
  ///
  /// - Parameter key: The order values of the row at which a page begins or ends.
  func wholeRows(_ names: [String], searchColumns: [String], key: [SQLiteValue]) -> SQLQuery {
    let highlights = highlights(searchColumns)
    let columns: SQLQuery = "q.*\(highlights)"
    if let page {
      return self.page(
        page, columns, key: key, source: source(searchColumns, joins: hasHighlights, hasMore: true))
    }
    if losesOrder(joins: hasHighlights) { return numbered(names, searchColumns, highlights, joins: hasHighlights) }
    return "SELECT \(columns) FROM \(source(searchColumns, joins: hasHighlights))\(ordering)\(limit)"
  }

  /// Returns whether SQLite would discard the statement's own order, which must be kept, to sort by sections or to
  /// join.
  private func losesOrder(joins: Bool) -> Bool {
    if !order.isEmpty || isRanked || orderTerms.isEmpty && !joins { return false }
    return SQLToken.tokens(of: select.sql)?.contains { $0.isWord("ORDER") } ?? true
  }

  /// Returns a query for certain columns of all rows, sorted by section and then by row number in the statement's own
  /// order.
  private func numbered(
    _ columns: [String], _ searchColumns: [String], _ highlights: SQLQuery = "", joins: Bool = false
  ) -> SQLQuery {
    let list = SQLQuery(sql: columns.map { "q.\($0.quotedIdentifier)" }.joined(separator: ", "))
    let rows: SQLQuery = "(SELECT \(list), row_number() OVER () AS livetables_place FROM \(source(searchColumns)))"
    let source: SQLQuery = joins ? source(searchColumns, of: rows, joins: true) : "\(rows) AS q"
    let terms = orderTerms + [Term(column: "livetables_place", isDescending: false)]
    return "SELECT \(list)\(highlights) FROM \(source)\(Self.ordering(terms, of: "q"))\(limit)"
  }

  /// Returns a query for the existing rows with the given ids, in no particular order.
  func rows(_ ids: some Collection<RowID>, searchColumns: [String]) -> SQLQuery {
    precondition(!ids.isEmpty && ids.count <= Self.pageSize, "a page of ids")
    var values = ids.map(\.value)
    while values.count < Self.pageSize { values.append(values[0]) }
    let marks = SQLQuery(
      sql: Array(repeating: "?", count: values.count).joined(separator: ","), arguments: values)
    let source = source(searchColumns, joins: hasHighlights, hasMore: true)
    return "SELECT q.*\(highlights(searchColumns)) FROM \(source)q.\(identifier: id) IN (\(marks))"
  }

  /// Returns a query for the row with the given id, in a query without a search.
  func row(_ id: RowID) -> SQLQuery {
    "SELECT q.*\(highlights([])) FROM \(filtered) AS q WHERE q.\(identifier: self.id) = \(id)"
  }

  private var isSearching: Bool { search.map { !$0.isEmpty } ?? false }
  private var hasHighlights: Bool { isSearching && search.map { !$0.highlights.isEmpty && !$0.needsScan } ?? false }
  private var isRanked: Bool { isSearching && search!.isRanked && !search!.needsScan && order.isEmpty }

  /// Returns the rows after filtering and searching, as `q`.
  ///
  /// - Parameters:
  ///   - rows: The rows to search, by default all filtered rows.
  ///   - hasMore: Whether another condition follows.
  private func source(
    _ searchColumns: [String], of rows: SQLQuery? = nil, joins: Bool = false, hasMore: Bool = false
  ) -> SQLQuery {
    var query: SQLQuery = "\(rows ?? filtered) AS q"
    guard isSearching, let search else { return hasMore ? "\(query) WHERE " : query }
    if search.needsScan {
      let condition = Self.join(
        searchColumns.map { "\(identifier: $0) LIKE \(search.pattern) ESCAPE '\\'" }, by: " OR ")
      query =
        "\(query) WHERE q.\(identifier: id) IN (SELECT rowid FROM \(identifier: search.table) WHERE \(condition))"
    } else if joins || isRanked {
      let name = search.table
      query = """
        \(query) JOIN \(identifier: name) ON \(identifier: name).rowid = q.\(identifier: id) \
        WHERE \(identifier: name) MATCH \(search.expression)
        """
    } else {
      let name = search.table
      query = """
        \(query) WHERE q.\(identifier: id) IN \
        (SELECT rowid FROM \(identifier: name) WHERE \(identifier: name) MATCH \(search.expression))
        """
    }
    return hasMore ? "\(query) AND " : query
  }

  /// The filtered rows, whose conditions can use columns of the query, but not columns of the full-text table.
  private var filtered: SQLQuery {
    if filters.isEmpty { return select.asTable }
    let conditions = Self.join(filters.map { "(\($0))" }, by: " AND ")
    return "(SELECT * FROM \(select.asTable) WHERE \(conditions))"
  }

  private static func join(_ queries: [SQLQuery], by separator: String) -> SQLQuery {
    SQLQuery(sql: queries.map(\.sql).joined(separator: separator), arguments: queries.flatMap(\.arguments))
  }

  var orderTerms: [Term] {
    let first = sectionOrder == nil ? nil : group
    return (first.map { [Term(column: $0, isDescending: sectionOrder == .reverse)] } ?? []) + order
  }

  private var ordering: SQLQuery {
    let terms = Self.ordering(orderTerms, of: "q")
    guard isRanked, let search else { return terms }
    let weights = search.weights.map { ", \($0)" }.joined()
    let rank = "bm25(\(search.table.quotedIdentifier)\(weights))"
    return SQLQuery(sql: terms.sql + (terms.sql.isEmpty ? " ORDER BY " : ", ") + rank)
  }

  private var limit: SQLQuery {
    guard let window else { return "" }
    return " LIMIT \(window.count) OFFSET \(window.lowerBound)"
  }

  func highlights(_ searchColumns: [String]) -> SQLQuery {
    guard let search else { return "" }
    var query: SQLQuery = ""
    for highlight in search.highlights {
      guard hasHighlights,
        let index = searchColumns.firstIndex(where: { $0.lowercased() == highlight.column.lowercased() })
      else {
        // If there are no matches to mark, the column contains the text itself.
        query = "\(query), q.\(identifier: highlight.column) AS \(identifier: highlight.name)"
        continue
      }
      query = """
        \(query), highlight(\(identifier: search.table), \(index), \(highlight.marks[0]), \(highlight.marks[1])) \
        AS \(identifier: highlight.name)
        """
    }
    return query
  }
}
#endif
