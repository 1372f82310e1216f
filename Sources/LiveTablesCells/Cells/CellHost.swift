@_spi(Adapters) public import LiveTables

/// A view that shows its rows in cells and reuses them.
///
/// The view asks its ``TableCells`` for the cell at a path, and passes on what happens to its cells. `TableCells` decides
/// which cell that is, when a class is registered, what a cell is configured with and when its work ends.
@_spi(Adapters) @MainActor public protocol CellHost: TableView {
  /// The class that all cells have in common.
  associatedtype Cell: AnyObject
  /// The class that all supplementary views have in common.
  associatedtype SupplementaryView: AnyObject

  /// Registers a source of cells; called once for each reuse identifier, before the first cell of that name is needed.
  ///
  /// - Parameters:
  ///   - source: Where new cells come from.
  ///   - reuseIdentifier: The name under which they are reused.
  func register(_ source: CellSource, reuseIdentifier: String)

  /// Takes a cell that waits to be reused, or else a new one.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The name under which such cells are reused.
  ///   - path: The path of the row that needs the cell.
  /// - Returns: `nil` if the view has no cell of that name.
  func dequeueCell(reuseIdentifier: String, for path: RowPath) -> Cell?

  /// Makes the cell for a row that cannot have its own.
  ///
  /// - Parameters:
  ///   - path: The path of the row; there may be no such row.
  ///   - problem: Why there is no cell.
  ///   - dequeued: A cell of the wrong type, for views that insist on getting back what was dequeued.
  func placeholder(for path: RowPath, problem: CellProblem, dequeued: Cell?) -> Cell

  /// Registers a source of supplementary views; called once for each kind and reuse identifier.
  ///
  /// - Parameters:
  ///   - source: Where new views come from.
  ///   - reuseIdentifier: The name under which they are reused.
  ///   - kind: What the views are for.
  func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind)

  /// Takes a supplementary view that waits to be reused, or else a new one.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The name under which such views are reused.
  ///   - place: The place that needs the view.
  /// - Returns: `nil` if the view has none of that name.
  func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPlace) -> SupplementaryView?

  /// A cell, or a supplementary view, was configured again in its place: it may need another size.
  ///
  /// - Parameter view: The cell or the view.
  func reconfigured(_ view: AnyObject)
}

@_spi(Adapters) extension CellHost {
  /// Does nothing: the view measures cells by itself, or all have one size.
  @_spi(Adapters) public func reconfigured(_ view: AnyObject) {}
}
