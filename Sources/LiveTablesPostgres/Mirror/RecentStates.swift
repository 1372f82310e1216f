#if Postgres
internal import LiveTables

/// A server, or several with one log, as what tables of it have in common.
final class LogServer: Sendable {
  /// Where tables that are combined have to be, so that a state can be shown which one of them has already.
  let floor = Locked(LogPosition.zero)

  private init() {}

  private static let all = Locked([String: LogServer]())

  /// The server with a number (`systemid`), which a standby shares.
  static func with(number: String) -> LogServer {
    all.with { servers in
      if let server = servers[number] { return server }
      let server = LogServer()
      servers[number] = server
      return server
    }
  }
}

/// On which positions of the log the tables of one reading agree.
struct LogAgreement: Hashable, Sendable {
  private(set) var low: LogPosition
  private(set) var high = LogPosition(offset: .max)
  /// Whether a table has not come as far in time: then each table has its newest state.
  var isBroken = false

  init(from low: LogPosition) { self.low = low }

  /// Agrees on positions, of which some are agreed on already.
  mutating func narrow(to low: LogPosition, _ high: LogPosition) {
    self.low = max(self.low, low)
    self.high = min(self.high, high)
  }
}

/// The newest states of a table, each with the position of the log from which on the server's table was the same.
struct RecentStates<State: Sendable>: Sendable {
  /// What a table answers.
  enum Answer {
    case newest(State)
    /// An older one, because another table has not come as far as the newest one.
    case older(State)
    /// The table has to come as far as the others first.
    case wait(until: LogPosition)
    /// None that is kept is from so long ago.
    case none
  }

  /// How many states are kept: the newest, or some more once the table is combined with others.
  ///
  /// They share what they have in common.
  private(set) var limit = 1

  private var entries: [(from: LogPosition, state: State)] = []

  /// From where on the newest state is the table.
  var newest: LogPosition { entries.last?.from ?? .zero }

  /// Another state, which is the table from a position on.
  ///
  /// - Parameter isBehindGap: Whether something may have happened between it and the state before that was never seen.
  mutating func add(_ state: State, from position: LogPosition, isBehindGap: Bool = false) {
    if isBehindGap { entries = [] }
    // What is changed by an edit here is another state at the same position.
    if entries.last?.from == position { entries.removeLast() }
    entries.append((position, state))
    if entries.count > limit { entries.removeFirst() }
  }

  /// The table is combined with others.
  mutating func keepMore() { limit = 16 }

  /// The state that belongs to those of the other tables.
  ///
  /// - Parameters:
  ///   - agreement: What they have agreed on; it is narrowed to where this state is the table.
  ///   - applied: How far the table has come.
  func answer(_ agreement: inout LogAgreement, applied: LogPosition) -> Answer {
    guard let last = entries.last else { return .none }
    if agreement.isBroken { return .newest(last.state) }
    if applied < agreement.low { return .wait(until: agreement.low) }
    if last.from <= agreement.high {
      agreement.narrow(to: last.from, applied)
      return .newest(last.state)
    }
    guard let index = entries.lastIndex(where: { $0.from <= agreement.high }) else { return .none }
    // Up to the next state, which begins behind what is agreed on.
    agreement.narrow(to: entries[index].from, LogPosition(offset: entries[index + 1].from.offset - 1))
    return .older(entries[index].state)
  }
}
#endif
