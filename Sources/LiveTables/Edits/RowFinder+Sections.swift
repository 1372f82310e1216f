extension RowFinder {
  /// Returns the index of the first section with an identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*s*) for *s* sections at first, and later O(log² *s*) on average, even if sections change.
  @inlinable package mutating func sectionIndex(
    of id: Section.Identity, in table: TableSnapshot<Section, Row>
  ) -> Int? {
    if let known = sections?.knownPath(of: id) { return known?.row }
    let found = table.sectionIndex(of: id)
    noteScan(of: found.map { $0 + 1 } ?? table.rope.count, in: table)
    return found
  }

  /// Returns the index of the first section with each identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*s*) for all identities if there is no index.
  @inlinable package mutating func sectionIndices(
    of ids: [Section.Identity], in table: TableSnapshot<Section, Row>
  ) -> [Int?] {
    if sections != nil || ids.count < 4 { return ids.map { sectionIndex(of: $0, in: table) } }
    noteScan(of: table.rope.count, in: table)
    return table.sectionIndices(of: ids)
  }

  /// Records the number of sections that a scan has visited, and creates an index if further scans would cost more.
  @inlinable package mutating func noteScan(of count: Int, in table: TableSnapshot<Section, Row>) {
    scannedSections += count
    // The identity of an object can change without notification.
    if sections != nil || !receivesEdits || Section.self is AnyObject.Type { return }
    if table.rope.count <= 64 || scannedSections <= RowMemory.patience * table.rope.count { return }
    sections = RowIndex(TableSnapshot(rows: table.rope.map(\.value)))
  }

  @inlinable package mutating func noteInsertedSections(_ values: @autoclosure () -> [Section], at index: Int) {
    sections?.insert(values(), at: RowPath(0, index))
  }

  @inlinable package mutating func noteRemovedSections(_ indices: [Int]) {
    sections?.remove(at: indices.ascending().map { RowPath(0, $0) })
  }

  @inlinable package mutating func forgetSections() {
    sections = nil
    scannedSections = 0
  }
}
