/// A changeset as a list of the removed, inserted and updated rows of each section.
///
/// **Index spaces.** Removed rows, and the origins of inserted and updated rows, are positions in the changeset's
/// source. Inserted rows, and the new positions of updated rows, are positions in the changeset's target. All lists
/// except for moved sections are in ascending order.
@usableFromInline package struct UnstagedChange {
  /// A row that is inserted or moved into a section.
  @usableFromInline package struct Arrival {
    /// The position of the inserted row in its section after the change.
    @usableFromInline package let row: Int
    /// The origin of a moved row, or `nil` for a new row.
    @usableFromInline package let origin: RowPath?
    /// Whether the inserted row or its content is new.
    @usableFromInline package var isChanged: Bool

    @usableFromInline package init(row: Int, origin: RowPath?, isChanged: Bool) {
      self.row = row
      self.origin = origin
      self.isChanged = isChanged
    }
  }

  @usableFromInline package struct SectionChange {
    /// The index of the section in the source, followed by its index in the target.
    @usableFromInline package let old: Int
    @usableFromInline package let new: Int
    /// The rows that are deleted, moved within the section, or moved out of it.
    @usableFromInline package var leaving: [Int] = []
    @usableFromInline package var arrivals: [Arrival] = []
    /// The rows that have new content and stay at their position.
    @usableFromInline package var updates: [Pair] = []

    /// Whether so many rows change that deriving all rows again is faster.
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
  @usableFromInline package var movedSections: [BatchMove<Int>]
  /// The sections whose value changed, whether or not they also move.
  @usableFromInline package var updatedSections: [Pair]
  @usableFromInline package var sections: [SectionChange] = []

  /// - Complexity: O(*k* log *k*) for *k* operations.
  @usableFromInline package init(_ plan: StagePlan) {
    let order = plan.movedSections.isEmpty ? [] : plan.intermediateOrder
    deletedSections = plan.structure.deletedSections.ascending()
    insertedSections = plan.structure.insertedSections.map { order.isEmpty ? $0 : order[$0] }.ascending()
    let before = SectionMap(plan.structure)
    let late = plan.movedSections.map { BatchMove(from: before.source(of: $0.from) ?? -1, to: $0.to) }
    movedSections = plan.structure.movedSections + late
    updatedSections = plan.updatedSections.map { Pair(old: Int32($0.from), new: Int32($0.to)) }
    collectRows(plan, order)
  }

  @usableFromInline package var hasSectionStructure: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
  }

  /// - Parameter order: The target index of each section between the batches, or an empty array if no index changes.
  private mutating func collectRows(_ plan: StagePlan, _ order: [Int]) {
    var sections = SectionTargets(self, order)
    var changed: Set<RowPath> = []
    if !plan.structure.movedRows.isEmpty {
      changed = Set(plan.updatedRows.lazy.map(\.from))
    }
    var moved: Set<RowPath> = []
    for path in plan.structure.deletedRows { sections.leave(path) }
    for move in plan.structure.movedRows {
      let isChanged = changed.contains(move.from)
      if isChanged { moved.insert(move.from) }
      sections.leave(move.from)
      sections.arrive(Arrival(row: move.to.row, origin: move.from, isChanged: isChanged), in: move.to.section)
    }
    for path in plan.structure.insertedRows {
      sections.arrive(Arrival(row: path.row, origin: nil, isChanged: true), in: path.section)
    }
    for update in plan.updatedRows where !moved.contains(update.from) { sections.update(update) }
    for index in sections.changes.indices { sections.changes[index].sort() }
    self.sections = sections.changes.sorted { $0.new }
  }

  @usableFromInline var leavingSections: [Int] { (deletedSections + movedSections.map(\.from)).ascending() }

  /// Returns an element for each inserted or moved section of the target, in ascending order.
  ///
  /// - Parameter inserted: Returns the element for a new section, given its index in the target.
  @inlinable func arrivingSections<Element>(
    moved: (Int) -> Element, inserted: (Int) -> Element
  ) -> [(position: Int, element: Element)] {
    let arrivals =
      movedSections.map { (position: $0.to, element: moved($0.from)) }
      + insertedSections.map { (position: $0, element: inserted($0)) }
    return arrivals.sorted { $0.position }
  }
}

extension UnstagedChange.SectionChange {
  fileprivate mutating func sort() {
    leaving.sort { $0 }
    arrivals.sort { $0.row }
    updates.sort { $0.old }
  }
}

/// The changed sections, which can be found by their old or new index.
private struct SectionTargets {
  var changes: [UnstagedChange.SectionChange] = []
  private let sections: SectionMap
  private let order: [Int]
  private var numbers: [Int: Int] = [:]
  private var last = 0

  init(_ change: UnstagedChange, _ order: [Int]) {
    sections = SectionMap(
      deleted: change.deletedSections, inserted: change.insertedSections, moved: change.movedSections)
    self.order = order
  }

  mutating func leave(_ path: RowPath) { changes[number(ofOld: path.section)].leaving.append(path.row) }

  /// - Parameter section: The index of the section between the two batches.
  mutating func arrive(_ arrival: UnstagedChange.Arrival, in section: Int) {
    changes[number(ofNew: order.isEmpty ? section : order[section])].arrivals.append(arrival)
  }

  mutating func update(_ update: BatchMove<RowPath>) {
    changes[number(ofOld: update.from.section)].updates.append(
      Pair(old: Int32(update.from.row), new: Int32(update.to.row)))
  }

  private mutating func number(ofOld old: Int) -> Int {
    if last < changes.count, changes[last].old == old { return last }
    return number(old, sections.target(of: old) ?? old)
  }

  private mutating func number(ofNew new: Int) -> Int {
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
  /// Inserts, deletes and moves elements in the same way as a change does with sections.
  ///
  /// - Parameters:
  ///   - inserted: A closure that returns the element for a new section, given its index in the target.
  /// - Complexity: O(*k* log *s*) if *k* of *s* sections are inserted, deleted or moved.
  @inlinable package mutating func followSections(_ change: UnstagedChange, inserted: (Int) -> Element) {
    let arrivals = change.arrivingSections(moved: { self[$0] }, inserted: inserted)
    remove(at: change.leavingSections)
    insert(arrivals)
  }
}

extension NodeList {
  @usableFromInline mutating func followSections(_ change: UnstagedChange, inserted: (Int) -> SectionNode) {
    let arrivals = change.arrivingSections(moved: node, inserted: inserted)
    remove(at: change.leavingSections)
    insert(arrivals)
  }
}

extension SectionList {
  @inlinable package mutating func followSections(_ change: UnstagedChange, inserted: (Int) -> Element) {
    if !change.hasSectionStructure { return }
    nodes.followSections(change) { Node(inserted($0)) }
  }
}

extension Changeset {
  /// Returns the changeset as lists, or `nil` if it starts with another table.
  @inlinable package func unstaged(from table: TableSnapshot<Section, Row>) -> UnstagedChange? {
    reload == nil && source.rope.isIdentical(to: table.rope) ? UnstagedChange(plan) : nil
  }
}

extension TableSnapshot {
  @inlinable package mutating func takeSectionValues<Other>(
    of target: TableSnapshot<Section, Other>, _ change: UnstagedChange
  ) {
    for pair in change.updatedSections { replace(section: Int(pair.new), with: target.rope[Int(pair.new)].value) }
  }
}
