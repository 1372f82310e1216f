/// Edits of many rows at once, by path. What does not exist is passed over.
extension TableSnapshot {
  /// Removes the rows at paths, given in any order.
  ///
  /// - Returns: How many rows there were.
  /// - Complexity: O(*k* log *n*) for *k* rows that are few, else O(*n*).
  @discardableResult
  @inlinable public mutating func remove(at paths: some Sequence<RowPath>) -> Int {
    let found = Set(paths.filter { self[$0] != nil }).sorted()
    var start = 0
    while start < found.count {
      let section = found[start].section
      var end = start
      while end < found.count, found[end].section == section { end += 1 }
      edit(section) { $0.rope.remove(at: found[start..<end].map(\.row)) }
      start = end
    }
    return found.count
  }

  /// Removes the rows for which a condition holds.
  ///
  /// - Returns: How many rows there were.
  /// - Complexity: O(*n*).
  @discardableResult
  @inlinable public mutating func removeAll(where isUnwanted: (Row) throws -> Bool) rethrows -> Int {
    remove(at: try paths(where: isUnwanted))
  }

  /// Removes the rows of all sections; the sections stay.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public mutating func removeAllRows() {
    self = TableSnapshot(sections: rope.map { TableSection($0.value, rows: TableRows()) })
  }

  /// Sorts the rows of a section; rows of which neither comes first keep their order.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(*m* log *m*) for *m* rows in the section.
  @discardableResult
  @inlinable public mutating func sort(
    section index: Int, by comesFirst: (Row, Row) throws -> Bool
  ) rethrows -> Bool {
    guard let section = section(at: index) else { return false }
    return replace(rows: try section.rows.sorted(by: comesFirst), inSection: index)
  }

  /// Moves rows to a place where they stand one after another.
  ///
  /// - Parameters:
  ///   - sources: Their paths, in the order in which they are to stand.
  ///   - target: The path of the first one afterwards.
  /// - Returns: Whether there are such places; if not, nothing has changed.
  /// - Complexity: O(*k* log *n*) for *k* rows.
  @discardableResult
  @inlinable public mutating func move(from sources: [RowPath], to target: RowPath) -> Bool {
    var moved = self
    let rows = sources.compactMap { self[$0] }
    guard rows.count == sources.count, moved.remove(at: sources) == rows.count,
      moved.insert(contentsOf: rows, at: target)
    else { return false }
    self = moved
    return true
  }

  /// The paths of the rows for which a condition holds, in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable public func paths(where isWanted: (Row) throws -> Bool) rethrows -> [RowPath] {
    var found: [RowPath] = []
    for (index, section) in rope.enumerated() {
      for (row, candidate) in section.rows.enumerated() where try isWanted(candidate) {
        found.append(RowPath(section: index, row: row))
      }
    }
    return found
  }
}

/// Edits of many sections at once.
extension TableSnapshot {
  /// Inserts sections before the one at an index, or at the end.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *s* + *m*) for *m* sections.
  @discardableResult
  @inlinable public mutating func insert(
    contentsOf sections: some Sequence<TableSection<Section, Row>>, atSection index: Int
  ) -> Bool {
    guard index >= 0, index <= rope.count else { return false }
    rope.replace(index..<index, with: Array(sections))
    return true
  }

  /// Removes sections with their rows, by their indices in any order; those that do not exist are passed over.
  ///
  /// - Returns: How many sections there were.
  /// - Complexity: O(*k* log *s*) for *k* sections that are few, else O(*s*).
  @discardableResult
  @inlinable public mutating func remove(sections indices: some Sequence<Int>) -> Int {
    let found = Set(indices.filter { $0 >= 0 && $0 < rope.count }).sorted()
    rope.remove(at: found)
    return found.count
  }

  /// Moves sections to a place where they stand one after another.
  ///
  /// - Parameters:
  ///   - sources: Their indices, in the order in which they are to stand.
  ///   - target: The index of the first one afterwards.
  /// - Returns: Whether there are such places; if not, nothing has changed.
  /// - Complexity: O(*k* log *s*) for *k* sections.
  @discardableResult
  @inlinable public mutating func move(sections sources: [Int], to target: Int) -> Bool {
    var moved = self
    let found = sources.compactMap { section(at: $0) }
    guard found.count == sources.count, moved.remove(sections: sources) == found.count,
      moved.insert(contentsOf: found, atSection: target)
    else { return false }
    self = moved
    return true
  }

  /// Sorts the sections; those of which neither comes first keep their order.
  ///
  /// - Complexity: O(*s* log *s*).
  @inlinable public mutating func sortSections(by comesFirst: (Section, Section) throws -> Bool) rethrows {
    self = TableSnapshot(sections: try rope.sorted { try comesFirst($0.value, $1.value) })
  }
}
