@_spi(Adapters) public import LiveTables

/// A view that shows its rows in reusable cells.
///
/// The view requests the cell at a path from its ``TableCells``, and reports the life cycle of its cells. `TableCells`
/// chooses cells, registers their classes, configures them and ends their work.
@_spi(Adapters) @MainActor public protocol CellHost: TableView {
  /// The base class of all cells.
  associatedtype Cell: AnyObject
  /// The base class of all supplementary views.
  associatedtype SupplementaryView: AnyObject

  /// Registers a source of cells. Called once for each reuse identifier, before its first cell is needed.
  ///
  /// - Parameters:
  ///   - source: The source of new cells.
  ///   - reuseIdentifier: The reuse identifier of the cells.
  func register(_ source: CellSource, reuseIdentifier: String)

  /// Returns a reusable cell, or else a new one.
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
  ///   - problem: The reason why there is no cell.
  ///   - dequeued: A dequeued cell of the wrong type, for views that require dequeued cells to be returned.
  func placeholder(for path: RowPath, problem: CellProblem, dequeued: Cell?) -> Cell

  /// Registers a source of supplementary views. Called once for each kind and reuse identifier.
  ///
  /// - Parameters:
  ///   - source: The source of new views.
  ///   - reuseIdentifier: The reuse identifier of the views.
  ///   - kind: The kind of supplementary view.
  func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind)

  /// Returns a reusable supplementary view, or else a new one.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The reuse identifier of the view.
  ///   - place: The place that needs the view.
  /// - Returns: The view, or `nil` if the host has no view with this reuse identifier.
  func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPlace) -> SupplementaryView?

  /// Handles a cell or supplementary view that was configured again in place, and may need a different size.
  ///
  /// - Parameter view: The cell or the view.
  func reconfigured(_ view: AnyObject)
}

@_spi(Adapters) extension CellHost {
  /// Does nothing, for views that measure cells themselves or use a single size.
  @_spi(Adapters) public func reconfigured(_ view: AnyObject) {}
}
