/// Keeps the first rows of its source.
///
/// Rows are counted across sections. Sections after the one with the last row that is kept are left out.
@usableFromInline package struct LimitOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<Section, Row>()
  @usableFromInline var limit: Int

  /// Creates an operator for a source without sections.
  ///
  /// - Parameter limit: The most rows that are kept.
  @inlinable package init(_ limit: Int) { self.limit = limit }

  /// Keeps the first rows.
  ///
  /// - Complexity: O(log *n*), and O(*s*) for *s* sections that are left out.
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) {
    self.source = source
    derive()
  }

  /// Keeps more rows, or fewer.
  ///
  /// - Complexity: That of ``reset(to:)``.
  @inlinable package mutating func set(_ limit: Int) {
    self.limit = limit
    derive()
  }

  /// Keeps the first rows.
  ///
  /// - Complexity: That of ``reset(to:)``.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { reset(to: changeset.target) }

  @inlinable mutating func derive() {
    guard limit < source.rope.weight else {
      derived = source
      return
    }
    if source.rope.count == 0 { return derived = source }
    let (last, kept) = limit > 0 ? source.rope.find(weight: limit - 1) : (0, -1)
    var section = source.rope[last]
    section.rows.rope = section.rows.rope.head(kept + 1)
    var rope = source.rope
    rope.replace(last..<rope.count, with: [section])
    derived = TableSnapshot(rope: rope)
  }
}
