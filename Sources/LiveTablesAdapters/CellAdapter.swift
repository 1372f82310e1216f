public import LiveTables
public import LiveTablesCells

/// The base class of adapters for views that show rows in reusable cells.
///
/// The adapter requests cells from a `CellProvider`, registers their classes, and cancels the work that was started for
/// their rows. Headers, footers and other supplementary views are cells as well. A subclass overrides
/// ``register(_:reuseIdentifier:kind:)`` and ``dequeueCell(reuseIdentifier:kind:at:)``, and calls the other methods:
///
/// ```swift
/// override func reload(_ view: Grid, commit: () -> Void) {
///   commit()
///   discardCells()
///   view.reload()        // calls cell(at:) for each row on screen
/// }
/// ```
@MainActor
open class CellAdapter<View: AnyObject, Section: Diffable & Sendable, Row: Diffable & Sendable, Cell: AnyObject>:
  ViewAdapter<View, Section, Row>
{
  private let cells: TableCells<CellAdapter>
  private let makePlaceholder: @MainActor (CellProblem) -> Cell

  /// Creates an adapter that is not attached to a view.
  ///
  /// - Parameters:
  ///   - provider: The provider of row cells.
  ///   - supplementaries: The providers of supplementary views.
  ///   - placeholder: A closure that creates the cell to show if a cell cannot be created.
  public init(
    _ provider: CellProvider<Section, Row, Cell>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, Cell>] = [:],
    placeholder: @escaping @MainActor (CellProblem) -> Cell
  ) {
    let link = TableLink<Section, Row>()
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    makePlaceholder = placeholder
    super.init(link: link)
  }

  // MARK: - Methods to override

  /// Registers a source of cells with the view.
  ///
  /// Called once for each kind and reuse identifier, before the first cell is needed.
  ///
  /// - Parameters:
  ///   - source: The source of new cells.
  ///   - reuseIdentifier: The reuse identifier of the cells.
  ///   - kind: The kind of supplementary views, or `nil` for the cells of rows.
  open func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind?) {}

  /// Returns a reusable or a new cell, or `nil` if the view has no cell with this reuse identifier.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The reuse identifier of the cell.
  ///   - kind: The kind of the supplementary view, or `nil` for the cell of a row.
  ///   - path: The path of the row, or the section and the item of the supplementary view.
  open func dequeueCell(reuseIdentifier: String, kind: SupplementaryKind?, at path: RowPath) -> Cell? { nil }

  /// Called when a cell on screen has been configured again, and may need a different size.
  open func cellWasReconfigured(_ cell: AnyObject) {}

  // MARK: - Methods to call

  /// Returns the configured cell of a row that is about to appear.
  public final func cell(at path: RowPath) -> Cell { cells.cell(at: path, in: self) }

  /// Returns the configured supplementary view of a section, or `nil` if the section has no such view.
  public final func supplementaryView(_ kind: SupplementaryKind, at path: RowPath) -> Cell? {
    cells.supplementaryView(at: SupplementaryPath(kind, section: path.section, item: path.row), in: self)
  }

  /// Reports that a cell appears on screen.
  ///
  /// If the view shows a cell again, the cell is configured again.
  ///
  /// - Returns: `false` if the cell cannot show this row, so that the row must be reloaded.
  @discardableResult public final func cellWillAppear(_ cell: Cell, at path: RowPath) -> Bool {
    rowWillAppear(at: path)
    return cells.willDisplay(cell, at: path, in: self)
  }

  /// Cancels the work for a cell that has left the screen.
  public final func cellDidDisappear(_ cell: Cell) { cells.didEndDisplaying(cell) }

  /// Cancels the work for a supplementary view that has left the screen.
  public final func supplementaryViewDidDisappear(_ view: Cell, _ kind: SupplementaryKind) {
    cells.didEndDisplaying(view, kind: kind)
  }

  /// Cancels the work for all cells.
  ///
  /// Call this method when the view is reloaded.
  public final func discardCells() { cells.reload() }

  /// Configures the cells of changed rows again.
  ///
  /// Call this method when a batch has been committed.
  ///
  /// - Returns: The rows that need another cell, and the supplementary views that must be replaced, inserted or removed,
  ///   each with its path in the table after the batch.
  public final func updateCells(
    after stage: BatchUpdate<Section, Row>
  ) -> (rows: [RowPath], supplementaryViews: [(kind: SupplementaryKind, path: RowPath)]) {
    let reloads = cells.change(stage, in: self)
    return (
      reloads.rows,
      reloads.supplementaryViews.map { ($0.kind, $0.itemPath) }
    )
  }

  /// Configures the cells of unchanged rows again, for example after rows were selected.
  ///
  /// - Returns: The rows that need another cell.
  public final func reconfigureCells(at paths: [RowPath]) -> [RowPath] { cells.reconfigure(paths, in: self) }
}

extension CellAdapter: CellHost {
  package func register(_ source: CellSource, reuseIdentifier: String) {
    register(source, reuseIdentifier: reuseIdentifier, kind: SupplementaryKind?.none)
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    register(source, reuseIdentifier: reuseIdentifier, kind: SupplementaryKind?.some(kind))
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> Cell? {
    dequeueCell(reuseIdentifier: reuseIdentifier, kind: nil, at: path)
  }

  package func dequeueSupplementaryView(reuseIdentifier: String, for path: SupplementaryPath) -> Cell? {
    dequeueCell(
      reuseIdentifier: reuseIdentifier, kind: path.kind, at: path.itemPath)
  }

  package func placeholder(for path: RowPath, problem: CellProblem, dequeued: Cell?) -> Cell {
    dequeued ?? makePlaceholder(problem)
  }

  package func reconfigured(_ view: AnyObject) { cellWasReconfigured(view) }
}
