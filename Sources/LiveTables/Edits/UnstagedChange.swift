/// A changeset without its stages, by sections: what leaves each of them, what arrives there, what changes in place.
///
/// **Index spaces.** What leaves, and the origin of what arrives or changes, are places in the changeset's source; what
/// arrives, and the new place of what changes, are places in its target. Every list but that of moved sections ascends.
@usableFromInline package struct UnstagedChange {
  /// A row that appears in a section or moves there.
  @usableFromInline package struct Arrival {
    /// Its place in the section afterwards.
    @usableFromInline package let row: Int
    /// Where it comes from; `nil` for a new row.
    @usableFromInline package let origin: RowPath?
    /// Whether it is new, or its content is.
    @usableFromInline package var isChanged: Bool

    @usableFromInline package init(row: Int, origin: RowPath?, isChanged: Bool) {
      self.row = row
      self.origin = origin
      self.isChanged = isChanged
    }
  }

  /// What happens to the rows of a section that survives.
  @usableFromInline package struct SectionChange {
    /// The section's index in the source and in the target.
    @usableFromInline package let old: Int
    @usableFromInline package let new: Int
    /// Rows that go, and rows that move, within the section or out of it.
    @usableFromInline package var leaving: [Int] = []
    @usableFromInline package var arrivals: [Arrival] = []
    /// Rows with new content that do not move.
    @usableFromInline package var updates: [Pair] = []

    /// Whether so many rows change that it is faster to derive all of them again.
    @usableFromInline package func isMost(of count: Int) -> Bool {
      let changes = leaving.count + arrivals.count + updates.count
      return changes > 64 && changes > count / 8
    }

    init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  @usableFromInline package var deletedSections: [Int]
  @usableFromInline package var insertedSections: [Int]
  /// Sections that move.
  @usableFromInline package var movedSections: [BatchMove<Int>]
  /// Sections whose own value changed, moved or not.
  @usableFromInline package var updatedSections: [Pair]
  /// The sections whose rows change.
  @usableFromInline package var sections: [SectionChange] = []

  /// - Complexity: O(*k* log *k*) for *k* operations.
  @usableFromInline package init(_ plan: StagePlan) {
    let order = plan.movedSections.isEmpty ? [] : plan.intermediateOrder
    func target(_ section: Int) -> Int { order.isEmpty ? section : order[section] }

    deletedSections = plan.structure.deletedSections.ascending()
    insertedSections = plan.structure.insertedSections.map(target).ascending()
    let before = SectionMap(plan.structure)
    let late = plan.movedSections.map { BatchMove(from: before.source(of: $0.from) ?? -1, to: $0.to) }
    movedSections = plan.structure.movedSections + late
    updatedSections = plan.updatedSections.map { Pair(old: Int32($0.from), new: Int32($0.to)) }
    collectRows(plan, target)
  }

  /// Whether sections come, go or move.
  @usableFromInline package var hasSectionStructure: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
  }

  private mutating func collectRows(_ plan: StagePlan, _ target: (Int) -> Int) {
    var sections = SectionTargets(self)
    var changed: Set<RowPath> = []
    if !plan.structure.movedRows.isEmpty {
      changed = Set(plan.updatedRows.lazy.map(\.from))
    }
    var moved: Set<RowPath> = []
    for path in plan.structure.deletedRows {
      sections.changes[sections.number(ofOld: path.section)].leaving.append(path.row)
    }
    for move in plan.structure.movedRows {
      let isChanged = changed.contains(move.from)
      if isChanged { moved.insert(move.from) }
      sections.changes[sections.number(ofOld: move.from.section)].leaving.append(move.from.row)
      sections.changes[sections.number(ofNew: target(move.to.section))].arrivals.append(
        Arrival(row: move.to.row, origin: move.from, isChanged: isChanged))
    }
    for path in plan.structure.insertedRows {
      sections.changes[sections.number(ofNew: target(path.section))].arrivals.append(
        Arrival(row: path.row, origin: nil, isChanged: true))
    }
    for update in plan.updatedRows where !moved.contains(update.from) {
      sections.changes[sections.number(ofOld: update.from.section)].updates.append(
        Pair(old: Int32(update.from.row), new: Int32(update.to.row)))
    }
    for index in sections.changes.indices {
      sections.changes[index].leaving.sort { $0 }
      sections.changes[index].arrivals.sort { $0.row }
      sections.changes[index].updates.sort { $0.old }
    }
    self.sections = sections.changes.sorted { $0.new }
  }
}

/// The changed sections, found by their old index or their new one.
private struct SectionTargets {
  var changes: [UnstagedChange.SectionChange] = []
  private let sections: SectionMap
  private var numbers: [Int: Int] = [:]
  private var last = 0

  init(_ change: UnstagedChange) {
    sections = SectionMap(
      deleted: change.deletedSections, inserted: change.insertedSections, moved: change.movedSections)
  }

  mutating func number(ofOld old: Int) -> Int {
    if last < changes.count, changes[last].old == old { return last }
    return number(old, sections.target(of: old) ?? old)
  }

  mutating func number(ofNew new: Int) -> Int {
    if last < changes.count, changes[last].new == new { return last }
    return number(sections.source(of: new) ?? new, new)
  }

  private mutating func number(_ old: Int, _ new: Int) -> Int {
    if let known = numbers[old] {
      last = known
    } else {
      last = changes.count
      numbers[old] = last
      changes.append(UnstagedChange.SectionChange(old: old, new: new))
    }
    return last
  }
}

extension Rope {
  /// Lets sections come, go and move; what else changes in them is left alone.
  ///
  /// - Parameters:
  ///   - change: What happens to a table whose sections the elements stand for.
  ///   - inserted: What stands for a new section, by its index in the target.
  /// - Complexity: O(*k* log *s*) for *k* of *s* sections that come, go or move.
  @inlinable package mutating func followSections(_ change: UnstagedChange, inserted: (Int) -> Element) {
    var arrivals = change.movedSections.map { (position: $0.to, element: self[$0.from]) }
    for index in change.insertedSections { arrivals.append((index, inserted(index))) }
    remove(at: (change.deletedSections + change.movedSections.map(\.from)).ascending())
    insert(arrivals.sorted { $0.position })
  }
}

extension NodeList {
  @usableFromInline mutating func followSections(_ change: UnstagedChange, inserted: (Int) -> SectionNode) {
    nodes.followSections(change, inserted: inserted)
  }
}

extension SectionList {
  /// Lets sections come, go and move; what else changes in them is left alone.
  @inlinable package mutating func followSections(_ change: UnstagedChange, inserted: (Int) -> Element) {
    if change.movedSections.isEmpty, change.insertedSections.isEmpty, change.deletedSections.isEmpty { return }
    nodes.followSections(change) { Node(inserted($0)) }
  }
}

extension Changeset {
  /// What the changeset does to a table, without stages; `nil` if it does not lead from that table.
  @inlinable package func unstaged(from table: TableSnapshot<Section, Row>) -> UnstagedChange? {
    reload == nil && source.rope.isIdentical(to: table.rope) ? UnstagedChange(plan) : nil
  }
}

extension TableSnapshot {
  /// Takes over the values of sections that changed.
  @inlinable package mutating func takeSectionValues<Other>(
    of target: TableSnapshot<Section, Other>, _ change: UnstagedChange
  ) {
    for pair in change.updatedSections { replace(section: Int(pair.new), with: target.rope[Int(pair.new)].value) }
  }
}
