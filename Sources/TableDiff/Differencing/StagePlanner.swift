/// Creates batch updates that every view accepts (see `BatchRule`) from pairs of sections and rows.
///
/// 1. Content updates, as indices in the source.
/// 2. Structural changes: inserted, deleted and moved rows and sections. Rows in deleted or inserted sections are not
/// listed.
/// 3. Section moves, if the rows of a moved section change in (2). Otherwise, these moves are part of (2).
@usableFromInline package struct StagePlanner: ~Copyable {
  private let sections: SectionPairing
  private var structure = BatchOperations()
  /// For each old section, whether it has inserted, deleted or moved rows.
  ///
  /// The array is empty if it is not needed.
  private var touched: [Bool] = []

  private init(_ sections: consuming SectionPairing) { self.sections = sections }

  @usableFromInline package static func plan(
    _ sections: consuming SectionPairing, rows: Alignment, matching: Matching, sectionCount: (old: Int, new: Int)
  ) -> StagePlan {
    let updatedRows = updatedRows(rows, sections.pairs, matching)
    let updatedSections = sections.updates.sorted { $0.old }.map { BatchMove(from: Int($0.old), to: Int($0.new)) }
    if sections.areInPlace, rows.oldLeft.isEmpty, rows.newLeft.isEmpty {
      return updatedRows.isEmpty && updatedSections.isEmpty
        ? .empty : StagePlan(updatedRows: updatedRows, updatedSections: updatedSections)
    }
    var planner = StagePlanner(sections)
    if !planner.sections.moves.isEmpty { planner.touched = [Bool](repeating: false, count: sectionCount.old) }
    planner.planRows(rows, matching)
    let (movedSections, intermediateOrder) = planner.planSections(sectionCount)
    if rows.marks.count > 1 { planner.sortRows() }
    var structure = BatchOperations()
    // Copying would retain and release each list.
    swap(&structure, &planner.structure)
    return StagePlan(
      updatedRows: updatedRows, updatedSections: updatedSections, structure: structure,
      movedSections: movedSections, intermediateOrder: intermediateOrder)
  }

  private mutating func planRows(_ rows: Alignment, _ matching: Matching) {
    let pairs = sections.pairs
    // Each access to a list in another value is retained and released in debug builds.
    let (oldLeft, newLeft, matches) = (rows.oldLeft, rows.newLeft, matching.pairs)
    structure.deletedRows.reserveCapacity(oldLeft.count - matching.count)
    structure.insertedRows.reserveCapacity(newLeft.count - matching.count)
    var loose: [Pair] = []
    if pairs.count == 1 { loose.reserveCapacity(matching.count) }
    for (number, pair) in pairs.enumerated() {
      let part = rows.part(number)
      for index in part.oldLeft where !matching.isMatched[index] {
        structure.deletedRows.append(RowPath(pair.old, oldLeft[index]))
      }
      loose.removeAll(keepingCapacity: true)
      for index in part.newLeft {
        let match = Int(matches[index])
        if match < 0 {
          structure.insertedRows.append(RowPath(pair.new, newLeft[index]))
          continue
        }
        let row = Pair(old: oldLeft[match], new: newLeft[index])
        if part.oldLeft.contains(match) {
          loose.append(row)
        } else {
          let source = pairs[rows.owner(ofOld: match)].old
          structure.movedRows.append(BatchMove(row, in: Pair(old: source, new: pair.new)))
        }
      }
      if !touched.isEmpty, !part.oldLeft.isEmpty || !part.newLeft.isEmpty { touched[Int(pair.old)] = true }
      if !loose.isEmpty { moveRows(runs: rows.runs[part.runs], loose, pair, isOnly: pairs.count == 1) }
    }
  }

  /// Plans the moves of rows within a section, using as few moves as possible.
  private mutating func moveRows(runs: ArraySlice<Run>, _ loose: [Pair], _ sections: Pair, isOnly: Bool) {
    Ordering.forEachMove(
      runs: runs, loose: loose, reserve: { if isOnly { structure.movedRows.reserveCapacity($0) } },
      { structure.movedRows.append(BatchMove($0, in: sections)) })
  }

  private static func updatedRows(
    _ rows: Alignment, _ sections: [Pair], _ matching: Matching
  ) -> [BatchMove<RowPath>] {
    var updated: [BatchMove<RowPath>] = []
    updated.reserveCapacity(rows.updates.count + matching.changed.count)
    for (number, pair) in sections.enumerated() {
      for index in rows.part(number).updates { updated.append(BatchMove(rows.updates[index], in: pair)) }
    }
    for index in matching.changed {
      let match = Int(matching.pairs[Int(index)])
      let (source, target) = (sections[rows.owner(ofOld: match)], sections[rows.owner(ofNew: Int(index))])
      updated.append(
        BatchMove(
          Pair(old: rows.oldLeft[match], new: rows.newLeft[Int(index)]), in: Pair(old: source.old, new: target.new)))
    }
    updated.sort { $0.from.number }
    return updated
  }

  /// Plans the operations on sections.
  ///
  /// - Returns: The section moves that require a separate batch update, and the order of the target's sections before
  ///   that update.
  private mutating func planSections(
    _ sectionCount: (old: Int, new: Int)
  ) -> (moves: [BatchMove<Int>], intermediateOrder: [Int]) {
    structure.deletedSections = sections.deleted
    structure.insertedSections = sections.inserted
    if sections.moves.contains(where: { touched[Int($0.old)] }) { return moveSectionsApart(sectionCount) }
    structure.movedSections = sections.moves.map { BatchMove(from: Int($0.old), to: Int($0.new)) }
    return ([], [])
  }

  /// Keeps moved sections in place in this batch update, and moves them in a separate one.
  private mutating func moveSectionsApart(
    _ sectionCount: (old: Int, new: Int)
  ) -> (moves: [BatchMove<Int>], intermediateOrder: [Int]) {
    var newOf = [Int](repeating: -1, count: sectionCount.old)
    for pair in sections.pairs { newOf[Int(pair.old)] = Int(pair.new) }
    for run in sections.shared {
      for offset in 0..<Int(run.count) { newOf[Int(run.old) + offset] = Int(run.new) + offset }
    }
    let moving = Set(sections.moves.map { Int($0.new) })
    // Each moving section stays behind its predecessor in the source.
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
    structure.insertedSections = structure.insertedSections.map { place[$0] }
    for index in structure.insertedRows.indices {
      structure.insertedRows[index].section = place[structure.insertedRows[index].section]
    }
    for index in structure.movedRows.indices {
      structure.movedRows[index].to.section = place[structure.movedRows[index].to.section]
    }
    return (sections.moves.map { BatchMove(from: place[Int($0.new)], to: Int($0.new)) }, order)
  }

  /// Sorts the row operations, so that equal differences result in equal lists.
  private mutating func sortRows() {
    structure.deletedRows.sort { $0.number }
    structure.insertedRows.sort { $0.number }
    structure.movedRows.sort { $0.to.number }
  }
}
