/// Flat tables as arrays: the verbs of an array, by their names.
///
/// They keep the identities of rows, and do not trap: an index that is not there changes nothing.
extension TableEditable where Section == OneSection {
  /// Inserts a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - index: The index that it has afterwards.
  /// - Returns: Whether there is such a place.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at index: Int) -> Bool {
    insert(row, at: .path(RowPath(0, index)))
  }

  /// Inserts rows, one after another.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - index: The index that the first one has afterwards.
  /// - Returns: Whether there is such a place.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: some Sequence<Row>, at index: Int) -> Bool {
    insert(contentsOf: Array(rows), at: .path(RowPath(0, index)))
  }

  /// Appends rows.
  ///
  /// - Parameter rows: The rows.
  @inlinable public mutating func append(contentsOf rows: some Sequence<Row>) {
    append(contentsOf: Array(rows), to: nil)
  }

  /// Appends rows.
  @inlinable public static func += (table: inout Self, rows: some Sequence<Row>) { table.append(contentsOf: rows) }

  /// Not available: a flat table has no sections to append, and rows are appended by `append(contentsOf:)`.
  @available(*, unavailable, renamed: "append(contentsOf:)")
  public mutating func append(_ rows: [Row]) {}

  /// Removes the row at an index.
  ///
  /// - Parameter index: The index.
  /// - Returns: Whether there is such a row.
  @discardableResult
  @inlinable public mutating func remove(at index: Int) -> Bool { remove(.path(RowPath(0, index))) }

  /// Removes the first row.
  ///
  /// - Returns: The row; `nil` if there is none.
  @discardableResult
  @inlinable public mutating func removeFirst() -> Row? { take(at: 0) }

  /// Removes the first rows, as many as there are.
  ///
  /// - Parameter count: How many.
  @inlinable public mutating func removeFirst(_ count: Int) { removeSubrange(0..<min(max(0, count), table.count)) }

  /// Removes the last row.
  ///
  /// - Returns: The row; `nil` if there is none.
  @discardableResult
  @inlinable public mutating func removeLast() -> Row? { take(at: table.count - 1) }

  /// Removes the last rows, as many as there are.
  ///
  /// - Parameter count: How many.
  @inlinable public mutating func removeLast(_ count: Int) {
    removeSubrange(max(0, table.count - max(0, count))..<table.count)
  }

  /// Removes the last row.
  ///
  /// - Returns: The row; `nil` if there is none.
  @discardableResult
  @inlinable public mutating func popLast() -> Row? { removeLast() }

  /// Removes the rows at a range of indices.
  ///
  /// - Parameter range: The indices.
  /// - Returns: Whether there is such a range; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func removeSubrange(_ range: Range<Int>) -> Bool { replaceSubrange(range, with: []) }

  @inlinable package mutating func take(at index: Int) -> Row? {
    guard let row = table[RowPath(0, index)] else { return nil }
    remove(at: index)
    return row
  }

  /// Puts the rows in the reverse order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func reverse() { arrange(table.reversed()) }

  /// Puts the rows in a random order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public mutating func shuffle() { arrange(table.shuffled()) }

  /// Puts the rows in a random order.
  ///
  /// - Parameter generator: What the order is drawn from.
  /// - Complexity: O(*n*).
  @inlinable public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    arrange(table.shuffled(using: &generator))
  }

  /// Sorts the rows; equal ones keep their order.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable public mutating func sort() where Row: Comparable { sort(by: <) }

  @inlinable package mutating func arrange(_ rows: [Row]) { if rows.count > 1 { set(rows) } }

  /// Moves a row.
  ///
  /// - Parameters:
  ///   - source: Its index.
  ///   - target: The index that it has afterwards.
  /// - Returns: Whether there are such places.
  @discardableResult
  @inlinable public mutating func move(from source: Int, to target: Int) -> Bool {
    move(from: RowPath(0, source), to: RowPath(0, target))
  }

  /// Exchanges two rows.
  ///
  /// - Parameters:
  ///   - one: An index.
  ///   - other: Another index.
  /// - Returns: Whether there are such rows.
  @discardableResult
  @inlinable public mutating func swapAt(_ one: Int, _ other: Int) -> Bool {
    guard let first = table[RowPath(0, one)], let second = table[RowPath(0, other)] else { return false }
    return apply(.replace(.paths([RowPath(0, one), RowPath(0, other)]), with: [second, first], isRefresh: false))
  }

  /// Puts rows in the place of those at a range of indices, which may be empty.
  ///
  /// - Parameters:
  ///   - range: The indices of the rows that go.
  ///   - rows: The rows that come.
  /// - Returns: Whether there is such a range; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with rows: [Row]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= table.count else { return false }
    if !range.isEmpty { remove(.range(range)) }
    return rows.isEmpty || insert(contentsOf: rows, at: .path(RowPath(0, range.lowerBound)))
  }
}
