extension TableSnapshot {
  /// Returns the batch updates for two tables that consist of the same section with few rows.
  ///
  /// Returns `nil` for other tables, or if the hashes of different identities are equal.
  @inlinable package func shortPlan(from old: TableSnapshot, while shouldContinue: () -> Bool) throws(DiffCancellation)
    -> StagePlan?
  {
    guard old.storage.count == 1, storage.count == 1 else { return nil }
    let (one, two) = (Storage.node(old.storage.nodes.node(at: 0)), Storage.node(storage.nodes.node(at: 0)))
    guard Swift.max(one.rowCount, two.rowCount) <= ShortPairing.limit,
      case .leaf(let olds) = one.section.rows.rope.root, case .leaf(let news) = two.section.rows.rope.root,
      address(of: olds) != address(of: news), one.section.value.identity == two.section.value.identity
    else { return nil }
    try DiffCancellation.unless(shouldContinue)
    defer { withExtendedLifetime((olds, news)) {} }
    return RowType(Row.self).shortPlan(
      Segment(olds, at: 0), Segment(news, at: 0),
      updatesSection: !one.section.value.hasSameContent(as: two.section.value))
  }
}

extension RowType {
  /// Returns the batch updates for two short segments, or `nil` if the hashes of different identities are equal.
  @usableFromInline package func shortPlan(_ old: Segment, _ new: Segment, updatesSection: Bool) -> StagePlan? {
    withRoom(for: ShortPairing.limit, of: UInt8.self) { olds in
      shortPairing(old, new, olds: olds).map { StagePlan.short($0, updatesSection: updatesSection) }
    }
  }
}

extension StagePlan {
  static func short(_ pairing: ShortPairing, updatesSection: Bool) -> StagePlan {
    var updated: [BatchMove<RowPath>] = []
    var structure = BatchOperations()
    func path(_ row: Int) -> RowPath { RowPath(Int32(0), Int32(truncatingIfNeeded: row)) }
    let moved = pairing.moved
    if pairing.changed != 0 {
      updated.reserveCapacity(pairing.changed.nonzeroBitCount)
      pairing.changed.forEachBit { updated.append(BatchMove(from: path(pairing.old(of: $0)), to: path($0))) }
      if moved != 0 { updated.sort { $0.from.number } }
    }
    if moved != 0 {
      structure.movedRows.reserveCapacity(moved.nonzeroBitCount)
      moved.forEachBit { structure.movedRows.append(BatchMove(from: path(pairing.old(of: $0)), to: path($0))) }
    }
    let count = pairing.paired.nonzeroBitCount
    if count < pairing.oldCount {
      structure.deletedRows.reserveCapacity(pairing.oldCount - count)
      pairing.deleted.forEachBit { structure.deletedRows.append(path($0)) }
    }
    if count < pairing.newCount {
      structure.insertedRows.reserveCapacity(pairing.newCount - count)
      pairing.inserted.forEachBit { structure.insertedRows.append(path($0)) }
    }
    if updated.isEmpty, !updatesSection, structure.isEmpty { return .empty }
    return StagePlan(
      updatedRows: updated, updatedSections: updatesSection ? [BatchMove(from: 0, to: 0)] : [], structure: structure)
  }
}
