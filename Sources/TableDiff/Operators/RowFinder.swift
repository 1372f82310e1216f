/// Finds rows by identity: by a scan at first, by an index once scans have cost more than an index does.
@usableFromInline package struct RowFinder<Section: Diffable, Row: Diffable> {
  /// An index costs about as much as so many scans.
  @inlinable static var patience: Int { 8 }

  @usableFromInline var index: RowIndex<Section, Row>?
  @usableFromInline var scanned = 0

  /// Creates a finder without an index.
  @inlinable package init() {}

  /// The path of the first row with an identity, or `nil`.
  ///
  /// - Parameters:
  ///   - id: Who the row is.
  ///   - table: Any table; one that was edited since the last call costs what was edited.
  /// - Complexity: O(*n*) at first, later O(log² *n*) on average.
  @inlinable package mutating func path(of id: Row.Identity, in table: TableSnapshot<Section, Row>) -> RowPath? {
    if index != nil {
      index?.follow(to: table)
      return index?.path(of: id)
    }
    if table.count > 64, scanned > Self.patience * table.count {
      var index = RowIndex(table)
      let path = index.path(of: id)
      self.index = index
      return path
    }
    let path = table.path(of: id)
    scanned += path.flatMap { table.offset(of: $0) } ?? table.count
    return path
  }

  /// Goes on by a changeset, which saves the index a difference.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { index?.follow(changeset) }
}

extension RowFinder: Sendable where Section: Sendable, Row: Sendable {}
