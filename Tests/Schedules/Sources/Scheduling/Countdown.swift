/// How many turns passed until something held.
public struct Delay: Hashable, Sendable, CustomStringConvertible {
  /// What was waited for.
  public let name: String
  /// How many turns that took, of all tasks together; `nil` if it never came to hold.
  public let turns: Int?
  /// How many it may take.
  public let limit: Int

  /// Whether it took too long.
  public var isExceeded: Bool { turns.map { $0 > limit } ?? true }

  /// What was waited for, and how long.
  public var description: String {
    turns.map { "\(name) after \($0) turns, not within \(limit)" } ?? "\(name) never"
  }
}

/// Looks after every turn whether something holds.
struct Countdown {
  let name: String
  let limit: Int
  /// The number of the turn after which it began.
  let begin: Int
  let holds: () -> Bool
  private(set) var turns: Int?

  init(_ name: String, within limit: Int, from begin: Int, until holds: @escaping () -> Bool) {
    self.name = name
    self.limit = limit
    self.begin = begin
    self.holds = holds
  }

  var delay: Delay { Delay(name: name, turns: turns, limit: limit) }

  mutating func look(after turn: Int) {
    if turns == nil, holds() { turns = turn - begin }
  }
}
