@_spi(Adapters) public import LiveTablesCells

/// A table view without a screen that does have a screenful: it makes cells for what is visible, reuses them while it
/// scrolls, and is as strict about batches as ``StrictTableView``.
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
/// It asks for cells as a view with a screen would: when a row comes on screen and when it has to be reloaded, and at no
/// other time.
@MainActor public final class HeadlessTableView<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// Which cell shows what.
  @_spi(Adapters) public let cells: TableCells<HeadlessTableView>

  /// The height of the screen.
  @_spi(Adapters) public let height: Double

  /// How much of the table is above the screen.
  package internal(set) var offset = 0.0

  /// When a row stays where it is on the screen although others come and go above it.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// What stands around the rows of the whole table.
  public var accessories = TableAccessories<HeadlessCell>() { didSet { layOutAgain() } }

  /// How high a row is.
  package var rowHeight: (RowPath) -> Double = { _ in 44 } { didSet { layOutAgain() } }

  /// How high a header or footer is, where there is one.
  @_spi(Adapters) public var supplementaryHeight: (SupplementaryPlace) -> Double = { _ in 22 } {
    didSet { layOutAgain() }
  }

  /// The kinds of supplementary views that stand above a section's rows, where it has them.
  @_spi(Adapters) public var kindsAbove: [SupplementaryKind] = [.header] { didSet { layOutAgain() } }

  /// The kinds of supplementary views that stand below a section's rows, where it has them.
  @_spi(Adapters) public var kindsBelow: [SupplementaryKind] = [.footer] { didSet { layOutAgain() } }

  /// How many cells that have left the screen are kept for a while as they are, instead of being reused at once.
  @_spi(Adapters) public var heldCells = 0

  /// The cells that the view has under the names of prototypes.
  @_spi(Adapters) public var prototypes: [String: @MainActor () -> HeadlessCell] = [:]

  /// The cells that the view loads under the names of nibs.
  @_spi(Adapters) public var nibs: [String: @MainActor () -> HeadlessCell] = [:]

  /// Every reuse identifier that was registered, in order; those of supplementary views as kind and name.
  public internal(set) var registrations: [String] = []

  /// Every rule that was broken, in order.
  public internal(set) var violations: [BatchError] = []

  /// How many batches were shown.
  public internal(set) var batches = 0

  /// How many times the view was reloaded.
  public internal(set) var reloads = 0

  var engine: StrictBatchEngine
  var layout = HeadlessLayout()
  var queue = HeadlessQueue()
  var shown: [HeadlessElement: HeadlessCell] = [:]
  /// Cells that have left the screen and wait for their row to come back, the oldest first.
  var held: [(path: RowPath, cell: HeadlessCell)] = []
  /// The rows that are on the screen, as they were shown last, by their cells.
  var shownRows: [ObjectIdentifier: Row] = [:]
  var isShowing = false
  var needsShowing = false
  /// Whether something that was set during a batch is to be laid out after it.
  var needsLayout = false

  /// Creates a view without rows.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of rows.
  ///   - supplementaries: Chooses headers, footers and other supplementary views.
  ///   - height: The height of the screen.
  ///   - isInWindow: Whether it has a window and its first layout already.
  ///   - fileID: The file of the test, which the view's reports name.
  ///   - line: The line in it.
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

  // MARK: - What is seen

  /// What is on the screen, from above.
  @_spi(Adapters) public var visibleElements: [HeadlessElement] {
    layout.visible(offset: offset, height: height).map(\.element)
  }

  /// The rows on the screen, from above.
  package var visiblePaths: [RowPath] {
    visibleElements.compactMap { if case .row(let path) = $0 { path } else { nil } }
  }

  /// The texts on the screen, from above.
  public var visibleTexts: [String] { visibleElements.map { shown[$0]?.text ?? "nothing" } }

  /// The cell of a row that is on the screen.
  ///
  /// - Parameter path: The row.
  /// - Returns: Its cell; `nil` if it is not on the screen.
  public func cell(at path: RowPath) -> HeadlessCell? { shown[.row(path)] }

  /// The supplementary view of a section that is on the screen.
  package func supplementaryView(_ kind: SupplementaryKind, section: Int) -> HeadlessCell? {
    shown[.supplementary(SupplementaryPlace(kind, section: section))]
  }

  /// What is seen where rows would be, if there are none.
  package var background: HeadlessCell? {
    accessories.background(rowCount: link.table.count, revision: link.revision)
  }

  /// How far below the upper edge of the screen a row begins; `nil` if there is no such row.
  @_spi(Adapters) public func distance(of path: RowPath) -> Double? { layout[.row(path)].map { $0.top - offset } }

  /// The height of the whole table.
  @_spi(Adapters) public var contentHeight: Double { layout.height }

  /// What is wrong with the cells on the screen, if anything is: one too many, one too few, one in two places.
  public var mismatch: String? {
    if engine.isReloadPending || !engine.isReady { return nil }
    let visible = visibleElements.filter { element in
      if case .supplementary = element { shown[element] != nil } else { true }  // there may be none that can be shown
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

  // MARK: - The world around it

  /// Puts the view into a window, and lays it out: it shows what has changed while it was in none.
  public func enterWindow() {
    engine.enterWindow()
    layOut()
  }

  /// Takes the view out of its window, as another screen that covers it does.
  ///
  /// What changes meanwhile is shown when the view is in a window again. Until then it asks for no cell.
  public func leaveWindow() { engine.leaveWindow() }

  /// Scrolls so that so much of the table is above the screen, as far as there is table.
  ///
  /// While the view is in no window, or has yet to read its table again, it scrolls when it is laid out.
  ///
  /// - Parameter offset: How much of it.
  public func scroll(to offset: Double) {
    if isLaidOut {
      self.offset = clamped(offset)
      showVisible()
    } else {
      self.offset = max(0, offset)
    }
  }

  /// Whether the view knows where the rows of its table are.
  var isLaidOut: Bool { engine.isReady && !engine.isReloadPending }
}

@_spi(Adapters) extension HeadlessTableView: SelectionPresenter {
  /// Configures the cells of these rows again.
  @_spi(Adapters) public func showSelection(selected: [RowPath], deselected: [RowPath]) {
    var reloads = CellReloads()
    reloads.rows = cells.reconfigure(selected + deselected, in: self)
    reload(reloads)
    showVisible()
  }

  /// Scrolls to a row, as little as shows it.
  @_spi(Adapters) public func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: false) }
}

extension HeadlessTableView: ScrollableTableView {
  /// Scrolls to a row; a path without a row changes nothing.
  ///
  /// - Parameters:
  ///   - path: The row.
  ///   - position: Where on the screen it is to be.
  ///   - animated: Makes no difference here.
  public func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    guard let item = layout[.row(path)] else { return }
    scroll(
      to: position.offset(showing: item.top...item.bottom, offset: offset, height: height, content: layout.height))
  }
}
