#if Postgres
internal import LiveTables

/// A server, or several servers that share the same log.
final class LogServer: Sendable {
  /// The log position that all combined tables must reach before the latest state of any of them can be shown.
  let floor = Locked(LogPosition.zero)

  private init() {}

  private static let all = Locked([String: LogServer]())

  /// Returns the server with the given system identifier (`systemid`), which standby servers share.
  static func with(number: String) -> LogServer {
    all.with { servers in
      if let server = servers[number] { return server }
      let server = LogServer()
      servers[number] = server
      return server
    }
  }
}

/// The log positions on which the tables of a shared read agree.
struct LogAgreement: Hashable, Sendable {
  private(set) var low: LogPosition
  private(set) var high = LogPosition(offset: .max)
  /// Whether a table did not catch up in time, in which case each table returns its latest state.
  var isBroken = false

  init(from low: LogPosition) { self.low = low }

  mutating func narrow(to low: LogPosition, _ high: LogPosition) {
    self.low = max(self.low, low)
    self.high = min(self.high, high)
  }
}

/// The most recent states of a table, each with the log position at which it became valid.
struct RecentStates<State: Sendable>: Sendable {
  enum Answer {
    case newest(State)
    /// An earlier state of the table, because another table has not reached the latest state.
    case older(State)
    /// The table must catch up with the other tables first.
    case wait(until: LogPosition)
    /// The table has not kept a state from that time.
    case none
  }

  /// The number of states to keep, which share storage.
  private(set) var limit = 1

  private var entries: [(from: LogPosition, state: State)] = []

  var newest: LogPosition { entries.last?.from ?? .zero }

  /// Adds a state that is valid starting at a log position.
  ///
  /// - Parameter isBehindGap: Whether there may be unknown states between the previous state and this state.
  mutating func add(_ state: State, from position: LogPosition, isBehindGap: Bool = false) {
    if isBehindGap { entries = [] }
    // An edit made by this process creates a new state at the same position.
    if entries.last?.from == position { entries.removeLast() }
    entries.append((position, state))
    if entries.count > limit { entries.removeFirst() }
  }

  /// Keeps more states, because the table is combined with other tables.
  mutating func keepMore() { limit = 16 }

  /// Returns the state that matches the states of the other tables, and narrows their agreement to the positions at which
  /// it is valid.
  ///
  /// - Parameter applied: The position that the table has reached.
  func answer(_ agreement: inout LogAgreement, applied: LogPosition) -> Answer {
    guard let last = entries.last else { return .none }
    if agreement.isBroken { return .newest(last.state) }
    if applied < agreement.low { return .wait(until: agreement.low) }
    if last.from <= agreement.high {
      agreement.narrow(to: last.from, applied)
      return .newest(last.state)
    }
    guard let index = entries.lastIndex(where: { $0.from <= agreement.high }) else { return .none }
    // The state is valid up to the next one, which begins after the agreed positions.
    agreement.narrow(to: entries[index].from, LogPosition(offset: entries[index + 1].from.offset - 1))
    return .older(entries[index].state)
  }
}
#endif
