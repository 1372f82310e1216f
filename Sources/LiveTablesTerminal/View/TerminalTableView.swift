public import LiveTablesCells

/// A table in a terminal, with columns, section headers, a cursor, and marks on changed rows.
///
/// ```swift
/// let view = TerminalTableView<OneSection, Process>(columns: [
///   TerminalColumn("PID") { String($0.pid) },
///   TerminalColumn("COMMAND") { $0.command },
/// ])
/// view.bind(processes)
/// let exit = try await view.run()
/// ```
///
/// New rows are marked with `+`, changed rows with `*`, and moved rows with `~`. Changed cells are highlighted until
/// the marks fade. Changes that are not animated (`BindingOptions/shouldAnimate`) are not marked. While a ``prompt``
/// filters the rows, removed rows are not shown.
///
/// The arrow keys, `j` and `k`, the page keys, Home, End, `g`, and `G` move the cursor, which follows its row. The left
/// and right arrow keys, `h`, and `l` scroll horizontally. Escape removes the cursor. Space pauses the view. Pressing
/// Space again shows all changes made in the meantime at once. `q` and Control-C end the view, and Control-L redraws
/// the screen. If rows can be selected (`TableSelection.mode`), Return taps the row at the cursor, and `x` toggles its
/// selection. Selected rows are marked with `#`. If a row is selected programmatically, the cursor moves to that row.
@MainActor public final class TerminalTableView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// The link between the view and its table.
  public let link = TableLink<Section, Row>()

  /// The columns, from left to right.
  public var columns: [TerminalColumn<Row>] {
    didSet {
      let old = painter
      painter = TablePainter(titles: columns.map(\.title))
      painter.adopt(old)
      setNeedsDisplay()
    }
  }

  /// A closure that returns the header of a section, or `nil` if the section has no header.
  package let sectionTitle: ((Section) -> String?)?

  package let cells: TableCells<TerminalTableView>

  /// The header and footer of the table, and the text to show while the table has no rows.
  public var accessories = TableAccessories(
    emptyView: TerminalLine("no rows", .dim), loadingView: TerminalLine("waiting for the first table", .dim))
  {
    didSet {
      for content in [ListLayout.Content.tableHeader, .tableFooter] { visibleCells[content] = nil }
      scroller.update(to: layout(of: link.table)) { $0 }
      setNeedsDisplay()
    }
  }

  // MARK: - The status line

  /// A description of the table, or a hint about keys, to show in the status line.
  public var caption: String? = "space pauses, q quits" { didSet { setNeedsDisplay() } }

  package var notes: [String] = [] { didSet { if notes != oldValue { setNeedsDisplay() } } }

  package var totalRowCount: Int? { didSet { if totalRowCount != oldValue { setNeedsDisplay() } } }

  /// The columns by which the table is sorted, whose titles are marked.
  package var sortedColumns: [SortedColumn] = [] {
    didSet {
      painter.sorted = sortedColumns
      if sortedColumns != oldValue { setNeedsDisplay() }
    }
  }

  /// An error message to show in the status line, if any.
  public var message: String? { didSet { if message != oldValue { setNeedsDisplay() } } }

  package var markLifetime: Duration {
    get { markers.lifetime }
    set { markers.lifetime = newValue }
  }

  /// A closure that receives each key before the view, and can handle it.
  public var onKey: ((Key) -> KeyAnswer)?

  /// The result of passing a key to ``TerminalTableView/onKey``.
  public enum KeyAnswer: Hashable, Sendable {
    /// The closure has handled the key.
    case handled
    /// The view should handle the key.
    case unhandled
    /// The view should end, which makes ``TerminalTableView/run()`` return.
    case quit
  }

  /// Whether the view is paused, in which case it combines all changes into one.
  package var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      if let onPause {
        onPause(isPaused)
      } else if isPaused {
        link.beginInteraction()
      } else {
        link.endInteraction()
      }
      setNeedsDisplay()
    }
  }

  /// A closure that pauses and resumes the source in place of the view.
  ///
  /// The view keeps showing the tables that it receives, so that the user can still filter and sort them. Set this
  /// property before pausing.
  package var onPause: ((_ isPaused: Bool) -> Void)?

  /// The row at the cursor, or `nil` if there is no cursor.
  public var selectedRow: Row? { cursor.flatMap { link.table[$0] } }

  /// The path of the row at the cursor, or `nil` if there is no cursor.
  ///
  /// Setting a path that has no row has no effect.
  public var cursor: RowPath? {
    get { scroller.selection }
    set {
      moveCursor { list in
        if let newValue { list.select(newValue) } else { list.deselect() }
      }
      setNeedsDisplay()
    }
  }

  package func scrollToTop() {
    scroller.scrollToTop()
    setNeedsDisplay()
  }

  /// Scrolls horizontally until a column is visible, if the column exists.
  package func scroll(toColumn column: Int) {
    painter.reveal(column)
    setNeedsDisplay()
  }

  /// A prompt to show in place of the status line.
  ///
  /// The prompt receives all keys until the user answers or cancels it.
  ///
  /// If the prompt is replaced, or is still open when ``run()`` returns, its `onEnd` closure receives `nil`.
  public var prompt: TerminalPrompt? {
    didSet {
      setNeedsDisplay()
      if let oldValue, !oldValue.hasEnded, !oldValue.isSame(as: prompt) { oldValue.end() }
    }
  }

  /// A page that covers the screen and receives all keys until it is closed.
  package var page: TerminalPage? {
    get { openPage }
    set {
      openPage = newValue
      setNeedsDisplay()
    }
  }
  /// The open page, which each frame updates.
  var openPage: TerminalPage?

  /// The word to show in the status line in place of the word for a paused view.
  package var mode: String? { didSet { if mode != oldValue { setNeedsDisplay() } } }

  /// Whether the next frame is delayed until the rest of a change arrives.
  package var isHeld = false

  /// Copies text to the user's clipboard, if the terminal allows it (OSC 52).
  ///
  /// - Parameter base64: The UTF-8 text in Base64 encoding.
  package func copy(base64: String) { screen?.send("\u{1B}]52;c;\(base64)\u{07}") }

  package func ringBell() { screen?.send("\u{07}") }

  package var hasColumnCursor = false

  package var cursorColumn: Int? {
    get { painter.cursorColumn }
    set {
      painter.cursorColumn = newValue
      if let newValue { painter.reveal(newValue) }
      setNeedsDisplay()
    }
  }

  package var frozenColumnCount: Int {
    get { painter.frozenCount }
    set {
      painter.frozenCount = newValue
      setNeedsDisplay()
    }
  }

  package func resizeColumn(isWider: Bool) {
    painter.resizeColumn(isWider: isWider)
    setNeedsDisplay()
  }

  /// A closure that returns the search matches to highlight in a column's text.
  package var matches: ((_ column: Int, _ text: String) -> [Range<String.Index>])? {
    get { painter.matches }
    set {
      painter.matches = newValue
      setNeedsDisplay()
    }
  }

  /// A closure that returns the text to show for a changed cell, or `nil` to show the new text.
  package var changedText: ((_ column: Int, _ old: String, _ new: String) -> String)? { didSet { setNeedsDisplay() } }

  /// A closure that returns whether to mark and count a change to a row's content, or `nil` to mark every change.
  package var shouldMarkUpdate: ((_ old: Row, _ new: Row) -> Bool)?

  package var totalText: String? { didSet { if totalText != oldValue { setNeedsDisplay() } } }

  /// A closure that returns a note to show after the number of rows in a section's title.
  package var sectionNote: ((Section) -> String?)? { didSet { setNeedsDisplay() } }

  /// Whether the next run of the view reports clicks and wheel turns.
  package var takesMouse = false

  /// Whether the background is light during the next run of the view, or `nil` if unknown.
  package var isLight: Bool?

  package var onTitleClick: ((_ column: Int) -> Void)?

  var visibleCells: [ListLayout.Content: TerminalLine] = [:]
  var cellSources: [String: CellSource] = [:]
  var scroller = ListScroller()
  var markers = RowMarkers<Row>(lifetime: .seconds(5))
  var meter = RateMeter(start: .now)
  var lastUpdate: ChangeCounts?
  var markedRevision: Int?
  var painter: TablePainter
  var displayedRows: [RowPath] = []
  var lastReport: DisplayReport?
  private(set) var screen: TerminalScreen?

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - columns: The columns, from left to right.
  ///   - sectionTitle: A closure that returns the title of a section, or `nil` if the section has no header. The view
  ///     appends the number of rows to the title. By default, `Supplemented` sections, such as `HeaderFooter`, show the
  ///     titles of their headers and footers without the number of rows, and other sections have no header.
  public init(columns: [TerminalColumn<Row>], sectionTitle: ((Section) -> String?)? = nil) {
    let headerTitle = sectionTitle ?? Self.title(.header)
    self.columns = columns
    self.sectionTitle = headerTitle
    painter = TablePainter(titles: columns.map(\.title))
    var lines: [SupplementaryKind: CellProvider<Section, Section, TerminalLine>] = [:]
    lines[.header] = headerTitle.map { Self.lines($0, .title, showsRowCount: sectionTitle != nil) }
    lines[.footer] = Self.title(.footer).map { Self.lines($0, .dim, showsRowCount: false) }
    cells = TableCells(link: link, .columns, supplementaries: lines)
    link.selection.presenter = self
  }

  /// Returns a closure that returns the titles provided by sections, or `nil` if sections provide none.
  private static func title(_ kind: SupplementaryKind) -> ((Section) -> String?)? {
    Section.self is any Supplemented.Type ? { ($0 as? any Supplemented)?.supplementaryItem(kind)?.title } : nil
  }

  private static func lines(
    _ title: @escaping (Section) -> String?, _ look: TerminalLine.Look, showsRowCount: Bool
  ) -> CellProvider<Section, Section, TerminalLine> {
    let lines = CellProvider<Section, Section, TerminalLine>.one(TerminalLine.self) { line, section, _ in
      line.show(title(section) ?? "", look)
      line.showsRowCount = showsRowCount
    }
    return CellProvider.choosing { section, _ in title(section) == nil ? .nothing : lines }
  }

  /// Creates a view with custom cells for rows, headers, and footers.
  ///
  /// - Parameters:
  ///   - columns: The columns, from left to right, to show for rows whose cells have no text.
  ///   - cells: The provider of row cells.
  ///   - supplementaries: The providers of headers and footers. Other supplementary views are not shown.
  public init(
    columns: [TerminalColumn<Row>] = [], cells: CellProvider<Section, Row, TerminalLine>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, TerminalLine>] = [:]
  ) {
    self.columns = columns
    sectionTitle = nil
    painter = TablePainter(titles: columns.map(\.title))
    self.cells = TableCells(link: link, cells, supplementaries: supplementaries)
    link.selection.presenter = self
  }

  /// Whether the view is on screen and shows a table.
  ///
  /// The view shows the first table with a reload, so that its rows are not marked as new.
  public var isReady: Bool { screen != nil && link.revision > 0 }

  /// Shows the table in the controlling terminal and handles keys, until a key press, a signal, or a cancellation ends
  /// it.
  ///
  /// The terminal is restored when this method returns, on fatal signals, and when the process ends. If a signal ended
  /// the view, the caller should end the process. Control-Z and `fg` suspend and resume the process as usual.
  ///
  /// - Returns: The reason the view ended.
  /// - Throws: ``TerminalError`` if there is no terminal, or if this process already shows a table in a terminal.
  @discardableResult
  public func run() async throws(TerminalError) -> TerminalExit { try await run(on: .controlling) }

  /// Shows the table in a terminal and handles keys, until a key press, a signal, or a cancellation ends it.
  @discardableResult package func run(on terminal: Terminal) async throws(TerminalError) -> TerminalExit {
    let screen = try TerminalScreen(terminal, takesMouse: takesMouse, isLight: isLight)
    self.screen = screen
    defer {
      self.screen = nil
      isPaused = false
      prompt = nil
      endDisplaying()
      dropLines()
    }
    return await screen.run(self)
  }

  func setNeedsDisplay() {
    screen?.setNeedsDisplay()
  }
}
