/// An order in which the jobs of a body run.
///
/// A schedule can be written as text, for example to replay it: `path:0.2.1` or `seed:7`.
public struct Schedule: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Every choice is drawn from a generator with this seed.
    case seed(UInt64)
    /// The choices at the turns at which several jobs are ready. All further choices are 0.
    case path([Int])
  }

  let kind: Kind

  package static func seed(_ seed: UInt64) -> Schedule { Schedule(kind: .seed(seed)) }

  package static func path(_ path: [Int]) -> Schedule { Schedule(kind: .path(path)) }

  /// The natural order, in which no task is interrupted.
  public static let natural = Schedule.path([])

  /// The seed of a random schedule, or `nil`.
  package var seed: UInt64? {
    if case .seed(let seed) = kind { seed } else { nil }
  }
}

extension Schedule: LosslessStringConvertible {
  /// The text of the schedule.
  public var description: String {
    switch kind {
    case .seed(let seed): "seed:\(seed)"
    case .path(let path): "path:" + path.map(String.init).joined(separator: ".")
    }
  }

  /// Creates a schedule from its text, or returns `nil` if the text is not a schedule.
  public init?(_ description: String) {
    if description.hasPrefix("seed:"), let seed = UInt64(description.dropFirst(5)) {
      self = .seed(seed)
      return
    }
    guard description.hasPrefix("path:") else { return nil }
    let parts = description.dropFirst(5).split(separator: ".")
    let path = parts.compactMap { Int($0) }
    guard path.count == parts.count, path.allSatisfy({ $0 >= 0 }) else { return nil }
    self = .path(path)
  }
}

/// A turn at which several jobs were ready.
package struct Choice: Hashable, Sendable {
  /// The index of the chosen job.
  ///
  /// The job at 0 continues the task that ran last if it is ready, and otherwise the task that became ready last.
  package let taken: Int
  /// The number of jobs that were ready.
  package let count: Int
  /// Whether the task that ran last was ready, so that any choice but 0 interrupts it.
  package let isContinuable: Bool
}

extension [Choice] {
  /// The schedule that makes these choices again.
  package var schedule: Schedule {
    let end = lastIndex { $0.taken > 0 }.map { $0 + 1 } ?? 0
    return .path(self[..<end].map(\.taken))
  }

  /// Returns the next schedule of a depth-first search through all schedules within a bound.
  package func next(within bound: ScheduleBound) -> Schedule? {
    var spent = [0]
    for choice in self { spent.append(spent[spent.count - 1] + bound.cost(of: choice, taking: choice.taken)) }
    for index in indices.reversed() {
      let choice = self[index]
      if choice.taken + 1 == choice.count { continue }
      if spent[index] + bound.cost(of: choice, taking: choice.taken + 1) > bound.budget { continue }
      return .path(self[..<index].map(\.taken) + [choice.taken + 1])
    }
    return nil
  }
}
