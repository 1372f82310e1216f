/// Methods of arrays for flat tables.
///
/// These methods keep the identities of rows. An edit with an invalid index has no effect.
extension TableEditable where Section == OneSection {
  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - row: The row to insert.
  ///   - index: The index that the row has after the insertion.
  /// - Returns: Whether the index is valid.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at index: Int) -> Bool {
    insert(row, at: .path(RowPath(0, index)))
  }

  /// Inserts rows in order.
  ///
  /// - Parameters:
  ///   - rows: The rows to insert.
  ///   - index: The index that the first row has after the insertion.
  /// - Returns: Whether the index is valid.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: some Sequence<Row>, at index: Int) -> Bool {
    insert(contentsOf: Array(rows), at: .path(RowPath(0, index)))
  }

  /// Appends rows.
  ///
  /// - Parameter rows: The rows to append.
  @inlinable public mutating func append(contentsOf rows: some Sequence<Row>) {
    append(contentsOf: Array(rows), to: nil)
  }

  /// Appends rows.
  @inlinable public static func += (table: inout Self, rows: some Sequence<Row>) { table.append(contentsOf: rows) }

  /// Unavailable, because a flat table has a single section.
  ///
  /// To append rows, use `append(contentsOf:)`.
  @available(*, unavailable, renamed: "append(contentsOf:)")
  public mutating func append(_ rows: [Row]) {}

  /// Removes the row at an index.
  ///
  /// - Parameter index: The index of the row.
  /// - Returns: Whether the row exists.
  @discardableResult
  @inlinable public mutating func remove(at index: Int) -> Bool { remove(.path(RowPath(0, index))) }

  /// Removes the first row.
  ///
  /// - Returns: The row, or `nil` if the table is empty.
  @discardableResult
  @inlinable public mutating func removeFirst() -> Row? { take(at: 0) }

  /// Removes the first rows.
  ///
  /// - Parameter count: The maximum number of rows.
  @inlinable public mutating func removeFirst(_ count: Int) { removeSubrange(0..<min(max(0, count), table.count)) }

  /// Removes the last row.
  ///
  /// - Returns: The row, or `nil` if the table is empty.
  @discardableResult
  @inlinable public mutating func removeLast() -> Row? { take(at: table.count - 1) }

  /// Removes the last rows.
  ///
  /// - Parameter count: The maximum number of rows.
  @inlinable public mutating func removeLast(_ count: Int) {
    removeSubrange(max(0, table.count - max(0, count))..<table.count)
  }

  /// Removes the last row.
  ///
  /// - Returns: The row, or `nil` if the table is empty.
  @discardableResult
  @inlinable public mutating func popLast() -> Row? { removeLast() }

  /// Removes the rows in a range of indices.
  ///
  /// - Parameter range: The indices of the rows.
  /// - Returns: Whether the range is valid. If it is not, nothing changes.
  @discardableResult
  @inlinable public mutating func removeSubrange(_ range: Range<Int>) -> Bool { replaceSubrange(range, with: []) }

  @inlinable package mutating func take(at index: Int) -> Row? {
    guard let row = table[RowPath(0, index)] else { return nil }
    remove(at: index)
    return row
  }

  /// Reverses the order of the rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func reverse() { arrange(table.reversed()) }

  /// Shuffles the rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func shuffle() { arrange(table.shuffled()) }

  /// Shuffles the rows with a random number generator.
  ///
  /// - Parameter generator: The random number generator.
  /// - Complexity: O(*n*).
  @inlinable public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    arrange(table.shuffled(using: &generator))
  }

  /// Stably sorts the rows.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public mutating func sort() where Row: Comparable { sort(by: <) }

  @inlinable package mutating func arrange(_ rows: [Row]) { if rows.count > 1 { set(rows) } }

  /// Moves a row.
  ///
  /// - Parameters:
  ///   - source: The index of the row.
  ///   - target: The index of the row after the move.
  /// - Returns: Whether both indices are valid.
  @discardableResult
  @inlinable public mutating func move(from source: Int, to target: Int) -> Bool {
    move(from: RowPath(0, source), to: RowPath(0, target))
  }

  /// Exchanges two rows.
  ///
  /// - Parameters:
  ///   - one: The index of the first row.
  ///   - other: The index of the second row.
  /// - Returns: Whether both rows exist.
  @discardableResult
  @inlinable public mutating func swapAt(_ one: Int, _ other: Int) -> Bool {
    guard let first = table[RowPath(0, one)], let second = table[RowPath(0, other)] else { return false }
    return apply(.replace(.paths([RowPath(0, one), RowPath(0, other)]), with: [second, first], isRefresh: false))
  }

  /// Replaces the rows in a range of indices.
  ///
  /// The range may be empty.
  ///
  /// - Parameters:
  ///   - range: The indices of the rows to remove.
  ///   - rows: The rows to insert.
  /// - Returns: Whether the range is valid. If it is not, nothing changes.
  @discardableResult
  @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with rows: [Row]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= table.count else { return false }
    if !range.isEmpty { remove(.range(range)) }
    return rows.isEmpty || insert(contentsOf: rows, at: .path(RowPath(0, range.lowerBound)))
  }
}
