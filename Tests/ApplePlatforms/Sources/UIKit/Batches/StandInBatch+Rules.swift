extension StandInBatch {
  /// Returns UIKit's exception for the first rule that the batch breaks, or `nil` if the batch is valid.
  ///
  /// - Parameters:
  ///   - before: The counts that the view read before the batch.
  ///   - after: The counts of the data source after the batch.
  ///   - wording: The terms that the view's exceptions use.
  public func failure(before: [Int], after: [Int], wording: Wording) -> StandInException? {
    reloadFailure ?? rewritten(before: before).structuralFailure(before: before, after: after, wording: wording)
  }

  private var reloadFailure: StandInException? {
    if let section = Set(reloadedSections).intersection(deletedSections).min() {
      return broken("attempt to delete and reload the same section (\(section))")
    }
    if let path = Set(reloaded).intersection(deleted).min() {
      return broken("attempt to delete and reload the same index path (\(describe(path)))")
    }
    return nil
  }

  private func structuralFailure(before: [Int], after: [Int], wording: Wording) -> StandInException? {
    sectionDeleteFailure(before: before) ?? deleteFailure(before: before, wording)
      ?? sectionInsertFailure(after: after) ?? insertFailure(after: after, wording)
      ?? moveFailure(before: before, after: after, wording) ?? countFailure(before: before, after: after, wording)
  }

  // MARK: - R2 and R3: indices before the batch

  private func sectionDeleteFailure(before: [Int]) -> StandInException? {
    for section in deletedSections where !before.indices.contains(section) {
      return broken(
        "attempt to delete section \(section), but there are only \(before.count) sections before the update")
    }
    if let section = Set(deletedSections).intersection(movedSections.map(\.source)).min() {
      return broken("attempt to perform a delete and a move from the same section (\(section))")
    }
    for move in moved where deletedSections.contains(move.source.section) {
      return broken(
        "attempt to move a row from section \(move.source.section), which is deleted in the same update")
    }
    return nil
  }

  private func deleteFailure(before: [Int], _ wording: Wording) -> StandInException? {
    for path in deleted where !deletedSections.contains(path.section) {
      guard before.indices.contains(path.section) else {
        return broken(
          "attempt to delete \(wording.one) \(path.row) from section \(path.section), but there are only"
            + " \(before.count) sections before the update")
      }
      if path.row < 0 || path.row >= before[path.section] {
        return broken(
          "attempt to delete \(wording.one) \(path.row) from section \(path.section) which only contains"
            + " \(before[path.section]) \(wording.many) before the update")
      }
    }
    if let path = Set(deleted).intersection(moved.map(\.source)).min() {
      return broken("attempt to perform a delete and a move from the same index path (\(describe(path)))")
    }
    return nil
  }

  // MARK: - R4: indices after the batch

  private func sectionInsertFailure(after: [Int]) -> StandInException? {
    for section in insertedSections where !after.indices.contains(section) {
      return broken("attempt to insert section \(section) but there are only \(after.count) sections after the update")
    }
    if let section = Set(insertedSections).intersection(movedSections.map(\.target)).min() {
      return broken("attempt to perform an insert and a move to the same section (\(section))")
    }
    for move in moved where insertedSections.contains(move.target.section) {
      return broken("attempt to move a row into section \(move.target.section), which is inserted in the same update")
    }
    return nil
  }

  private func insertFailure(after: [Int], _ wording: Wording) -> StandInException? {
    for path in inserted where !insertedSections.contains(path.section) {
      guard after.indices.contains(path.section) else {
        return broken(
          "attempt to insert \(wording.one) \(path.row) into section \(path.section), but there are only"
            + " \(after.count) sections after the update")
      }
      if path.row < 0 || path.row >= after[path.section] {
        return broken(
          "attempt to insert \(wording.one) \(path.row) into section \(path.section), but there are only"
            + " \(after[path.section]) \(wording.many) in section \(path.section) after the update")
      }
    }
    if let path = Set(inserted).intersection(moved.map(\.target)).min() {
      return broken("attempt to perform an insert and a move to the same index path (\(describe(path)))")
    }
    return nil
  }

  // MARK: - R5: moves

  private func moveFailure(before: [Int], after: [Int], _ wording: Wording) -> StandInException? {
    let sectionMoves = Set(movedSections)
    for move in sectionMoves {
      if !before.indices.contains(move.source) {
        return broken("attempt to move section \(move.source) which does not exist before the update")
      }
      if !after.indices.contains(move.target) {
        return broken("attempt to move a section to \(move.target), which does not exist after the update")
      }
    }
    if let section = repeated(sectionMoves.map(\.source)) {
      return broken("attempt to perform multiple moves from the same section (\(section))")
    }
    if let section = repeated(sectionMoves.map(\.target)) {
      return broken("attempt to perform multiple moves to the same section (\(section))")
    }
    let rowMoves = Set(moved)
    for move in rowMoves {
      if !exists(move.source, in: before) {
        return broken(
          "attempt to move \(wording.one) at \(describe(move.source)) that does not exist before the update")
      }
      if !exists(move.target, in: after) {
        return broken(
          "attempt to move a \(wording.one) to \(describe(move.target)) that does not exist after the update")
      }
    }
    if let path = repeated(rowMoves.map(\.source)) {
      return broken("attempt to perform multiple moves from the same index path (\(describe(path)))")
    }
    if let path = repeated(rowMoves.map(\.target)) {
      return broken("attempt to perform multiple moves to the same index path (\(describe(path)))")
    }
    return nil
  }

  // MARK: - R6 and R7: counts

  private func countFailure(before: [Int], after: [Int], _ wording: Wording) -> StandInException? {
    let deletedSections = Set(deletedSections)
    let insertedSections = Set(insertedSections)
    if before.count + insertedSections.count - deletedSections.count != after.count {
      return broken(
        "Invalid update: invalid number of sections. The number of sections contained in the \(wording.view) after the"
          + " update (\(after.count)) must be equal to the number of sections contained in the \(wording.view) before"
          + " the update (\(before.count)), plus or minus the number of sections inserted or deleted"
          + " (\(insertedSections.count) inserted, \(deletedSections.count) deleted).")
    }
    let deleted = Set(deleted)
    let inserted = Set(inserted)
    let moved = Set(moved)
    for (old, new) in survivors(before: before.count, after: after.count) {
      let gone = deleted.filter { $0.section == old }.count
      let new = (index: new, rows: inserted.filter { $0.section == new }.count)
      let out = moved.filter { $0.source.section == old && $0.target.section != new.index }.count
      let into = moved.filter { $0.target.section == new.index && $0.source.section != old }.count
      if before[old] + new.rows + into - gone - out != after[new.index] {
        return broken(
          "Invalid update: invalid number of \(wording.many) in section \(new.index). The number of \(wording.many)"
            + " contained in an existing section after the update (\(after[new.index])) must be equal to the number of"
            + " \(wording.many) contained in that section before the update (\(before[old])), plus or minus the number"
            + " of \(wording.many) inserted or deleted from that section (\(new.rows) inserted, \(gone) deleted) and"
            + " plus or minus the number of \(wording.many) moved into or out of that section (\(into) moved in,"
            + " \(out) moved out).")
      }
    }
    return nil
  }

  private func broken(_ reason: String) -> StandInException {
    StandInException(name: StandInException.inconsistency, reason: reason)
  }

  private func describe(_ path: IndexPath) -> String {
    "<NSIndexPath> {length = 2, path = \(path.section) - \(path.row)}"
  }

  private func exists(_ path: IndexPath, in counts: [Int]) -> Bool {
    counts.indices.contains(path.section) && path.row >= 0 && path.row < counts[path.section]
  }

  private func repeated<Index: Hashable>(_ indices: [Index]) -> Index? {
    var seen: Set<Index> = []
    return indices.first { !seen.insert($0).inserted }
  }
}
