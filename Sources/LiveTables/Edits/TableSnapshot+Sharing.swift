extension TableSnapshot {
  /// The paths of rows here that may be other values than the rows of another table that compare equal to them.
  ///
  /// - Parameter other: A table with the same sections; rows of sections that stand elsewhere in it count as other ones.
  /// - Complexity: O(*s* + *k* log *n*) for *s* sections and *k* rows whose storage is not shared.
  package func pathsOfRowsNotShared(with other: TableSnapshot) -> [RowPath] {
    rowsNotShared(with: other).flatMap { section, rows in rows.map { RowPath(section: section, row: $0) } }
  }

  /// The same rows, as ranges in their sections.
  ///
  /// - Complexity: O(*s* + *k* log *n*) for *s* sections and *k* ranges.
  func rowsNotShared(with other: TableSnapshot) -> [(section: Int, rows: Range<Int>)] {
    var ranges: [(section: Int, rows: Range<Int>)] = []
    for (index, section) in rope.enumerated() {
      let rows = section.rows.rope
      var next = 0
      if let counterpart = other.section(at: index)?.rows.rope {
        if rows.isIdentical(to: counterpart) { continue }
        for run in rows.runs(sharedWith: counterpart) {
          if next < Int(run.old) { ranges.append((index, next..<Int(run.old))) }
          next = Int(run.old + run.count)
        }
      }
      if next < rows.count { ranges.append((index, next..<rows.count)) }
    }
    return ranges
  }

  /// Whether rows are other values than the rows of another table that compare equal to them.
  ///
  /// It is known of rows that are equatable. Other rows count as other values where their storage is not shared, except
  /// for objects, of which nothing is kept.
  ///
  /// - Complexity: That of ``pathsOfRowsNotShared(with:)``.
  func hasOtherValues(than other: TableSnapshot) -> Bool {
    pathsOfRowsNotShared(with: other).contains { path in
      guard let row = self[path], let before = other[path] else { return true }
      return row.isOtherValue(than: before)
    }
  }
}

extension Diffable {
  /// Whether this is another value than one that compares equal, as far as that is known.
  func isOtherValue(than before: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == before as? Value }
    guard let value = self as? any Equatable else { return !(Self.self is AnyObject.Type) }
    return !isEqual(value)
  }
}
