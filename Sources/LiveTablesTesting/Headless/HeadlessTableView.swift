public import LiveTablesCells

/// A table view for tests that has a viewport but draws nothing.
///
/// The view creates cells for visible rows, reuses them while it scrolls, and validates batches as strictly as
/// ``StrictTableView``:
///
/// ```swift
/// let view = HeadlessTableView<Folder, Mail>(
///   .one(MailCell.self) { cell, mail, context in cell.text = mail.subject },
///   supplementaries: [.header: .one(FolderHeader.self) { … }], height: 480)
/// view.bind(mails)
/// …
/// #expect(view.visibleTexts == ["Inbox", "Lunch?", "Tickets"])
/// view.scroll(to: 400)
/// ```
///
/// Like a UIKit view, it requests a cell only when a row appears on screen or is reloaded.
@MainActor public final class HeadlessTableView<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The link between the view and its table.
  public let link = TableLink<Section, Row>()

  package let cells: TableCells<HeadlessTableView>

  package let height: Double

  package internal(set) var offset = 0.0

  /// Determines whether visible rows keep their position on screen while rows above them are inserted or deleted.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// The header, footer and background views of the table.
  public var accessories = TableAccessories<HeadlessCell>() { didSet { layOutAgain() } }

  /// A closure that returns the height of a row, or `nil` if all rows have a height of 44.
  ///
  /// Without a closure, the cost of a batch does not depend on the number of rows.
  package var rowHeight: ((RowPath) -> Double)? { didSet { layOutAgain() } }

  package var supplementaryHeight: (SupplementaryPath) -> Double = { _ in 22 } {
    didSet { layOutAgain() }
  }

  /// The supplementary views above the rows of a section.
  package var kindsAbove: [SupplementaryKind] = [.header] { didSet { layOutAgain() } }

  /// The supplementary views below the rows of a section.
  package var kindsBelow: [SupplementaryKind] = [.footer] { didSet { layOutAgain() } }

  /// The number of offscreen cells that the view keeps for their own rows.
  package var heldCells = 0

  /// Closures that create prototype cells, by reuse identifier.
  package var prototypes: [String: @MainActor () -> HeadlessCell] = [:]

  /// Closures that load cells from nibs, by nib name.
  package var nibs: [String: @MainActor () -> HeadlessCell] = [:]

  /// The registered reuse identifiers, in order.
  ///
  /// The reuse identifiers of supplementary views have the kind as a prefix.
  public internal(set) var registrations: [String] = []

  /// The rules that batches have violated, in order.
  public internal(set) var violations: [BatchError] = []

  /// The number of performed batches.
  public internal(set) var batches = 0

  /// The number of reloads.
  public internal(set) var reloads = 0

  var engine: StrictBatchEngine
  var layout = HeadlessLayout()
  var queue = HeadlessQueue()
  var shown: [HeadlessElement: HeadlessCell] = [:]
  /// The cells that have left the screen and may return for their rows, with the oldest first.
  var held: [(path: RowPath, cell: HeadlessCell)] = []
  /// The rows on screen as they were last shown, keyed by cell.
  var shownRows: [ObjectIdentifier: Row] = [:]
  var isShowing = false
  var needsShowing = false
  var needsLayout = false

  /// Creates a view that has no rows.
  ///
  /// - Parameters:
  ///   - provider: The provider of cells for rows.
  ///   - supplementaries: The providers of headers, footers and other supplementary views.
  ///   - height: The height of the visible area.
  ///   - isInWindow: Whether the view initially has a window and has been laid out.
  ///   - fileID: The file of the test, for reports on standard error.
  ///   - line: The line of the test, for reports on standard error.
  public init(
    _ provider: CellProvider<Section, Row, HeadlessCell>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, HeadlessCell>] = [:], height: Double = 440,
    isInWindow: Bool = true, fileID: String = #fileID, line: Int = #line
  ) {
    self.height = height
    link.origin = "\(fileID):\(line)"
    engine = StrictBatchEngine(isInWindow: isInWindow)
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    link.selection.presenter = self
  }

  // MARK: - Visible content

  package var visibleElements: [HeadlessElement] {
    layout.visible(offset: offset, height: height).map(\.element)
  }

  package var visiblePaths: [RowPath] {
    visibleElements.compactMap { if case .row(let path) = $0 { path } else { nil } }
  }

  /// The texts of the elements on screen, from top to bottom.
  public var visibleTexts: [String] { visibleElements.map { shown[$0]?.text ?? "nothing" } }

  /// Returns the cell of a row, or `nil` if the row is not on screen.
  public func cell(at path: RowPath) -> HeadlessCell? { shown[.row(path)] }

  package func supplementaryView(_ kind: SupplementaryKind, section: Int) -> HeadlessCell? {
    shown[.supplementary(SupplementaryPath(kind, section: section))]
  }

  /// The view that is shown if there are no rows.
  package var background: HeadlessCell? {
    accessories.background(rowCount: link.table.count, revision: link.revision)
  }

  /// The distance of a row from the top edge of the screen.
  package func distance(of path: RowPath) -> Double? { layout[.row(path)].map { $0.top - offset } }

  package var contentHeight: Double { layout.height }

  /// A description of missing, extra or duplicate cells on screen, or `nil` if all cells are correct.
  public var mismatch: String? {
    if engine.isReloadPending || !engine.isReady { return nil }
    let visible = visibleElements.filter { element in
      if case .supplementary = element { shown[element] != nil } else { true }  // the view may not be creatable
    }
    if Set(visible) != Set(shown.keys) {
      return
        "cells are shown for \(Set(shown.keys).symmetricDifference(visible)) and should not be, or the other way round"
    }
    let inUse = shown.values.map(ObjectIdentifier.init) + held.map { ObjectIdentifier($0.cell) }
    if Set(inUse).count != inUse.count { return "a cell is used twice" }
    if queue.contains(inUse) { return "a cell waits to be reused while it is in use" }
    for (element, cell) in shown {
      switch element {
      case .row(let path) where cells.shownCell(at: path) !== cell: return "\(path) has another cell than it was given"
      case .supplementary(let place) where cells.shownSupplementaryView(at: place) !== cell:
        return "\(place) has another view than it was given"
      default: continue
      }
    }
    return nil
  }

  // MARK: - Windows and scrolling

  /// Adds the view to a window, lays it out, and shows pending changes.
  public func enterWindow() {
    engine.enterWindow()
    layOut()
  }

  /// Removes the view from its window, as if another screen covered it.
  ///
  /// The view requests no cells until it is in a window again. It then shows the changes made in the meantime.
  public func leaveWindow() { engine.leaveWindow() }

  /// Scrolls to an offset, which is clamped to the extent of the table.
  ///
  /// If the view has no window or a reload is pending, it scrolls the next time it is laid out.
  public func scroll(to offset: Double) {
    if isLaidOut {
      self.offset = clamped(offset)
      showVisible()
    } else {
      self.offset = max(0, offset)
    }
  }

  var isLaidOut: Bool { engine.isReady && !engine.isReloadPending }
}

extension HeadlessTableView: SelectionPresenter {
  package func showSelection(selected: [RowPath], deselected: [RowPath]) {
    var reloads = CellReloads()
    reloads.rows = cells.reconfigure(selected + deselected, in: self)
    reload(reloads)
    showVisible()
  }

  package func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: false) }
}

extension HeadlessTableView: ScrollableTableView {
  /// Scrolls to a row, if there is one at the path.
  ///
  /// Animations are ignored.
  public func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    guard let item = layout[.row(path)] else { return }
    scroll(
      to: position.offset(showing: item.top...item.bottom, offset: offset, height: height, content: layout.height))
  }
}
