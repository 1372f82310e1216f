public import LiveTables

/// A step for a view that applies one change at a time, such as `NSTableView` between `beginUpdates` and `endUpdates`.
///
/// Indices refer to the result of the previous steps. A move removes the element first, so its destination is an index
/// among the remaining elements, as in `array.insert(array.remove(at: from), at: to)`.
///
/// For insertions and updates, `target` is the position of the new content in the changeset's target.
public enum SequentialStep: Hashable, Sendable, Codable {
  /// Deletes a section along with its current rows.
  case deleteSection(Int)
  /// Inserts a section with the rows that it has in the changeset's target.
  case insertSection(Int, target: Int)
  /// Moves a section with its current rows.
  case moveSection(from: Int, to: Int)
  /// Updates the value of a section.
  case updateSection(Int, target: Int)
  /// Deletes a row.
  case deleteRow(RowPath)
  /// Inserts a row.
  case insertRow(RowPath, target: RowPath)
  /// Moves a row. Both paths refer to the current sections, because moving a row does not move sections.
  case moveRow(from: RowPath, to: RowPath)
  /// Updates the content of a row.
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
