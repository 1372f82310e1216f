@_spi(Adapters) public import LiveTablesCells

/// A table on a terminal: columns, sections with headers, a selection, and marks on what has changed.
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
/// Rows are marked with `+` where they are new, `*` where their content changed and `~` where they moved, and the cells
/// that changed stand out, until the marks fade. Changes without animation mark nothing (`TableOptions/shouldAnimate`). While a
/// ``prompt`` filters the rows, those that leave are not kept on the screen. The arrows, `j` and `k`, the page keys, Home, End, `g` and `G` move the
/// cursor, which belongs to a row and goes where that goes; left, right, `h` and `l` scroll sideways; Escape takes the
/// cursor away; space pauses, and then shows all that came meanwhile as one change; `q` and control-C end it;
/// control-L draws the screen again.
/// Where rows can be selected (`TableSelection.mode`), Return taps the row at the cursor and `x` selects it or not;
/// selected rows are marked with `#`. A row that the program selects gets the cursor.
@MainActor public final class TerminalTableView<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableView {
  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// The columns, from left to right.
  public var columns: [TerminalColumn<Row>] {
    didSet {
      let old = painter
      painter = Self.painter(columns)
      painter.adopt(old)
      setNeedsDisplay()
    }
  }

  /// The header of a section.
  ///
  /// Where there is none, sections have no headers; nor has a section for which this is `nil`.
  package let sectionTitle: ((Section) -> String?)?

  /// Which line shows what.
  @_spi(Adapters) public let cells: TableCells<TerminalTableView>

  /// What stands above and below all sections, and what is said where there are no rows.
  public var accessories = TableAccessories(
    emptyView: TerminalLine("no rows", .dim), loadingView: TerminalLine("waiting for the first table", .dim))
  {
    didSet {
      for content in [ListLayout.Content.tableHeader, .tableFooter] { shown[content] = nil }
      scroller.update(to: layout(of: link.table)) { $0 }
      setNeedsDisplay()
    }
  }

  /// What the status line says about the table, or which keys help.
  public var caption: String? = "space pauses, q quits" { didSet { setNeedsDisplay() } }

  /// How the rows that are shown were chosen and put in order, in the fewest words: for the status line.
  package var notes: [String] = [] { didSet { if notes != oldValue { setNeedsDisplay() } } }

  /// How many rows there are, where fewer are shown.
  package var totalRowCount: Int? { didSet { if totalRowCount != oldValue { setNeedsDisplay() } } }

  /// The columns by which the rows are sorted, which are marked.
  package var sortedColumns: [SortedColumn] = [] {
    didSet {
      painter.sorted = sortedColumns
      if sortedColumns != oldValue { setNeedsDisplay() }
    }
  }

  /// What has gone wrong and is to be read in the status line until it is nil again.
  public var message: String? { didSet { if message != oldValue { setNeedsDisplay() } } }

  /// How long a mark is to be seen.
  package var markLifetime: Duration {
    get { markers.lifetime }
    set { markers.lifetime = newValue }
  }

  /// Whether the marks of the last update stay until the next one, however long that takes.
  package var keepsLastMarks: Bool {
    get { markers.keepsLast }
    set { markers.keepsLast = newValue }
  }

  /// Is asked about every key first.
  public var onKey: ((Key) -> KeyAnswer)?

  /// What becomes of a key that was offered to ``TerminalTableView/onKey``.
  public enum KeyAnswer: Hashable, Sendable {
    /// It is dealt with.
    case handled
    /// The table does with it what it does by itself.
    case unhandled
    /// ``TerminalTableView/run()`` ends.
    case quit
  }

  /// Whether what is shown is held.
  ///
  /// What comes meanwhile is shown as one change afterwards.
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

  /// Holds what comes in, in the place of the view: it is told when to begin and when to end.
  ///
  /// The view then goes on to show what it is given: so may what is held still be filtered and sorted. It is to be set
  /// before anything is held.
  package var onPause: ((_ isPaused: Bool) -> Void)?

  /// The row at the cursor.
  public var selectedRow: Row? { cursor.flatMap { link.table[$0] } }

  /// Where the cursor is; a path without a row changes nothing, `nil` takes it away.
  public var cursor: RowPath? {
    get { scroller.selection }
    set {
      moveCursor { list in
        if let newValue { list.select(newValue) } else { list.deselect() }
      }
      setNeedsDisplay()
    }
  }

  /// Goes to the first row, and leaves the cursor where it is.
  package func scrollToTop() {
    scroller.scrollToTop()
    setNeedsDisplay()
  }

  /// Scrolls sideways as far as it takes to see a column; an index without a column changes nothing.
  package func scroll(toColumn column: Int) {
    painter.reveal(column)
    setNeedsDisplay()
  }

  /// A question in the place of the status line, which gets all keys until it is answered or Escape is pressed.
  ///
  /// One that is replaced, or is open when ``run()`` ends, has no answer.
  public var prompt: TerminalPrompt? {
    didSet {
      setNeedsDisplay()
      if let oldValue, !oldValue.hasEnded, !oldValue.isSame(as: prompt) { oldValue.end() }
    }
  }

  /// A text over the whole screen, which gets all keys until it is closed.
  package var page: TerminalPage? {
    get { openPage }
    set {
      openPage = newValue
      setNeedsDisplay()
    }
  }
  /// The page, which learns from each frame how long it is.
  var openPage: TerminalPage?

  /// What is not as usual, in place of the word for a pause.
  package var mode: String? { didSet { if mode != oldValue { setNeedsDisplay() } } }

  /// Whether the next frame waits for the rest of a change.
  package var isHeld = false

  /// Puts a text on the user's clipboard, where the terminal lets it (OSC 52).
  ///
  /// - Parameter base64: The text's bytes of UTF-8, in Base64.
  package func copy(base64: String) { screen?.send("\u{1B}]52;c;\(base64)\u{07}") }

  /// Rings the terminal's bell.
  package func ring() { screen?.send("\u{07}") }

  /// Whether left and right move a cursor over the columns.
  package var hasColumnCursor = false

  /// The column at the cursor.
  package var cursorColumn: Int? {
    get { painter.cursorColumn }
    set {
      painter.cursorColumn = newValue
      if let newValue { painter.reveal(newValue) }
      setNeedsDisplay()
    }
  }

  /// How many columns stay on the screen when it is scrolled sideways.
  package var frozenColumnCount: Int {
    get { painter.frozen }
    set {
      painter.frozen = newValue
      setNeedsDisplay()
    }
  }

  /// Makes the column at the cursor wider or narrower.
  package func resizeColumn(isWider: Bool) {
    painter.resizeColumn(isWider: isWider)
    setNeedsDisplay()
  }

  /// The parts of a column's text that stand out, since they are looked for.
  package var matches: ((_ column: Int, _ text: String) -> [Range<String.Index>])? {
    get { painter.matches }
    set {
      painter.matches = newValue
      setNeedsDisplay()
    }
  }

  /// What a cell shows whose text has changed, instead of the new text alone.
  package var changedText: ((_ column: Int, _ old: String, _ new: String) -> String)? { didSet { setNeedsDisplay() } }

  /// Whether a change of a row's content is marked; without it, each one is.
  package var isNews: ((_ old: Row, _ new: Row) -> Bool)?

  /// What the rows add up to, for the status line.
  package var totalText: String? { didSet { if totalText != oldValue { setNeedsDisplay() } } }

  /// What follows the number of rows in a section's title.
  package var sectionNote: ((Section) -> String?)? { didSet { setNeedsDisplay() } }

  /// Whether clicks and the wheel are reported; to be set before it runs.
  package var takesMouse = false

  /// Whether the background is bright, where that is known; to be set before it runs.
  package var isLight: Bool?

  /// Called when a column's title is clicked.
  package var onTitleClick: ((_ column: Int) -> Void)?

  /// The lines that are on the screen.
  var shown: [ListLayout.Content: TerminalLine] = [:]
  var sources: [String: CellSource] = [:]
  var scroller = ListScroller()
  var markers = RowMarkers<Row>(lifetime: .seconds(5))
  var meter = RateMeter(start: .now)
  var lastUpdate: ChangeCounts?
  /// The revision on top of which the marks of the last update were made.
  var markedRevision: Int?
  var painter: TablePainter
  /// Where the rows are that are on the screen, as far as was said, and what that depends on.
  var displayedRows: [RowPath] = []
  var displayedPlace: Displayed?
  private(set) var screen: TerminalScreen?

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - columns: The columns, from left to right.
  ///   - sectionTitle: The title of a section, or `nil` if it has no header; the view adds the number of rows. By default a
  ///     section that is `Supplemented`, for instance a `HeaderFooter`, shows the titles of its header and its footer
  ///     as they are, and any other section has no header.
  public init(columns: [TerminalColumn<Row>], sectionTitle: ((Section) -> String?)? = nil) {
    let headerTitle = sectionTitle ?? Self.title(.header)
    self.columns = columns
    self.sectionTitle = headerTitle
    painter = Self.painter(columns)
    var lines: [SupplementaryKind: CellProvider<Section, Section, TerminalLine>] = [:]
    lines[.header] = headerTitle.map { Self.lines($0, .title, showsRowCount: sectionTitle != nil) }
    lines[.footer] = Self.title(.footer).map { Self.lines($0, .dim, showsRowCount: false) }
    cells = TableCells(link: link, .columns, supplementaries: lines)
    link.selection.presenter = self
  }

  /// The titles that sections have by themselves; `nil` if they have none.
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

  /// Creates a view with several kinds of rows, and with headers and footers of one's own.
  ///
  /// - Parameters:
  ///   - columns: The columns, from left to right, of rows whose lines have no text.
  ///   - cells: Chooses the lines of rows.
  ///   - supplementaries: Chooses the lines above and below the rows of sections: those of `.header` and `.footer` are
  ///     shown.
  public init(
    columns: [TerminalColumn<Row>] = [], cells: CellProvider<Section, Row, TerminalLine>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, TerminalLine>] = [:]
  ) {
    self.columns = columns
    sectionTitle = nil
    painter = Self.painter(columns)
    self.cells = TableCells(link: link, cells, supplementaries: supplementaries)
    link.selection.presenter = self
  }

  /// Whether the view is on a screen and shows a table.
  ///
  /// Until then it is reloaded, so that the first table marks nothing.
  public var isReady: Bool { screen != nil && link.revision > 0 }

  /// Shows the table on a terminal and answers to keys, until one of them or a signal ends it.
  ///
  /// The terminal is then as it was before: so it is when the task is cancelled, on fatal signals, and when the process
  /// ends. After a signal it is up to the caller to end the process. The process stops and goes on with control-Z and
  /// `fg` like any other.
  ///
  /// - Returns: What ended it.
  /// - Throws: Where there is no terminal, or this process shows a table on one already.
  @discardableResult
  public func run() async throws(TerminalError) -> TerminalExit { try await run(on: .controlling) }

  /// Shows the table on a terminal and answers to keys, until one of them or a signal ends it.
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

  private static func painter(_ columns: [TerminalColumn<Row>]) -> TablePainter {
    TablePainter(titles: columns.map(\.title))
  }
}
