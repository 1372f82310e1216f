/// Flat tables as arrays.
extension TableEditor where Section == OneSection {
  /// The row at an index.
  ///
  /// Setting it puts another row in its place, which may have another identity; an index that does not exist changes
  /// nothing, and reads as `nil`. Setting `nil` removes the row.
  @inlinable public subscript(index: Int) -> Row? {
    get { table[RowPath(section: 0, row: index)] }
    set {
      let path = RowPath(section: 0, row: index)
      if let newValue { replace(at: path, with: newValue) } else { remove(at: path) }
    }
  }

  /// Inserts a row before the one at an index, or at the end.
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at index: Int) -> Bool {
    insert(row, at: RowPath(section: 0, row: index))
  }

  /// Removes the row at an index.
  @discardableResult
  @inlinable public mutating func remove(at index: Int) -> Bool { remove(at: RowPath(section: 0, row: index)) }

  /// Removes the rows at a range of indices.
  @discardableResult
  @inlinable public mutating func remove(_ range: Range<Int>) -> Bool {
    apply(TableEdit(.removeRows(.range(range, in: nil))))
  }

  /// Moves the row at an index; the other index is the one it has afterwards.
  @discardableResult
  @inlinable public mutating func move(from index: Int, to target: Int) -> Bool {
    move(at: RowPath(section: 0, row: index), to: RowPath(section: 0, row: target))
  }

  /// Exchanges two rows.
  @discardableResult
  @inlinable public mutating func swapAt(_ one: Int, _ two: Int) -> Bool {
    guard let first = self[one], let second = self[two] else { return false }
    return replace(at: RowPath(section: 0, row: one), with: second)
      && replace(at: RowPath(section: 0, row: two), with: first)
  }
}

/// Flat tables as arrays whose parts can be replaced.
extension TableEditor where Section == OneSection {
  /// How many rows there are.
  @inlinable public var count: Int { table.count }

  /// Whether there are none.
  @inlinable public var isEmpty: Bool { table.count == 0 }

  /// The first row, if there is one.
  @inlinable public var first: Row? { self[0] }

  /// The last row, if there is one.
  @inlinable public var last: Row? { self[count - 1] }

  /// Inserts rows before the one at an index, or at the end.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: [Row], at index: Int) -> Bool {
    replaceSubrange(index..<index, with: rows)
  }

  /// Puts rows in the place of those at a range of indices, which may be empty.
  ///
  /// - Returns: Whether there is such a range; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func replaceSubrange(_ range: Range<Int>, with rows: [Row]) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    if !range.isEmpty { remove(range) }
    if rows.isEmpty { return true }
    let isAtEnd = range.lowerBound == count
    return isAtEnd
      ? append(contentsOf: rows) : insert(contentsOf: rows, at: RowPath(section: 0, row: range.lowerBound))
  }

  /// Removes the first rows.
  ///
  /// - Returns: Whether there are so many; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func removeFirst(_ number: Int = 1) -> Bool {
    number >= 0 && number <= count && replaceSubrange(0..<number, with: [])
  }

  /// Removes the last rows.
  ///
  /// - Returns: Whether there are so many; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func removeLast(_ number: Int) -> Bool {
    number >= 0 && number <= count && replaceSubrange(count - number..<count, with: [])
  }

  /// Puts the rows in the opposite order.
  @inlinable public mutating func reverse() { set(rows: table.reversed()) }
}

/// Tables as sets: one row for each identity.
extension TableEditor {
  /// Whether there is a row with an identity.
  @inlinable public mutating func contains(id: Row.Identity) -> Bool { finder.path(of: id, in: table) != nil }

  /// Appends a row unless there is one with its identity.
  ///
  /// - Returns: Whether it was appended.
  @discardableResult
  @inlinable public mutating func appendIfAbsent(_ row: Row) -> Bool {
    contains(id: row.identity) ? false : append(row)
  }

  /// Appends those rows whose identities there are not yet.
  @inlinable public mutating func formUnion(_ rows: some Sequence<Row>) { for row in rows { appendIfAbsent(row) } }

  /// Keeps the rows with these identities.
  @inlinable public mutating func formIntersection(ids: some Sequence<Row.Identity>) {
    let kept = Set(ids)
    removeAll { !kept.contains($0.identity) }
  }

  /// Removes the rows with these identities; those that are not there are passed over.
  @inlinable public mutating func subtract(ids: some Sequence<Row.Identity>) {
    let found = ids.compactMap { finder.path(of: $0, in: table) }
    if !found.isEmpty { remove(at: found) }
  }
}

/// Tables as dictionaries from identities to rows.
extension TableEditor {
  /// The first row with an identity, or `nil`.
  ///
  /// Setting it puts the row in the place of the one that has the identity, or appends it to the last section; setting
  /// `nil` removes the row, if there is one.
  @inlinable public subscript(id id: Row.Identity) -> Row? {
    mutating get { finder.path(of: id, in: table).flatMap { table[$0] } }
    set {
      if let path = finder.path(of: id, in: table) {
        if let newValue { replace(at: path, with: newValue) } else { remove(at: path) }
      } else if let newValue {
        append(newValue)
      }
    }
  }

  /// Puts a row in the place of the one with its identity, or appends it to the last section.
  @inlinable public mutating func upsert(_ row: Row) { self[id: row.identity] = row }
}
