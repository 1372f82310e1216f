/// A sorted column, for the mark in its title.
package struct SortedColumn: Hashable, Sendable {
  /// The index of the column.
  package var column: Int
  /// Whether the column is sorted in descending order.
  package var isDescending: Bool

  /// Creates a mark for a column.
  package init(_ column: Int, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// The mark after the title.
  var mark: String { isDescending ? "↓" : "↑" }
}
