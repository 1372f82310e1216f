/// One order in which the jobs of a run take their turns.
///
/// It prints as what reruns it.
public enum Schedule: Hashable, Sendable {
  /// Every choice is drawn from a generator that starts here.
  case seed(UInt64)
  /// The choices themselves, one for each turn at which more than one job is ready; 0 from where it ends.
  case path([Int])

  /// The schedule in which nothing is ever interrupted.
  public static let calm = Schedule.path([])
}

extension Schedule: LosslessStringConvertible {
  /// `seed:7` or `path:0.2.1`.
  public var description: String {
    switch self {
    case .seed(let seed): "seed:\(seed)"
    case .path(let path): "path:" + path.map(String.init).joined(separator: ".")
    }
  }

  /// Reads what ``description`` writes.
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

/// A turn at which more than one job was ready.
public struct Choice: Hashable, Sendable {
  /// Which was taken.
  ///
  /// 0 goes on with the task that ran last if that is ready, and else takes what became ready last, so that a chain of
  /// events goes on.
  public let taken: Int
  /// How many were ready.
  public let count: Int
  /// Whether the task that ran last was among them: then anything but 0 interrupts it.
  public let isContinuable: Bool

  /// Whether a task was interrupted that could have gone on.
  public var isPreemption: Bool { isContinuable && taken > 0 }
}

extension [Choice] {
  /// The schedule that makes these choices again.
  public var schedule: Schedule {
    let end = lastIndex { $0.taken > 0 }.map { $0 + 1 } ?? 0
    return .path(self[..<end].map(\.taken))
  }

  /// How often a task was interrupted that could have gone on.
  public var preemptions: Int { count { $0.isPreemption } }

  /// The next schedule of a depth-first walk through all that are within a bound.
  public func next(within bound: Bound) -> Schedule? {
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
