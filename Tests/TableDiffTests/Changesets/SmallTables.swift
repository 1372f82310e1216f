import LiveTables
import TestSupport

/// All small tables of a kind, for tests that leave nothing out.
///
/// Rows and sections are those of ``ChangesetChecker``.
enum SmallTables {
  /// All orders of all subsets of the rows, with the content 0 or, if asked for, each content for each row.
  static func flat(_ rows: Int, contents: Int = 1) -> [[Item]] {
    arrangements(Array(0..<rows)).flatMap { order in
      var all: [[Item]] = [[]]
      for id in order { all = all.flatMap { part in (0..<contents).map { part + [Item(id: id, content: $0)] } } }
      return all
    }
  }

  /// All ways to put rows, in their order, into sections.
  static func cut(_ rows: [Item], into sections: [Group]) -> [ItemTable] {
    guard let first = sections.first else { return rows.isEmpty ? [TableSnapshot()] : [] }
    if sections.count == 1 { return [TableSnapshot(sections: [TableSection(first, rows: rows)])] }
    return (0...rows.count).flatMap { end in
      cut(Array(rows[end...]), into: Array(sections.dropFirst())).map { rest in
        TableSnapshot(sections: [TableSection(first, rows: rows[..<end])] + Array(rest.sections))
      }
    }
  }

  /// All tables whose sections are an arrangement of some of the given ones, with all arrangements of the rows.
  static func all(sections: [Int], rows: Int, allSections: Bool = false) -> [ItemTable] {
    arrangements(sections).filter { !allSections || $0.count == sections.count }.flatMap { order in
      flat(rows).flatMap { cut($0, into: order.map { Group(id: $0) }) }
    }
  }
}

/// Checks a difference by a checker that is not the library's own, and by the library's rules.
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
