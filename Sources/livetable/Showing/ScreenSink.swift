import Foundation
import LiveTables
import LiveTablesTerminal

/// The sink for the screen, on which keys filter, sort and group the rows.
@MainActor final class ScreenSink: Sink {
  nonisolated var pendingTableLimit: Int { 1 }
  nonisolated var showsPartialRows: Bool { true }
  let view: TerminalTableView<Group, Record>
  var model: ScreenModel
  let status: ScreenStatus
  let history: HistoryKeeper
  let pacing: Pacing?
  /// The editor of the query and its cells, if the feed has one.
  let editor: (any DatabaseEditor)?
  let display: DisplayOptions
  let watcher: ChangeWatcher
  let rows = ArrangedRows()
  var work = Work()
  var commands: [Task<Void, Never>] = []
  private var sums: (column: String, values: [Group: ColumnSum.Value])?
  /// Whether the current update only arranges the same rows in a different way.
  private var isRearranging = false
  /// The row at the cursor before rows were arranged differently, which gets the cursor again when it reappears.
  private var cursorRow: ExactText?
  /// Closures to call when all tables so far are on the screen.
  private var completions: [() -> Void] = []
  /// The signal to send when there may be a table to show, and its receiver.
  private let (signal, received) = Signal.make()

  var hasTrouble: Bool { status.messages.hasTrouble }

  init(
    _ arrangement: Arrangement = Arrangement(), _ display: DisplayOptions = DisplayOptions(), history: HistoryKeeper,
    pacing: Pacing? = nil, editor: (any DatabaseEditor)? = nil
  ) {
    self.display = display
    watcher = ChangeWatcher(display, arrangement)
    model = ScreenModel(arrangement)
    self.history = history
    self.pacing = pacing
    self.editor = editor
    view = TerminalTableView(columns: [], sectionTitle: { Self.title(of: $0) })
    status = ScreenStatus(view)
    if let time = display.markTime { view.markLifetime = time }
    view.notes = arrangement.notes
    view.hasColumnCursor = true
    view.takesMouse = display.hasMouse
    view.isLight = display.isLight
    view.link.selection.mode = .many
    rows.ignored = display.ignored
    let ignored = display.ignored
    if !ignored.names.isEmpty { view.shouldMarkUpdate = { ignored.areDifferent($0, $1) } }
    view.onTitleClick = { [weak self] column in
      guard let self, view.columns.indices.contains(column) else { return }
      view.cursorColumn = column
      _ = arrange(.sortByCursor, cursor: view.columns[column].title)
    }
    watcher.report = { [weak self] text, isFailure in isFailure ? self?.report(text) : self?.note(text) }
    view.sectionNote = { [weak self] group in self?.sums?.values[group].flatMap { self?.text(of: $0) } }
    if display.hasBell { watcher.onChange = { [weak self] in self?.view.ringBell() } }
    view.onKey = { [weak self] key in self?.press(key) ?? .unhandled }
    // During a pause, the rows can still be arranged.
    view.onPause = { [weak self] isPaused in
      self?.model.isPaused = isPaused
      self?.showMode()
      self?.refresh()
    }
  }

  // MARK: - Tables

  func show(_ table: FeedTable) async {
    do {
      try await history.append(table)
    } catch {
      report("\(HistoryKeeper.problem): \(error)")
    }
    if !model.hasHadRows { checkColumns(of: table) }
    if model.take(table) { refresh() } else { showMode() }
    await watcher.observe(table)
  }

  /// Reports which columns of the options do not exist in the first table with rows.
  private func checkColumns(of table: FeedTable) {
    if table.table.isEmpty { return }
    let named =
      display.highlights.compactMap(\.column).map { ($0, Option.highlight) }
      + display.bindings.flatMap(\.columns).map { ($0, .bind) } + display.ignored.names.map { ($0, .ignore) }
    for (name, option) in named where RowColumn.isMissing(name, in: table.table, columns: table.columns) {
      report("\(option.name) needs the column “\(name)”, which does not exist")
    }
  }

  func refresh() { signal.send() }

  /// Shows the newest table in the current arrangement until the task is cancelled.
  func run(onShown: (AppliedChangeset<Group, Record>) -> Void = { _ in }) async throws {
    var options = BindingOptions(name: "livetable")
    // A different arrangement does not change rows, so it marks none.
    options.shouldAnimate = { [weak self] _ in self?.isRearranging == true ? .reload : .animated }
    defer {
      callCompletions()
      for command in commands { command.cancel() }
      status.hintEnd?.cancel()
    }
    try await view.withStore(options: options) { store in
      for await _ in received {
        if let applied = try await showNext(in: store) { onShown(applied) }
        if model.isUpToDate { callCompletions() }
      }
    }
  }

  /// Calls a closure when all tables so far are on the screen or held back by a pause.
  func whenUpToDate(_ completion: @escaping () -> Void) {
    completions.append(completion)
    refresh()
  }

  private func callCompletions() {
    let completions = completions
    self.completions = []
    for completion in completions { completion() }
  }

  private func showNext(in store: TableStore<Group, Record>) async throws -> AppliedChangeset<Group, Record>? {
    await takeSteps()
    switch model.next() {
    case .table(let table, let isMarked): return try await show(table, in: store, past: model.past, isMarked: isMarked)
    case .past(let past):
      // The differences from the present are marked.
      guard let now = model.newest, let then = await history.read({ $0.state(past) }) else { return nil }
      let row = view.selectedRow?.identity
      view.isHeld = true
      defer { view.isHeld = false }
      _ = try await show(now, in: store, past: nil, isMarked: false)
      view.forgetMarks()
      let applied = try await show(then, in: store, past: past, isMarked: true)
      // The row may be missing in the newest table.
      if let row, view.selectedRow?.identity != row, let path = view.link.table.path(of: row) { view.cursor = path }
      return applied
    }
  }

  /// Shows a table, or the current table in another arrangement.
  private func show(
    _ table: FeedTable?, in store: TableStore<Group, Record>, past: Int?, isMarked: Bool
  ) async throws -> AppliedChangeset<Group, Record>? {
    guard let next = model.content(with: table, past: past) else { return nil }
    let (previousList, shown) = (rows.list, model.shown)
    beginProgress(with: next.total)
    defer { endProgress() }
    guard let arranged = try await arranged(table, by: next) else { return nil }
    let isRearranged = shown.map { $0.arrangement != next.arrangement } ?? false
    if isRearranged, let row = view.selectedRow { cursorRow = row.identity }
    if rows.isTooSlow, model.isNewlySlow(next.arrangement.search) {
      status.hint("“\(next.arrangement.search)” takes too long; rows may be missing")
    }
    isRearranging = isRearranged || !isMarked
    defer { isRearranging = false }
    let sumColumn = model.sumColumn
    let values = await rows.sums(of: sumColumn.map { RowColumn($0, among: next.columns) })
    let applied = try await store.submit(arranged)
    let isChange = applied.mode != .batch || !applied.changeset.isEmpty
    if let table, !table.isBaseline, shown != nil, past == nil, isChange { rows.previousList = previousList }
    sums = sumColumn.map { ($0, values) }
    let all = values.values.reduce(nil as ColumnSum.Value?) { sum, next in sum.map { $0 + next } ?? next }
    view.totalText = all.flatMap(text)
    updateView(for: next, after: shown)
    if isRearranged { restoreCursor(isSorted: shown?.arrangement.sortBy != next.arrangement.sortBy) }
    return applied
  }

  /// Moves the cursor back to its row, or scrolls to the top if there is no cursor or the rows were sorted.
  private func restoreCursor(isSorted: Bool) {
    if let cursorRow, view.selectedRow?.identity != cursorRow, let path = view.link.table.path(of: cursorRow) {
      view.cursor = path
    } else if view.cursor == nil {
      view.scrollToTop()
    }
    if isSorted { view.scrollToTop() }
  }

  /// Updates the view's columns, notes and messages for the next table.
  private func updateView(for next: ScreenModel.Shown, after shown: ScreenModel.Shown?) {
    let (arrangement, columns) = (next.arrangement, next.columns)
    let group = arrangement.groupBy.map { RowColumn($0, among: columns) }
    if shown?.columns != columns || shown?.arrangement.groupBy != arrangement.groupBy || shown?.choice != next.choice {
      let indices = Dictionary(columns.enumerated().map { (ExactText($1), $0) }) { first, _ in first }
      // On the screen, the column by which rows are grouped is in the titles of sections.
      let seen = next.choice.isPlain ? columns : next.choice.shown(of: columns)
      view.columns = seen.filter { group == nil || !$0.hasSameBytes(as: group?.name ?? "") }.map {
        self.column($0, at: indices[ExactText($0)] ?? 0, among: columns)
      }
      showMatches(arrangement.search)
    }
    view.sortedColumns = arrangement.sortBy.compactMap { order in
      let name = RowColumn(order.column, among: columns).name
      let index = view.columns.firstIndex { $0.title.hasSameBytes(as: name) }
      return index.map { SortedColumn($0, isDescending: order.isDescending) }
    }
    if let shown, shown.arrangement.sortBy.first?.column != arrangement.sortBy.first?.column,
      let sorted = view.sortedColumns.first
    {
      view.scroll(toColumn: sorted.column)
    }
    view.totalRowCount = next.total
    model.show(next)
    view.notes = model.notes
    showEmptyText()
  }

  func showEmptyText() {
    let text = model.emptyText(isTyping: view.prompt != nil, isTooSlow: rows.isTooSlow)
    if view.accessories.emptyView?.text != text { view.accessories.emptyView = TerminalLine(text, .dim) }
  }

  func showMode() { view.mode = model.mode }

  private func text(of sum: ColumnSum.Value) -> String? { sums.map { "Σ \($0.column) \(sum)" } }

  // MARK: - Messages

  func report(_ trouble: String) { status.report(trouble) }

  func note(_ news: String) { status.note(news) }

  func clear() { status.clear() }

  // MARK: - Titles

  private nonisolated static func title(of group: Group) -> String? {
    if group.isAll { return nil }
    return group.name.string.isEmpty ? "(none)" : group.name.string
  }

  private func column(_ name: String, at index: Int, among columns: [String]) -> TerminalColumn<Record> {
    let column = RowColumn(name, index: index, isExact: true)
    var terminal = TerminalColumn<Record>(name) { column.value(in: $0.object)?.printed ?? "" }
    terminal.isQuiet = display.ignored.names.contains {
      RowColumn($0, among: columns).name.hasSameBytes(as: name)
    }
    let rules = display.highlights.filter { $0.isAbout(column, among: columns) }
    terminal.rendition = { [rows] row in
      if !rules.isEmpty, case let styled = rows.styled(column),
        rules.contains(where: { $0.isMet(by: row, in: styled) })
      {
        return "1;31"
      }
      return row.colors.flatMap { colors in column.index(in: row.object).map { colors[$0] } }
    }
    return terminal
  }
}
