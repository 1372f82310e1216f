/// A row with the identity it had when it was submitted.
///
/// Objects can change after they were submitted. The identity that pairs them is the one captured here, so a table is
/// diffed as it was, not as its rows have become since.
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
  /// A table with other rows in the same places.
  ///
  /// - Complexity: O(*n*).
  @inlinable func mapRows<Other: Diffable>(_ transform: (Row) -> Other) -> TableSnapshot<Section, Other> {
    TableSnapshot<Section, Other>(sections: sections.map { TableSection($0.value, rows: $0.rows.map(transform)) })
  }

  /// The paths of all rows with these identities.
  ///
  /// - Parameter check: Called at least once for every 1,024 rows.
  /// - Throws: What `check` throws.
  /// - Complexity: O(*n*), one scan; O(1) without identities.
  @inlinable func paths(of ids: Set<Row.Identity>, check: () throws -> Void) rethrows -> [RowPath] {
    if ids.isEmpty { return [] }
    // A few are found faster by comparing than by hashing every row.
    let few = ids.count <= 4 ? Array(ids) : []
    var looked = 0
    return try paths { row in
      if looked % 1_024 == 0 { try check() }
      looked += 1
      return few.isEmpty ? ids.contains(row.identity) : few.contains(row.identity)
    }
  }
}
