/// The state of the screen: the current table and its arrangement, newer tables, and steps through the history.
///
/// ``ScreenSink`` performs the updates and steps that this state machine returns.
struct ScreenModel: Equatable {
  /// A step through the history.
  enum Step: Equatable {
    case by(Int)
    case toChange(of: Record, isForward: Bool)
    case toTime(Double)
    case toPresent
    /// Shows a row with all its values.
    case page(of: Record)
  }

  enum Update: Equatable {
    /// Show the newest table, and then this past state as a change of it.
    case past(Int)
    /// Show a table, or, if the table is `nil`, show the current table in another arrangement.
    case table(FeedTable?, isMarked: Bool)
  }

  struct Shown: Equatable {
    var arrangement: Arrangement
    var columns: [String]
    var choice: ColumnChoice
    /// The number of the past state, or `nil` for the present.
    var past: Int?
    var time: Double?
    var identity: String
    /// The number of visible and hidden rows.
    var total: Int
  }

  var arranger: Arranger
  var choice = ColumnChoice()
  var sumColumn: String?
  var isPaused = false { didSet { waitingCount = 0 } }
  /// The steps that keys have requested, in order.
  var steps: [Step] = []
  /// The number of the past state to show, or `nil` for the present.
  private(set) var past: Int?
  private(set) var newest: FeedTable?
  private(set) var hasHadRows = false
  /// The newest table, if it is not shown yet.
  private(set) var waiting: FeedTable?
  /// The number of tables since the pause.
  private var waitingCount = 0
  /// The content of the screen, or `nil` before the first table.
  private(set) var shown: Shown?
  /// The last filter that was reported as too slow.
  private var slowSearch: String?

  init(_ arrangement: Arrangement) { arranger = Arranger(arrangement) }

  // MARK: - Tables

  mutating func take(_ table: FeedTable) -> Bool {
    (newest, waiting, hasHadRows) = (table, table, hasHadRows || !table.table.isEmpty)
    waitingCount += 1
    return !isPaused && past == nil
  }

  /// Whether all tables so far are on screen or are held back by a pause.
  var isUpToDate: Bool { waiting == nil || isPaused || past != nil }

  /// Returns the next update, and removes its table from the waiting tables.
  mutating func next() -> Update {
    if let past, past != shown?.past { return .past(past) }
    if past == nil, shown?.past != nil, let newest {
      waiting = nil
      return .table(newest, isMarked: false)
    }
    if isPaused || past != nil { return .table(nil, isMarked: true) }
    defer { waiting = nil }
    return .table(waiting, isMarked: waiting?.isBaseline != true)
  }

  /// Returns the content of the screen after an update, or `nil` if there is no table yet.
  mutating func content(with table: FeedTable?, past: Int?) -> Shown? {
    guard let columns = table?.columns ?? shown?.columns, let total = table?.table.count ?? shown?.total else {
      return nil
    }
    arranger.columns = columns
    return Shown(
      arrangement: arranger.arrangement, columns: columns, choice: choice, past: past, time: table?.time ?? shown?.time,
      identity: table?.identity ?? shown?.identity ?? "", total: total)
  }

  mutating func show(_ content: Shown) { shown = content }

  /// Handles an update that the user stopped by restoring the previous arrangement, and keeps a new table waiting.
  ///
  /// - Returns: The previous arrangement.
  mutating func stop(_ table: FeedTable?) -> Arrangement? {
    waiting = waiting ?? table
    if let shown { arranger.restore(shown.arrangement) }
    return shown?.arrangement
  }

  /// Returns whether a filter is to be reported as too slow, which happens once.
  mutating func isNewlySlow(_ search: String) -> Bool {
    defer { slowSearch = search }
    return slowSearch != search
  }

  // MARK: - The past

  mutating func request(_ command: ViewCommand, _ row: Record?) {
    switch command {
    case .back: steps.append(.by(-1))
    case .forward: steps.append(.by(1))
    case .previousChange, .nextChange:
      if let row { steps.append(.toChange(of: row, isForward: command == .nextChange)) }
    case .detail: if let row { steps.append(.page(of: row)) }
    default: steps.append(.toPresent)
    }
  }

  mutating func nextStep() -> Step? { steps.isEmpty ? nil : steps.removeFirst() }

  /// The number of the state from which the next step starts.
  func currentState(among numbers: Range<Int>) -> Int { past ?? numbers.upperBound - 1 }

  /// Moves to a state, if there is one.
  ///
  /// - Returns: Whether the state exists.
  mutating func go(to number: Int?, among numbers: Range<Int>) -> Bool {
    guard let number, numbers.contains(number) else { return false }
    past = number == numbers.upperBound - 1 ? nil : number
    return true
  }

  mutating func goToPresent() { past = nil }

  // MARK: - Texts

  /// The notes in the status line about identity, filter and order.
  var notes: [String] {
    let badCount = (newest?.complaints.lineCount ?? 0) + (newest?.badLineCount ?? 0)
    let identity = shown.flatMap { $0.identity == "id: id" ? nil : $0.identity }
    let lines = badCount == 0 ? nil : "\(badCount) invalid \(badCount == 1 ? "line" : "lines")"
    return arranger.arrangement.notes + [identity, lines, newest?.hint].compactMap(\.self).filter { !$0.isEmpty }
  }

  /// The word for a past or paused table in the status line.
  var mode: String? {
    if let past, let shown, shown.past == past, let time = shown.time {
      return "PAST \(time.timeOfDay) (state \(past + 1)), . for the present"
    }
    return isPaused ? "PAUSED, \(waitingCount) waiting, space continues" : nil
  }

  /// Returns the reason there are no rows, and the keys that help.
  func emptyText(isTyping: Bool, isTooSlow: Bool) -> String {
    let arrangement = arranger.arrangement
    let keys = isTyping ? "Escape restores the previous filter" : "Escape shows all rows"
    if arrangement.onlyChanged {
      return
        "no row has changed\(arrangement.isSearch ? " and matches “\(arrangement.search)”" : ""); Escape shows all rows"
    }
    if !arrangement.isSearch { return "no rows" }
    if let term = RowQuery(arrangement.search, columns: arranger.columns).invalidExpression {
      return "“\(term)” is not a regular expression; \(keys)"
    }
    if isTooSlow { return "“\(arrangement.search)” took too long and was stopped; \(keys)" }
    return "no row matches “\(arrangement.search)”; \(keys)"
  }
}
