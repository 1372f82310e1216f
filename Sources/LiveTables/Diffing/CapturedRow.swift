/// A row with the identity it had when it was handed over, and a mark if it is to be shown anew.
///
/// Objects can change after they were submitted. The identity that pairs them is the one captured here, so a table is
/// differenced by what it was, not by what its rows have become in the meantime.
@usableFromInline struct CapturedRow<Row: Diffable & Sendable>: Diffable, Sendable {
  @usableFromInline let row: Row
  @usableFromInline let identity: Row.Identity
  @usableFromInline let isMarked: Bool

  @inlinable init(_ row: Row) {
    self.row = row
    identity = row.identity
    isMarked = false
  }

  @inlinable init(_ captured: CapturedRow, isMarked: Bool) {
    row = captured.row
    identity = captured.identity
    self.isMarked = isMarked
  }

  @inlinable func hasSameContent(as other: CapturedRow) -> Bool {
    !isMarked && !other.isMarked && row.hasSameContent(as: other.row)
  }
}

extension Table where Section: Sendable, Row: Sendable {
  /// A table with other rows in the same places.
  ///
  /// - Complexity: O(*n*).
  @inlinable func mapRows<Other: Diffable>(_ transform: (Row) -> Other) -> Table<Section, Other> {
    Table<Section, Other>(sections: sections.map { TableSection($0.value, rows: $0.rows.map(transform)) })
  }
}
