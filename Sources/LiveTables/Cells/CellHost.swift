/// What a view offers that shows its rows in cells and reuses them.
///
/// The view asks its ``TableCells`` for the cell at a path, and passes on what happens to its cells. Which cell that is,
/// when kinds are registered, what a cell is configured with and when its work ends is not for the view to decide.
@MainActor public protocol CellHost: TableView {
  /// What all cells have in common.
  associatedtype Cell: AnyObject
  /// What all supplementary views have in common.
  associatedtype SupplementaryView: AnyObject

  /// Takes note of where cells come from.
  ///
  /// Called once for each reuse identifier, before the first cell of that name is wanted.
  func register(_ source: CellSource, reuseIdentifier: String)

  /// A cell that waits to be reused, or else a new one.
  ///
  /// - Returns: `nil` if the view has no cell of that name.
  func dequeueCell(reuseIdentifier: String, for path: RowPath) -> Cell?

  /// What is shown in the place of a cell that cannot be.
  ///
  /// - Parameters:
  ///   - path: The path that was asked for; there may be no such row.
  ///   - problem: Why there is no cell.
  ///   - dequeued: A cell of the wrong type, for views that insist on getting back what was dequeued.
  func placeholder(for path: RowPath, problem: CellProblem, dequeued: Cell?) -> Cell

  /// Takes note of where supplementary views come from.
  ///
  /// Called once for each kind and reuse identifier, before the first view of that name is wanted.
  func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind)

  /// A supplementary view that waits to be reused, or else a new one.
  ///
  /// - Returns: `nil` if the view has none of that name.
  func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPlace) -> SupplementaryView?
}
