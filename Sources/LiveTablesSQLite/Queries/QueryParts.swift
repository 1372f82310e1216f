#if SQLite
internal import Foundation

/// What a table's query consists of, and the statements that are made of it.
///
/// There are two: one for the ids of the rows, in order, which an index may answer alone; and one that reads some of
/// the rows by their ids.
struct QueryParts: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    var column: String
    var isDescending: Bool
  }

  var select: SQL
  var id: String
  var group: String?
  /// The order of the sections by the group; `nil`: in which they appear among the rows.
  var sectionOrder: SortOrder?
  var filters: [SQL] = []
  var search: TextSearch?
  var order: [Term] = []
  var window: Range<Int>?
  var page: QueryPage?
  /// How many rows are kept beside the database; `nil`: none.
  var rememberedRows: Int?

  /// How many ids one statement is asked for.
  static let pageSize = 64

  /// Whether the same id has the same content in both.
  func hasSameRows(as other: QueryParts) -> Bool {
    select == other.select && id == other.id && search == other.search
  }

  /// The ids, and the group of each, in order.
  ///
  /// - Parameter key: Where a page begins or ends.
  func ids(searchColumns: [String], key: [DatabaseValue]) -> SQL {
    if let page {
      var names: [String] = []
      for name in [id] + (group.map { [$0] } ?? []) + pageOrder.map(\.column) where !names.contains(name) {
        names.append(name)
      }
      let columns = names.map { "q.\($0.quotedIdentifier) AS \($0.quotedIdentifier)" }.joined(separator: ", ")
      return self.page(page, SQL(sql: columns), key: key, source: source(searchColumns, hasMore: true))
    }
    if losesOrder(joins: false) { return numbered([id] + (group.map { [$0] } ?? []), searchColumns) }
    let group = group.map { SQL(sql: ", q.\($0.quotedIdentifier)") } ?? ""
    return "SELECT q.\(identifier: id)\(group) FROM \(source(searchColumns))\(ordering)\(limit)"
  }

  /// All columns of all rows, in order.
  ///
  /// - Parameters:
  ///   - names: The columns.
  ///   - key: Where a page begins or ends.
  func wholeRows(_ names: [String], searchColumns: [String], key: [DatabaseValue]) -> SQL {
    let highlights = highlights(searchColumns)
    let columns: SQL = "q.*\(highlights)"
    if let page {
      return self.page(
        page, columns, key: key, source: source(searchColumns, joins: hasHighlights, hasMore: true))
    }
    if losesOrder(joins: hasHighlights) { return numbered(names, searchColumns, highlights, joins: hasHighlights) }
    return "SELECT \(columns) FROM \(source(searchColumns, joins: hasHighlights))\(ordering)\(limit)"
  }

  /// Whether SQLite does away with the statement's own order, which still counts: it sorts by sections, or joins.
  private func losesOrder(joins: Bool) -> Bool {
    if !order.isEmpty || isRanked || orderTerms.isEmpty && !joins { return false }
    return SQLToken.tokens(of: select.sql)?.contains { $0.isWord("ORDER") } ?? true
  }

  /// Columns of all rows, by sections, in the statement's own order: each row gets its number in that.
  private func numbered(
    _ columns: [String], _ searchColumns: [String], _ highlights: SQL = "", joins: Bool = false
  ) -> SQL {
    let list = SQL(sql: columns.map { "q.\($0.quotedIdentifier)" }.joined(separator: ", "))
    let rows: SQL = "(SELECT \(list), row_number() OVER () AS livetables_place FROM \(source(searchColumns)))"
    let source: SQL = joins ? source(searchColumns, of: rows, joins: true) : "\(rows) AS q"
    let terms = orderTerms + [Term(column: "livetables_place", isDescending: false)]
    return "SELECT \(list)\(highlights) FROM \(source)\(Self.ordering(terms, of: "q"))\(limit)"
  }

  /// All columns of the rows with some ids, in whatever order; ids that are not there are passed over.
  func rows(_ ids: some Collection<RowID>, searchColumns: [String]) -> SQL {
    precondition(!ids.isEmpty && ids.count <= Self.pageSize, "a page of ids")
    var values = ids.map(\.value)
    while values.count < Self.pageSize { values.append(values[0]) }
    let marks = SQL(
      sql: Array(repeating: "?", count: values.count).joined(separator: ","), arguments: values)
    let source = source(searchColumns, joins: hasHighlights, hasMore: true)
    return "SELECT q.*\(highlights(searchColumns)) FROM \(source)q.\(identifier: id) IN (\(marks))"
  }

  /// All columns of the row with an id, where nothing is looked for.
  func row(_ id: RowID) -> SQL {
    "SELECT q.*\(highlights([])) FROM \(filtered) AS q WHERE q.\(identifier: self.id) = \(id)"
  }

  private var isSearching: Bool { search.map { !$0.isEmpty } ?? false }
  private var hasHighlights: Bool { isSearching && search.map { !$0.highlights.isEmpty && !$0.needsScan } ?? false }
  private var isRanked: Bool { isSearching && search!.isRanked && !search!.needsScan && order.isEmpty }

  /// The rows that are left by the filters and the search, as `q`.
  ///
  /// - Parameters:
  ///   - rows: What the filters have left, if not all of that.
  ///   - hasMore: Whether a condition is to follow.
  private func source(
    _ searchColumns: [String], of rows: SQL? = nil, joins: Bool = false, hasMore: Bool = false
  ) -> SQL {
    var query: SQL = "\(rows ?? filtered) AS q"
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

  /// The filters see the columns of the query by their names, and none of the full-text table.
  private var filtered: SQL {
    if filters.isEmpty { return select.asTable }
    let conditions = Self.join(filters.map { "(\($0))" }, by: " AND ")
    return "(SELECT * FROM \(select.asTable) WHERE \(conditions))"
  }

  private static func join(_ queries: [SQL], by separator: String) -> SQL {
    SQL(sql: queries.map(\.sql).joined(separator: separator), arguments: queries.flatMap(\.arguments))
  }

  /// The order of the sections, and that of the rows.
  var orderTerms: [Term] {
    let first = sectionOrder == nil ? nil : group
    return (first.map { [Term(column: $0, isDescending: sectionOrder == .reverse)] } ?? []) + order
  }

  private var ordering: SQL {
    let terms = Self.ordering(orderTerms, of: "q")
    guard isRanked, let search else { return terms }
    let weights = search.weights.map { ", \($0)" }.joined()
    let rank = "bm25(\(search.table.quotedIdentifier)\(weights))"
    return SQL(sql: terms.sql + (terms.sql.isEmpty ? " ORDER BY " : ", ") + rank)
  }

  private var limit: SQL {
    guard let window else { return "" }
    return " LIMIT \(window.count) OFFSET \(window.lowerBound)"
  }

  private func highlights(_ searchColumns: [String]) -> SQL {
    guard let search else { return "" }
    var query: SQL = ""
    for highlight in search.highlights {
      guard hasHighlights,
        let index = searchColumns.firstIndex(where: { $0.lowercased() == highlight.column.lowercased() })
      else {
        // Nothing can be marked: the text itself.
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
