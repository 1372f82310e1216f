import LiveTablesCells

/// The numbers of rows affected by a change, including rows in inserted and deleted sections.
package struct ChangeCounts: Hashable, Sendable {
  package var inserted = 0
  package var deleted = 0
  package var moved = 0
  package var updated = 0

  var total: Int { inserted + deleted + moved + updated }

  mutating func add(_ stage: BatchUpdate<some Diffable, some Diffable>) {
    let operations = stage.operations
    inserted += operations.insertedRows.count
    deleted += operations.deletedRows.count
    moved += operations.movedRows.count
    updated += operations.updatedRows.count
    if !operations.insertedSections.isEmpty {
      let sections = stage.target.sections
      inserted += operations.insertedSections.reduce(0) { $0 + sections[$1].rows.count }
    }
    if !operations.deletedSections.isEmpty {
      let sections = stage.source.sections
      deleted += operations.deletedSections.reduce(0) { $0 + sections[$1].rows.count }
    }
  }
}

extension ChangeCounts {
  package init(_ stages: [BatchUpdate<some Diffable, some Diffable>]) {
    self.init()
    for stage in stages { add(stage) }
  }
}
