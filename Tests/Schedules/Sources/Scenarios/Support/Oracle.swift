@testable import LiveTables

/// Computes the tables that the guarantees allow as targets.
///
/// The store's order counts: a table replaces the state before it, and an edit changes this state. A user's edit counts
/// when the store merges it, which can be at any time after the edit, but in the order of the user's edits. Scenarios
/// check that a table of a sequence replaces earlier edits.
struct Oracle {
  private let first: Items
  private let admissions: [Record.Admission]
  private let userEdits: [(edit: Edit, after: Int, shown: Int)]

  init(_ record: Record) {
    first = record.first
    admissions = record.admissions
    userEdits = record.userEdits
  }

  /// Returns every possible target after a number of admissions.
  ///
  /// - Parameter allUserEdits: Whether the store has merged all of the user's edits by then.
  func tables(upTo count: Int, allUserEdits: Bool) -> Set<Items> {
    var results: Set<Items> = []
    fold(first, 0, 0, upTo: count, allUserEdits, &results)
    return results
  }

  /// Returns whether the edit at an index does not find its rows.
  func findsNothing(_ index: Int) -> Bool {
    guard case .edit(let edit) = admissions[index] else { return false }
    var table = admissions[..<index].reduce(first) { Self.admit($1, to: $0) }
    return !table.apply(edit)
  }

  private func fold(
    _ table: Items, _ admission: Int, _ edit: Int, upTo count: Int, _ allUserEdits: Bool,
    _ results: inout Set<Items>
  ) {
    // The presented table also includes edits that the user made on screen before the table arrived.
    if edit < userEdits.count, userEdits[edit].after <= admission || admission == count {
      var edited = table
      edited.apply(userEdits[edit].edit)
      fold(edited, admission, edit + 1, upTo: count, allUserEdits, &results)
    }
    if admission == count {
      if edit == userEdits.count || !allUserEdits { results.insert(table) }
      return
    }
    fold(Self.admit(admissions[admission], to: table), admission + 1, edit, upTo: count, allUserEdits, &results)
  }

  private static func admit(_ admission: Record.Admission, to table: Items) -> Items {
    switch admission {
    case .table(let new): return new
    case .edit(let edit):
      var edited = table
      edited.apply(edit)
      return edited
    }
  }
}
