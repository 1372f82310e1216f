extension TableSnapshot {
  /// The paths of rows here that may be other values than the rows of another table that compare equal to them.
  ///
  /// - Parameter other: A table with the same sections; rows of sections that stand elsewhere in it count as other ones.
  /// - Complexity: O(*s* + *k* log *n*) for *s* sections and *k* rows whose storage is not shared.
  package func pathsOfRowsNotShared(with other: TableSnapshot) -> [RowPath] {
    var paths: [RowPath] = []
    for (index, section) in rope.enumerated() {
      let rows = section.rows.rope
      var next = 0
      if let counterpart = other.section(at: index)?.rows.rope {
        if rows.isIdentical(to: counterpart) { continue }
        for run in rows.runs(sharedWith: counterpart) {
          paths += (next..<Swift.max(next, Int(run.old))).map { RowPath(section: index, row: $0) }
          next = Int(run.old + run.count)
        }
      }
      paths += (next..<Swift.max(next, rows.count)).map { RowPath(section: index, row: $0) }
    }
    return paths
  }
}
