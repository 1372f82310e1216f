/// A row, along with the identity it had when it was submitted.
///
/// Objects can change after they are submitted, so rows are matched by the captured identity.
@usableFromInline package struct CapturedRow<Row: Diffable & Sendable>: Diffable, Sendable {
  @usableFromInline let row: Row
  @usableFromInline package let identity: Row.Identity

  @inlinable init(_ row: Row) {
    self.row = row
    identity = row.identity
  }

  @inlinable package func hasSameContent(as other: CapturedRow) -> Bool { row.hasSameContent(as: other.row) }
}

extension TableSnapshot where Section: Sendable, Row: Sendable {
  /// Returns a table with transformed rows at the same paths.
  ///
  /// - Complexity: O(*n*).
  @inlinable func mapRows<Other: Diffable>(_ transform: (Row) -> Other) -> TableSnapshot<Section, Other> {
    TableSnapshot<Section, Other>(sections: sections.map { TableSection($0.value, rows: $0.rows.map(transform)) })
  }

  /// Returns the paths of all rows with the given identities.
  ///
  /// - Parameter check: A closure that is called at least once for every 1,024 rows.
  /// - Complexity: O(*n*), or O(1) if no identities are given.
  @inlinable func paths(of ids: Set<Row.Identity>, check: () throws -> Void) rethrows -> [RowPath] {
    if ids.isEmpty { return [] }
    // For a few identities, comparing every row is faster than hashing it.
    let few = ids.count <= 4 ? Array(ids) : []
    var looked = 0
    return try paths { row in
      if looked % 1_024 == 0 { try check() }
      looked += 1
      return few.isEmpty ? ids.contains(row.identity) : few.contains(row.identity)
    }
  }
}
