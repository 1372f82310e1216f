import LiveTables
import LiveTablesTerminal

/// Shows tables to people: on the terminal, where keys choose, sort and group the rows.
@MainActor final class ScreenSink: Sink {
  nonisolated let patience = 1
  private(set) var hasTrouble = false
  /// What is on the screen.
  let view: TerminalTableView<Group, Record>
  private var arranger: Arranger
  private let rows = ArrangedRows()
  /// The newest table that is not shown yet.
  private var waiting: FedTable?
  /// What is shown, as soon as there is anything.
  private var shown: Shown?
  /// Whether what is being shown is the same rows in another way.
  private var isRearranging = false
  /// The row that had the cursor when rows were arranged in another way: it gets it back when it is shown again.
  private var anchor: ExactText?
  /// What is to be done when all that has come is on the screen.
  private var endings: [() -> Void] = []
  /// Sent where there may be something else to show.
  private let signal: Signal
  private let received: AsyncStream<Void>

  private struct Shown {
    var arrangement: Arrangement
    var columns: [String]
    /// How many rows there are, shown or not.
    var total: Int
  }

  init(_ arrangement: Arrangement = Arrangement()) {
    arranger = Arranger(arrangement)
    view = TerminalTableView(columns: [], sectionTitle: { Self.title(of: $0) })
    (signal, received) = Signal.make()
    view.notes = arrangement.notes
    view.onKey = { [weak self] key in self?.press(key) ?? .unhandled }
    // What is held can still be arranged.
    view.onPause = { [signal] isPaused in if !isPaused { signal.send() } }
  }

  // MARK: - Tables

  func show(_ table: FedTable) async {
    waiting = table
    if !view.isPaused { signal.send() }
  }

  /// Shows what there is to show until the task is cancelled: always the newest table, arranged as is wanted then.
  ///
  /// - Parameter onShown: Told of what has been shown.
  func run(onShown: (AppliedChangeset<Group, Record>) -> Void = { _ in }) async throws {
    var options = TableOptions(name: "livetable")
    // Rows that are arranged in another way are no news, and are not to be marked as such.
    options.shouldAnimate = { [weak self] _ in self?.isRearranging == true ? .reload : .animated }
    defer { end() }
    try await view.withStore(options: options) { store in
      for await _ in received {
        if let applied = try await showNext(in: store) { onShown(applied) }
        if waiting == nil || view.isPaused { end() }
      }
    }
  }

  /// Has something done when all that has come so far is on the screen, or held.
  func afterwards(_ ending: @escaping () -> Void) {
    endings.append(ending)
    signal.send()
  }

  private func end() {
    let endings = endings
    self.endings = []
    for ending in endings { ending() }
  }

  private func showNext(in store: TableStore<Group, Record>) async throws -> AppliedChangeset<Group, Record>? {
    let news = view.isPaused ? nil : waiting
    guard let columns = news?.columns ?? shown?.columns, let total = news?.table.count ?? shown?.total else {
      return nil  // nothing has come yet
    }
    if news != nil { waiting = nil }
    arranger.columns = columns
    let next = Shown(arrangement: arranger.arrangement, columns: columns, total: total)
    let table = try await rows.table(of: news?.table, by: next.arrangement, columns: columns)
    let isRearranged = shown.map { $0.arrangement != next.arrangement } ?? false
    if isRearranged, let row = view.selectedRow { anchor = row.identity }
    isRearranging = isRearranged
    defer { isRearranging = false }
    let applied = try await store.submit(table)
    dress(for: next)
    if isRearranged { findPlace() }
    return applied
  }

  /// Takes the view to the row that is looked at: that with the cursor, else the first one.
  private func findPlace() {
    guard let anchor, view.selectedRow?.identity != anchor else {
      if view.cursor == nil { view.scrollToTop() }
      return
    }
    if let path = view.link.table.path(of: anchor) { view.cursor = path } else { view.scrollToTop() }
  }

  /// Gives the view the titles and words that belong to what it shows.
  private func dress(for next: Shown) {
    let (arrangement, columns) = (next.arrangement, next.columns)
    let group = arrangement.groupBy.map { RowColumn($0, among: columns) }
    if shown?.columns != columns || shown?.arrangement.groupBy != arrangement.groupBy {
      let seen = columns.enumerated().filter { group == nil || !$1.hasSameBytes(as: group?.name ?? "") }
      view.columns = seen.map { Self.column($1, at: $0) }
    }
    view.sortedColumn = arrangement.sortBy.flatMap { order in
      let name = RowColumn(order.column, among: columns).name
      let place = view.columns.firstIndex { $0.title.hasSameBytes(as: name) }
      return place.map { SortedColumn($0, isDescending: order.isDescending) }
    }
    if let shown, shown.arrangement.sortBy?.column != arrangement.sortBy?.column, let sorted = view.sortedColumn {
      view.scroll(toColumn: sorted.column)
    }
    view.totalRowCount = next.total
    if shown?.arrangement.search != arrangement.search { view.accessories.emptyView = Self.blank(arrangement) }
    shown = next
  }

  private static func blank(_ arrangement: Arrangement) -> TerminalLine {
    let words = arrangement.isSearch ? "no row has “\(arrangement.search)”; Escape shows all" : "no rows"
    return TerminalLine(words, .dim)
  }

  // MARK: - Keys

  private func press(_ key: Key) -> TerminalTableView<Group, Record>.KeyAnswer {
    guard let command = ArrangementCommand(key) else { return .unhandled }
    let answer = arranger.take(command)
    if case .ask(let text) = answer {
      view.prompt = TerminalPrompt(
        "/", text: text, onChange: { [weak self] in self?.act(on: self?.arranger.type($0)) },
        onEnd: { [weak self] in self?.act(on: self?.arranger.answer($0)) })
    } else {
      act(on: answer)
    }
    return answer == .unknown ? .unhandled : .handled
  }

  private func act(on answer: Arranger.Answer?) {
    guard answer == .rearranged else { return }
    view.notes = arranger.arrangement.notes
    signal.send()
  }

  // MARK: - Trouble

  func report(_ trouble: String) {
    hasTrouble = true
    view.message = trouble
  }

  func note(_ news: String) {
    view.message = news
  }

  func clear() {
    hasTrouble = false
    view.message = nil
  }

  // MARK: - Titles

  private nonisolated static func title(of group: Group) -> String? {
    if group.isAll { return nil }
    return group.name.string.isEmpty ? "(none)" : group.name.string
  }

  /// A column of the screen.
  ///
  /// - Parameter place: Where most rows have it.
  private static func column(_ name: String, at place: Int) -> TerminalColumn<Record> {
    let column = RowColumn(name, place: place, isExact: true)
    return TerminalColumn(name) { column.value(in: $0.object)?.printed ?? "" }
  }
}
