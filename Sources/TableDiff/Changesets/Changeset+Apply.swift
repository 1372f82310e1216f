extension BatchUpdate {
  /// Performs the stage on plain arrays, to check it.
  ///
  /// - Parameter sections: The stage's ``source``: section values with their rows.
  /// - Returns: The stage's ``target``, made of `sections` and of what the stage inserts and updates.
  /// - Throws: ``BatchRule/r0`` if `sections` has another shape than ``source``, else the first rule that the stage
  ///   breaks.
  /// - Complexity: O(*n* + *k* log *n*) for *n* rows and *k* operations.
  public func apply(
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
  /// Performs the stages on plain arrays, one after another, to check them.
  ///
  /// ```swift
  /// let result = try new.difference(from: old).apply(to: old.sections.map { ($0.value, Array($0.rows)) })
  /// ```
  ///
  /// - Parameter sections: The changeset's ``source``: section values with their rows.
  /// - Returns: The ``target``, made of `sections` and of what the stages insert and update. A ``reload`` replaces all.
  /// - Throws: ``BatchRule/r0`` if `sections` has another shape than ``source``, else the first rule that a stage
  ///   breaks.
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
  /// Performs the stages on the rows of a flat table, to check them.
  ///
  /// - Parameter rows: The rows of ``source``.
  /// - Returns: The rows of ``target``, made of `rows` and of what the stages insert and update.
  /// - Throws: ``BatchRule/r0`` if there are more or fewer rows than in ``source``.
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
