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
  /// - Complexity: O(*n*).
  @inlinable func mapRows<Other: Diffable>(_ transform: (Row) -> Other) -> TableSnapshot<Section, Other> {
    TableSnapshot<Section, Other>(sections: sections.map { TableSection($0.value, rows: $0.rows.map(transform)) })
  }
}
