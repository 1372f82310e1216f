/// One execution of what is explored: made anew for every schedule.
public struct Trial {
  /// What is scheduled, with all that it starts.
  public let body: @Sendable () async -> Void
  /// Says, when nothing is left to run, what was not as it should be.
  public let verdict: () -> [String]

  /// Creates a trial.
  public init(body: @escaping @Sendable () async -> Void, verdict: @escaping () -> [String]) {
    self.body = body
    self.verdict = verdict
  }
}

/// A schedule under which something was wrong.
public struct Failure: Sendable, CustomStringConvertible {
  /// What reruns it.
  public let schedule: Schedule
  /// The same with as few interruptions as were found to do.
  public let shortest: Schedule
  /// What was wrong.
  public let problems: [String]

  /// Schedules and problems.
  public var description: String {
    "\(schedule)" + (shortest == schedule ? "" : " = \(shortest)") + ": " + problems.joined(separator: "; ")
  }
}

/// What came of many schedules.
public struct Report: Sendable, CustomStringConvertible {
  /// How many schedules ran.
  public internal(set) var schedules = 0
  /// Whether these were all there are, within the bound.
  public internal(set) var isComplete = false
  /// Which schedules were to be run; `nil` for drawn ones.
  public internal(set) var bound: Bound?
  /// The most turns of one schedule.
  public internal(set) var mostTurns = 0
  /// The most jobs that were ready at once.
  public internal(set) var mostReady = 0
  /// The most turns until something held that was waited for, by its name.
  public internal(set) var longest: [String: Int] = [:]
  /// Schedules that failed; it stops after the first, unless asked for more.
  public internal(set) var failures: [Failure] = []

  /// The numbers, and the failures on lines of their own.
  public var description: String {
    let bound = bound.map { isComplete ? ", complete for \($0)" : ", not complete for \($0)" } ?? ""
    let extent = "\(schedules) schedules\(bound)"
    let delays = longest.sorted { $0.key < $1.key }.map { "; \($0.key) after at most \($0.value) turns" }.joined()
    return (["\(extent); up to \(mostTurns) turns, \(mostReady) ready\(delays)"] + failures.map { "  \($0)" })
      .joined(separator: "\n")
  }
}
