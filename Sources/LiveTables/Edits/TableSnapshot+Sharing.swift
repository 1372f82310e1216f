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

  /// Whether rows are other values than the rows of another table that compare equal to them.
  ///
  /// It is known of rows that are equatable. Other rows count as other values where their storage is not shared, except
  /// for objects, of which nothing is kept.
  ///
  /// - Complexity: That of ``pathsOfRowsNotShared(with:)``.
  func hasOtherValues(than other: TableSnapshot) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value, _ row: Row) -> Bool { value == row as? Value }
    return pathsOfRowsNotShared(with: other).contains { path in
      guard let row = self[path], let before = other[path] else { return true }
      guard let value = row as? any Equatable else { return !(Row.self is AnyObject.Type) }
      return !isEqual(value, before)
    }
  }
}
