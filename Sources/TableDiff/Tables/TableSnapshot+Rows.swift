/// An iterator over all rows of a table, section by section.
@usableFromInline package struct AllRows<Section: Diffable, Row: Diffable>: IteratorProtocol {
  @usableFromInline package var sections: TableSnapshot<Section, Row>.Storage.Iterator
  @usableFromInline package var rows: SectionRows<Row>.Storage.Iterator

  @inlinable package init(_ table: TableSnapshot<Section, Row>) {
    sections = table.rope.makeIterator()
    rows = SectionRows<Row>.Storage().makeIterator()
  }

  @inlinable package mutating func next() -> Row? {
    while true {
      if let row = rows.next() { return row }
      guard let section = sections.next() else { return nil }
      rows = section.rows.rope.makeIterator()
    }
  }
}

extension TableSnapshot: RandomAccessCollection {
  /// Returns an iterator over all rows, section by section, which is as fast as an array iterator.
  @inlinable public func makeIterator() -> some IteratorProtocol<Row> { AllRows(self) }

  /// Returns the results of transforming each row, section by section, without copying the rows.
  ///
  /// - Parameter transform: A closure that is called once for each row, in order.
  /// - Throws: Any error thrown by `transform`.
  /// - Complexity: O(*n*).
  @inlinable public func map<Result, Failure: Error>(
    _ transform: (Row) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    if rope.count > 1 { results.reserveCapacity(count) }
    for section in rope { try section.rows.rope.map(into: &results, transform) }
    return results
  }

  /// The index of the first row, which is zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows in all sections.
  ///
  /// - Complexity: O(*s*) for up to 512 sections, or O(1) for more sections.
  @inlinable public var endIndex: Int { rope.weight }

  /// The row at an offset across all sections.
  ///
  /// - Complexity: O(log *n*), plus a pass over at most 512 sections. Iterating is faster than indexing.
  @inlinable public subscript(offset: Int) -> Row {
    _read {
      // The subscript of the section's rows traps if the offset is out of bounds.
      let (section, row) = storage.count == 1 ? (0, offset) : storage.find(weight: offset)
      yield storage[section].rows.rope[row]
    }
  }

  /// The row at a path, or `nil` if there is no such row.
  ///
  /// Assigning a row replaces the existing row, and assigning `nil` removes it. If there is no row at the path,
  /// assigning has no effect.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(path: RowPath) -> Row? {
    get {
      hasRow(at: path) ? storage[path.section].rows.rope[path.row] : nil
    }
    set { if let newValue { replace(at: path, with: newValue) } else { remove(at: path) } }
  }

  @inlinable package func hasRow(at path: RowPath) -> Bool {
    guard let count = rowCount(ofSection: path.section) else { return false }
    return path.row >= 0 && path.row < count
  }

  /// The number of rows in a section, or `nil` if there is no such section.
  ///
  /// Edits use this count, because reading the section would share its rows, which would then be copied.
  @inlinable package func rowCount(ofSection index: Int) -> Int? {
    index >= 0 && index < storage.count ? storage.nodes.rowCount(at: index) : nil
  }

  @inlinable package func section(at index: Int) -> TableSection<Section, Row>? {
    index >= 0 && index < rope.count ? rope[index] : nil
  }
}

// MARK: - Paths

extension TableSnapshot {
  /// Returns the path of the row at an offset across all sections, or `nil` if the offset is out of bounds.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func path(at offset: Int) -> RowPath? {
    guard offset >= 0, offset < rope.weight else { return nil }
    let (section, row) = rope.count == 1 ? (0, offset) : rope.find(weight: offset)
    return RowPath(section: section, row: row)
  }

  /// Returns the offset across all sections of the row at a path, or `nil` if there is no such row.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func offset(of path: RowPath) -> Int? {
    guard hasRow(at: path) else { return nil }
    return rope.weight(before: path.section) + path.row
  }

  @inlinable package var paths: [RowPath] {
    var all: [RowPath] = []
    all.reserveCapacity(count)
    for (index, section) in rope.enumerated() {
      for row in 0..<section.rows.count { all.append(RowPath(section: index, row: row)) }
    }
    return all
  }

  /// The paths of all rows in the given sections.
  ///
  /// Sections that do not exist are ignored.
  package func paths(inSections sections: [Int]) -> [RowPath] {
    sections.flatMap { index in (0..<(section(at: index)?.rows.count ?? 0)).map { RowPath(section: index, row: $0) } }
  }

  @inlinable package func forEachLeaf<Failure: Error>(
    _ body: (RowPath, ArraySlice<Row>) throws(Failure) -> Void
  ) throws(Failure) {
    var index = 0
    for section in rope {
      var start = 0
      var cursor = SectionRows<Row>.Storage.Cursor(section.rows.rope)
      while let leaf = cursor.nextLeaf() {
        try body(RowPath(section: index, row: start), leaf)
        start += leaf.count
      }
      index += 1
    }
  }

  /// Calls `body` with the path and identity of each row, in order, without copying rows.
  @inlinable package func forEachIdentity(_ body: (RowPath, Row.Identity) -> Void) {
    forEachLeaf { path, leaf in
      let rows = leaf.span
      for row in rows.indices { body(RowPath(section: path.section, row: path.row + row), rows.identity(at: row)) }
    }
  }

  /// Returns the path of the first row with the given identity, or `nil` if there is no such row.
  ///
  /// A section with more than 64 rows in which you search repeatedly creates an index, unless its rows are objects. The
  /// index takes 8 to 16 bytes for each row, and lasts as long as the section's rows.
  ///
  /// - Complexity: O(*n*). After some searches in a table, or edits of it by identity, O(*s* + log *n*) on average.
  @inlinable public func path(of id: Row.Identity) -> RowPath? { path(of: id, isRecorded: true) }

  /// Returns the path of the first row with the given identity, or `nil` if there is no such row.
  ///
  /// - Parameter isRecorded: Whether repeated searches create an index.
  @inlinable package func path(of id: Row.Identity, isRecorded: Bool) -> RowPath? {
    if let path = rememberedPath(of: id) { return path }
    var nodes = NodeList.Iterator(storage.nodes)
    var section = 0
    while let node = nodes.next() {
      if let row = Storage.node(node).row(of: id, isRecorded: isRecorded) { return RowPath(section: section, row: row) }
      section += 1
    }
    return nil
  }

  /// Returns the paths of the rows that satisfy a condition, in order.
  ///
  /// - Complexity: O(*n*).
  @inlinable package func paths(where isWanted: (Row) throws -> Bool) rethrows -> [RowPath] {
    var found: [RowPath] = []
    try forEachLeaf { path, leaf in
      let rows = leaf.span
      for row in rows.indices where try rows.lend(row, to: isWanted) {
        found.append(RowPath(section: path.section, row: path.row + row))
      }
    }
    return found
  }

  /// Returns the first row with the given identity, or `nil` if there is no such row.
  ///
  /// - Complexity: The complexity of ``path(of:)``.
  @inlinable public func row(id: Row.Identity) -> Row? { path(of: id).flatMap { self[$0] } }

  /// Returns the index of the first section with the given identity, or `nil` if there is none.
  ///
  /// - Complexity: O(*s*).
  @inlinable package func sectionIndex(of id: Section.Identity) -> Int? {
    var index = 0
    for section in rope {
      if section.value.identity == id { return index }
      index += 1
    }
    return nil
  }
}
