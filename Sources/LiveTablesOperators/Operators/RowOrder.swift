/// A sort order of rows by a key, such as a date or a number.
///
/// ```swift
/// RowOrder<Mail>(by: \.date, >)
/// ```
///
/// Sorting all rows computes the key once for each row.
public struct RowOrder<Row>: Sendable {
  @usableFromInline let areInIncreasingOrder: @Sendable (Row, Row) -> Bool
  /// A closure that returns the sorted indices of rows, or `nil` if the work is cancelled.
  ///
  /// The rows are a slice of a whole array because, unlike an array, a slice has a span on every platform.
  @usableFromInline let indices: @Sendable (_ rows: ArraySlice<Row>, _ shouldContinue: () -> Bool) -> [Int]?

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - key: A closure that returns the key of a row.
  ///   - areInIncreasingOrder: A closure that returns whether the first key precedes the second. Equivalent rows keep
  ///     their order.
  @inlinable public init<Key>(
    by key: @escaping @Sendable (Row) -> Key, _ areInIncreasingOrder: @escaping @Sendable (Key, Key) -> Bool
  ) {
    self.areInIncreasingOrder = { areInIncreasingOrder(key($0), key($1)) }
    indices = { rows, shouldContinue in
      var keys: [Key] = []
      keys.reserveCapacity(rows.count)
      let lent = rows.span
      for index in lent.indices {
        if index % 1_024 == 0, !shouldContinue() { return nil }
        keys.append(lent.lend(index, to: key))
      }
      var compared = 0
      return try? keys.indices.stablySorted {
        try Self.count(&compared, while: shouldContinue)
        return areInIncreasingOrder(keys[$0], keys[$1])
      }
    }
  }

  /// An order in which all rows keep their positions.
  @inlinable package static var unsorted: RowOrder {
    RowOrder(areInIncreasingOrder: { _, _ in false }) { rows, _ in Array(rows.indices) }
  }

  @inlinable package init(comparing areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool) {
    self.init(areInIncreasingOrder: areInIncreasingOrder) { rows, shouldContinue in
      let lent = rows.span
      var compared = 0
      return try? lent.indices.stablySorted {
        try Self.count(&compared, while: shouldContinue)
        return lent.lend($0, with: lent, at: $1, to: areInIncreasingOrder)
      }
    }
  }

  /// Counts a comparison, and throws an error if the work is cancelled, which is checked once for 1,024 comparisons.
  @inlinable static func count(_ compared: inout Int, while shouldContinue: () -> Bool) throws {
    if compared % 1_024 == 0, !shouldContinue() { throw CancellationError() }
    compared += 1
  }

  @inlinable init(
    areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool,
    indices: @escaping @Sendable (ArraySlice<Row>, () -> Bool) -> [Int]?
  ) {
    self.areInIncreasingOrder = areInIncreasingOrder
    self.indices = indices
  }
}

/// Returns a number for a row between its neighbors, or `nil` if there is none.
package func orderNumber(between above: Double?, and below: Double?) -> Double? {
  let number =
    switch (above, below) {
    case (let above?, let below?): above + (below - above) / 2
    case (let above?, nil): above + 1
    case (nil, let below?): below - 1
    case (nil, nil): 0.0
    }
  return number.isFinite && above.map { $0 < number } ?? true && below.map { number < $0 } ?? true ? number : nil
}
