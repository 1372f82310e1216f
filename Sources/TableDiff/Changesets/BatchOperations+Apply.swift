extension BatchOperations {
  /// Performs the batch on plain arrays, to check what it leads to.
  ///
  /// What stays or moves is taken from `sections`; what is inserted or updated is taken from `target`. So the result is
  /// equal to `target` exactly if the batch tells the whole difference.
  ///
  /// - Parameters:
  ///   - sections: Section values with their rows, before the batch.
  ///   - target: Section values with their rows, after it.
  /// - Returns: Section values with their rows.
  /// - Throws: The first rule that the batch breaks for tables of these sizes; see ``validate(before:after:)``.
  /// - Complexity: O(*n* + *k* log *k*) for *n* rows and *k* operations.
  package func apply<Section, Row>(
    to sections: [(value: Section, rows: [Row])], target: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try apply(
      to: sections, targetCounts: target.map(\.rows.count), section: { target[$0] },
      row: { target[$0.section].rows[$0.row] })
  }

  /// Performs the batch on the rows of a flat table.
  ///
  /// - Parameters:
  ///   - rows: The rows before the batch.
  ///   - target: The rows after it, from which inserted and updated ones are taken.
  /// - Returns: The rows after the batch.
  /// - Throws: The first rule that the batch breaks for tables of these sizes.
  package func apply<Row>(to rows: [Row], target: [Row]) throws(BatchError) -> [Row] {
    try apply(to: [(OneSection(), rows)], target: [(OneSection(), target)]).flatMap(\.rows)
  }

  /// Performs the batch, asking for sections and rows after it only where it inserts or updates them.
  func apply<Section, Row>(
    to sections: [(value: Section, rows: [Row])], targetCounts: [Int],
    section: (Int) -> (value: Section, rows: [Row]), row: (RowPath) -> Row
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try validate(before: sections.map(\.rows.count), after: targetCounts)
    var updated = sections
    // Rule S2: nothing moves where something is updated, so that places before and after are the same.
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

/// The row operations of a batch, by section.
private struct RowApplication {
  private var leaving: [Int: Set<Int>] = [:]
  private var arriving: [Int: [Int: RowPath?]] = [:]

  init(_ batch: BatchOperations) {
    for path in batch.deletedRows + batch.movedRows.map(\.from) { leaving[path.section, default: []].insert(path.row) }
    for path in batch.insertedRows { arriving[path.section, default: [:]][path.row] = .some(nil) }
    for move in batch.movedRows { arriving[move.to.section, default: [:]][move.to.row] = .some(move.from) }
  }

  /// The rows of one section after the batch, which is legal: there is a row for every place.
  func apply<Row>(
    to rows: [Row], of source: Int, as target: Int, moved: (RowPath) -> Row, inserted: (RowPath) -> Row
  ) -> [Row] {
    let leaving = leaving[source] ?? []
    guard let arriving = arriving[target] else {
      return leaving.isEmpty ? rows : rows.indices.filter { !leaving.contains($0) }.map { rows[$0] }
    }
    var staying = rows.indices.lazy.filter { !leaving.contains($0) }.makeIterator()
    var result: [Row] = []
    while true {
      if let arrival = arriving[result.count] {
        if let origin = arrival {
          result.append(moved(origin))
        } else {
          result.append(inserted(RowPath(section: target, row: result.count)))
        }
      } else if let next = staying.next() {
        result.append(rows[next])
      } else {
        return result
      }
    }
  }
}
