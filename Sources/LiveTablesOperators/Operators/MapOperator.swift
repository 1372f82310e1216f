public import LiveTables

/// An operator that maps every row of its source, keeping the row's position.
///
/// The operator stores the derived rows, so only new and changed rows are transformed.
@usableFromInline
package struct MapOperator<Section: Diffable & Sendable, SourceRow: Diffable & Sendable, Row: Diffable & Sendable>:
  TableOperator
{
  @usableFromInline package typealias Parameter = @Sendable (SourceRow) -> Row

  /// Always `true`, because another transform may return different rows of the same type.
  @inlinable package static var parameterMakesRows: Bool { true }

  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<Section, SourceRow>()
  @usableFromInline var transform: Parameter

  @inlinable package init(_ transform: @escaping Parameter) { self.transform = transform }

  /// Creates an operator that has already derived a table.
  package init(
    from source: TableSnapshot<Section, SourceRow>, to derived: TableSnapshot<Section, Row>,
    by transform: @escaping Parameter
  ) {
    self.source = source
    self.derived = derived
    self.transform = transform
  }

  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, SourceRow>) {
    self.source = source
    rebuild(check: {})
  }

  /// - Complexity: O(*n*).
  @inlinable package mutating func set(_ transform: @escaping Parameter, check: () throws -> Void) rethrows {
    self.transform = transform
    try rebuild(check: check)
  }

  /// - Complexity: O(*k* log *n*) for *k* operations.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, SourceRow>) {
    guard let change = changeset.unstaged(from: source) else { return reset(to: changeset.target) }
    let before = derived
    let target = changeset.target
    var rope = derived.rope
    rope.followSections(change) { mapped(target.rope[$0]) {} }
    for section in change.sections {
      var result = before.rope[section.old]
      let rows = target.rope[section.new].rows.rope
      result.rows.rope.remove(at: section.leaving)
      result.rows.rope.insert(
        section.arrivals.map { arrival in
          if let origin = arrival.origin, !arrival.isChanged {
            return (arrival.row, before.rope[origin.section].rows.rope[origin.row])
          }
          return (arrival.row, transform(rows[arrival.row]))
        })
      result.rows.rope.update(section.updates.map { Int($0.new) }) { rank, row in
        row = transform(rows[Int(section.updates[rank].new)])
      }
      rope.replace(section.new..<section.new + 1, with: [result])
    }
    derived = TableSnapshot(rope: rope)
    derived.takeSectionValues(of: target, change)
    source = target
  }

  /// Returns the identities of the rows derived from the given rows.
  ///
  /// - Complexity: O(*n*), or O(1) if no rows are given.
  @inlinable package func identities(derivedFrom ids: [SourceRow.Identity]) -> [Row.Identity] {
    if ids.isEmpty { return [] }
    let ids = Set(ids)
    return source.paths { ids.contains($0.identity) }.compactMap { derived[$0]?.identity }
  }

  @inlinable mutating func rebuild(check: () throws -> Void) rethrows {
    var looked = 0
    derived = TableSnapshot(
      sections: try source.rope.map { section in
        try mapped(section) {
          if looked % 1_024 == 0 { try check() }
          looked += 1
        }
      })
  }

  @inlinable func mapped(
    _ section: TableSection<Section, SourceRow>, willLook: () throws -> Void
  ) rethrows -> TableSection<Section, Row> {
    var rows: [Row] = []
    try section.rows.rope.map(into: &rows) { row in
      try willLook()
      return transform(row)
    }
    return TableSection(section.value, rows: rows)
  }
}
