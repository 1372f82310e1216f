import LiveTables
import TestSupport

/// All small tables of a kind, for exhaustive tests.
///
/// Rows and sections are those of ``ChangesetChecker``.
enum SmallTables {
  /// Returns all orders of all subsets of the rows, with every combination of contents.
  static func flat(_ rows: Int, contents: Int = 1) -> [[Item]] {
    arrangements(Array(0..<rows)).flatMap { order in
      var all: [[Item]] = [[]]
      for id in order { all = all.flatMap { part in (0..<contents).map { part + [Item(id: id, content: $0)] } } }
      return all
    }
  }

  /// Returns all ways to divide rows, in their order, among sections.
  static func cut(_ rows: [Item], into sections: [Group]) -> [ItemTable] {
    guard let first = sections.first else { return rows.isEmpty ? [TableSnapshot()] : [] }
    if sections.count == 1 { return [TableSnapshot(sections: [TableSection(first, rows: rows)])] }
    return (0...rows.count).flatMap { end in
      cut(Array(rows[end...]), into: Array(sections.dropFirst())).map { rest in
        TableSnapshot(sections: [TableSection(first, rows: rows[..<end])] + Array(rest.sections))
      }
    }
  }

  /// Returns all tables with an arrangement of some of the given sections and an arrangement of the rows.
  static func all(sections: [Int], rows: Int, allSections: Bool = false) -> [ItemTable] {
    arrangements(sections).filter { !allSections || $0.count == sections.count }.flatMap { order in
      flat(rows).flatMap { cut($0, into: order.map { Group(id: $0) }) }
    }
  }
}

/// Checks a diff with a checker that is independent of the library, and with the library's rules.
func checkDifference(from old: ItemTable, to new: ItemTable) throws {
  let changeset = new.difference(from: old)
  try ChangesetChecker.check(changeset)
  for stage in changeset.stages {
    do {
      try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
    } catch {
      throw ChangesetChecker.Complaint("\(error)\n\(old)\n\(new)\n\(changeset)")
    }
  }
}
