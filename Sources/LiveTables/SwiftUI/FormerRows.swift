import TableDiff

/// The sections and rows before a reload, or the rows that a batch update deletes, by identity.
@MainActor struct FormerRows<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private let sections: [LiveSection<Section, Row>]
  private let rows: [LiveRow<Row>]
  private var sectionPositions: FormerPositions<Section.Identity>
  private var rowPositions: FormerPositions<Row.Identity>
  /// The rows whose readers are always notified, or `nil` to notify the readers of all rows.
  private let refreshed: Set<Row.Identity>?

  /// - Parameters:
  ///   - refreshed: The rows whose readers are always notified.
  init(
    _ former: [LiveSection<Section, Row>], for table: TableSnapshot<Section, Row>, refreshed: Set<Row.Identity>
  ) {
    self.refreshed = refreshed
    sections = former
    rows = former.flatMap { $0.shownRows }
    sectionPositions = FormerPositions(sections.map { $0.value.identity }, lookups: table.sections.count)
    rowPositions = FormerPositions(rows.map { $0.identity }, lookups: table.count)
  }

  /// Collects only the deleted rows that the batch update may insert again, and whose readers are then notified.
  init(
    deletedBy operations: BatchOperations, from before: [LiveSection<Section, Row>],
    for table: TableSnapshot<Section, Row>
  ) {
    let count = operations.insertedSections.reduce(operations.insertedRows.count) { $0 + table.rope[$1].rows.count }
    let deleted = operations.deletedRows.lazy.map { before[$0.section].shownRows[$0.row] }
    refreshed = nil
    sections = []
    rows = count == 0 ? [] : deleted + operations.deletedSections.flatMap { before[$0].shownRows }
    sectionPositions = FormerPositions([], lookups: 0)
    rowPositions = FormerPositions(rows.map { $0.identity }, lookups: count)
  }

  mutating func section(for new: TableSection<Section, Row>) -> LiveSection<Section, Row> {
    let rows = new.rows.map { row(for: $0) }
    guard let position = sectionPositions.take(new.identity) else { return LiveSection(new.value, rows) }
    let section = sections[position]
    if !section.value.hasSameContent(as: new.value) { section.value = new.value }
    if !rows.elementsEqual(section.shownRows, by: ===) { section.rows = rows }
    return section
  }

  mutating func row(for new: Row) -> LiveRow<Row> {
    guard let position = rowPositions.take(new.identity) else { return LiveRow(new) }
    let row = rows[position]
    if refreshed?.contains(new.identity) ?? true { row.update(new) } else { row.updateIfChanged(new) }
    return row
  }
}

/// The positions of identities before a reload, each of which is found once.
///
/// If too many hashes collide, no further positions are found.
private struct FormerPositions<Identity: Hashable> {
  private let identities: [Identity]
  private var table: IdentityTable
  /// For each last position of an identity, the first remaining position, or -1.
  private var first: [Int]
  /// For each position, the next position of the same identity, or -1.
  private var next: [Int]

  init(_ identities: [Identity], lookups: Int) {
    self.identities = identities
    table = IdentityTable(capacity: identities.count, identities: identities.count + lookups)
    first = Array(identities.indices)
    next = Array(repeating: -1, count: identities.count)
    // An identity that is not equal to itself cannot be found.
    for position in identities.indices.reversed() where identities[position] == identities[position] {
      if table.isExhausted { return }
      enter(position)
    }
  }

  private mutating func enter(_ position: Int) {
    var probe = table.probe(identityHash(identities[position]))
    let last = find(identities[position], from: &probe)
    if last >= 0 {
      next[position] = first[last]
      first[last] = position
    } else if !table.isExhausted {
      table.insert(position, at: probe)
    }
  }

  /// Returns the last position of an identity, or -1.
  private mutating func find(_ identity: Identity, from probe: inout IdentityTable.Probe) -> Int {
    var found = table.next(&probe)
    while found >= 0, identities[found] != identity { found = table.next(&probe) }
    return found
  }

  /// Removes and returns the first remaining position of an identity.
  mutating func take(_ identity: Identity) -> Int? {
    if identities.isEmpty { return nil }
    var probe = table.probe(identityHash(identity))
    let last = find(identity, from: &probe)
    if last < 0 || first[last] < 0 { return nil }
    defer { first[last] = next[first[last]] }
    return first[last]
  }
}
