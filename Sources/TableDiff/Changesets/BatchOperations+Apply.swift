extension BatchOperations {
  /// Applies the batch to plain arrays, which verifies the update.
  ///
  /// Unchanged and moved sections and rows are taken from `sections`. Inserted and updated ones are taken from
  /// `target`. The result equals `target` if and only if the operations describe the whole difference.
  ///
  /// - Throws: A ``BatchError`` for the first rule that the batch violates.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* operations.
  package func apply<Section, Row>(
    to sections: [(value: Section, rows: [Row])], target: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try apply(
      to: sections, targetCounts: target.map(\.rows.count), section: { target[$0] },
      row: { target[$0.section].rows[$0.row] })
  }

  func apply<Section, Row>(
    to sections: [(value: Section, rows: [Row])], targetCounts: [Int],
    section: (Int) -> (value: Section, rows: [Row]), row: (RowPath) -> Row
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try validate(before: sections.map(\.rows.count), after: targetCounts)
    var updated = sections
    // Because of rule S2, no element moves in a batch with updates, so old and new positions are the same.
    for index in updatedSections { updated[index].value = section(index).value }
    for path in updatedRows { updated[path.section].rows[path.row] = row(path) }

    let rows = RowApplication(self)
    let sources = SectionMap(self)
    return targetCounts.indices.map { index in
      guard let source = sources.source(of: index) else { return section(index) }
      let old = updated[source]
      let result = rows.apply(
        to: old.rows, of: source, as: index, moved: { updated[$0.section].rows[$0.row] }, inserted: row)
      return (old.value, result)
    }
  }
}

/// The row operations of a batch, grouped by section so that they can be applied to one section at a time.
private struct RowApplication {
  /// The old paths of deleted and moved rows, by old section.
  private let leaving: [Int: [RowPath]]
  /// The new paths of inserted rows, by new section.
  private let inserted: [Int: [RowPath]]
  /// The moved rows, by new section.
  private let moved: [Int: [BatchMove<RowPath>]]

  init(_ batch: BatchOperations) {
    leaving = Dictionary(grouping: batch.deletedRows + batch.movedRows.map(\.from), by: \.section)
    inserted = Dictionary(grouping: batch.insertedRows, by: \.section)
    moved = Dictionary(grouping: batch.movedRows) { $0.to.section }
  }

  /// Returns the rows of a section after a valid batch, which fills every position.
  func apply<Row>(
    to rows: [Row], of source: Int, as target: Int, moved row: (RowPath) -> Row, inserted newRow: (RowPath) -> Row
  ) -> [Row] {
    rows.rearranged(
      leaving: (leaving[source] ?? []).map(\.row),
      arriving: (inserted[target] ?? []).map { (place: $0.row, element: newRow($0)) }
        + (moved[target] ?? []).map { (place: $0.to.row, element: row($0.from)) })
  }
}
