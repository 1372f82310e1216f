public import LiveTablesCells

/// A table view for tests that validates every batch and draws nothing.
///
/// If UIKit would crash the app or draw incorrectly, the view throws an error that contains the violated rule
/// (`BatchRule`).
///
/// ```swift
/// let view = StrictTableView<OneSection, Mail>()
/// try await view.display(mails)
/// #expect(view.violations.isEmpty)
/// #expect(view.drawn == TableSnapshot(rows: expected))
/// ```
///
/// Like the cells of a real view, rows are drawn only when they are inserted, updated or reloaded. Therefore, ``drawn``
/// is the table that a user would see, and ``mismatch`` describes the difference from the table that the view received.
///
/// Tests can remove the view from its window, change the view without notifying its data source, and cause failures
/// (`ViewFault`).
@MainActor public final class StrictTableView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// The link between the view and its table.
  public let link = TableLink<Section, Row>()

  /// When the view is laid out after it enters a window or reloads.
  package enum LayoutTime: Hashable, Sendable {
    /// The view is laid out before the call returns.
    case atOnce
    /// The view is laid out by ``StrictTableView/layOut()``. Until then, the reload is pending.
    case later
  }

  package var layoutTime = LayoutTime.atOnce

  /// Called for each row that is drawn, during the batch, like a cell provider in UIKit.
  package var onDraw: ((Row, RowPath) -> Void)?

  package var fault: ViewFault?

  /// Incorrect row counts for the view to report, or `nil`.
  package var claimedRowCounts: [Int]?

  /// An incorrect value of ``isReady`` for the view to report, or `nil`.
  package var claimedReadiness: Bool?

  /// The rules that batches have violated, in order, excluding violations that a `fault` caused.
  ///
  /// Check this property even if no call throws an error, because not every violation can be thrown.
  public private(set) var violations: [BatchError] = []

  /// The number of performed batches.
  public private(set) var batches = 0

  package private(set) var animatedBatches = 0

  /// The number of reloads.
  public private(set) var reloads = 0

  private var engine: StrictBatchEngine
  private var cells: [(value: Section, rows: [Row])] = []

  /// Creates a view that has no rows.
  ///
  /// - Parameters:
  ///   - isInWindow: Whether the view initially has a window and has been laid out.
  ///   - fileID: The file of the test, for reports on standard error.
  ///   - line: The line of the test, for reports on standard error.
  public init(isInWindow: Bool = true, fileID: String = #fileID, line: Int = #line) {
    engine = StrictBatchEngine(isInWindow: isInWindow)
    link.origin = "\(fileID):\(line)"
  }

  /// The table that a user would see.
  public var drawn: TableSnapshot<Section, Row> {
    TableSnapshot(sections: cells.map { TableSection($0.value, rows: $0.rows) })
  }

  /// A description of the rows that differ from the table that the view received, or `nil` if no rows differ.
  ///
  /// Rows are compared by identity and content. Rows that are not equal to themselves always differ. While a reload is
  /// pending or the view has no window, rows are not compared.
  public var mismatch: String? {
    if engine.isReloadPending || !engine.isReady { return nil }
    if cells.count != link.table.sections.count {
      return "\(cells.count) sections are drawn instead of \(link.table.sections.count)"
    }
    for (index, (cell, section)) in zip(cells, link.table.sections).enumerated() {
      if cell.value.identity != section.value.identity || !cell.value.hasSameContent(as: section.value) {
        return "section \(index) is drawn as \(cell.value) instead of \(section.value)"
      }
      if cell.rows.count != section.rows.count {
        return "section \(index) is drawn with \(cell.rows.count) rows instead of \(section.rows.count)"
      }
      for (row, (old, new)) in zip(cell.rows, section.rows).enumerated()
      where old.identity != new.identity || !old.hasSameContent(as: new) {
        return "row \(RowPath(section: index, row: row)) is drawn as \(old) instead of \(new)"
      }
    }
    return nil
  }

  // MARK: - State

  /// Whether the view has a window and has been laid out.
  public var isReady: Bool { claimedReadiness ?? engine.isReady }

  /// The number of rows in each section, or `nil` while a reload is pending.
  public var shownRowCounts: [Int]? {
    if let claimedRowCounts { return claimedRowCounts }
    return engine.isReloadPending || !engine.isReady ? nil : engine.shownRowCounts
  }

  // MARK: - Updates

  /// Reloads the view at its next layout.
  public func reload(commit: () -> Void) {
    reloads += 1
    let fault = take { $0.concernsReloads }
    do {
      try engine.reloadData()
    } catch {
      violations.append(error)
    }
    for _ in 0..<(fault?.commits ?? 1) { commit() }
    if layoutTime == .atOnce { layOut() }
  }

  /// Performs a batch, or throws a `BatchError` if the batch violates a rule.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    let fault = take { !$0.concernsReloads }
    if let error = fault?.error, fault?.commits == 0 { throw error }
    do {
      let isPending = engine.isReloadPending
      try engine.beginBatch(rowCounts: link.table.rowCounts)
      if isPending { drawAll() }
      for _ in 0..<(fault?.commits ?? 1) { commit() }
      if let error = fault?.error {
        engine.abandonBatch()
        throw error
      }
      try engine.check(stage.operations, rowCounts: link.table.rowCounts)
      draw(stage.operations)
      engine.endBatch()
      batches += 1
      if animation.isAnimated { animatedBatches += 1 }
    } catch let error as BatchError {
      if fault == nil { violations.append(error) }
      throw error
    }
  }

  private func take(_ isIncluded: (ViewFault) -> Bool) -> ViewFault? {
    guard let fault, isIncluded(fault) else { return nil }
    self.fault = nil
    return fault
  }

  // MARK: - Windows and layout

  /// Adds the view to a window, and lays it out at the time that `layoutTime` specifies.
  public func enterWindow() {
    engine.enterWindow()
    if layoutTime == .atOnce { layOut() }
  }

  /// Removes the view from its window.
  public func leaveWindow() { engine.leaveWindow() }

  package func layOut() {
    if engine.layOut(rowCounts: link.table.rowCounts) { drawAll() }
  }

  /// Appends a section, without notifying the data source.
  package func insertOutside(rows: Int = 1) { engine.tamper(engine.shownRowCounts + [rows]) }

  // MARK: - Drawing

  private func drawAll() {
    cells = link.table.sections.map { ($0.value, Array($0.rows)) }
    for (index, cell) in cells.enumerated() {
      for (row, value) in cell.rows.enumerated() { onDraw?(value, RowPath(section: index, row: row)) }
    }
  }

  private func draw(_ operations: BatchOperations) {
    let target = link.table
    guard
      let result = try? operations.apply(
        to: cells.map { (value: Cell.drawn($0.value), rows: $0.rows.map { Cell.drawn($0) }) },
        target: target.sections.map { (value: Cell.new($0.value), rows: $0.rows.map { Cell.new($0) }) })
    else { return drawAll() }
    cells = result.map { ($0.value.content, $0.rows.map(\.content)) }
    for (index, section) in result.enumerated() {
      for (row, cell) in section.rows.enumerated() {
        if case .new(let value) = cell { onDraw?(value, RowPath(section: index, row: row)) }
      }
    }
  }

  private enum Cell<Content> {
    case drawn(Content)
    case new(Content)

    var content: Content {
      switch self {
      case .drawn(let content), .new(let content): content
      }
    }
  }
}
