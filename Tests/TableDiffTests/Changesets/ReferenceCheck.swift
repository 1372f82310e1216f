import LiveTables

extension BatchOperations {
  /// Returns the first broken rule, found with sets of paths; the fast check must return the same.
  func brokenRule(before: [Int], after: [Int], isStrict: Bool) -> BatchRule? {
    do throws(BatchError) {
      var check = ReferenceCheck(self, before: before, after: after)
      try check.rewriteReloads()
      try check.checkDeletedSections()
      try check.checkDeletedRows()
      try check.checkInserts()
      try check.checkMoves()
      try check.checkCounts()
      if isStrict { try check.checkStrictly() }
      return nil
    } catch {
      return error.rule
    }
  }
}

struct ReferenceCheck {
  private let before: [Int]
  private let after: [Int]
  private let batch: BatchOperations
  private var deletedSections: Set<Int>
  private var insertedSections: Set<Int>
  private let sectionMoves: Set<BatchMove<Int>>
  private var deletedRows: Set<RowPath>
  private var insertedRows: Set<RowPath>
  private let rowMoves: Set<BatchMove<RowPath>>

  init(_ batch: BatchOperations, before: [Int], after: [Int]) {
    self.batch = batch
    self.before = before
    self.after = after
    deletedSections = Set(batch.deletedSections)
    insertedSections = Set(batch.insertedSections)
    sectionMoves = Set(batch.movedSections)
    deletedRows = Set(batch.deletedRows)
    insertedRows = Set(batch.insertedRows)
    rowMoves = Set(batch.movedRows)
  }

  private func exists(_ path: RowPath, in counts: [Int]) -> Bool {
    counts.indices.contains(path.section) && path.row >= 0 && path.row < counts[path.section]
  }

  /// Applies R1: a reload becomes a delete and an insert, whose index is shifted by the batch's deletes and inserts.
  ///
  /// Moves do not shift the index. Reloads in a batch without structural changes stay as they are.
  mutating func rewriteReloads() throws(BatchError) {
    for section in batch.updatedSections where !before.indices.contains(section) {
      throw BatchError(.r1, "section \(section) is updated, but there are only \(before.count) sections")
    }
    for section in batch.reloadedSections {
      guard before.indices.contains(section) else {
        throw BatchError(.r1, "section \(section) is reloaded, but there are only \(before.count) sections")
      }
      if deletedSections.contains(section) {
        throw BatchError(.r1, "section \(section) is both deleted and reloaded")
      }
    }
    for path in batch.updatedRows {
      guard exists(path, in: before) else { throw BatchError(.r1, "row \(path) is updated, but does not exist") }
      if deletedRows.contains(path) { throw BatchError(.r1, "row \(path) is both deleted and updated") }
    }
    if structure == 0 { return }
    let sections = ReloadMap(deleted: deletedSections, inserted: insertedSections)
    let deleted = Dictionary(grouping: deletedRows, by: \.section).mapValues { Set($0.map(\.row)) }
    let inserted = Dictionary(grouping: insertedRows, by: \.section).mapValues { Set($0.map(\.row)) }
    for section in batch.reloadedSections {
      deletedSections.insert(section)
      insertedSections.insert(sections.place(of: section))
    }
    var rows: [Int: ReloadMap] = [:]
    for path in batch.updatedRows {
      let section = sections.place(of: path.section)
      let map =
        rows[path.section] ?? ReloadMap(deleted: deleted[path.section] ?? [], inserted: inserted[section] ?? [])
      rows[path.section] = map
      deletedRows.insert(path)
      insertedRows.insert(RowPath(section: section, row: map.place(of: path.row)))
    }
  }

  /// Maps reloaded indices to those after deletes (old indices) and inserts (new indices), by counting.
  private struct ReloadMap {
    let deleted: Set<Int>
    let inserted: Set<Int>

    func place(of index: Int) -> Int {
      var left = index - deleted.count { $0 < index }
      var place = 0
      while left > 0 || inserted.contains(place) {
        if !inserted.contains(place) { left -= 1 }
        place += 1
      }
      return place
    }
  }

  mutating func checkDeletedSections() throws(BatchError) {
    for section in deletedSections.sorted() where !before.indices.contains(section) {
      throw BatchError(.r2, "section \(section) is deleted, but there are only \(before.count) sections")
    }
    for move in batch.movedSections where deletedSections.contains(move.from) {
      throw BatchError(.r2, "section \(move.from) is both deleted and moved")
    }
    for move in batch.movedRows where deletedSections.contains(move.from.section) {
      throw BatchError(.r2, "row \(move.from) moves out of section \(move.from.section), which is deleted")
    }
    let gone = deletedSections
    deletedRows = deletedRows.filter { !gone.contains($0.section) }
  }

  func checkDeletedRows() throws(BatchError) {
    for path in deletedRows.sorted() where !exists(path, in: before) {
      throw BatchError(.r3, "row \(path) is deleted, but does not exist")
    }
    for move in batch.movedRows where deletedRows.contains(move.from) {
      throw BatchError(.r3, "row \(move.from) is both deleted and moved")
    }
  }

  mutating func checkInserts() throws(BatchError) {
    for section in insertedSections.sorted() where !after.indices.contains(section) {
      throw BatchError(.r4, "section \(section) is inserted, but there are only \(after.count) sections afterwards")
    }
    for move in batch.movedSections where insertedSections.contains(move.to) {
      throw BatchError(.r4, "section \(move.to) is inserted, and section \(move.from) moves there")
    }
    for move in batch.movedRows where insertedSections.contains(move.to.section) {
      throw BatchError(.r4, "row \(move.from) moves into section \(move.to.section), which is inserted")
    }
    let new = insertedSections
    insertedRows = insertedRows.filter { !new.contains($0.section) }
    for path in insertedRows.sorted() where !exists(path, in: after) {
      throw BatchError(.r4, "row \(path) is inserted, but does not exist afterwards")
    }
    for move in batch.movedRows where insertedRows.contains(move.to) {
      throw BatchError(.r4, "row \(move.to) is inserted, and row \(move.from) moves there")
    }
  }

  func checkMoves() throws(BatchError) {
    var from: Set<Int> = []
    var to: Set<Int> = []
    for move in sectionMoves {
      guard before.indices.contains(move.from), after.indices.contains(move.to) else {
        throw BatchError(.r5, "section \(move.from) moves to \(move.to), and one of the two does not exist")
      }
      if !from.insert(move.from).inserted { throw BatchError(.r5, "section \(move.from) moves to two places") }
      if !to.insert(move.to).inserted { throw BatchError(.r5, "two sections move to \(move.to)") }
    }
    var rowsFrom: Set<RowPath> = []
    var rowsTo: Set<RowPath> = []
    for move in rowMoves {
      guard exists(move.from, in: before), exists(move.to, in: after) else {
        throw BatchError(.r5, "row \(move.from) moves to \(move.to), and one of the two does not exist")
      }
      if !rowsFrom.insert(move.from).inserted { throw BatchError(.r5, "row \(move.from) moves to two places") }
      if !rowsTo.insert(move.to).inserted { throw BatchError(.r5, "two rows move to \(move.to)") }
    }
  }

  func checkCounts() throws(BatchError) {
    let sections = before.count + insertedSections.count - deletedSections.count
    if sections != after.count {
      throw BatchError(
        .r6,
        "\(before.count) sections before, \(insertedSections.count) inserted, \(deletedSections.count) deleted: "
          + "\(sections) expected, \(after.count) found")
    }
    var expected = before
    for path in deletedRows { expected[path.section] -= 1 }
    for move in rowMoves { expected[move.from.section] -= 1 }
    var gained = [Int](repeating: 0, count: after.count)
    for path in insertedRows { gained[path.section] += 1 }
    for move in rowMoves { gained[move.to.section] += 1 }
    for (old, new) in survivors() where expected[old] &+ gained[new] != after[new] {
      throw BatchError(
        .r7,
        "section \(old), afterwards \(new), had \(before[old]) rows: \(expected[old] &+ gained[new]) expected, "
          + "\(after[new]) found")
    }
  }

  /// Returns the old and the new index of each remaining section: moved ones as stated, the others in order.
  private func survivors() -> [(old: Int, new: Int)] {
    var target: [Int: Int] = [:]
    for move in sectionMoves { target[move.from] = move.to }
    let taken = insertedSections.union(target.values)
    var free = after.indices.lazy.filter { !taken.contains($0) }.makeIterator()
    var pairs: [(old: Int, new: Int)] = []
    for old in before.indices where !deletedSections.contains(old) {
      if let new = target[old] ?? free.next() { pairs.append((old, new)) }
    }
    return pairs
  }

  private var structure: Int { batch.count - batch.updatedRows.count - batch.updatedSections.count }

  func checkStrictly() throws(BatchError) {
    let movedFrom = Set(batch.movedSections.map(\.from))
    let movedTo = Set(batch.movedSections.map(\.to))
    for path in batch.deletedRows + batch.updatedRows + batch.movedRows.map(\.from)
    where movedFrom.contains(path.section) {
      throw BatchError(.s1, "row \(path) is named in section \(path.section), which moves in the same batch")
    }
    for path in batch.insertedRows + batch.movedRows.map(\.to) where movedTo.contains(path.section) {
      throw BatchError(.s1, "row \(path) is named in section \(path.section), which moves in the same batch")
    }
    if !batch.updatedRows.isEmpty || !batch.updatedSections.isEmpty, structure > 0 {
      throw BatchError(
        .s2, "\(batch.updatedRows.count + batch.updatedSections.count) content updates share a batch with structure")
    }
    if let section = batch.reloadedSections.first {
      throw BatchError(.s3, "section \(section) is reloaded as a whole")
    }
    try once(batch.deletedSections + batch.movedSections.map(\.from), "section", "before")
    try once(batch.insertedSections + batch.movedSections.map(\.to), "section", "after")
    try once(batch.updatedSections, "section", "before")
    try once(batch.deletedRows + batch.movedRows.map(\.from) + batch.updatedRows, "row", "before")
    try once(batch.insertedRows + batch.movedRows.map(\.to), "row", "after")
    let deleted = Set(batch.deletedSections)
    for path in batch.deletedRows + batch.updatedRows where deleted.contains(path.section) {
      throw BatchError(.s4, "row \(path) is named although section \(path.section) is deleted")
    }
    let inserted = Set(batch.insertedSections)
    for path in batch.insertedRows where inserted.contains(path.section) {
      throw BatchError(.s4, "row \(path) is named although section \(path.section) is inserted")
    }
  }

  private func once<Place: Comparable>(_ places: [Place], _ kind: String, _ when: String) throws(BatchError) {
    let sorted = places.sorted()
    for (one, two) in zip(sorted, sorted.dropFirst()) where one == two {
      throw BatchError(.s4, "\(kind) \(one) (\(when)) is named twice")
    }
  }
}
