/// The callers that wait until a view shows a version of a store's table.
///
/// Unlike `StoreMachine`, this type is not generic, so answering a caller requires no lookup of generic types.
struct WaitingCallers {
  struct Ticket: Hashable, Sendable {
    let number: Int
    let version: Int
  }

  enum Admission: Equatable {
    case waits(Ticket)
    /// The store has no view, so the version counts as shown.
    case withoutView
    case refused(EndReason)
  }

  enum Answer: Equatable {
    case shown(isSuperseded: Bool)
    /// The view was closed, but the store still accepts tables and edits.
    case viewClosed
    case ended(EndReason)
  }

  struct Reply: Equatable {
    let ticket: Ticket
    let answer: Answer
  }

  private var tickets: [Ticket] = []
  private var issued = 0

  var count: Int { tickets.count }

  mutating func add(for version: Int) -> Ticket {
    issued += 1
    let ticket = Ticket(number: issued, version: version)
    tickets.append(ticket)
    return ticket
  }

  /// - Returns: `false` if the caller has already been answered.
  mutating func remove(_ ticket: Ticket) -> Bool {
    guard let index = tickets.firstIndex(of: ticket) else { return false }
    tickets.remove(at: index)
    return true
  }

  /// Answers all callers that wait for the shown version or an older version.
  ///
  /// - Parameter newestTableVersion: The version of the newest table, which supersedes the tables of earlier callers.
  mutating func answer(shown version: Int, newestTableVersion: Int) -> [Reply] {
    let answered = tickets.filter { $0.version <= version }
    tickets.removeAll { $0.version <= version }
    return answered.map { Reply(ticket: $0, answer: .shown(isSuperseded: $0.version < newestTableVersion)) }
  }

  mutating func answerAll(_ answer: Answer) -> [Reply] {
    defer { tickets = [] }
    return tickets.map { Reply(ticket: $0, answer: answer) }
  }
}
