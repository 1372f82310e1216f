import LiveTables
import LiveTablesTerminal

extension AppliedChangeset {
  /// The line of JSON that is printed for the change, with its line break: where all was reloaded, no row is counted.
  ///
  /// - Parameter skipped: How many tables were skipped before the one that was applied was submitted.
  func line(skipped: Int) -> String {
    let counts = ChangeCounts(mode == .batch ? changeset.stages : [])
    return """
      {"revision":\(revision),"sections":\(table.sections.count),"rows":\(table.count),\
      "inserted":\(counts.inserted),"deleted":\(counts.deleted),"moved":\(counts.moved),"updated":\(counts.updated),\
      "superseded":\(superseded + skipped),"mode":"\(mode == .batch ? "batch" : "reload")"}

      """
  }
}
