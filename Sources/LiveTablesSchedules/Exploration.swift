#if compiler(>=6.3) && canImport(Glibc)
/// Runs a trial under many schedules.
///
/// ```swift
/// let report = Exploration("two writers", within: .preemptions(2)).exhaust { _ in Trial(body: …, verdict: …) }
/// ```
package struct Exploration {
  /// The name for the reader of a failure.
  package var name: String
  /// The schedules to enumerate.
  package var bound: ScheduleBound
  /// The number of schedules after which an enumeration ends.
  package var limit: Int
  /// The number of failures after which the exploration ends.
  package var failureLimit = 1
  /// Whether a failure's schedule is shortened, which replaces a seed by a path.
  package var shortens = true
  /// Whether the schedule is written to standard error if the process traps.
  package var notesCrashes = true
  /// The restrictions of the schedules.
  package var rules = Engine.Rules()
  /// The time of the system at which the exploration ends.
  var end: Double?

  package init(_ name: String, within bound: ScheduleBound = .all, limit: Int = 10_000_000) {
    self.name = name
    self.bound = bound
    self.limit = limit
  }

  /// Enumerates schedules depth first until none is left.
  package func exhaust(_ make: (Schedule) -> Trial) -> ExplorationReport {
    var report = ExplorationReport()
    report.bound = bound
    Takeover.during {
      var next: Schedule? = .natural
      var last: [Choice] = []
      while let schedule = next, report.schedules < limit, !isOver(&report) {
        let run = run(schedule, make, &report)
        if !run.choices.repeats(last, before: schedule) { report.diverged = schedule }
        last = run.choices
        next = last.next(within: bound)
      }
      report.isComplete = next == nil
    }
    return report
  }

  /// Runs the schedules with some seeds.
  package func sample(seeds: some Sequence<UInt64>, _ make: (Schedule) -> Trial) -> ExplorationReport {
    var report = ExplorationReport()
    Takeover.during {
      for seed in seeds {
        if isOver(&report) { return }
        _ = run(.seed(seed), make, &report)
      }
      report.isComplete = true
    }
    return report
  }

  /// Runs one schedule again.
  ///
  /// - Returns: The run with all its turns, and the problems.
  package func replay(_ schedule: Schedule, _ make: (Schedule) -> Trial) -> (run: Run, problems: [String]) {
    Takeover.during { judge(schedule, make, keepsTurns: true) }
  }

  /// Returns whether two runs with the same schedule are equal, and no other thread takes part in them.
  func isReplayable(_ schedule: Schedule, _ make: (Schedule) -> Trial) -> Bool {
    Takeover.during {
      let (first, second) = (judge(schedule, make), judge(schedule, make))
      return first.0.trace == second.0.trace && first.1.isEmpty == second.1.isEmpty
        && first.0.foreignJobs + second.0.foreignJobs == 0
    }
  }

  /// Returns whether the exploration should end, and notes whether its time has passed.
  ///
  /// The first schedule always runs, even if the time has passed.
  private func isOver(_ report: inout ExplorationReport) -> Bool {
    if let end, report.schedules > 0, Takeover.systemTime > end { report.isLate = true }
    return report.isLate || report.diverged != nil || report.failures.count >= failureLimit
  }

  private func run(_ schedule: Schedule, _ make: (Schedule) -> Trial, _ report: inout ExplorationReport) -> Run {
    let (run, problems) = judge(schedule, make)
    report.schedules += 1
    report.mostTurns = max(report.mostTurns, run.turnCount)
    report.mostReady = max(report.mostReady, run.mostReady)
    report.joinedJobs = max(report.joinedJobs, run.joinedJobs)
    for delay in run.delays {
      report.longest[delay.name] = max(delay.turns ?? 0, report.longest[delay.name] ?? 0)
    }
    if !problems.isEmpty {
      let shortest = shortens ? shorten(run.choices, make) : schedule
      report.failures.append(Failure(schedule: schedule, shortest: shortest, problems: problems))
    }
    return run
  }

  private func judge(_ schedule: Schedule, _ make: (Schedule) -> Trial, keepsTurns: Bool = false) -> (Run, [String]) {
    if notesCrashes { CrashNote.current = name }
    defer { if notesCrashes { CrashNote.current = nil } }
    let trial = make(schedule)
    let run = Engine.shared.run(schedule, rules: rules, keepsTurns: keepsTurns, trial.body)
    var problems = trial.verdict()
    if run.outcome != .finished { problems.append("\(run.outcome)") }
    problems += run.delays.filter(\.isExceeded).map(\.description)
    if run.foreignJobs > 0 { problems.append("\(run.foreignJobs) jobs came from other threads") }
    return (run, problems)
  }

  /// Removes one interruption after another, as long as the schedule still fails.
  private func shorten(_ choices: [Choice], _ make: (Schedule) -> Trial) -> Schedule {
    choices.schedule.shortened { schedule in
      if let end, Takeover.systemTime > end { return false }
      return !judge(schedule, make).1.isEmpty
    }
  }
}

extension Schedule {
  /// Returns the schedule without the interruptions that it does not need to fail.
  func shortened(_ fails: (Schedule) throws -> Bool) rethrows -> Schedule {
    var search = ShorterSchedules(of: self)
    while let next = search.next() {
      if try fails(next) { search.accept() }
    }
    return search.shortest
  }

  /// Returns the schedule without the interruptions that it does not need to fail.
  func shortened(_ fails: (Schedule) async throws -> Bool) async rethrows -> Schedule {
    var search = ShorterSchedules(of: self)
    while let next = search.next() {
      if try await fails(next) { search.accept() }
    }
    return search.shortest
  }
}

/// The schedules that have one interruption less than the shortest one that is known to fail, from last to first.
private struct ShorterSchedules {
  private var path: [Int]
  private var index: Int

  init(of schedule: Schedule) {
    if case .path(let path) = schedule.kind { self.path = path } else { path = [] }
    index = path.count
  }

  var shortest: Schedule { .path(Array(path[..<((path.lastIndex { $0 > 0 }).map { $0 + 1 } ?? 0)])) }

  mutating func next() -> Schedule? {
    guard let next = path[..<index].lastIndex(where: { $0 > 0 }) else { return nil }
    index = next
    var shorter = path
    shorter[index] = 0
    return .path(shorter)
  }

  /// Notes that the last schedule fails.
  mutating func accept() { path[index] = 0 }
}

extension [Choice] {
  /// Returns whether the same jobs were ready as in an earlier run, up to the turn at which a schedule departs from it.
  fileprivate func repeats(_ earlier: [Choice], before schedule: Schedule) -> Bool {
    guard case .path(let path) = schedule.kind, !earlier.isEmpty else { return true }
    guard count >= path.count else { return false }
    return zip(self[..<path.count], earlier).allSatisfy { $0.count == $1.count && $0.isContinuable == $1.isContinuable }
  }
}
#endif
