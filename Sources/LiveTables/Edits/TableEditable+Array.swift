/// Methods of arrays for tables with a single section. They keep the identities of rows. An edit with an invalid index
/// has no effect.
extension TableEditable where Section == OneSection {
  /// Inserts a row before the row at an index, or at the end.
  ///
  /// - Returns: `false` if the index is invalid.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at index: Int) -> Bool {
    insert(row, at: .path(RowPath(0, index)))
  }

  /// Inserts rows in order before the row at an index, or at the end.
  ///
  /// - Returns: `false` if the index is invalid.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: some Sequence<Row>, at index: Int) -> Bool {
    insert(contentsOf: Array(rows), at: .path(RowPath(0, index)))
  }

  /// Appends rows to the table in order.
  @inlinable public static func += (table: inout Self, rows: some Sequence<Row>) { table.append(contentsOf: rows) }

  /// Removes the row at an index of the table.
  ///
  /// - Returns: Whether the row existed.
  @discardableResult
  @inlinable public mutating func remove(at index: Int) -> Bool { remove(.path(RowPath(0, index))) }

  /// Removes and returns the first row of the table, or returns `nil` if the table is empty.
  @discardableResult
  @inlinable public mutating func removeFirst() -> Row? { take(at: 0) }

  /// Removes at most the given number of rows from the beginning of the table.
  @inlinable public mutating func removeFirst(_ count: Int) { removeSubrange(0..<min(max(0, count), table.count)) }

  /// Removes and returns the last row of the table, or returns `nil` if the table is empty.
  @discardableResult
  @inlinable public mutating func removeLast() -> Row? { take(at: table.count - 1) }

  /// Removes at most the given number of rows from the end of the table.
  @inlinable public mutating func removeLast(_ count: Int) {
    removeSubrange(max(0, table.count - max(0, count))..<table.count)
  }

  /// Removes and returns the last row of the table, or returns `nil` if the table is empty.
  @discardableResult
  @inlinable public mutating func popLast() -> Row? { removeLast() }

  /// Removes the rows in a range of indices.
  ///
  /// - Returns: `false` if the range is invalid, in which case nothing changes.
  @discardableResult
  @inlinable public mutating func removeSubrange(_ range: Range<Int>) -> Bool { replaceSubrange(range, with: []) }

  @inlinable package mutating func take(at index: Int) -> Row? {
    guard let row = table[RowPath(0, index)] else { return nil }
    remove(at: index)
    return row
  }

  /// Reverses the order of the table's rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func reverse() { arrange(table.reversed()) }

  /// Shuffles the rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func shuffle() { arrange(table.shuffled()) }

  /// Shuffles the rows with a random number generator.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    arrange(table.shuffled(using: &generator))
  }

  /// Stably sorts the rows.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public mutating func sort() where Row: Comparable { sort(by: <) }

  @inlinable package mutating func arrange(_ rows: [Row]) { if rows.count > 1 { set(rows) } }

  /// Moves a row of the table to a different index.
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
  /// - Returns: `false` if a row does not exist.
  @discardableResult
  @inlinable public mutating func swapAt(_ one: Int, _ other: Int) -> Bool {
    guard let first = table[RowPath(0, one)], let second = table[RowPath(0, other)] else { return false }
    return apply(.replace(.paths([RowPath(0, one), RowPath(0, other)]), with: [second, first], isRefresh: false))
  }

  /// Replaces the rows in a range of indices, which may be empty.
  ///
  /// - Returns: `false` if the range is invalid, in which case nothing changes.
  @discardableResult
  @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with rows: [Row]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= table.count else { return false }
    if !range.isEmpty { remove(.range(range)) }
    return rows.isEmpty || insert(contentsOf: rows, at: .path(RowPath(0, range.lowerBound)))
  }
}
