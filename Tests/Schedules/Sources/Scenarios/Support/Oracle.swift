@testable import LiveTables

/// What may be wanted, by the promises alone.
///
/// The store's order counts: a table replaces what there was, an edit changes it. A user's own edit counts from when the
/// store merges it, which may be at any time after it was made, but in the order in which the user made them. That a table of
/// a sequence replaces the edits before it is for scenarios to say.
struct Oracle {
  private let first: Items
  private let admissions: [Record.Admission]
  private let userEdits: [(edit: Edit, after: Int, shown: Int)]

  init(_ record: Record) {
    first = record.first
    admissions = record.admissions
    userEdits = record.userEdits
  }

  /// Every table that may be wanted after some admissions.
  ///
  /// - Parameter allUserEdits: Whether the store has merged all of the user's edits by then.
  func tables(upTo count: Int, allUserEdits: Bool) -> Set<Items> {
    var results: Set<Items> = []
    fold(first, 0, 0, upTo: count, allUserEdits, &results)
    return results
  }

  /// Whether the edit with this index names what is not there.
  func findsNothing(_ index: Int) -> Bool {
    guard case .edit(let edit) = admissions[index] else { return false }
    var table = admissions[..<index].reduce(first) { Self.admit($1, to: $0) }
    return !table.apply(edit)
  }

  private func fold(
    _ table: Items, _ admission: Int, _ edit: Int, upTo count: Int, _ allUserEdits: Bool,
    _ results: inout Set<Items>
  ) {
    // On the table that is shown, edits are on top that were made on screen while it was on its way.
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
