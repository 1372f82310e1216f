import Foundation

/// What UIKit raises for a batch update, in its order.
extension StandInUpdates {
  /// What is wrong with a batch.
  struct Fault: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// Holds the batch against the counts before and after it.
  ///
  /// - Returns: The reason of the exception; `nil` if all is well.
  func fault(before: [Int], after: [Int], _ wording: StandInWording) -> String? {
    do {
      try checkReloads(before, wording)
      let updates = rewritten
      try updates.checkDeletions(before, wording)
      try updates.checkInsertions(after, wording)
      try updates.checkMoves(before, after, wording)
      try updates.checkCounts(before, after, wording)
      try checkStrictly()
      return nil
    } catch {
      return (error as? Fault)?.reason ?? "\(error)"
    }
  }

  private func name(_ path: IndexPath) -> String { StandInWording.name(path) }

  // MARK: - R1

  private func checkReloads(_ before: [Int], _ wording: StandInWording) throws {
    for section in reloadedSections {
      if deletedSections.contains(section) {
        throw Fault("attempt to delete and reload the same section (\(section))")
      }
      if !before.indices.contains(section) {
        throw Fault(
          "attempt to reload section \(section), but there are only \(before.count) sections before the update")
      }
    }
    for path in reloadedRows {
      if deletedRows.contains(path) { throw Fault("attempt to delete and reload the same index path (\(name(path)))") }
    }
    for path in reloadedRows + reconfiguredRows where !exists(path, before) {
      throw Fault(
        "attempt to reload \(wording.row) \(path.item) of section \(path.section), which does not exist before the update"
      )
    }
  }

  private func exists(_ path: IndexPath, _ counts: [Int]) -> Bool {
    path.count == 2 && counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  // MARK: - R2, R3

  private func checkDeletions(_ before: [Int], _ wording: StandInWording) throws {
    for section in deletedSections {
      if !before.indices.contains(section) {
        throw Fault(
          "attempt to delete section \(section), but there are only \(before.count) sections before the update")
      }
      if movedSections.contains(where: { $0.from == section }) {
        throw Fault("attempt to perform a delete and a move from the same section (\(section))")
      }
      if let move = movedRows.first(where: { $0.from.section == section }) {
        throw Fault("cannot move a \(wording.row) from a deleted section (\(section)): \(name(move.from))")
      }
    }
    for path in deletedRows where !deletedSections.contains(path.section) {
      guard before.indices.contains(path.section) else {
        throw Fault(
          "attempt to delete \(wording.row) \(path.item) from section \(path.section), but there are only \(before.count)"
            + " sections before the update")
      }
      if !exists(path, before) {
        throw Fault(
          "attempt to delete \(wording.row) \(path.item) from section \(path.section) which only contains "
            + "\(before[path.section]) \(wording.rows) before the update")
      }
      if movedRows.contains(where: { $0.from == path }) {
        throw Fault("attempt to perform a delete and a move from the same index path (\(name(path)))")
      }
    }
  }

  // MARK: - R4

  private func checkInsertions(_ after: [Int], _ wording: StandInWording) throws {
    for section in insertedSections {
      if !after.indices.contains(section) {
        throw Fault("attempt to insert section \(section) but there are only \(after.count) sections after the update")
      }
      if movedSections.contains(where: { $0.to == section }) {
        throw Fault("attempt to perform an insert and a move to the same section (\(section))")
      }
      if movedRows.contains(where: { $0.to.section == section }) {
        throw Fault("cannot move a \(wording.row) into a newly inserted section (\(section))")
      }
    }
    for path in insertedRows where !insertedSections.contains(path.section) {
      guard after.indices.contains(path.section) else {
        throw Fault(
          "attempt to insert \(wording.row) \(path.item) into section \(path.section), but there are only \(after.count)"
            + " sections after the update")
      }
      if !exists(path, after) {
        throw Fault(
          "attempt to insert \(wording.row) \(path.item) into section \(path.section), but there are only "
            + "\(after[path.section]) \(wording.rows) in section \(path.section) after the update")
      }
      if movedRows.contains(where: { $0.to == path }) {
        throw Fault("attempt to perform an insert and a move to the same index path (\(name(path)))")
      }
    }
  }

  // MARK: - R5

  private func checkMoves(_ before: [Int], _ after: [Int], _ wording: StandInWording) throws {
    for move in movedSections {
      if !before.indices.contains(move.from) {
        throw Fault(
          "attempt to move section \(move.from), but there are only \(before.count) sections before the update")
      }
      if !after.indices.contains(move.to) {
        throw Fault(
          "attempt to move section \(move.from) to section \(move.to), but there are only \(after.count) sections after "
            + "the update")
      }
    }
    try once(movedSections.map(\.from)) { "attempt to perform multiple moves from the same section (\($0))" }
    try once(movedSections.map(\.to)) { "attempt to perform multiple moves to the same section (\($0))" }
    for move in movedRows {
      if !exists(move.from, before) {
        throw Fault("attempt to move index path (\(name(move.from))) that does not exist before the update")
      }
      if !exists(move.to, after) {
        throw Fault(
          "attempt to move index path (\(name(move.from))) to index path (\(name(move.to))) that does not exist after the "
            + "update")
      }
    }
    try once(movedRows.map(\.from)) { "attempt to perform multiple moves from the same index path (\(name($0)))" }
    try once(movedRows.map(\.to)) { "attempt to perform multiple moves to the same index path (\(name($0)))" }
  }

  private func once<Place: Hashable>(_ places: [Place], _ reason: (Place) -> String) throws {
    var seen: Set<Place> = []
    for place in places where !seen.insert(place).inserted { throw Fault(reason(place)) }
  }

  // MARK: - R6, R7

  private func checkCounts(_ before: [Int], _ after: [Int], _ wording: StandInWording) throws {
    let (inserted, deleted) = (Set(insertedSections).count, Set(deletedSections).count)
    if before.count + inserted - deleted != after.count {
      throw Fault(
        "Invalid update: invalid number of sections. The number of sections contained in the \(wording.view) after the "
          + "update (\(after.count)) must be equal to the number of sections contained in the \(wording.view) before the "
          + "update (\(before.count)), plus or minus the number of sections inserted or deleted (\(inserted) inserted, "
          + "\(deleted) deleted).")
    }
    // Only the sections of this map are asked for: its rows need counts that add up.
    var sections = self
    (sections.deletedRows, sections.insertedRows, sections.movedRows) = ([], [], [])
    let map = StandInMap(sections, before: before, after: after)
    for (section, target) in map.sections.enumerated() {
      guard let target else { continue }
      let inserted = Set(insertedRows.filter { $0.section == target }).count
      let deleted = Set(deletedRows.filter { $0.section == section }).count
      let movedIn = movedRows.filter { $0.to.section == target }.count
      let movedOut = movedRows.filter { $0.from.section == section }.count
      if before[section] + inserted + movedIn - deleted - movedOut == after[target] { continue }
      throw Fault(
        "Invalid update: invalid number of \(wording.rows) in section \(target). The number of \(wording.rows) contained "
          + "in an existing section after the update (\(after[target])) must be equal to the number of \(wording.rows) "
          + "contained in that section before the update (\(before[section])), plus or minus the number of \(wording.rows)"
          + " inserted or deleted from that section (\(inserted) inserted, \(deleted) deleted) and plus or minus the "
          + "number of \(wording.rows) moved into or out of that section (\(movedIn) moved in, \(movedOut) moved out).")
    }
  }

  // MARK: - S1 to S4

  /// Devices crash on these or draw them wrong, although they pass UIKit's own checks. No wording of UIKit.
  private func checkStrictly() throws {
    let from = Set(movedSections.map(\.from))
    let to = Set(movedSections.map(\.to))
    let named = deletedRows + reloadedRows + reconfiguredRows + movedRows.map(\.from)
    for path in named where from.contains(path.section) {
      throw Fault("S1: \(name(path)) is named in a section that moves in the same batch")
    }
    for path in insertedRows + movedRows.map(\.to) where to.contains(path.section) {
      throw Fault("S1: \(name(path)) is named in a section that moves in the same batch")
    }
    if isStructural, !(reloadedRows.isEmpty && reconfiguredRows.isEmpty && reloadedSections.isEmpty) {
      throw Fault("S2: reloads share a batch with insertions, deletions or moves")
    }
    if let section = reloadedSections.first { throw Fault("S3: section \(section) is reloaded as a whole") }
    try once(deletedSections + movedSections.map(\.from)) { "S4: section \($0) is named twice" }
    try once(insertedSections + movedSections.map(\.to)) { "S4: section \($0) is named twice" }
    try once(deletedRows + movedRows.map(\.from)) { "S4: \(name($0)) is named twice" }
    try once(reloadedRows + reconfiguredRows) { "S4: \(name($0)) is named twice" }
    try once(insertedRows + movedRows.map(\.to)) { "S4: \(name($0)) is named twice" }
    for path in deletedRows + reloadedRows where deletedSections.contains(path.section) {
      throw Fault("S4: \(name(path)) is named although its section is deleted")
    }
    for path in insertedRows where insertedSections.contains(path.section) {
      throw Fault("S4: \(name(path)) is named although its section is inserted")
    }
  }
}
