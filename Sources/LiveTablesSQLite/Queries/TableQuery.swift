#if SQLite
public import Foundation
public import LiveTables

/// What a live table shows: rows of a query, perhaps grouped, filtered, sorted, searched, and a part of them.
///
/// A query is a value. What is made of it by the methods below leaves it as it is, so that several tables can have one
/// as their base:
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
  let section: @Sendable (DatabaseValue) throws -> Section

  init(
    _ parts: QueryParts, decoding: Decoding, section: @escaping @Sendable (DatabaseValue) throws -> Section
  ) {
    self.parts = parts
    self.decoding = decoding
    self.section = section
  }
}

extension TableQuery where Section == OneSection {
  /// Rows that are decoded by the names of their columns, in the order of the query.
  ///
  /// - Parameters:
  ///   - type: What a row becomes.
  ///   - select: The query. It may be anything that gives rows; it is used as a part of others.
  ///   - id: The column that identifies a row. Where it is a table's `INTEGER PRIMARY KEY`, or its rowid, rows are read
  ///     at no cost, and what this process changes is known row by row.
  public init(of type: Value.Type = Value.self, _ select: SQL, id: String = "id") where Value: Decodable {
    self.init(select, id: id) { try $0.decode(Value.self) }
  }

  /// Rows that a closure decodes, in the order of the query.
  ///
  /// - Parameters:
  ///   - select: The query.
  ///   - id: The column that identifies a row.
  ///   - decode: Makes a value of a row. What it throws ends the reading of the table.
  public init(_ select: SQL, id: String = "id", decode: @escaping @Sendable (DatabaseRow) throws -> Value) {
    self.init(QueryParts(select: select, id: id), decoding: Decoding(decode)) { _ in OneSection() }
  }
}

/// Where a page of rows is.
public enum PageStart: Hashable, Sendable {
  /// At the beginning.
  case first
  /// At the end.
  case last
  /// Behind a row.
  case after(RowID)
  /// Before a row.
  case before(RowID)
  /// Where a value is, or would be, in the column that is the first of the order.
  case from(DatabaseValue)
}

extension TableQuery {
  /// Makes a section for every value of a column; `NULL` is a value, too.
  ///
  /// - Parameters:
  ///   - column: A column of the query.
  ///   - order: The order of the sections, by that column; `nil`: in which they appear among the rows.
  /// - Returns: The query with sections; within them, rows are in the order of ``sorted(by:descending:)``.
  public func grouped(
    by column: String, order: SortOrder? = nil
  ) -> TableQuery<DatabaseValue, Value> {
    regrouped(by: column, order) { $0 }
  }

  /// Makes a section for every value of a column, as a type.
  ///
  /// - Parameters:
  ///   - column: A column of the query.
  ///   - type: What a value is decoded as.
  ///   - order: The order of the sections, by that column; `nil`: in which they appear among the rows.
  /// - Returns: The query with sections.
  public func grouped<Group: Decodable & Diffable & Sendable>(
    by column: String, as type: Group.Type, order: SortOrder? = nil
  ) -> TableQuery<Group, Value> {
    regrouped(by: column, order) { try ValueDecoder($0, column: column).decode(Group.self) }
  }

  private func regrouped<Group>(
    by column: String, _ order: SortOrder?, _ section: @escaping @Sendable (DatabaseValue) throws -> Group
  ) -> TableQuery<Group, Value> {
    var parts = parts
    parts.group = column
    parts.sectionOrder = order
    return TableQuery<Group, Value>(parts, decoding: .init(decoding.decode), section: section)
  }

  /// Keeps the rows for which a condition holds, and all conditions before.
  ///
  /// - Parameter condition: An expression of SQL over the columns of the query.
  /// - Returns: The query with this filter.
  public func filtered(_ condition: SQL) -> TableQuery { with { $0.filters.append(condition) } }

  /// Orders the rows by a column.
  ///
  /// Of several calls the first is the most significant. This replaces the order of the query itself.
  ///
  /// - Parameters:
  ///   - column: A column of the query.
  ///   - descending: Whether the greatest value comes first.
  /// - Returns: The query in this order.
  public func sorted(by column: String, descending: Bool = false) -> TableQuery {
    with { $0.order.append(.init(column: column, isDescending: descending)) }
  }

  /// Keeps the rows that a full-text table finds.
  ///
  /// - Parameter search: What to find; `nil`: all rows.
  /// - Returns: The query with this search in place of the one before.
  ///
  /// If the search is ranked and there is no order, the best matches come first.
  public func searched(_ search: TextSearch?) -> TableQuery { with { $0.search = search } }

  /// Keeps a part of the rows, by their positions.
  ///
  /// - Parameter window: The positions; `nil`: all rows.
  /// - Returns: The query with this part in place of the one before.
  /// - Complexity: As with `LIMIT` and `OFFSET`, the rows before are passed over one by one. For parts far from the
  ///   beginning there is ``page(_:_:)``.
  public func window(_ window: Range<Int>?) -> TableQuery {
    with {
      $0.window = window
      $0.page = nil
    }
  }

  /// Keeps a part of the rows, by what is next to it in their order.
  ///
  /// - Parameters:
  ///   - count: How many rows there are at most.
  ///   - start: Where they begin or end.
  /// - Returns: The query with this part in place of the one before.
  ///
  /// The order has to be one by columns (``sorted(by:descending:)``, or sections that are ascending or descending);
  /// rows that are equal in it are in the order of their ids. A page keeps its place: what is inserted before it does
  /// not push it on, and when the row next to it goes, it stays where that was.
  ///
  /// ```swift
  /// await live.change { $0.page(50, .after(last.id)) }     // the next page
  /// ```
  ///
  /// Without such an order, or if the row next to the page does not exist, reading the table throws a ``QueryError``.
  ///
  /// - Complexity: O(*count* + log *n*) wherever it is, with an index of the order; without one all rows are looked at.
  public func page(_ count: Int, _ start: PageStart = .first) -> TableQuery {
    with {
      $0.page = QueryPage(count: max(0, count), start: start)
      $0.window = nil
    }
  }

  /// Keeps the beginning of the table beside the database, so that it is there at once the next time.
  ///
  /// The first table of a ``LiveQuery`` then has the rows that were first when the query was shown last, perhaps by an
  /// earlier run of the program. They are delivered before the ids of the query are read, and have the content that they
  /// have now. The table that is read comes next, and differs by one changeset. A ``LiveQuery/loaded`` table is not kept.
  ///
  /// The file has the name of the database with `-tables` at its end. It may be deleted at any time. If it cannot be read
  /// or written, nothing is remembered.
  ///
  /// - Parameter rows: How many rows are kept, at least 1.
  /// - Returns: The query, remembered.
  public func remembered(rows: Int = 1_000) -> TableQuery { with { $0.rememberedRows = max(1, rows) } }

  /// Makes other values of the same rows.
  ///
  /// - Parameter transform: Makes a value of a row. What it throws ends the reading of the table.
  /// - Returns: The query of these values.
  public func mapped<Other>(_ transform: @escaping @Sendable (Value) throws -> Other) -> TableQuery<Section, Other> {
    let decode = decoding.decode
    return TableQuery<Section, Other>(
      parts, decoding: .init { try transform(try decode($0)) }, section: section)
  }

  private func with(_ change: (inout QueryParts) -> Void) -> TableQuery {
    var query = self
    change(&query.parts)
    return query
  }
}

/// How rows become values; two queries with the same one give the same value for the same row.
final class TableQueryDecoding<Value: Sendable>: Sendable {
  let decode: @Sendable (DatabaseRow) throws -> Value

  init(_ decode: @escaping @Sendable (DatabaseRow) throws -> Value) { self.decode = decode }
}
#endif
