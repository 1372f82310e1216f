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
  func check(_ isInRange: Bool, _ rule: BatchRule) throws(BatchError) {
    if !isInRange { throw outOfRange(rule) }
  }

  func outOfRange(_ rule: BatchRule) -> BatchError {
    BatchError(rule, "\(self) is out of range when its turn comes")
  }
}
