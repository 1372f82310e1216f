/// The rows of a table, section by section.
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
  /// Runs through all rows, section by section, as fast as through arrays.
  @inlinable public func makeIterator() -> some IteratorProtocol<Row> { AllRows(self) }

  /// What becomes of each row, section by section.
  ///
  /// Rows are looked at where they are, neither copied nor counted.
  ///
  /// - Parameter transform: Called once for each row, in order.
  /// - Returns: The results, in order.
  /// - Throws: What `transform` throws.
  /// - Complexity: O(*n*).
  @inlinable public func map<Result, Failure: Error>(
    _ transform: (Row) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    if rope.count > 1 { results.reserveCapacity(count) }
    for section in rope { try section.rows.rope.map(into: &results, transform) }
    return results
  }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows in all sections.
  ///
  /// - Complexity: O(1); O(*s*) for up to 512 sections.
  @inlinable public var endIndex: Int { rope.weight }

  /// The row at an offset across all sections.
  ///
  /// - Complexity: O(log *n*), and a pass over at most 512 sections. Iterate rather than count upwards.
  @inlinable public subscript(offset: Int) -> Row {
    _read {
      // The row's section traps where there is no such row.
      let (section, row) = storage.count == 1 ? (0, offset) : storage.find(weight: offset)
      yield storage[section].rows.rope[row]
    }
  }

  /// The row at a path, or `nil` where the table has no such row.
  ///
  /// Setting it puts another row in its place, and `nil` removes it; where there is none, nothing changes.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(path: RowPath) -> Row? {
    get {
      hasRow(at: path) ? storage[path.section].rows.rope[path.row] : nil
    }
    set { if let newValue { replace(at: path, with: newValue) } else { remove(at: path) } }
  }

  /// Whether there is a row at a path; it is not copied.
  @inlinable package func hasRow(at path: RowPath) -> Bool {
    path.section >= 0 && path.section < storage.count && path.row >= 0
      && path.row < storage.nodes.rowCount(at: path.section)
  }

  @inlinable package func section(at index: Int) -> TableSection<Section, Row>? {
    index >= 0 && index < rope.count ? rope[index] : nil
  }
}

// MARK: - Paths

extension TableSnapshot {
  /// The path of the row at an offset across all sections, or `nil` where there is none.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func path(at offset: Int) -> RowPath? {
    guard offset >= 0, offset < rope.weight else { return nil }
    let (section, row) = rope.count == 1 ? (0, offset) : rope.find(weight: offset)
    return RowPath(section: section, row: row)
  }

  /// The offset of a path across all sections, or `nil` where there is no such row.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public func offset(of path: RowPath) -> Int? {
    guard let section = section(at: path.section), path.row >= 0, path.row < section.rows.count else { return nil }
    return rope.weight(before: path.section) + path.row
  }

  /// The path of every row, in order.
  ///
  /// Sections without rows have none.
  @inlinable package var paths: [RowPath] {
    var all: [RowPath] = []
    all.reserveCapacity(count)
    for (index, section) in rope.enumerated() {
      for row in 0..<section.rows.count { all.append(RowPath(section: index, row: row)) }
    }
    return all
  }

  /// Passes the leaves in order, each with the path of its first row.
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

  /// Passes the path and the identity of each row, in order; no row is copied.
  @inlinable package func forEachIdentity(_ body: (RowPath, Row.Identity) -> Void) {
    forEachLeaf { path, leaf in
      let rows = leaf.span
      for row in rows.indices { body(RowPath(section: path.section, row: path.row + row), rows.identity(at: row)) }
    }
  }

  /// The path of the first row with an identity, or `nil`.
  ///
  /// - Parameter id: The identity.
  /// - Returns: The path; `nil` if there is no such row.
  /// - Complexity: O(*n*), one scan; O(log *n*) on average for a table that was edited by identity again and again.
  @inlinable public func path(of id: Row.Identity) -> RowPath? {
    if let path = rememberedPath(of: id) { return path }
    var index = 0
    for section in rope {
      var start = 0
      var cursor = SectionRows<Row>.Storage.Cursor(section.rows.rope)
      while let leaf = cursor.nextLeaf() {
        let rows = leaf.span
        for row in rows.indices where rows.identity(at: row) == id { return RowPath(section: index, row: start + row) }
        start += leaf.count
      }
      index += 1
    }
    return nil
  }

  /// The paths of the rows for which a condition holds, in order.
  ///
  /// - Parameter isWanted: The condition.
  /// - Returns: The paths.
  /// - Throws: What `isWanted` throws.
  /// - Complexity: O(*n*).
  @inlinable public func paths(where isWanted: (Row) throws -> Bool) rethrows -> [RowPath] {
    var found: [RowPath] = []
    try forEachLeaf { path, leaf in
      let rows = leaf.span
      for row in rows.indices where try rows.lend(row, to: isWanted) {
        found.append(RowPath(section: path.section, row: path.row + row))
      }
    }
    return found
  }

  /// The first row with an identity, or `nil`.
  ///
  /// - Parameter id: The identity.
  /// - Returns: The row; `nil` if there is none.
  /// - Complexity: That of its path.
  @inlinable public func row(id: Row.Identity) -> Row? { path(of: id).flatMap { self[$0] } }

  /// The index of the first section with an identity, or `nil`.
  ///
  /// - Complexity: O(*s*), one scan.
  @inlinable package func sectionIndex(of id: Section.Identity) -> Int? {
    var index = 0
    for section in rope {
      if section.value.identity == id { return index }
      index += 1
    }
    return nil
  }
}
