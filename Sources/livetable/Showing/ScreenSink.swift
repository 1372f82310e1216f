import LiveTables
import LiveTablesTerminal

/// The sink for the screen, on which keys filter, sort and group the rows.
@MainActor final class ScreenSink: Sink {
  nonisolated let patience = 1
  nonisolated let showsPartialRows = true
  var hasTrouble = false
  /// Returns the name of the feed.
  var caption: (() -> String)?
  let view: TerminalTableView<Group, Record>
  var arranger: Arranger
  let history: HistoryKeeper
  /// The times of runs, if the feed has runs.
  let pacing: Pacing?
  /// The editor of the query and its cells, if the feed has one.
  let editor: (any DatabaseEditor)?
  let display: DisplayOptions
  let watcher: ChangeWatcher
  /// The number of the past state that is shown, or `nil` for the present.
  var past: Int?
  /// The requested steps through the history, each with the row at the cursor.
  var steps: [(command: ViewCommand, row: Record?)] = []
  /// The requested times.
  var times: [Double] = []
  /// The last note of the feed, until it is cleared.
  var news: String?
  /// The time for which the answer to a key stays.
  var hintTime = Duration.seconds(3)
  /// Hides the answer to a key.
  var hintEnd: Task<Void, Never>?
  /// The last filter that was not empty.
  var lastSearch = ""
  var columnChoice = ColumnChoice()
  /// The column to add up.
  var sumColumn: String?
  /// The column whose sums are shown, and these sums.
  private var sums: (column: String, values: [Group: ColumnSum.Value])?
  /// The last filter that was reported as too slow.
  private var slowSearch: String?
  /// Whether the columns that the options name were checked.
  private var hasCheckedColumns = false
  /// The work that Escape stops, and the task that shows its progress after some time.
  var work: Task<RecordTable, any Error>?
  var progress: Task<Void, any Error>?
  var isLate = false
  var workTime = Duration.milliseconds(300)
  /// The running commands of the user.
  var commands: [Task<Void, Never>] = []
  /// The reported messages, with their times of day.
  var messages: [String] = []
  let rows = ArrangedRows()
  /// The newest table, if it is not shown yet.
  var waiting: FedTable?
  /// The number of tables since the pause.
  private var waitingCount = 0
  /// The newest table.
  private(set) var newest: FedTable?
  /// The state that is shown, once there is a table.
  private(set) var shown: Shown?
  /// Whether the current update only arranges the same rows in a different way.
  private var isRearranging = false
  /// The row at the cursor before rows were arranged differently; it gets the cursor again when it reappears.
  private var anchor: ExactText?
  /// Closures to call when all tables so far are on the screen.
  private var endings: [() -> Void] = []
  /// Signals that there may be something to show.
  private let signal: Signal
  private let received: AsyncStream<Void>

  struct Shown {
    var arrangement: Arrangement
    var columns: [String]
    /// The visible columns.
    var choice: ColumnChoice
    /// The number of the past state, if one is shown.
    var past: Int?
    /// The time of the past state, if one is shown.
    var time: Double?
    /// The columns that identify rows.
    var identity: String
    /// The number of rows, whether visible or not.
    var total: Int
  }

  /// - Parameters:
  ///   - arrangement: The initial arrangement.
  ///   - display: The options about display.
  ///   - history: The keeper of past states.
  ///   - pacing: The times of runs, if the feed has runs.
  ///   - editor: The editor of the query and its cells, if the feed has one.
  init(
    _ arrangement: Arrangement = Arrangement(), _ display: DisplayOptions = DisplayOptions(), history: HistoryKeeper,
    pacing: Pacing? = nil, editor: (any DatabaseEditor)? = nil
  ) {
    self.display = display
    watcher = ChangeWatcher(display, arrangement)
    arranger = Arranger(arrangement)
    self.history = history
    self.pacing = pacing
    self.editor = editor
    view = TerminalTableView(columns: [], sectionTitle: { Self.title(of: $0) })
    (signal, received) = Signal.make()
    switch display.marks {
    case .change: break
    case .time(let time): view.markLifetime = time
    case .forever: view.markLifetime = .seconds(1_000_000_000)
    }
    view.notes = arrangement.notes
    lastSearch = arrangement.search
    view.hasColumnCursor = true
    view.takesMouse = display.hasMouse
    view.isLight = display.isLight
    view.link.selection.mode = .many
    rows.ignored = display.ignored
    let ignored = display.ignored
    if !ignored.names.isEmpty { view.isNews = { ignored.areDifferent($0, $1) } }
    view.onTitleClick = { [weak self] column in
      guard let self, view.columns.indices.contains(column) else { return }
      view.cursorColumn = column
      _ = arrange(.sortByCursor, cursor: view.columns[column].title)
    }
    watcher.report = { [weak self] text, isTrouble in isTrouble ? self?.report(text) : self?.note(text) }
    view.sectionNote = { [weak self] group in self?.sums?.values[group].flatMap { self?.text(of: $0) } }
    if display.hasBell { watcher.onChange = { [weak self] in self?.view.ring() } }
    view.onKey = { [weak self] key in self?.press(key) ?? .unhandled }
    // During a pause, the rows can still be arranged.
    view.onPause = { [weak self] _ in
      self?.waitingCount = 0
      self?.setMode()
      self?.refresh()
    }
  }

  // MARK: - Tables

  func show(_ table: FedTable) async {
    do {
      try await history.append(table)
    } catch {
      report("the recording could not be written: \(error)")
    }
    checkColumns(of: table)
    waiting = table
    newest = table
    waitingCount += 1
    if view.isPaused { setMode() } else if past == nil { refresh() }
    await watcher.take(table)
  }

  /// Reports, once, which columns of the options do not exist.
  private func checkColumns(of table: FedTable) {
    if hasCheckedColumns || table.table.isEmpty { return }
    hasCheckedColumns = true
    let named =
      display.highlights.compactMap(\.column).map { ($0, Option.highlight) }
      + display.bindings.flatMap(\.columns).map { ($0, .bind) } + display.ignored.names.map { ($0, .ignore) }
    for (name, option) in named where RowColumn.isMissing(name, in: table.table, columns: table.columns) {
      report("\(option.rawValue) is about a column “\(name)”, which is not there")
    }
  }

  /// Requests an update of the screen.
  func refresh() { signal.send() }

  /// Shows tables until the task is cancelled, always the newest one in the current arrangement.
  ///
  /// - Parameter onShown: Called with each applied change.
  func run(onShown: (AppliedChangeset<Group, Record>) -> Void = { _ in }) async throws {
    var options = TableOptions(name: "livetable")
    // A different arrangement does not change rows, so it marks none.
    options.shouldAnimate = { [weak self] _ in self?.isRearranging == true ? .reload : .animated }
    defer {
      end()
      for command in commands { command.cancel() }
      hintEnd?.cancel()
    }
    try await view.withStore(options: options) { store in
      for await _ in received {
        if let applied = try await showNext(in: store) { onShown(applied) }
        if waiting == nil || view.isPaused || past != nil { end() }
      }
    }
  }

  /// Calls a closure when all tables so far are on the screen or held back by a pause.
  func afterwards(_ ending: @escaping () -> Void) {
    endings.append(ending)
    refresh()
  }

  private func end() {
    let endings = endings
    self.endings = []
    for ending in endings { ending() }
  }

  private func showNext(in store: TableStore<Group, Record>) async throws -> AppliedChangeset<Group, Record>? {
    await takeSteps()
    if let past, past != shown?.past {
      // The differences from the present are marked.
      guard let now = newest, let then = await history.state(past) else { return nil }
      let row = view.selectedRow?.identity
      view.isHeld = true
      defer { view.isHeld = false }
      _ = try await show(now, in: store, past: nil, isMarked: false)
      view.forgetMarks()
      let applied = try await show(then, in: store, past: past, isMarked: true)
      // The row may have been missing in a state in between.
      if let row, view.selectedRow?.identity != row, let path = view.link.table.path(of: row) { view.cursor = path }
      return applied
    }
    if past == nil, shown?.past != nil, let newest {
      waiting = nil
      return try await show(newest, in: store, past: nil, isMarked: false)
    }
    let news = view.isPaused || past != nil ? nil : waiting
    if news != nil { waiting = nil }
    return try await show(news, in: store, past: past, isMarked: news?.isBaseline != true)
  }

  /// Shows a table, or the current one in another arrangement.
  ///
  /// - Parameters:
  ///   - news: The table, or `nil` for the current one.
  ///   - past: The number of the past state, if one is shown.
  ///   - isMarked: Whether changes are marked.
  private func show(
    _ news: FedTable?, in store: TableStore<Group, Record>, past: Int?, isMarked: Bool
  ) async throws -> AppliedChangeset<Group, Record>? {
    guard let columns = news?.columns ?? shown?.columns, let total = news?.table.count ?? shown?.total else {
      return nil  // there is no table yet
    }
    arranger.columns = columns
    let identity = news?.identity ?? shown?.identity ?? ""
    let next = Shown(
      arrangement: arranger.arrangement, columns: columns, choice: columnChoice, past: past,
      time: news?.time ?? shown?.time,
      identity: identity, total: total)
    let former = rows.list
    beginProgress(with: total)
    defer { endProgress() }
    guard let table = try await arranged(news, by: next) else { return nil }
    let isRearranged = shown.map { $0.arrangement != next.arrangement } ?? false
    if isRearranged, let row = view.selectedRow { anchor = row.identity }
    if rows.isTooSlow, slowSearch != next.arrangement.search {
      slowSearch = next.arrangement.search
      hint("“\(next.arrangement.search)” takes too long: rows may be missing")
    }
    isRearranging = isRearranged || !isMarked
    defer { isRearranging = false }
    let sumColumn = sumColumn
    let values = await rows.sums(of: sumColumn.map { RowColumn($0, among: columns) })
    let applied = try await store.submit(table)
    let isChange = applied.mode != .batch || !applied.changeset.isEmpty
    if let news, !news.isBaseline, shown != nil, past == nil, isChange { rows.former = former }
    sums = sumColumn.map { ($0, values) }
    let all = values.values.reduce(nil as ColumnSum.Value?) { sum, next in sum.map { $0 + next } ?? next }
    view.totalText = all.flatMap(text)
    let isSorted = shown.map { $0.arrangement.sortBy != next.arrangement.sortBy } ?? false
    dress(for: next)
    if isRearranged { findPlace(isSorted: isSorted) }
    return applied
  }

  /// Moves the cursor back to its row; without a cursor or after sorting, scrolls to the top.
  private func findPlace(isSorted: Bool) {
    if let anchor, view.selectedRow?.identity != anchor, let path = view.link.table.path(of: anchor) {
      view.cursor = path
    } else if view.cursor == nil {
      view.scrollToTop()
    }
    if isSorted { view.scrollToTop() }
  }

  /// Updates the view's columns, notes and messages for the next table.
  private func dress(for next: Shown) {
    let (arrangement, columns) = (next.arrangement, next.columns)
    let group = arrangement.groupBy.map { RowColumn($0, among: columns) }
    if shown?.columns != columns || shown?.arrangement.groupBy != arrangement.groupBy || shown?.choice != next.choice {
      let places = Dictionary(columns.enumerated().map { (ExactText($1), $0) }) { first, _ in first }
      // On the screen, the column by which rows are grouped is in the titles of sections.
      let seen = next.choice.isPlain ? columns : next.choice.shown(of: columns)
      view.columns = seen.filter { group == nil || !$0.hasSameBytes(as: group?.name ?? "") }.map {
        self.column($0, at: places[ExactText($0)] ?? 0, among: columns)
      }
      showMatches(arrangement.search)
    }
    view.sortedColumns = arrangement.sortBy.compactMap { order in
      let name = RowColumn(order.column, among: columns).name
      let place = view.columns.firstIndex { $0.title.hasSameBytes(as: name) }
      return place.map { SortedColumn($0, isDescending: order.isDescending) }
    }
    if let shown, shown.arrangement.sortBy.first?.column != arrangement.sortBy.first?.column,
      let sorted = view.sortedColumns.first
    {
      view.scroll(toColumn: sorted.column)
    }
    view.totalRowCount = next.total
    shown = next
    view.notes = notes
    showEmptyText()
  }

  /// Shows the name of the feed in the status line.
  func showCaption() {
    if let caption { view.caption = "\(caption())  \(ArrangementCommand.help)" }
  }

  /// Shows why there are no rows, and which keys help.
  func showEmptyText() {
    let arrangement = arranger.arrangement
    let keys = view.prompt == nil ? "Escape shows all" : "Escape gives back the former filter"
    let words =
      if arrangement.onlyChanged {
        "no row has changed\(arrangement.isSearch ? " that has “\(arrangement.search)”" : ""); Escape shows all"
      } else if !arrangement.isSearch {
        "no rows"
      } else if let term = RowQuery(arrangement.search, columns: []).invalidExpression {
        "“\(term)” is no regular expression; \(keys)"
      } else if rows.isTooSlow {
        "“\(arrangement.search)” takes too long, and was given up; \(keys)"
      } else {
        "no row has “\(arrangement.search)”; \(keys)"
      }
    if view.accessories.emptyView?.text != words { view.accessories.emptyView = TerminalLine(words, .dim) }
  }

  /// The notes in the status line about identity, filter and order.
  var notes: [String] {
    let unreadable = (newest?.complaints.count ?? 0) + (newest?.badLineCount ?? 0)
    let words = [
      shown?.identity ?? "", unreadable == 0 ? "" : "\(unreadable) bad \(unreadable == 1 ? "line" : "lines")",
      newest?.hint ?? "",
    ]
    return arranger.arrangement.notes + words.filter { !$0.isEmpty }
  }

  private func text(of sum: ColumnSum.Value) -> String? { sums.map { "Σ \($0.column) \(sum)" } }

  /// Shows in the status line that the table is paused or past.
  func setMode() {
    if let past, let shown, shown.past == past, let time = shown.time {
      view.mode = "PAST \(time.timeOfDay) (state \(past + 1)), . for now"
    } else {
      view.mode = view.isPaused ? "PAUSED, \(waitingCount) waiting, space goes on" : nil
    }
  }

  // MARK: - Titles

  private nonisolated static func title(of group: Group) -> String? {
    if group.isAll { return nil }
    return group.name.string.isEmpty ? "(none)" : group.name.string
  }

  /// A column of the screen.
  ///
  /// - Parameter place: The index of the column in most rows.
  private func column(_ name: String, at place: Int, among columns: [String]) -> TerminalColumn<Record> {
    let column = RowColumn(name, place: place, isExact: true)
    var terminal = TerminalColumn<Record>(name) { column.value(in: $0.object)?.printed ?? "" }
    terminal.isQuiet =
      !display.ignored.names.isEmpty
      && display.ignored.names.contains {
        RowColumn($0, among: columns).name.hasSameBytes(as: name)
      }
    let rules = display.highlights.filter { $0.isAbout(column, among: columns) }
    terminal.rendition = { [rows] row in
      if !rules.isEmpty, case let settled = rows.settled(column),
        rules.contains(where: { $0.isMet(by: row, in: settled) })
      {
        return "1;31"
      }
      return row.colors.flatMap { colors in column.place(in: row.object).map { colors[$0] } }
    }
    return terminal
  }
}
