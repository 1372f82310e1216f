/// Turns pairs of sections and rows into stages that every view accepts (see `BatchRule`).
///
/// 1. Content updates, in the source's indices.
/// 2. Structure: rows and sections appear, go and move, all at once. Rows of sections that go, go with them; rows of
///    sections that appear come with them.
/// 3. Moves of sections, only if a section moves whose rows change in (2); otherwise they are part of (2).
@usableFromInline struct StagePlanner {
  private let sections: SectionPairing
  private var plan = StagePlan()
  /// Old sections whose rows appear, go or move.
  private var touched: Set<Int32> = []

  @usableFromInline init(_ sections: SectionPairing) { self.sections = sections }

  /// The stages.
  ///
  /// - Parameters:
  ///   - rows: The alignment of the rows of `aligned`, pairs of sections by ascending new index.
  ///   - matches: For each left-over new row its left-over old row, or -1.
  ///   - changed: Left-over new rows whose content differs from that of their match.
  ///   - sectionCount: How many sections the source and the target have.
  @usableFromInline mutating func plan(
    rows: Alignment, aligned: [Pair], matches: [Int32], changed: [Int32], sectionCount: (old: Int, new: Int)
  ) -> StagePlan {
    let hasMatches = matches.contains { $0 >= 0 }
    let oldOwners = hasMatches ? rows.owners(isOld: true) : []
    var isMatched = [Bool](repeating: false, count: rows.oldLeft.count)
    for match in matches where match >= 0 { isMatched[Int(match)] = true }
    for (number, pair) in aligned.enumerated() {
      let part = rows.part(number)
      var loose: [Pair] = []
      if hasMatches { loose.reserveCapacity(part.newLeft.count) }
      for index in part.oldLeft where !isMatched[index] {
        plan.structure.deletedRows.append(RowPath(section: Int(pair.old), row: Int(rows.oldLeft[index])))
      }
      for index in part.newLeft {
        let match = matches[index]
        let path = RowPath(section: Int(pair.new), row: Int(rows.newLeft[index]))
        if match < 0 {
          plan.structure.insertedRows.append(path)
        } else if oldOwners.isEmpty || oldOwners[Int(match)] == number {
          loose.append(Pair(old: rows.oldLeft[Int(match)], new: rows.newLeft[index]))
        } else {
          let source = aligned[Int(oldOwners[Int(match)])].old
          plan.structure.movedRows.append(
            RowMove(from: RowPath(section: Int(source), row: Int(rows.oldLeft[Int(match)])), to: path))
          touched.insert(source)
        }
      }
      Ordering.forEachMove(runs: part.runs, loose: loose) { move in
        plan.structure.movedRows.append(
          RowMove(
            from: RowPath(section: Int(pair.old), row: Int(move.old)),
            to: RowPath(section: Int(pair.new), row: Int(move.new))))
      }
      if !part.oldLeft.isEmpty || !part.newLeft.isEmpty { touched.insert(pair.old) }
      for update in part.updates {
        appendUpdate(
          RowPath(section: Int(pair.old), row: Int(update.old)), RowPath(section: Int(pair.new), row: Int(update.new)))
      }
    }
    appendUpdates(changed, rows, aligned, matches, oldOwners)
    planSections(sectionCount)
    sort()
    return plan
  }

  private mutating func appendUpdate(_ source: RowPath, _ target: RowPath) {
    plan.updates.updatedRows.append(source)
    plan.updatedRowTargets.append(target)
  }

  private mutating func appendUpdates(
    _ changed: [Int32], _ rows: Alignment, _ aligned: [Pair], _ matches: [Int32], _ oldOwners: [Int32]
  ) {
    if changed.isEmpty { return }
    let newOwners = rows.owners(isOld: false)
    func owner(_ index: Int, _ owners: [Int32]) -> Int { owners.isEmpty ? 0 : Int(owners[index]) }
    for index in changed {
      let match = Int(matches[Int(index)])
      appendUpdate(
        RowPath(section: Int(aligned[owner(match, oldOwners)].old), row: Int(rows.oldLeft[match])),
        RowPath(section: Int(aligned[owner(Int(index), newOwners)].new), row: Int(rows.newLeft[Int(index)])))
    }
  }

  private mutating func planSections(_ sectionCount: (old: Int, new: Int)) {
    plan.structure.deletedSections = sections.deleted
    plan.structure.insertedSections = sections.inserted
    for update in sections.updates.sorted(by: { $0.old < $1.old }) {
      plan.updates.updatedSections.append(Int(update.old))
      plan.updatedSectionTargets.append(Int(update.new))
    }
    if sections.moves.contains(where: { touched.contains($0.old) }) {
      moveSectionsApart(sectionCount)
    } else {
      plan.structure.movedSections = sections.moves.map { SectionMove(from: Int($0.old), to: Int($0.new)) }
    }
  }

  /// Leaves moving sections where they are, relative to those that stay, and moves them in a stage of their own.
  private mutating func moveSectionsApart(_ sectionCount: (old: Int, new: Int)) {
    var newOf = [Int](repeating: -1, count: sectionCount.old)
    for pair in sections.pairs { newOf[Int(pair.old)] = Int(pair.new) }
    for run in sections.shared {
      for offset in 0..<run.count { newOf[Int(run.old + offset)] = Int(run.new + offset) }
    }
    let moving = Set(sections.moves.map { Int($0.new) })
    // Moving sections follow the section that they follow in the source.
    var followers: [Int: [Int]] = [:]
    var last = -1
    for new in newOf where new >= 0 {
      if moving.contains(new) { followers[last, default: []].append(new) } else { last = new }
    }
    var order = followers[-1] ?? []
    for new in 0..<sectionCount.new where !moving.contains(new) {
      order.append(new)
      order += followers[new] ?? []
    }
    var place = [Int](repeating: 0, count: sectionCount.new)
    for (index, new) in order.enumerated() { place[new] = index }
    plan.intermediateOrder = order
    plan.structure.insertedSections = plan.structure.insertedSections.map { place[$0] }
    for index in plan.structure.insertedRows.indices {
      plan.structure.insertedRows[index].section = place[plan.structure.insertedRows[index].section]
    }
    for index in plan.structure.movedRows.indices {
      plan.structure.movedRows[index].to.section = place[plan.structure.movedRows[index].to.section]
    }
    plan.sectionMoves.movedSections = sections.moves.map { SectionMove(from: place[Int($0.new)], to: Int($0.new)) }
  }

  /// Orders every list, so that equal differences are equal values.
  private mutating func sort() {
    func isSorted<Element>(_ list: [Element], by areInOrder: (Element, Element) -> Bool) -> Bool {
      var previous: Element?
      for element in list {
        if let previous, !areInOrder(previous, element) { return false }
        previous = element
      }
      return true
    }
    if !isSorted(plan.structure.deletedRows, by: <) { plan.structure.deletedRows.sort() }
    if !isSorted(plan.structure.insertedRows, by: <) { plan.structure.insertedRows.sort() }
    if !isSorted(plan.structure.movedRows, by: { $0.to < $1.to }) {
      plan.structure.movedRows.sort { $0.to < $1.to }
    }
    plan.structure.deletedSections.sort()
    plan.structure.insertedSections.sort()
    plan.structure.movedSections.sort { $0.to < $1.to }
    plan.sectionMoves.movedSections.sort { $0.to < $1.to }
    if !isSorted(plan.updates.updatedRows, by: <) {
      let order = plan.updates.updatedRows.indices.sorted { plan.updates.updatedRows[$0] < plan.updates.updatedRows[$1] }
      plan.updates.updatedRows = order.map { plan.updates.updatedRows[$0] }
      plan.updatedRowTargets = order.map { plan.updatedRowTargets[$0] }
    }
  }
}
