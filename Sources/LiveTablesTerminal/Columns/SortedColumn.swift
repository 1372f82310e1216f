/// The column by which the rows of a table are sorted, for its title.
package struct SortedColumn: Hashable, Sendable {
  /// The index of the column.
  package var column: Int
  /// Whether the largest comes first.
  package var isDescending: Bool

  /// Creates a mark for a column.
  package init(_ column: Int, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// What stands behind the title.
  var mark: String { isDescending ? "↓" : "↑" }
}
