import LiveTables
import LiveTablesTerminal

/// A change that was applied, as the line of JSON that is printed for it.
struct AppliedLine: Equatable {
  var revision: Int
  /// How many sections and rows there are afterwards.
  var sections: Int
  var rows: Int
  /// How many rows the change concerns; none where all was reloaded.
  var counts: ChangeCounts
  /// How many tables were skipped.
  var superseded = 0
  var isReload: Bool

  /// The line, with its line break.
  var text: String {
    """
    {"revision":\(revision),"sections":\(sections),"rows":\(rows),\
    "inserted":\(counts.inserted),"deleted":\(counts.deleted),"moved":\(counts.moved),"updated":\(counts.updated),\
    "superseded":\(superseded),"mode":"\(isReload ? "reload" : "batch")"}

    """
  }
}

extension AppliedLine {
  /// - Parameter superseded: How many tables were skipped before the one that was applied was submitted.
  init(_ applied: AppliedChangeset<Group, Record>, superseded: Int) {
    let isReload = applied.mode != .batch
    self.init(
      revision: applied.revision, sections: applied.table.sections.count, rows: applied.table.count,
      counts: ChangeCounts(isReload ? [] : applied.changeset.stages),
      superseded: applied.superseded + superseded, isReload: isReload)
  }
}
