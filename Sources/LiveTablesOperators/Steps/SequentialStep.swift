public import LiveTables

/// One call to a view that performs calls one at a time, like `NSTableView` between `beginUpdates` and `endUpdates`.
///
/// All indices are those of the moment: each step refers to what the steps before it have left. A move takes the thing
/// out first; its target is an index in what remains, as in `array.insert(array.remove(at: from), at: to)`.
///
/// What a step inserts or updates stands at `target` in the table that the whole script leads to.
public enum SequentialStep: Hashable, Sendable, Codable {
  /// A section goes, with the rows that it then has.
  case deleteSection(Int)
  /// A section appears, with the rows that it has in the target.
  case insertSection(Int, target: Int)
  /// A section moves, with the rows that it then has.
  case moveSection(from: Int, to: Int)
  /// A section's own value changes.
  case updateSection(Int, target: Int)
  /// A row goes.
  case deleteRow(RowPath)
  /// A row appears.
  case insertRow(RowPath, target: RowPath)
  /// A row moves. Both sections are counted as they stand; no section moves in this step.
  case moveRow(from: RowPath, to: RowPath)
  /// A row's content changes.
  case updateRow(RowPath, target: RowPath)
}

extension SequentialStep {
  /// Performs the step on plain arrays.
  ///
  /// - Parameters:
  ///   - sections: Section values with their rows; unchanged if an error is thrown.
  ///   - target: The table that the script leads to.
  /// - Throws: The rule that the step breaks when it is out of range.
  /// - Complexity: O(*n* + *s*), as arrays have it.
  package func apply<Section, Row>(
    to sections: inout [(value: Section, rows: [Row])], target: TableSnapshot<Section, Row>
  ) throws(BatchError) {
    switch self {
    case .deleteSection(let index):
      try check(sections.indices.contains(index), .r2)
      sections.remove(at: index)
    case .insertSection(let index, let place):
      try check(index >= 0 && index <= sections.count, .r4)
      let new = try found(target.section(at: place), .r4)
      sections.insert((new.value, Array(new.rows)), at: index)
    case .moveSection(let from, let to):
      try check(sections.indices.contains(from) && sections.indices.contains(to), .r5)
      sections.insert(sections.remove(at: from), at: to)
    case .updateSection(let index, let place):
      try check(sections.indices.contains(index), .r1)
      sections[index].value = try found(target.section(at: place), .r1).value
    case .deleteRow(let path):
      try check(exists(path, in: sections), .r3)
      sections[path.section].rows.remove(at: path.row)
    case .insertRow(let path, let place):
      try check(exists(path, in: sections, orEnd: true), .r4)
      sections[path.section].rows.insert(try found(target[place], .r4), at: path.row)
    case .moveRow(let from, let to):
      try check(exists(from, in: sections), .r5)
      try check(exists(to, in: sections, orEnd: from.section != to.section), .r5)
      let moving = sections[from.section].rows.remove(at: from.row)
      sections[to.section].rows.insert(moving, at: to.row)
    case .updateRow(let path, let place):
      try check(exists(path, in: sections), .r1)
      sections[path.section].rows[path.row] = try found(target[place], .r1)
    }
  }

  private func exists<Section, Row>(
    _ path: RowPath, in sections: [(value: Section, rows: [Row])], orEnd: Bool = false
  ) -> Bool {
    sections.indices.contains(path.section) && path.row >= 0
      && path.row < sections[path.section].rows.count + (orEnd ? 1 : 0)
  }

  func check(_ isInRange: Bool, _ rule: BatchRule) throws(BatchError) {
    if !isInRange { throw outOfRange(rule) }
  }

  func outOfRange(_ rule: BatchRule) -> BatchError {
    BatchError(rule, "\(self) is out of range when its turn comes")
  }

  private func found<Value>(_ value: Value?, _ rule: BatchRule) throws(BatchError) -> Value {
    guard let value else { throw BatchError(rule, "\(self) has no target") }
    return value
  }
}
