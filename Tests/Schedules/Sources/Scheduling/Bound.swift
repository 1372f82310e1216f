/// How far schedules may be from the calm one, where there are too many to run them all.
public enum Bound: Hashable, Sendable {
  /// Not at all: every schedule there is.
  case none
  /// So often a task may be interrupted that could go on (Musuvathi and Qadeer: Iterative Context Bounding, 2007).
  ///
  /// Where the task that ran last waits, everybody may follow.
  case preemptions(Int)
  /// So often another job may be taken than the one that is next in turn (Emmi, Qadeer and Rakamarić: Delay-Bounded
  /// Scheduling, 2011).
  ///
  /// As a chain of events goes on by itself, one deviation is enough to have something happen at any step of it.
  case deviations(Int)

  var budget: Int {
    switch self {
    case .none: .max
    case .preemptions(let count), .deviations(let count): count
    }
  }

  func cost(of choice: Choice, taking taken: Int) -> Int {
    switch self {
    case .none: 0
    case .preemptions: choice.isContinuable && taken > 0 ? 1 : 0
    case .deviations: taken > 0 ? 1 : 0
    }
  }

  /// The same with another number; every schedule stays that.
  public func with(_ count: Int) -> Bound {
    switch self {
    case .none: .none
    case .preemptions: .preemptions(count)
    case .deviations: .deviations(count)
    }
  }

  /// The next wider bound.
  public var wider: Bound { self == .none ? .none : with(budget + 1) }
}

extension Bound: LosslessStringConvertible {
  /// What is allowed, as it is written on a command line.
  public var description: String {
    switch self {
    case .none: "all"
    case .preemptions(let count): "preemptions:\(count)"
    case .deviations(let count): "deviations:\(count)"
    }
  }

  /// Reads what ``description`` writes.
  public init?(_ description: String) {
    if description == "all" {
      self = .none
      return
    }
    let parts = description.split(separator: ":")
    guard parts.count == 2, let count = Int(parts[1]), count >= 0 else { return nil }
    switch parts[0] {
    case "preemptions": self = .preemptions(count)
    case "deviations": self = .deviations(count)
    default: return nil
    }
  }
}
