package import LiveTables

/// A view that shows its rows in reusable cells.
///
/// The view requests cells from its ``TableCells``, and reports when its cells appear and disappear. `TableCells`
/// chooses and configures cells, registers their classes, and cancels the work that was started for their rows.
@MainActor package protocol CellHost: TableView {
  /// The base class of all cells.
  associatedtype Cell: AnyObject
  /// The base class of all supplementary views.
  associatedtype SupplementaryView: AnyObject

  /// Registers a source of cells. Called once for each reuse identifier, before the first cell is needed.
  ///
  /// - Parameters:
  ///   - source: The source of new cells.
  ///   - reuseIdentifier: The reuse identifier of the cells.
  func register(_ source: CellSource, reuseIdentifier: String)

  /// Returns a reusable cell or a new cell.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The reuse identifier of the cell.
  ///   - path: The path of the row that needs the cell.
  /// - Returns: The cell, or `nil` if the view has no cell with this reuse identifier.
  func dequeueCell(reuseIdentifier: String, for path: RowPath) -> Cell?

  /// Returns a placeholder for a cell that cannot be created.
  ///
  /// - Parameters:
  ///   - path: The path of the row, which may not exist.
  ///   - problem: The reason the cell cannot be created.
  ///   - dequeued: A dequeued cell of the wrong type, for views that require every dequeued cell to be returned.
  func placeholder(for path: RowPath, problem: CellProblem, dequeued: Cell?) -> Cell

  /// Registers a source of supplementary views. Called once for each kind and reuse identifier.
  ///
  /// - Parameters:
  ///   - source: The source of new views.
  ///   - reuseIdentifier: The reuse identifier of the views.
  ///   - kind: The kind of supplementary view.
  func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind)

  /// Returns a reusable or a new supplementary view.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The reuse identifier of the view.
  ///   - path: The path of the supplementary view.
  /// - Returns: The view, or `nil` if the host has no view with this reuse identifier.
  func dequeueSupplementaryView(reuseIdentifier: String, for path: SupplementaryPath) -> SupplementaryView?

  /// Called when a cell or supplementary view has been configured again in place, and may need a different size.
  ///
  /// - Parameter view: The cell or supplementary view.
  func reconfigured(_ view: AnyObject)
}

extension CellHost {
  /// The default implementation does nothing, which suits views that measure cells themselves or use a single size.
  package func reconfigured(_ view: AnyObject) {}
}
