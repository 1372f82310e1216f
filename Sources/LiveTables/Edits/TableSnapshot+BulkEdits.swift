/// Edits to several rows by path. Rows that do not exist are skipped.
extension TableSnapshot {
  /// Removes rows, and returns the ascending paths of those that existed.
  ///
  /// - Complexity: O(*k* log *n*) for a small number *k* of rows, otherwise O(*n*).
  @discardableResult
  @inlinable package mutating func remove(at paths: some Sequence<RowPath>) -> [RowPath] {
    let found = Set(paths.filter { hasRow(at: $0) }).ascending()
    found.forEachSection(by: { $0 }) { section, stretch in edit(section) { $0.rope.remove(at: stretch.map(\.row)) } }
    return found
  }

  /// Updates the rows at the given paths in place, in the given order.
  ///
  /// - Complexity: O(*k* log *n*) for a small number *k* of rows, otherwise O(*n*).
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

  /// Removes the rows, but keeps the sections.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable package mutating func removeAllRows() {
    self = TableSnapshot(sections: rope.map { TableSection($0.value, rows: SectionRows([])) })
  }

  /// - Complexity: O(*m* log *m*) for *m* rows in the section.
  @discardableResult
  @inlinable package mutating func sort(
    section index: Int, by comesFirst: (Row, Row) throws -> Bool
  ) rethrows -> Bool {
    guard let section = section(at: index) else { return false }
    return replace(rows: try section.rows.sorted(by: comesFirst), inSection: index)
  }
}

extension TableSnapshot {
  /// - Returns: `false` if the index is invalid.
  /// - Complexity: O(log *s* + *m*) for *m* sections.
  @discardableResult
  @inlinable package mutating func insert(
    contentsOf sections: some Sequence<TableSection<Section, Row>>, atSection index: Int
  ) -> Bool {
    guard index >= 0, index <= rope.count else { return false }
    rope.replace(index..<index, with: Array(sections))
    return true
  }

  /// Removes sections with their rows, given indices in any order.
  ///
  /// Sections that do not exist are skipped.
  ///
  /// - Complexity: O(*k* log *s*) for a small number *k* of sections, otherwise O(*s*).
  @discardableResult
  @inlinable package mutating func remove(sections indices: some Sequence<Int>) -> Int {
    let found = Set(indices.filter { $0 >= 0 && $0 < rope.count }).ascending()
    rope.remove(at: found)
    return found.count
  }

  /// - Complexity: O(*s* log *s*).
  @inlinable package mutating func sortSections(by comesFirst: (Section, Section) throws -> Bool) rethrows {
    self = TableSnapshot(sections: try rope.sorted { try comesFirst($0.value, $1.value) })
  }
}
