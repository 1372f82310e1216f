extension Changeset {
  /// The changeset that changes `target` back to `source`.
  ///
  /// The inverse changeset inserts deleted rows, moves rows back and restores updated rows. Its batch updates are
  /// valid, and contain the same number of operations. The inverse of a reload is a reload.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations, plus O(*s*) for *s* sections if a section moves and its rows
  ///   change.
  public var inverted: Changeset {
    if let reload { return Changeset(reloading: source, from: target, because: reload) }
    return Changeset(
      source: target, target: source,
      plan: plan.inverted(sectionCounts: (old: source.sections.count, new: target.sections.count)))
  }
}

extension StagePlan {
  fileprivate func inverted(sectionCounts: (old: Int, new: Int)) -> StagePlan {
    let change = UnstagedChange(self)
    let order = movedSections.isEmpty ? [] : change.orderBack(sectionCounts)
    var place = Array(0..<sectionCounts.old)
    for (index, old) in order.enumerated() { place[old] = index }
    let forth = movedSections.isEmpty ? [] : intermediateOrder
    func before(_ path: RowPath) -> RowPath {
      forth.isEmpty ? path : RowPath(section: forth[path.section], row: path.row)
    }
    func after(_ path: RowPath) -> RowPath { RowPath(section: place[path.section], row: path.row) }

    var back = BatchOperations()
    back.deletedSections = change.insertedSections
    back.insertedSections = change.deletedSections.map { place[$0] }.ascending()
    back.deletedRows = structure.insertedRows.map(before).ascending()
    back.insertedRows = structure.deletedRows.map(after).ascending()
    back.movedRows = structure.movedRows.map { BatchMove(from: before($0.to), to: after($0.from)) }
      .sorted { $0.to.number }
    let moves = change.movedSections
    var late: [BatchMove<Int>] = []
    if movedSections.isEmpty {
      back.movedSections = moves.map { BatchMove(from: $0.to, to: $0.from) }.sorted { $0.to }
    } else {
      late = moves.map { BatchMove(from: place[$0.from], to: $0.from) }.sorted { $0.to }
    }
    return StagePlan(
      updatedRows: updatedRows.map { BatchMove(from: $0.to, to: $0.from) }.sorted { $0.from.number },
      updatedSections: updatedSections.map { BatchMove(from: $0.to, to: $0.from) }.sorted { $0.from },
      structure: back, movedSections: late, intermediateOrder: order)
  }
}

extension UnstagedChange {
  /// Returns the order of the old sections between the two batch updates of the inverse changeset.
  ///
  /// Each moved section follows the same section as in the new order.
  fileprivate func orderBack(_ sectionCounts: (old: Int, new: Int)) -> [Int] {
    let leaving = IndexList(deletedSections + movedSections.map(\.from))
    let arriving = IndexList(insertedSections + movedSections.map(\.to))
    let inserted = Set(insertedSections)
    let origins = Dictionary(uniqueKeysWithValues: movedSections.map { ($0.to, $0.from) })
    var followers: [Int: [Int]] = [:]
    var last = -1
    for new in 0..<sectionCounts.new where !inserted.contains(new) {
      if let old = origins[new] {
        followers[last, default: []].append(old)
      } else {
        last = leaving.unlisted(new - arriving.count(below: new))
      }
    }
    let moving = Set(origins.values)
    var order = followers[-1] ?? []
    for old in 0..<sectionCounts.old where !moving.contains(old) {
      order.append(old)
      order += followers[old] ?? []
    }
    return order
  }
}
