import LiveTables
import LiveTablesTerminal

extension AppliedChangeset {
  /// Returns the line of JSON for a change, with its line break.
  func line(skippedCount: Int, ignoring ignored: IgnoredColumns = IgnoredColumns(names: [])) -> String
  where Section == Group, Row == Record {
    var counts = ChangeCounts(mode == .batch ? changeset.stages : [])
    if mode == .batch, !ignored.names.isEmpty {
      counts.updated = RowChange.changes(changeset, ignoring: ignored).count(where: \.isUpdated)
    }
    return """
      {"revision":\(revision),"sections":\(table.sections.count),"rows":\(table.count),\
      "inserted":\(counts.inserted),"deleted":\(counts.deleted),"moved":\(counts.moved),"updated":\(counts.updated),\
      "superseded":\(superseded + skippedCount),"mode":"\(mode == .batch ? "batch" : "reload")"}

      """
  }
}
