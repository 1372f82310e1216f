import LiveTables

/// How many rows a change concerns: all that appear or vanish, those of whole sections too.
struct ChangeCounts: Equatable {
  var inserted = 0
  var deleted = 0
  var moved = 0
  var updated = 0

  init(inserted: Int = 0, deleted: Int = 0, moved: Int = 0, updated: Int = 0) {
    self.inserted = inserted
    self.deleted = deleted
    self.moved = moved
    self.updated = updated
  }

  /// Counts the rows of all stages.
  init(_ changeset: Changeset<some Diffable, some Diffable>) {
    for stage in changeset.stages {
      let operations = stage.operations
      inserted += operations.insertedRows.count
      deleted += operations.deletedRows.count
      moved += operations.movedRows.count
      updated += operations.updatedRows.count
      if !operations.insertedSections.isEmpty {
        let counts = stage.target.rowCounts
        inserted += operations.insertedSections.reduce(0) { $0 + counts[$1] }
      }
      if !operations.deletedSections.isEmpty {
        let counts = stage.source.rowCounts
        deleted += operations.deletedSections.reduce(0) { $0 + counts[$1] }
      }
    }
  }
}
