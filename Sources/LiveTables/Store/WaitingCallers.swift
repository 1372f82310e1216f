/// Which callers wait for a store, and for which version.
///
/// Not generic, unlike the `StoreMachine` that has it: an answer costs no look-ups of generic types.
struct WaitingCallers {
  /// A caller that waits, and for which version.
  struct Ticket: Hashable, Sendable {
    let number: Int
    let version: Int
  }

  enum Admission: Equatable {
    case waits(Ticket)
    case accepted
    case refused(EndReason)
  }

  enum Answer: Equatable {
    case shown(isSuperseded: Bool)
    case accepted
    case ended(EndReason)
  }

  struct Reply: Equatable {
    let ticket: Ticket
    let answer: Answer
  }

  private var tickets: [Ticket] = []
  private var issued = 0

  var count: Int { tickets.count }

  /// A caller begins to wait.
  mutating func add(for version: Int) -> Ticket {
    issued += 1
    let ticket = Ticket(number: issued, version: version)
    tickets.append(ticket)
    return ticket
  }

  /// A caller stops waiting.
  ///
  /// - Returns: False if it has been answered.
  mutating func remove(_ ticket: Ticket) -> Bool {
    guard let index = tickets.firstIndex(of: ticket) else { return false }
    tickets.remove(at: index)
    return true
  }

  /// A version is on screen: answers all who waited for it, or for an older one.
  ///
  /// - Parameter newestTable: Whoever waited for an older version than this one sees another table than its own.
  mutating func answer(shown version: Int, newestTable: Int) -> [Reply] {
    let answered = tickets.filter { $0.version <= version }
    tickets.removeAll { $0.version <= version }
    return answered.map { Reply(ticket: $0, answer: .shown(isSuperseded: $0.version < newestTable)) }
  }

  /// Answers all who wait.
  mutating func answerAll(_ answer: Answer) -> [Reply] {
    defer { tickets = [] }
    return tickets.map { Reply(ticket: $0, answer: answer) }
  }
}
