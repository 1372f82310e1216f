import LiveTables

/// Heckel's diff (Communications of the ACM, 1978) as libraries for tables implement it.
///
/// The paper's symbol table is a dictionary of all identities, and offsets show which rows have moved.
struct Heckel {
  private(set) var deleted: [Int] = []
  private(set) var inserted: [Int] = []
  private(set) var updated: [Int] = []
  private(set) var moved: [(from: Int, to: Int)] = []

  /// The new position of each old row, and the old position of each new row, or -1.
  let newOfOld: [Int]
  let oldOfNew: [Int]

  var count: Int { deleted.count + inserted.count + updated.count + moved.count }

  init<Row: Diffable>(from old: [Row], to new: [Row]) {
    let lines = HeckelLines(old: old, new: new)
    newOfOld = lines.old.map(\.counterpart)
    oldOfNew = lines.new.map(\.counterpart)
    var deletedBefore: [Int] = []
    deletedBefore.reserveCapacity(old.count)
    for index in old.indices {
      deletedBefore.append(deleted.count)
      if newOfOld[index] < 0 { deleted.append(index) }
    }
    for index in new.indices {
      let source = oldOfNew[index]
      if source < 0 {
        inserted.append(index)
        continue
      }
      if !old[source].hasSameContent(as: new[index]) { updated.append(source) }
      if source - deletedBefore[source] + inserted.count != index { moved.append((source, index)) }
    }
  }

  /// Returns the rows after each of the stages for a view: updates, deletes, then inserts and moves.
  func stages<Row>(from old: [Row], to new: [Row]) -> [[Row]] {
    var updated = old
    for index in old.indices where newOfOld[index] >= 0 { updated[index] = new[newOfOld[index]] }
    var remaining: [Row] = []
    remaining.reserveCapacity(old.count - deleted.count)
    for index in old.indices where newOfOld[index] >= 0 { remaining.append(updated[index]) }
    return [updated, remaining, new]
  }
}
