/// The number of turns that passed until a condition held.
package struct Delay: Hashable, Sendable, CustomStringConvertible {
  /// The name of the condition.
  package let name: String
  /// The number of turns of all tasks together, or `nil` if the condition never held.
  package let turns: Int?
  /// The greatest number of turns that is allowed.
  package let limit: Int

  /// Whether the condition held too late, or never.
  package var isExceeded: Bool { turns.map { $0 > limit } ?? true }

  package var description: String {
    turns.map { "\(name) after \($0) turns, not within \(limit)" } ?? "\(name) never"
  }
}

/// Evaluates a condition after every turn, until it holds.
struct Countdown {
  let name: String
  let limit: Int
  /// The number of the turn after which the countdown began.
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
