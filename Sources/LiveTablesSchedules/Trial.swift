/// One execution of the body, created anew for each schedule.
package struct Trial {
  /// The body, which is scheduled together with everything that it starts.
  package let body: @Sendable () async -> Void
  /// Returns the problems when nothing is left to run.
  package let verdict: () -> [String]

  package init(body: @escaping @Sendable () async -> Void, verdict: @escaping () -> [String]) {
    self.body = body
    self.verdict = verdict
  }
}

/// A schedule that fails.
package struct Failure: Sendable, CustomStringConvertible {
  /// The schedule that was explored.
  package let schedule: Schedule
  /// The schedule with the fewest interruptions that was found to fail.
  package let shortest: Schedule
  package let problems: [String]

  package var description: String {
    "\(schedule)" + (shortest == schedule ? "" : " = \(shortest)") + ": " + problems.joined(separator: "; ")
  }
}

/// The results of many schedules.
package struct ExplorationReport: Sendable, CustomStringConvertible {
  /// The number of schedules.
  package internal(set) var schedules = 0
  /// Whether all schedules within the bound ran.
  package internal(set) var isComplete = false
  /// The bound, or `nil` if the schedules were random.
  package internal(set) var bound: ScheduleBound?
  /// The greatest number of turns of a schedule.
  package internal(set) var mostTurns = 0
  /// The greatest number of jobs that were ready.
  package internal(set) var mostReady = 0
  /// The greatest number of jobs in a schedule that no schedule can separate.
  package internal(set) var joinedJobs = 0
  /// The greatest number of turns until a condition held, by its name.
  package internal(set) var longest: [String: Int] = [:]
  /// The schedules that failed, of which there is one unless the exploration has a higher limit.
  package internal(set) var failures: [Failure] = []
  /// The schedule during which other jobs were ready than in an earlier run with the same choices.
  package internal(set) var diverged: Schedule?
  /// Whether the exploration stopped because its time had passed.
  package internal(set) var isLate = false

  package var description: String {
    let bound = bound.map { isComplete ? ", complete for \($0)" : ", not complete for \($0)" } ?? ""
    let extent = "\(schedules) schedules\(bound)"
    let delays = longest.sorted { $0.key < $1.key }.map { "; \($0.key) after at most \($0.value) turns" }.joined()
    return (["\(extent); up to \(mostTurns) turns, \(mostReady) ready\(delays)"] + failures.map { "  \($0)" })
      .joined(separator: "\n")
  }
}
