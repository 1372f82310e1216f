/// Edits of many rows at once, by path. What does not exist is passed over.
extension TableSnapshot {
  /// Removes the rows at paths, given in any order.
  ///
  /// - Returns: The paths of those that there were, ascending.
  /// - Complexity: O(*k* log *n*) for *k* rows that are few, else O(*n*).
  @discardableResult
  @inlinable package mutating func remove(at paths: some Sequence<RowPath>) -> [RowPath] {
    let found = Set(paths.filter { hasRow(at: $0) }).ascending()
    found.forEachSection(by: { $0 }) { section, stretch in edit(section) { $0.rope.remove(at: stretch.map(\.row)) } }
    return found
  }

  /// Changes the rows at paths in place, in the order in which they are given.
  ///
  /// - Parameter change: Gets the rank of the path as well.
  /// - Complexity: O(*k* log *n*) for *k* rows that are few, else O(*n*).
  @inlinable package mutating func update(at paths: [RowPath], _ change: (_ rank: Int, inout Row) -> Void) {
    let known = memory
    var keepsIdentities = true
    let ranks = paths.indices.filter { hasRow(at: paths[$0]) }
    ranks.forEachSection(by: { paths[$0] }) { section, stretch in
      edit(section) { rows in
        rows.rope.update(stretch.map { paths[$0].row }) { number, row in
          let identity = row.identity
          change(stretch[stretch.startIndex + number], &row)
          if row.identity != identity { keepsIdentities = false }
        }
      }
    }
    if keepsIdentities { memory = known }
  }

  /// Removes the rows of all sections; the sections stay.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable package mutating func removeAllRows() {
    self = TableSnapshot(sections: rope.map { TableSection($0.value, rows: SectionRows([])) })
  }

  /// Sorts the rows of a section; rows of which neither comes first keep their order.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(*m* log *m*) for *m* rows in the section.
  @discardableResult
  @inlinable package mutating func sort(
    section index: Int, by comesFirst: (Row, Row) throws -> Bool
  ) rethrows -> Bool {
    guard let section = section(at: index) else { return false }
    return replace(rows: try section.rows.sorted(by: comesFirst), inSection: index)
  }
}

/// Edits of many sections at once.
extension TableSnapshot {
  /// Inserts sections before the one at an index, or at the end.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *s* + *m*) for *m* sections.
  @discardableResult
  @inlinable package mutating func insert(
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
  @inlinable package mutating func remove(sections indices: some Sequence<Int>) -> Int {
    let found = Set(indices.filter { $0 >= 0 && $0 < rope.count }).ascending()
    rope.remove(at: found)
    return found.count
  }

  /// Sorts the sections; those of which neither comes first keep their order.
  ///
  /// - Complexity: O(*s* log *s*).
  @inlinable package mutating func sortSections(by comesFirst: (Section, Section) throws -> Bool) rethrows {
    self = TableSnapshot(sections: try rope.sorted { try comesFirst($0.value, $1.value) })
  }
}
