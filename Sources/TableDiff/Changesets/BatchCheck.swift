/// Checks a batch against all rules in order.
///
/// Indices are marked in bit sets, so a check takes only a few passes over the operations.
struct BatchCheck {
  private let given: BatchOperations
  private var batch: BatchOperations
  private let before: [Int]
  private let after: [Int]
  private var deletedSections: BitSet
  private var insertedSections: BitSet
  private var rows: MarkedRows
  /// A message about a row that is listed twice or along with its section, which views accept.
  private var repeated: String?

  private struct MarkedRows {
    /// The rows that are deleted or moved, except for rows in deleted sections.
    var leaving: RowSet
    /// The rows that are inserted or moved, except for rows in inserted sections.
    var arriving: RowSet
    /// The number of rows that each old section loses, and that each new section gains.
    var losses: [Int]
    var gains: [Int]

    init(before: [Int], after: [Int], capacity: Int) {
      leaving = RowSet(of: before, capacity: capacity)
      arriving = RowSet(of: after, capacity: capacity)
      losses = [Int](repeating: 0, count: before.count)
      gains = [Int](repeating: 0, count: after.count)
    }
  }

  init(_ batch: BatchOperations, before: [Int], after: [Int]) {
    given = batch
    self.batch = batch
    self.before = before
    self.after = after
    deletedSections = BitSet(below: before.count)
    insertedSections = BitSet(below: after.count)
    rows = MarkedRows(before: before, after: after, capacity: batch.count)
  }

  /// Checks rules R1 to R7, which views also enforce.
  mutating func checkAsViewsDo() throws(BatchError) {
    try checkUpdates()
    if given.structuralCount > 0, !given.reloadedSections.isEmpty || !given.updatedRows.isEmpty { rewriteReloads() }
    if markRows() { return try checkCounts([]) }
    rows = MarkedRows(before: before, after: after, capacity: batch.count)
    try checkDeletes()
    try checkInserts()
    let sectionMoves = try checkedSectionMoves()
    try checkRowMoves()
    try checkCounts(sectionMoves)
  }

  /// Marks all rows of a batch without section operations.
  ///
  /// - Returns: `true` if every row exists and is listed once, in which case rules R2 to R5 hold. If `false`, each rule
  ///   must be checked.
  private mutating func markRows() -> Bool {
    !batch.hasSectionStructure
      && rows.leaving.insert(all: batch.deletedRows, counting: &rows.losses)
      && rows.leaving.insert(all: batch.movedRows.lazy.map { $0.from }, counting: &rows.losses)
      && rows.arriving.insert(all: batch.insertedRows, counting: &rows.gains)
      && rows.arriving.insert(all: batch.movedRows.lazy.map { $0.to }, counting: &rows.gains)
  }

  /// Checks rule R1: updated rows and sections exist and are not deleted.
  private func checkUpdates() throws(BatchError) {
    for section in given.updatedSections where !before.indices.contains(section) {
      throw BatchError(.r1, "section \(section) is updated, but there are only \(before.count) sections")
    }
    for section in given.reloadedSections where !before.indices.contains(section) {
      throw BatchError(.r1, "section \(section) is reloaded, but there are only \(before.count) sections")
    }
    let deleted = Set(given.reloadedSections.isEmpty ? [] : given.deletedSections)
    for section in given.reloadedSections where deleted.contains(section) {
      throw BatchError(.r1, "section \(section) is both deleted and reloaded")
    }
    for path in given.updatedRows where !rows.leaving.exists(path) {
      throw BatchError(.r1, "row \(path) is updated, but does not exist")
    }
    let deletedRows = Set(given.updatedRows.isEmpty ? [] : given.deletedRows)
    if deletedRows.isEmpty { return }
    for path in given.updatedRows where deletedRows.contains(path) {
      throw BatchError(.r1, "row \(path) is both deleted and updated")
    }
  }

  /// Replaces the reloads of a structural batch with deletions and insertions.
  ///
  /// The indices of reloads are shifted by the deletions and insertions, but not by the moves.
  private mutating func rewriteReloads() {
    let deletedSections = IndexList(given.deletedSections)
    let insertedSections = IndexList(given.insertedSections)
    let deletedRows = PathMap.bySection(given.deletedRows)
    let insertedRows = PathMap.bySection(given.insertedRows)
    func shifted(_ index: Int, by deleted: IndexList?, _ inserted: IndexList?) -> Int {
      let staying = index &- (deleted?.count(below: index) ?? 0)
      return inserted?.unlisted(staying) ?? staying
    }
    batch.deletedSections += given.reloadedSections
    batch.insertedSections += given.reloadedSections.map { shifted($0, by: deletedSections, insertedSections) }
    batch.deletedRows += given.updatedRows
    for path in given.updatedRows {
      let section = shifted(path.section, by: deletedSections, insertedSections)
      let row = shifted(path.row, by: deletedRows[path.section], insertedRows[section])
      batch.insertedRows.append(RowPath(section: section, row: row))
    }
  }

  /// Checks rules R2 and R3: deleted sections and rows exist and do not move.
  private mutating func checkDeletes() throws(BatchError) {
    for section in batch.deletedSections {
      guard before.indices.contains(section) else {
        throw BatchError(.r2, "section \(section) is deleted, but there are only \(before.count) sections")
      }
      deletedSections.insert(section)
    }
    for move in batch.movedSections where deletedSections.contains(move.from) {
      throw BatchError(.r2, "section \(move.from) is both deleted and moved")
    }
    if !batch.deletedSections.isEmpty {
      for move in batch.movedRows where deletedSections.contains(move.from.section) {
        throw BatchError(.r2, "row \(move.from) moves out of section \(move.from.section), which is deleted")
      }
    }
    for path in batch.deletedRows {
      if deletedSections.contains(path.section) {
        repeated = "row \(path) is named although section \(path.section) is deleted"
      } else if !rows.leaving.exists(path) {
        throw BatchError(.r3, "row \(path) is deleted, but does not exist")
      } else if rows.leaving.insert(path) {
        rows.losses[path.section] += 1
      } else {
        repeated = "row \(path) (before) is named twice"
      }
    }
    if batch.deletedRows.isEmpty { return }
    for move in batch.movedRows where rows.leaving.contains(move.from) {
      throw BatchError(.r3, "row \(move.from) is both deleted and moved")
    }
  }

  /// Checks rule R4: inserted sections and rows have positions in the new table that are not targets of moves.
  private mutating func checkInserts() throws(BatchError) {
    for section in batch.insertedSections {
      guard after.indices.contains(section) else {
        throw BatchError(.r4, "section \(section) is inserted, but there are only \(after.count) sections afterwards")
      }
      insertedSections.insert(section)
    }
    for move in batch.movedSections where insertedSections.contains(move.to) {
      throw BatchError(.r4, "section \(move.to) is inserted, and section \(move.from) moves there")
    }
    if !batch.insertedSections.isEmpty {
      for move in batch.movedRows where insertedSections.contains(move.to.section) {
        throw BatchError(.r4, "row \(move.from) moves into section \(move.to.section), which is inserted")
      }
    }
    for path in batch.insertedRows {
      if insertedSections.contains(path.section) {
        repeated = "row \(path) is named although section \(path.section) is inserted"
      } else if !rows.arriving.exists(path) {
        throw BatchError(.r4, "row \(path) is inserted, but does not exist afterwards")
      } else if rows.arriving.insert(path) {
        rows.gains[path.section] += 1
      } else {
        repeated = "row \(path) (after) is named twice"
      }
    }
    if batch.insertedRows.isEmpty { return }
    for move in batch.movedRows where rows.arriving.contains(move.to) {
      throw BatchError(.r4, "row \(move.to) is inserted, and row \(move.from) moves there")
    }
  }

  /// Checks rule R5 for sections.
  ///
  /// - Returns: The section moves, without duplicates.
  private func checkedSectionMoves() throws(BatchError) -> [BatchMove<Int>] {
    let moves = Self.distinct(batch.movedSections)
    if moves.isEmpty { return [] }
    var from = BitSet(below: before.count)
    var to = BitSet(below: after.count)
    for move in moves {
      guard before.indices.contains(move.from), after.indices.contains(move.to) else {
        throw BatchError(.r5, "section \(move.from) moves to \(move.to), and one of the two does not exist")
      }
      if !from.insert(move.from) { throw BatchError(.r5, "section \(move.from) moves to two places") }
      if !to.insert(move.to) { throw BatchError(.r5, "two sections move to \(move.to)") }
    }
    return moves
  }

  private mutating func checkRowMoves() throws(BatchError) {
    let marked = rows
    for move in batch.movedRows {
      guard rows.leaving.exists(move.from), rows.arriving.exists(move.to) else {
        throw BatchError(.r5, "row \(move.from) moves to \(move.to), and one of the two does not exist")
      }
      let isFirstFrom = rows.leaving.insert(move.from)
      let isFirstTo = rows.arriving.insert(move.to)
      if isFirstFrom, isFirstTo {
        rows.losses[move.from.section] += 1
        rows.gains[move.to.section] += 1
        continue
      }
      let moves = Self.distinct(batch.movedRows)
      if moves.count == batch.movedRows.count {
        throw BatchError(
          .r5, isFirstFrom ? "two rows move to \(move.to)" : "row \(move.from) moves to two places")
      }
      // Views accept exact duplicates.
      repeated = "row \(move.from) (before) is named twice"
      batch.movedRows = moves
      rows = marked
      return try checkRowMoves()
    }
  }

  private static func distinct<Move: Hashable>(_ moves: [Move]) -> [Move] {
    if moves.count < 2 { return moves }
    var found: Set<Move> = []
    return moves.filter { found.insert($0).inserted }
  }

  /// Checks rules R6 and R7: the numbers of sections, and of rows in each remaining section, match the operations.
  private func checkCounts(_ sectionMoves: [BatchMove<Int>]) throws(BatchError) {
    let sections = before.count + insertedSections.count - deletedSections.count
    if sections != after.count {
      throw BatchError(
        .r6,
        "\(before.count) sections before, \(insertedSections.count) inserted, \(deletedSections.count) deleted: "
          + "\(sections) expected, \(after.count) found")
    }
    // Moved sections have targets; other sections stay in order.
    var taken = insertedSections
    for move in sectionMoves { taken.insert(move.to) }
    let targets = Dictionary(sectionMoves.map { ($0.from, $0.to) }) { first, _ in first }
    var next = 0
    for old in before.indices where !deletedSections.contains(old) {
      var new = next
      if let target = targets.isEmpty ? nil : targets[old] {
        new = target
      } else {
        while taken.contains(new) { new += 1 }
        next = new + 1
      }
      if new < after.count, before[old] &- rows.losses[old] &+ rows.gains[new] != after[new] {
        throw BatchError(
          .r7,
          "section \(old), afterwards \(new), had \(before[old]) rows: "
            + "\(before[old] &- rows.losses[old] &+ rows.gains[new]) expected, \(after[new]) found")
      }
    }
  }
}

extension BatchCheck {
  /// Checks rules S1 to S4, which views do not enforce.
  func checkStrictly() throws(BatchError) {
    try checkMovedSections()
    if !given.updatedRows.isEmpty || !given.updatedSections.isEmpty, given.structuralCount > 0 {
      throw BatchError(
        .s2, "\(given.updatedRows.count + given.updatedSections.count) content updates share a batch with structure")
    }
    if let section = given.reloadedSections.first {
      throw BatchError(.s3, "section \(section) is reloaded as a whole")
    }
    for (sections, when) in [
      (given.deletedSections + given.movedSections.map(\.from), "before"),
      (given.insertedSections + given.movedSections.map(\.to), "after"), (given.updatedSections, "before"),
    ] where Set(sections).count != sections.count {
      throw BatchError(.s4, "a section (\(when)) is named twice")
    }
    if let repeated { throw BatchError(.s4, repeated) }
    var updated = rows.leaving
    for path in given.updatedRows where !updated.insert(path) {
      throw BatchError(.s4, "row \(path) (before) is named twice")
    }
  }

  /// Checks rule S1: no row operation refers to a section that moves.
  private func checkMovedSections() throws(BatchError) {
    if given.movedSections.isEmpty { return }
    let from = Set(given.movedSections.map(\.from))
    let to = Set(given.movedSections.map(\.to))
    let left = given.deletedRows + given.updatedRows + given.movedRows.map(\.from)
    let arrived = given.insertedRows + given.movedRows.map(\.to)
    if let path = left.first(where: { from.contains($0.section) }) ?? arrived.first(where: { to.contains($0.section) })
    {
      throw BatchError(.s1, "row \(path) is named in section \(path.section), which moves in the same batch")
    }
  }
}
