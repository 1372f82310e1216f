/// The schedules to explore.
///
/// The natural order continues the task that ran last for as long as possible, and then the task that became ready
/// last, so that the effects of an event are completed one after another.
public struct ScheduleBound: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case all
    case preemptions(Int)
    case deviations(Int)
    case random(Int, seed: UInt64)
  }

  let kind: Kind

  /// Every schedule.
  ///
  /// The number of schedules grows exponentially with the number of tasks and of their turns.
  public static let all = ScheduleBound(kind: .all)

  /// Every schedule that interrupts a task, which could continue, at most `count` times.
  ///
  /// If the task that ran last waits, any other task may continue (Musuvathi and Qadeer: Iterative Context Bounding,
  /// 2007).
  public static func preemptions(_ count: Int) -> ScheduleBound { ScheduleBound(kind: .preemptions(max(0, count))) }

  /// Every schedule that differs from the natural order at most `count` times.
  ///
  /// With one deviation, an event occurs at any step of the others (Emmi, Qadeer and Rakamarić: Delay-Bounded
  /// Scheduling, 2011).
  public static func deviations(_ count: Int) -> ScheduleBound { ScheduleBound(kind: .deviations(max(0, count))) }

  /// A number of random schedules.
  ///
  /// - Parameters:
  ///   - count: The number of schedules, some of which may be equal.
  ///   - seed: The seed of the first schedule. The following schedules have the following seeds.
  public static func random(_ count: Int, seed: UInt64 = 0) -> ScheduleBound {
    ScheduleBound(kind: .random(max(0, count), seed: seed))
  }

  var budget: Int {
    switch kind {
    case .all, .random: .max
    case .preemptions(let count), .deviations(let count): count
    }
  }

  func cost(of choice: Choice, taking taken: Int) -> Int {
    switch kind {
    case .all, .random: 0
    case .preemptions: choice.isContinuable && taken > 0 ? 1 : 0
    case .deviations: taken > 0 ? 1 : 0
    }
  }

  /// Returns the bound of the same kind with another number.
  package func with(_ count: Int) -> ScheduleBound {
    switch kind {
    case .all, .random: self
    case .preemptions: .preemptions(count)
    case .deviations: .deviations(count)
    }
  }

  /// The next wider bound.
  package var wider: ScheduleBound { budget == .max ? self : with(budget + 1) }
}

extension ScheduleBound: CustomStringConvertible {
  /// The kind of the bound and its value, for example `deviations:2`.
  public var description: String {
    switch kind {
    case .all: "all"
    case .preemptions(let count): "preemptions:\(count)"
    case .deviations(let count): "deviations:\(count)"
    case .random(let count, let seed): "random:\(count) from seed \(seed)"
    }
  }

  /// Creates the bound that is described as `all`, `preemptions:N` or `deviations:N`.
  package init?(_ description: String) {
    if description == "all" {
      self = .all
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
