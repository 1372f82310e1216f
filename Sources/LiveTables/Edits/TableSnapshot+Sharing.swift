extension TableSnapshot {
  /// Returns the paths of rows that may differ from the row at the same path in another table although they compare equal.
  ///
  /// - Parameter other: A table with the same sections. Rows of sections at a different index are returned, too.
  /// - Complexity: O(*s* + *k* log *n*) for *s* sections and *k* rows whose storage is not shared.
  package func pathsOfRowsNotShared(with other: TableSnapshot) -> [RowPath] {
    rowsNotShared(with: other).flatMap { section, rows in rows.map { RowPath(section: section, row: $0) } }
  }

  /// Returns the rows of ``pathsOfRowsNotShared(with:)`` as ranges within their sections.
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

  /// Returns whether rows differ from rows in another table although they compare equal.
  ///
  /// Equatable rows are compared. Other values count as different if their storage is not shared.
  ///
  /// - Complexity: The complexity of ``pathsOfRowsNotShared(with:)``.
  func hasOtherValues(than other: TableSnapshot) -> Bool {
    pathsOfRowsNotShared(with: other).contains { path in
      guard let row = self[path], let before = other[path] else { return true }
      return row.isOtherValue(than: before)
    }
  }
}

extension Diffable {
  /// Returns whether this value is known to differ from a value with the same content.
  func isOtherValue(than before: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == before as? Value }
    guard let value = self as? any Equatable else { return !(Self.self is AnyObject.Type) }
    return !isEqual(value)
  }
}
