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
  public private(set) var drawn = TableSnapshot<Section, Row>()

  /// A description of the rows that differ from the table that the view received, or `nil` if no rows differ.
  ///
  /// Rows are compared by identity and content. Rows that are not equal to themselves always differ. While a reload is
  /// pending or the view has no window, rows are not compared.
  public var mismatch: String? {
    if engine.isReloadPending || !engine.isReady { return nil }
    if drawn.sections.count != link.table.sections.count {
      return "\(drawn.sections.count) sections are drawn instead of \(link.table.sections.count)"
    }
    for (index, (cell, section)) in zip(drawn.sections, link.table.sections).enumerated() {
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
      if isPending || drawn.rowCounts != engine.shownRowCounts { drawAll() }
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
    drawn = link.table
    report(drawn.paths)
  }

  private func draw(_ operations: BatchOperations) {
    let target = link.table
    var paths = operations.updatedRows
    if operations.isStructural {
      drawn.rearrange(operations, inserting: target)
      paths = operations.insertedRows + target.paths(inSections: operations.insertedSections)
    } else {
      for index in operations.updatedSections { drawn.replace(section: index, with: target.sections[index].value) }
      for path in paths { if let row = target[path] { drawn.replace(at: path, with: row) } }
    }
    report(paths.ascending())
  }

  private func report(_ paths: @autoclosure () -> [RowPath]) {
    if onDraw == nil { return }
    let table = link.table
    // The closure may remove itself.
    for path in paths() { if let onDraw, let row = table[path] { onDraw(row, path) } }
  }
}

extension TableSnapshot {
  /// Performs the structural operations of a valid batch.
  ///
  /// - Parameter target: The table that contains the inserted sections and rows.
  /// - Complexity: O(*k* log *n*) for a small number *k* of operations, otherwise O(*n*).
  fileprivate mutating func rearrange(_ batch: BatchOperations, inserting target: TableSnapshot) {
    let moved = batch.movedRows.compactMap { move in self[move.from].map { (path: move.to, row: $0) } }
    let inserted = batch.insertedRows.compactMap { path in target[path].map { (path: path, row: $0) } }
    for (section, paths) in Dictionary(grouping: batch.deletedRows + batch.movedRows.map(\.from), by: \.section) {
      edit(section) { $0.rope.remove(at: paths.map(\.row).ascending()) }
    }
    if batch.hasSectionStructure {
      let sections =
        batch.movedSections.map { (position: $0.to, element: rope[$0.from]) }
        + batch.insertedSections.map { (position: $0, element: target.rope[$0]) }
      rope.remove(at: (batch.deletedSections + batch.movedSections.map(\.from)).ascending())
      rope.insert(sections.sorted { $0.position })
    }
    for (section, rows) in Dictionary(grouping: moved + inserted, by: { $0.path.section }) {
      let arrivals = rows.map { (position: $0.path.row, element: $0.row) }.sorted { $0.position }
      edit(section) { $0.rope.insert(arrivals) }
    }
  }
}
