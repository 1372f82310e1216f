extension BatchUpdate {
  /// Applies the batch update to plain arrays, which verifies the update.
  ///
  /// - Throws: A ``BatchError`` for the first rule that the batch update violates.
  package func apply(
    to sections: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try Self.checkShape(of: sections.map(\.rows.count), is: source.rowCounts)
    return try apply(unchecked: sections)
  }

  func apply(
    unchecked sections: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    let target = target
    return try operations.apply(
      to: sections, targetCounts: target.rowCounts,
      section: { index in
        let section = target.sections[index]
        return (section.value, Array(section.rows))
      },
      row: { path in target.sections[path.section].rows[path.row] })
  }

  static func checkShape(of given: [Int], is expected: [Int]) throws(BatchError) {
    if given.count != expected.count {
      throw BatchError(.r0, "there are \(given.count) sections, but \(expected.count) in the table before the batch")
    }
    for (section, counts) in zip(given, expected).enumerated() where counts.0 != counts.1 {
      throw BatchError(
        .r0, "section \(section) has \(counts.0) rows, but \(counts.1) in the table before the batch")
    }
  }
}

extension Changeset {
  /// Applies all batch updates of the changeset to plain arrays in order, which verifies the changeset.
  ///
  /// ```swift
  /// let result = try new.difference(from: old).apply(to: old.sections.map { ($0.value, Array($0.rows)) })
  /// ```
  ///
  /// - Parameter sections: The section values and rows of ``source``.
  /// - Returns: The section values and rows of ``target``. Unchanged and moved rows are taken from `sections`. Inserted
  ///   and updated rows are taken from the batch updates. If the changeset is a ``reload``, all rows are taken from
  ///   ``target``.
  /// - Throws: An error with rule ``BatchRule/r0`` if the row counts of `sections` differ from those of ``source``,
  ///   otherwise an error for the first rule that a batch update violates.
  /// - Complexity: O(*n* + *k* log *n*) for *n* rows and *k* operations.
  public func apply(
    to sections: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try BatchUpdate<Section, Row>.checkShape(of: sections.map(\.rows.count), is: source.rowCounts)
    if reload != nil { return target.sections.map { ($0.value, Array($0.rows)) } }
    var result = sections
    for stage in stages { result = try stage.apply(unchecked: result) }
    return result
  }
}

extension Changeset where Section == OneSection {
  /// Applies the changeset to the rows of a table with a single section, which verifies the changeset.
  ///
  /// - Returns: The rows of ``target``. Unchanged and moved rows are taken from `rows`.
  /// - Throws: An error with rule ``BatchRule/r0`` if the number of rows differs from that of ``source``.
  package func apply(to rows: [Row]) throws(BatchError) -> [Row] {
    guard rows.count == source.count else {
      throw BatchError(.r0, "there are \(rows.count) rows, but \(source.count) in the table before the batch")
    }
    var rest = rows[...]
    var sections: [(value: Section, rows: [Row])] = []
    for count in source.rowCounts {
      sections.append((OneSection(), Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return try apply(to: sections).flatMap(\.rows)
  }
}
