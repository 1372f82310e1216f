/// Edits by path. Each copies a small window and the way to it, whatever the size of the table; a path that does not
/// exist changes nothing, and the answer says so.
extension TableSnapshot {
  /// Inserts rows before the row at a path, or at the end of its section.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *n* + *m*) for *m* rows.
  @discardableResult
  @inlinable public mutating func insert(contentsOf rows: some Sequence<Row>, at path: RowPath) -> Bool {
    guard let section = section(at: path.section), path.row >= 0, path.row <= section.rows.count else { return false }
    edit(path.section) { $0.rope.replace(path.row..<path.row, with: Array(rows)) }
    return true
  }

  /// Inserts a row before the row at a path, or at the end of its section.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable public mutating func insert(_ row: Row, at path: RowPath) -> Bool {
    insert(contentsOf: CollectionOfOne(row), at: path)
  }

  /// Appends a row to a section.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable public mutating func append(_ row: Row, toSection index: Int) -> Bool {
    guard let section = section(at: index) else { return false }
    return insert(row, at: RowPath(section: index, row: section.rows.count))
  }

  /// Removes the row at a path.
  ///
  /// - Returns: The row, or `nil` where there is none.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable public mutating func remove(at path: RowPath) -> Row? {
    guard let row = self[path] else { return nil }
    edit(path.section) { $0.rope.replace(path.row..<path.row + 1, with: []) }
    return row
  }

  /// Puts a row in the place of another.
  ///
  /// - Returns: The row that was there, or `nil` where there is none.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable public mutating func replace(at path: RowPath, with row: Row) -> Row? {
    guard let old = self[path] else { return nil }
    edit(path.section) { $0.rope.replace(path.row..<path.row + 1, with: [row]) }
    return old
  }

  /// Changes the row at a path in place.
  ///
  /// - Returns: Whether there is such a row.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable public mutating func update(at path: RowPath, _ change: (inout Row) throws -> Void) rethrows -> Bool {
    guard var row = self[path] else { return false }
    try change(&row)
    replace(at: path, with: row)
    return true
  }

  /// Moves a row.
  ///
  /// The target is its path afterwards.
  ///
  /// - Returns: Whether there are such places; if not, nothing has changed.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable public mutating func move(from source: RowPath, to target: RowPath) -> Bool {
    let before = self
    guard let row = remove(at: source) else { return false }
    if insert(row, at: target) { return true }
    self = before
    return false
  }

  /// Inserts a section before the one at an index, or at the end.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable public mutating func insert(_ section: TableSection<Section, Row>, atSection index: Int) -> Bool {
    guard index >= 0, index <= rope.count else { return false }
    rope.replace(index..<index, with: [section])
    return true
  }

  /// Appends a section.
  ///
  /// - Complexity: O(log *s*).
  @inlinable public mutating func append(_ section: TableSection<Section, Row>) {
    insert(section, atSection: rope.count)
  }

  /// Removes the section at an index with its rows.
  ///
  /// - Returns: The section, or `nil` where there is none.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable public mutating func remove(section index: Int) -> TableSection<Section, Row>? {
    guard let section = section(at: index) else { return nil }
    rope.replace(index..<index + 1, with: [])
    return section
  }

  /// Moves a section with its rows.
  ///
  /// The target is its index afterwards.
  ///
  /// - Returns: Whether there are such places; if not, nothing has changed.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable public mutating func move(section source: Int, to target: Int) -> Bool {
    guard target >= 0, target < rope.count, let section = remove(section: source) else { return false }
    return insert(section, atSection: target)
  }

  /// Gives a section another value; its rows stay.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable public mutating func replace(section index: Int, with value: Section) -> Bool {
    guard var section = section(at: index) else { return false }
    section.value = value
    rope.replace(index..<index + 1, with: [section])
    return true
  }

  /// Gives a section other rows.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(log *s*), and O(*n*) for rows that are no array.
  @discardableResult
  @inlinable public mutating func replace(rows: some Sequence<Row>, inSection index: Int) -> Bool {
    guard section(at: index) != nil else { return false }
    edit(index) { $0 = TableRows(rows) }
    return true
  }

  @inlinable mutating func edit(_ index: Int, _ body: (inout TableRows<Row>) -> Void) {
    var section = rope[index]
    body(&section.rows)
    rope.replace(index..<index + 1, with: [section])
  }
}

/// Edits by identity. Each costs one scan for the row it names.
extension TableSnapshot {
  /// Removes the first row with an identity.
  ///
  /// - Returns: The row, or `nil` where there is none.
  /// - Complexity: O(*n*), one scan.
  @discardableResult
  @inlinable public mutating func remove(id: Row.Identity) -> Row? { path(of: id).flatMap { remove(at: $0) } }

  /// Puts a row in the place of the first one with the same identity.
  ///
  /// - Returns: The row that was there, or `nil` where there is none.
  /// - Complexity: O(*n*), one scan.
  @discardableResult
  @inlinable public mutating func replace(_ row: Row) -> Row? {
    path(of: row.identity).flatMap { replace(at: $0, with: row) }
  }

  /// Appends a row to the first section with an identity.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(*s*), one scan of the sections.
  @discardableResult
  @inlinable public mutating func append(_ row: Row, to section: Section.Identity) -> Bool {
    sectionIndex(of: section).map { append(row, toSection: $0) } ?? false
  }
}
