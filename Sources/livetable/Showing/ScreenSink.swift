import LiveTables
import LiveTablesTerminal

/// Shows tables to people: on the terminal, where keys choose, sort and group the rows.
@MainActor final class ScreenSink: Sink {
  nonisolated let patience = 1
  nonisolated let showsPartialRows = true
  var hasTrouble = false
  /// What people call the feed.
  var caption: (() -> String)?
  /// What is on the screen.
  let view: TerminalTableView<Group, Record>
  var arranger: Arranger
  /// The states so far.
  let history: HistoryKeeper
  /// When the next run begins, where there are runs.
  let pacing: Pacing?
  /// Changes the query and its cells, where there is one.
  let editor: (any DatabaseEditor)?
  /// What the command line says about how tables are shown.
  let display: DisplayOptions
  /// Looks at all tables.
  let watcher: ChangeWatcher
  /// The state that is shown, where it is not the newest.
  var past: Int?
  /// What keys have asked of the history, and the row that had the cursor then.
  var steps: [(command: ViewCommand, row: Record?)] = []
  /// The times that the user has asked for.
  var times: [Double] = []
  /// What the feed has said last, until it is cleared.
  var news: String?
  /// How long the answer to a key stays, whatever comes.
  var hintTime = Duration.seconds(3)
  /// Takes the answer to a key away.
  var hintEnd: Task<Void, Never>?
  /// What was looked for last.
  var lastSearch = ""
  /// Which columns the user wants to see.
  var columnChoice = ColumnChoice()
  /// The column that is to be added up.
  var sumColumn: String?
  /// The column that is added up, and its sums.
  private var sums: (column: String, values: [Group: ColumnSum.Value])?
  /// The search of which it was said that it takes too long.
  private var slowSearch: String?
  /// Whether it was looked whether there are the columns that options name.
  private var hasCheckedColumns = false
  /// The work that Escape stops, and what says that it takes long, after some time.
  var work: Task<RecordTable, any Error>?
  var progress: Task<Void, any Error>?
  var isLate = false
  var workTime = Duration.milliseconds(300)
  /// The commands that the user has run.
  var commands: [Task<Void, Never>] = []
  /// What was reported, with the time of day.
  var messages: [String] = []
  let rows = ArrangedRows()
  /// The newest table that is not shown yet.
  var waiting: FedTable?
  /// How many tables came since the pause.
  private var waitingCount = 0
  /// The newest table of all.
  private(set) var newest: FedTable?
  /// What is shown, as soon as there is anything.
  private(set) var shown: Shown?
  /// Whether what is being shown is the same rows in another way.
  private var isRearranging = false
  /// The row that had the cursor when rows were arranged in another way: it gets it back when it is shown again.
  private var anchor: ExactText?
  /// What is to be done when all that has come is on the screen.
  private var endings: [() -> Void] = []
  /// Sent where there may be something else to show.
  private let signal: Signal
  private let received: AsyncStream<Void>

  struct Shown {
    var arrangement: Arrangement
    var columns: [String]
    /// Which of them are shown.
    var choice: ColumnChoice
    /// The state in the past, if it is one.
    var past: Int?
    /// When it was, where it is one.
    var time: Double?
    /// What identifies rows.
    var identity: String
    /// How many rows there are, shown or not.
    var total: Int
  }

  /// - Parameters:
  ///   - arrangement: Which rows are shown, in what order, until keys change it.
  ///   - display: How long rows are marked, and what else the command line says.
  ///   - history: Keeps the states.
  ///   - pacing: When the next run begins, where there are runs.
  ///   - editor: Changes the query and its cells, where there is one.
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
    // What waits during a pause can still be arranged.
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

  /// Says once which columns options name that are not there.
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

  /// Has what is to be shown looked at again.
  func refresh() { signal.send() }

  /// Shows what there is to show until the task is cancelled: always the newest table, arranged as is wanted then.
  ///
  /// - Parameter onShown: Told of what has been shown.
  func run(onShown: (AppliedChangeset<Group, Record>) -> Void = { _ in }) async throws {
    var options = TableOptions(name: "livetable")
    // Rows that are arranged in another way are no news, and are not to be marked as such.
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

  /// Has something done when all that has come so far is on the screen, or held.
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
      // What differs from now is marked.
      guard let now = newest, let then = await history.state(past) else { return nil }
      let row = view.selectedRow?.identity
      view.isHeld = true
      defer { view.isHeld = false }
      _ = try await show(now, in: store, past: nil, isMarked: false)
      view.forgetMarks()
      let applied = try await show(then, in: store, past: past, isMarked: true)
      // On the way here the row may have been gone.
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

  /// Shows a table, or the one that is shown in another way.
  ///
  /// - Parameters:
  ///   - news: The table; without it, the one that is shown.
  ///   - past: The number of the state.
  ///   - isMarked: Whether changes are marked.
  private func show(
    _ news: FedTable?, in store: TableStore<Group, Record>, past: Int?, isMarked: Bool
  ) async throws -> AppliedChangeset<Group, Record>? {
    guard let columns = news?.columns ?? shown?.columns, let total = news?.table.count ?? shown?.total else {
      return nil  // nothing has come yet
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

  /// Takes the view to the row that is looked at: after sorting to the first one, else to that with the cursor.
  private func findPlace(isSorted: Bool) {
    if let anchor, view.selectedRow?.identity != anchor, let path = view.link.table.path(of: anchor) {
      view.cursor = path
    } else if view.cursor == nil {
      view.scrollToTop()
    }
    if isSorted { view.scrollToTop() }
  }

  /// Gives the view the titles and words that belong to what it shows.
  private func dress(for next: Shown) {
    let (arrangement, columns) = (next.arrangement, next.columns)
    let group = arrangement.groupBy.map { RowColumn($0, among: columns) }
    if shown?.columns != columns || shown?.arrangement.groupBy != arrangement.groupBy || shown?.choice != next.choice {
      let places = Dictionary(columns.enumerated().map { (ExactText($1), $0) }) { first, _ in first }
      // The column that rows are grouped by is above them.
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

  /// Has the status line say what people call the feed now.
  func showCaption() {
    if let caption { view.caption = "\(caption())  \(ArrangementCommand.help)" }
  }

  /// Says why there are no rows, and what the keys do about it at this moment.
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

  /// What the status line says about how rows were chosen.
  var notes: [String] {
    let unreadable = (newest?.complaints.count ?? 0) + (newest?.badLineCount ?? 0)
    let words = [
      shown?.identity ?? "", unreadable == 0 ? "" : "\(unreadable) bad \(unreadable == 1 ? "line" : "lines")",
      newest?.hint ?? "",
    ]
    return arranger.arrangement.notes + words.filter { !$0.isEmpty }
  }

  private func text(of sum: ColumnSum.Value) -> String? { sums.map { "Σ \($0.column) \(sum)" } }

  /// Says that what is shown is not the newest.
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
  /// - Parameter place: Where most rows have it.
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
