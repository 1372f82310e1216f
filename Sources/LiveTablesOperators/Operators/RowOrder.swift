/// An order of rows by something that is found for each of them: a date, a text, a number.
///
/// ```swift
/// RowOrder<Mail>(by: \.date, >)
/// ```
///
/// Where all rows are sorted, it is found once for each.
public struct RowOrder<Row>: Sendable {
  @usableFromInline let areInIncreasingOrder: @Sendable (Row, Row) -> Bool
  /// The indices of some rows, in order, unless the work is called off; `nil` if rows themselves are compared.
  @usableFromInline let indices: (@Sendable (_ rows: [Row], _ goesOn: () -> Bool) -> [Int]?)?

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
  @inlinable package static var unsorted: RowOrder {
    RowOrder(comparing: { _, _ in false }) { rows, _ in Array(rows.indices) }
  }

  /// Creates an order of rows that are compared as they are.
  @inlinable package init(
    comparing areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool,
    indices: (@Sendable ([Row], () -> Bool) -> [Int]?)? = nil
  ) {
    self.areInIncreasingOrder = areInIncreasingOrder
    self.indices = indices
  }
}
