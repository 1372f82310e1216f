/// What edits are made of, by path. Each copies a small window and the way to it, whatever the size of the table; a path that does not
/// exist changes nothing, and the answer says so.
extension TableSnapshot {
  /// Inserts rows before the row at a path, or at the end of its section.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *n* + *m*) for *m* rows.
  @discardableResult
  @inlinable package mutating func insert(contentsOf rows: some Sequence<Row>, at path: RowPath) -> Bool {
    guard let section = section(at: path.section), path.row >= 0, path.row <= section.rows.count else { return false }
    edit(path.section) { $0.rope.replace(path.row..<path.row, with: Array(rows)) }
    return true
  }

  /// Inserts a row before the row at a path, or at the end of its section.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable package mutating func insert(_ row: Row, at path: RowPath) -> Bool {
    insert(contentsOf: CollectionOfOne(row), at: path)
  }

  /// Appends a row to a section.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable package mutating func append(_ row: Row, toSection index: Int) -> Bool {
    guard let section = section(at: index) else { return false }
    return insert(row, at: RowPath(section: index, row: section.rows.count))
  }

  /// Removes the row at a path.
  ///
  /// - Returns: The row, or `nil` where there is none.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable package mutating func remove(at path: RowPath) -> Row? {
    guard let row = self[path] else { return nil }
    edit(path.section) { $0.rope.replace(path.row..<path.row + 1, with: []) }
    return row
  }

  /// Puts a row in the place of another.
  ///
  /// - Returns: The row that was there, or `nil` where there is none.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable package mutating func replace(at path: RowPath, with row: Row) -> Row? {
    guard hasRow(at: path) else { return nil }
    let known = memory
    var old: Row?
    edit(path.section) { old = $0.rope.replace(at: path.row, with: row) }
    if let known, old?.identity == row.identity { memory = known }
    return old
  }

  /// Changes the row at a path in place.
  ///
  /// - Returns: Whether there is such a row.
  /// - Complexity: O(log *n*).
  @discardableResult
  @inlinable package mutating func update(at path: RowPath, _ change: (inout Row) throws -> Void) rethrows -> Bool {
    guard var row = self[path] else { return false }
    try change(&row)
    replace(at: path, with: row)
    return true
  }

  /// Inserts a section before the one at an index, or at the end.
  ///
  /// - Returns: Whether there is such a place.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable package mutating func insert(_ section: TableSection<Section, Row>, atSection index: Int) -> Bool {
    guard index >= 0, index <= rope.count else { return false }
    rope.replace(index..<index, with: [section])
    return true
  }

  /// Removes the section at an index with its rows.
  ///
  /// - Returns: The section, or `nil` where there is none.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable package mutating func remove(section index: Int) -> TableSection<Section, Row>? {
    guard let section = section(at: index) else { return nil }
    rope.replace(index..<index + 1, with: [])
    return section
  }

  /// Gives a section another value; its rows stay.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(log *s*).
  @discardableResult
  @inlinable package mutating func replace(section index: Int, with value: Section) -> Bool {
    guard section(at: index) != nil else { return false }
    rope.update(at: index) { $0.value = value }
    return true
  }

  /// Gives a section other rows.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(log *s*), and O(*n*) for rows that are no array.
  @discardableResult
  @inlinable package mutating func replace(rows: some Sequence<Row>, inSection index: Int) -> Bool {
    guard section(at: index) != nil else { return false }
    edit(index) { $0 = SectionRows(rows) }
    return true
  }

  @inlinable package mutating func edit(_ index: Int, _ body: (inout SectionRows<Row>) -> Void) {
    // In place, so that the rows are not shared with this table while they change.
    rope.update(at: index) { body(&$0.rows) }
  }
}
