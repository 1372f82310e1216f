#if SQLite
public import Foundation
public import LiveTables

/// The query of a live table, which you can group, filter, sort, search, and limit to a range of rows.
///
/// Its methods return new queries:
///
/// ```swift
/// let mails = TableQuery(of: Mail.self, "SELECT * FROM mail").grouped(by: "folder").sorted(by: "date", descending: true)
/// let unread = mails.filtered("isRead = \(false)")
/// let found = unread.searched(TextSearch("lunch", in: "mailText"))
/// ```
public struct TableQuery<Section: Diffable & Sendable, Value: Sendable>: Sendable {
  typealias Decoding = TableQueryDecoding<Value>

  var parts: QueryParts
  let decoding: Decoding
  let section: @Sendable (SQLiteValue) throws -> Section

  init(
    _ parts: QueryParts, decoding: Decoding, section: @escaping @Sendable (SQLiteValue) throws -> Section
  ) {
    self.parts = parts
    self.decoding = decoding
    self.section = section
  }
}

extension TableQuery where Section == OneSection {
  /// Creates a query whose rows are decoded by column name, in the order of the statement.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - select: Any statement that returns rows. It is used as a subquery.
  ///   - id: The column that identifies a row. If this column is the `INTEGER PRIMARY KEY` or rowid of a table, rows
  ///     are found directly, and changes made by this process are tracked by row.
  @inlinable public init(of type: Value.Type = Value.self, _ select: SQLQuery, id: String = "id")
  where Value: Decodable {
    self.init(select, id: id) { try $0.decode(Value.self) }
  }

  /// Creates a query whose rows are decoded by a closure, in the order of the statement.
  ///
  /// - Parameters:
  ///   - select: Any statement that returns rows. It is used as a subquery.
  ///   - id: The column that identifies a row.
  ///   - decode: A closure that decodes a row. If it throws an error, reading the table fails.
  @inlinable public init(
    _ select: SQLQuery, id: String = "id", decode: @escaping @Sendable (DatabaseRow) throws -> Value
  ) {
    self.init(select, id: id) { row, rows in rows.append(try decode(row)) }
  }

  @usableFromInline init(
    _ select: SQLQuery, id: String, append: @escaping @Sendable (DatabaseRow, inout [Value]) throws -> Void
  ) {
    self.init(QueryParts(select: select, id: id), decoding: Decoding(append)) { _ in OneSection() }
  }
}

/// The position at which a page of rows begins or ends.
public enum PageStart: Hashable, Sendable {
  /// The page contains the first rows.
  case first
  /// The page contains the last rows.
  case last
  /// The page begins after the given row.
  case after(RowID)
  /// The page ends before the given row.
  case before(RowID)
  /// The page begins at a value in the first column of the order, whether or not a row has that value.
  case from(SQLiteValue)
}

extension TableQuery {
  /// Returns a query with a section for each value of a column, including `NULL`.
  ///
  /// - Parameters:
  ///   - column: A column of the query.
  ///   - order: The order in which to sort the sections by that column, or `nil` to keep the order of their first rows.
  /// - Returns: A query with sections. To sort the rows within the sections, use ``sorted(by:descending:)``.
  public func grouped(
    by column: String, order: SortOrder? = nil
  ) -> TableQuery<SQLiteValue, Value> {
    regrouped(by: column, order) { $0 }
  }

  /// Returns a query with a section for each value of a column, decoded as the given type.
  ///
  /// For the other parameters, see ``grouped(by:order:)``.
  public func grouped<Group: Decodable & Diffable & Sendable>(
    by column: String, as type: Group.Type, order: SortOrder? = nil
  ) -> TableQuery<Group, Value> {
    regrouped(by: column, order) { try SQLiteValueDecoder(value: $0, column: column).decode(Group.self) }
  }

  private func regrouped<Group>(
    by column: String, _ order: SortOrder?, _ section: @escaping @Sendable (SQLiteValue) throws -> Group
  ) -> TableQuery<Group, Value> {
    var parts = parts
    parts.group = column
    parts.sectionOrder = order
    return TableQuery<Group, Value>(parts, decoding: .init(decoding.append), section: section)
  }

  /// Returns a query for the rows that satisfy an SQL expression over its columns, in addition to earlier conditions.
  public func filtered(_ condition: SQLQuery) -> TableQuery { with { $0.filters.append(condition) } }

  /// Returns a query whose rows are sorted by a column, rather than in the order of the statement.
  ///
  /// If you call this method several times, the first column is the most significant.
  public func sorted(by column: String, descending: Bool = false) -> TableQuery {
    with { $0.order.append(.init(column: column, isDescending: descending)) }
  }

  /// Returns a query for the rows that match a full-text search, or for all rows if the search is `nil`.
  ///
  /// If the search is ranked and the query is not sorted, the best matches come first.
  public func searched(_ search: TextSearch?) -> TableQuery { with { $0.search = search } }

  /// Returns a query for the rows at the given positions, or for all rows if the window is `nil`.
  ///
  /// The window replaces any earlier window or page.
  ///
  /// - Complexity: SQLite visits the rows before the window one by one, as with `LIMIT` and `OFFSET`. For rows far from
  ///   the beginning, use ``page(_:_:)``.
  public func window(_ window: Range<Int>?) -> TableQuery {
    with {
      $0.window = window
      $0.page = nil
    }
  }

  /// Returns a query for a page of rows, which replaces any earlier window or page.
  ///
  /// The query must be sorted by columns (``sorted(by:descending:)``, or sections in ascending or descending order).
  /// Rows that are equal in that order are sorted by id. Inserting rows before the page does not shift the page. If the
  /// row next to the page is deleted, the page stays at that row's position. If the query is not sorted, or if the row
  /// next to the page does not exist, reading the table throws ``QueryError``.
  ///
  /// ```swift
  /// await live.change { $0.page(50, .after(last.id)) }     // the next page
  /// ```
  ///
  /// - Parameters:
  ///   - count: The maximum number of rows.
  ///   - start: The position of the page.
  /// - Complexity: O(*count* + log *n*) at any position if the order has an index. Otherwise, all rows are visited.
  public func page(_ count: Int, _ start: PageStart = .first) -> TableQuery {
    with {
      $0.page = QueryPage(count: max(0, count), start: start)
      $0.window = nil
    }
  }

  /// Returns a query whose first rows are stored next to the database, so that the next launch can show them
  /// immediately.
  ///
  /// Before the query's ids are read, a ``LiveQuery`` delivers the rows that were first when the query was last shown,
  /// with their current contents. The next snapshot contains all rows. The rows of a ``LiveQuery/loaded`` table are not
  /// stored.
  ///
  /// The file is named after the database, with `-tables` appended. You can delete it at any time. If it cannot be read
  /// or written, nothing is stored.
  ///
  /// - Parameter rows: The number of rows to store, at least 1.
  public func remembered(rows: Int = 1_000) -> TableQuery { with { $0.rememberedRows = max(1, rows) } }

  private func with(_ change: (inout QueryParts) -> Void) -> TableQuery {
    var query = self
    change(&query.parts)
    return query
  }
}

/// A closure that decodes rows, shared by queries that decode rows the same way.
final class TableQueryDecoding<Value: Sendable>: Sendable {
  /// A closure that decodes a row and appends it to an array, which is specialized for the type of the row.
  let append: @Sendable (DatabaseRow, inout [Value]) throws -> Void

  init(_ append: @escaping @Sendable (DatabaseRow, inout [Value]) throws -> Void) { self.append = append }

  func decode(_ row: DatabaseRow) throws -> Value {
    var rows: [Value] = []
    try append(row, &rows)
    return rows[0]
  }
}
#endif
