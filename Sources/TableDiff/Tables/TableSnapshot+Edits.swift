/// Basic edits of tables by path. An edit copies a small window and the nodes above it, which takes O(log *n*), plus
/// O(*m*) for *m* new rows. Rows and sections can also be inserted at the end. An edit with an invalid path returns
/// `false` or `nil`, and changes nothing.
extension TableSnapshot {
  @discardableResult
  @inlinable package mutating func insert(contentsOf rows: some Sequence<Row>, at path: RowPath) -> Bool {
    guard let count = rowCount(ofSection: path.section), path.row >= 0, path.row <= count else { return false }
    edit(path.section) { $0.rope.replace(path.row..<path.row, with: Array(rows)) }
    return true
  }

  @discardableResult
  @inlinable package mutating func insert(_ row: Row, at path: RowPath) -> Bool {
    insert(contentsOf: CollectionOfOne(row), at: path)
  }

  @discardableResult
  @inlinable package mutating func append(_ row: Row, toSection index: Int) -> Bool {
    guard let count = rowCount(ofSection: index) else { return false }
    return insert(row, at: RowPath(section: index, row: count))
  }

  @discardableResult
  @inlinable package mutating func remove(at path: RowPath) -> Row? {
    guard let row = self[path] else { return nil }
    edit(path.section) { $0.rope.replace(path.row..<path.row + 1, with: []) }
    return row
  }

  @discardableResult
  @inlinable package mutating func replace(at path: RowPath, with row: Row) -> Row? {
    guard hasRow(at: path) else { return nil }
    // The index of identities stays valid if the new row has the old row's identity.
    let known = memory
    var old: Row?
    edit(path.section) { old = $0.rope.replace(at: path.row, with: row) }
    if let known, old?.identity == row.identity { memory = known }
    return old
  }

  @discardableResult
  @inlinable package mutating func update(at path: RowPath, _ change: (inout Row) throws -> Void) rethrows -> Bool {
    guard var row = self[path] else { return false }
    try change(&row)
    replace(at: path, with: row)
    return true
  }

  @discardableResult
  @inlinable package mutating func insert(_ section: TableSection<Section, Row>, atSection index: Int) -> Bool {
    guard index >= 0, index <= rope.count else { return false }
    rope.replace(index..<index, with: [section])
    return true
  }

  @discardableResult
  @inlinable package mutating func remove(section index: Int) -> TableSection<Section, Row>? {
    guard let section = section(at: index) else { return nil }
    rope.replace(index..<index + 1, with: [])
    return section
  }

  @discardableResult
  @inlinable package mutating func replace(section index: Int, with value: Section) -> Bool {
    guard section(at: index) != nil else { return false }
    rope.update(at: index) { $0.value = value }
    return true
  }

  @discardableResult
  @inlinable package mutating func replace(rows: some Sequence<Row>, inSection index: Int) -> Bool {
    guard section(at: index) != nil else { return false }
    edit(index) { $0 = SectionRows(rows) }
    return true
  }

  @inlinable package mutating func edit(_ index: Int, _ body: (inout SectionRows<Row>) -> Void) {
    // The rows are changed in place, so that the table does not share them while they change.
    rope.update(at: index) { body(&$0.rows) }
  }
}
