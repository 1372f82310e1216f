/// A column by which the table is sorted, and whose title is marked.
package struct SortedColumn: Hashable, Sendable {
  package var column: Int
  package var isDescending: Bool

  package init(_ column: Int, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  var mark: String { isDescending ? "↓" : "↑" }
}
