@_spi(Adapters) public import LiveTablesCells

/// A table view without a screen that is stricter than any with one: where UIKit would crash the app, or draw
/// something wrong, it throws the rule that was broken (`BatchRule`).
///
/// ```swift
/// let view = StrictTableView<OneSection, Mail>()
/// try await view.display(mails)
/// #expect(view.violations.isEmpty)
/// #expect(view.drawn == TableSnapshot(rows: expected))
/// ```
///
/// Like a real view it has cells: a row is drawn when it is inserted, updated or reloaded, and never otherwise. So
/// ``drawn`` is what a person would see, and ``mismatch`` says where that is not what the view was given.
///
/// It can be taken out of its window, be tampered with, and be made to fail (`ViewFault`).
@MainActor public final class StrictTableView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// When the view is laid out after it has entered a window, or after a reload.
  @_spi(Adapters) public enum LayoutTime: Hashable, Sendable {
    /// Before the call returns.
    case atOnce
    /// When ``StrictTableView/layOut()`` is called; a batch that comes before finds the reload pending.
    case later
  }

  /// When the view reads its data.
  @_spi(Adapters) public var layoutTime = LayoutTime.atOnce

  /// Called for every row that is drawn, with its path, inside the batch: what a cell provider is in UIKit.
  @_spi(Adapters) public var onDraw: ((Row, RowPath) -> Void)?

  /// What goes wrong at the next call.
  @_spi(Adapters) public var fault: ViewFault?

  /// What the view answers when it is asked for its row counts, if that is not the truth.
  @_spi(Adapters) public var claimedRowCounts: [Int]?

  /// What the view answers when it is asked whether it is ready, if that is not the truth.
  @_spi(Adapters) public var claimedReadiness: Bool?

  /// Every rule that was broken, in order, except by a `fault` that was asked for.
  ///
  /// Some cannot be thrown, so look here.
  public private(set) var violations: [BatchError] = []

  /// How many batches were shown.
  public private(set) var batches = 0

  /// How many of these were to be animated.
  @_spi(Adapters) public private(set) var animatedBatches = 0

  /// How many times the view was reloaded.
  public private(set) var reloads = 0

  private var engine: StrictBatchEngine
  private var cells: [(value: Section, rows: [Row])] = []

  /// Creates a view without rows.
  ///
  /// - Parameters:
  ///   - isInWindow: Whether it has a window and its first layout already.
  ///   - fileID: The file of the test, which the view's reports name.
  ///   - line: The line in it.
  public init(isInWindow: Bool = true, fileID: String = #fileID, line: Int = #line) {
    engine = StrictBatchEngine(isInWindow: isInWindow)
    link.origin = "\(fileID):\(line)"
  }

  /// What a person would see.
  public var drawn: TableSnapshot<Section, Row> {
    TableSnapshot(sections: cells.map { TableSection($0.value, rows: $0.rows) })
  }

  /// Where the view shows something else than it was given, by identity and content of each row; `nil` if nowhere.
  ///
  /// Rows that are not equal to themselves never match. What waits for a reload or a window is not held against it.
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

  // MARK: - What a view is asked

  /// Whether the view has a window and a first layout.
  public var isReady: Bool { claimedReadiness ?? engine.isReady }

  /// How many rows are shown in each section; not known while a reload is pending.
  public var shownRowCounts: [Int]? {
    if let claimedRowCounts { return claimedRowCounts }
    return engine.isReloadPending || !engine.isReady ? nil : engine.shownRowCounts
  }

  // MARK: - What a view is told

  /// Reads everything again, at the next layout.
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

  /// Shows a batch, or throws the rule that it breaks.
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

  private func take(_ isMeant: (ViewFault) -> Bool) -> ViewFault? {
    guard let fault, isMeant(fault) else { return nil }
    self.fault = nil
    return fault
  }

  // MARK: - The world around it

  /// Puts the view into a window, and lays it out unless that is to happen later.
  public func enterWindow() {
    engine.enterWindow()
    if layoutTime == .atOnce { layOut() }
  }

  /// Takes the view out of its window.
  public func leaveWindow() { engine.leaveWindow() }

  /// Lays the view out: a reload that is pending is carried out.
  @_spi(Adapters) public func layOut() {
    if engine.layOut(rowCounts: link.table.rowCounts) { drawAll() }
  }

  /// Somebody else changes the view: a section with so many rows appears at its end.
  @_spi(Adapters) public func insertOutside(rows: Int = 1) { engine.tamper(engine.shownRowCounts + [rows]) }

  // MARK: - Drawing

  private func drawAll() {
    cells = link.table.sections.map { ($0.value, Array($0.rows)) }
    for (index, cell) in cells.enumerated() {
      for (row, value) in cell.rows.enumerated() { onDraw?(value, RowPath(section: index, row: row)) }
    }
  }

  /// Draws what the batch names, and nothing else.
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
