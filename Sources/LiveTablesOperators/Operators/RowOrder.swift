public import LiveTables

/// An order of rows by something that is found for each of them: a date, a text, a number.
///
/// ```swift
/// RowOrder<Mail>(by: \.date, >)
/// ```
///
/// Where all rows are sorted, it is found once for each.
public struct RowOrder<Row>: Sendable {
  @usableFromInline let areInIncreasingOrder: @Sendable (Row, Row) -> Bool
  /// The indices of some rows, in order, unless the work is called off.
  @usableFromInline typealias Indices = @Sendable (_ rows: [Row], _ goesOn: () -> Bool) -> [Int]?
  @usableFromInline let indices: Indices

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - key: What rows are ordered by.
  ///   - areInIncreasingOrder: Whether a key comes before another; rows of which neither does keep the order that they have.
  @inlinable public init<Key>(
    by key: @escaping @Sendable (Row) -> Key, _ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool
  ) {
    self.areInIncreasingOrder = { areInIncreasingOrder(key($0), key($1)) }
    indices = { rows, goesOn in
      var keys: [Key] = []
      keys.reserveCapacity(rows.count)
      for index in rows.indices {
        if index % 1_024 == 0, !goesOn() { return nil }
        keys.append(key(rows[index]))
      }
      return keys.indices.sorted(while: goesOn) { areInIncreasingOrder(keys[$0], keys[$1]) }
    }
  }

  /// Creates an order by keys that ascend.
  ///
  /// - Parameter key: What rows are ordered by.
  @inlinable public init<Key: Comparable & SendableMetatype>(by key: @escaping @Sendable (Row) -> Key) {
    self.init(by: key) { $0 < $1 }
  }

  /// The order that rows have.
  @inlinable package static var unsorted: RowOrder { RowOrder() }

  @inlinable init() {
    areInIncreasingOrder = { _, _ in false }
    indices = { rows, _ in Array(rows.indices) }
  }
}

/// Sorts the rows of each section of its source by something that is found for each of them.
///
/// Like ``SortOperator``, which it is made of, but all rows are sorted faster where what they are sorted by takes its time
/// to find.
@usableFromInline package struct KeySortOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator
{
  /// The order of rows.
  @usableFromInline package typealias Parameter = RowOrder<Row>

  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { sort.derived }

  @usableFromInline var sort: SortOperator<Section, Row>

  /// Creates an operator for a source without sections.
  @inlinable package init(_ order: RowOrder<Row>) {
    sort = SortOperator(order.areInIncreasingOrder)
    sort.indices = order.indices
  }

  /// Sorts all rows.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) { sort.reset(to: source) }

  /// Sorts all rows in another order.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable package mutating func set(_ order: RowOrder<Row>) {
    sort.indices = order.indices
    sort.set(order.areInIncreasingOrder)
  }

  /// Sorts all rows in another order, unless the work is called off.
  @inlinable package mutating func set(_ order: RowOrder<Row>, check: () throws -> Void) throws {
    sort.indices = order.indices
    try sort.set(order.areInIncreasingOrder, check: check)
  }

  /// Puts the rows in their place that are new, changed or moved.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* operations that are few, else O(*n* log *n*).
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { sort.follow(changeset) }
}
