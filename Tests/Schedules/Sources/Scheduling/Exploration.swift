/// Runs one thing under many schedules.
///
/// ```swift
/// let report = Exploration("two writers", within: .preemptions(2)).exhaust { Trial(body: …, verdict: …) }
/// ```
public struct Exploration {
  /// What is explored, for those who read a failure.
  public var name: String
  /// Which schedules are enumerated.
  public var bound: Bound
  /// Ends an enumeration that is not through after so many schedules.
  public var limit: Int
  /// Stops after so many failures.
  public var failureLimit = 1
  /// Whether a failure's schedule is shortened; not where a trial depends on the seed.
  public var shortens = true

  /// Creates an exploration.
  public init(_ name: String, within bound: Bound = .none, limit: Int = 10_000_000) {
    self.name = name
    self.bound = bound
    self.limit = limit
  }

  /// Enumerates schedules depth first until none is left.
  public func exhaust(_ make: (Schedule) -> Trial) -> Report {
    var report = Report()
    report.bound = bound
    Takeover.during {
      var next: Schedule? = .calm
      while let schedule = next, report.schedules < limit, report.failures.count < failureLimit {
        let run = run(schedule, make, &report)
        next = run.choices.next(within: bound)
      }
      report.isComplete = next == nil
    }
    return report
  }

  /// Runs the schedules of some seeds.
  public func sample(seeds: some Sequence<UInt64>, _ make: (Schedule) -> Trial) -> Report {
    var report = Report()
    Takeover.during {
      for seed in seeds where report.failures.count < failureLimit { _ = run(.seed(seed), make, &report) }
    }
    return report
  }

  /// Runs one schedule again.
  ///
  /// - Returns: The run with all its turns, and what was wrong.
  public func replay(_ schedule: Schedule, _ make: (Schedule) -> Trial) -> (run: Run, problems: [String]) {
    Takeover.during { judge(schedule, make, keepsTurns: true) }
  }

  private func run(_ schedule: Schedule, _ make: (Schedule) -> Trial, _ report: inout Report) -> Run {
    let (run, problems) = judge(schedule, make)
    report.schedules += 1
    report.mostTurns = max(report.mostTurns, run.turnCount)
    report.mostReady = max(report.mostReady, run.mostReady)
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
    CrashNote.current = name
    defer { CrashNote.current = nil }
    let trial = make(schedule)
    let run = Scheduler.shared.run(schedule, keepsTurns: keepsTurns, trial.body)
    var problems = trial.verdict()
    if run.outcome != .finished { problems.append("\(run.outcome)") }
    problems += run.delays.filter(\.isExceeded).map(\.description)
    if run.foreignJobs > 0 { problems.append("\(run.foreignJobs) jobs came from other threads") }
    return (run, problems)
  }

  /// Takes back one interruption after another, as long as something stays wrong.
  private func shorten(_ choices: [Choice], _ make: (Schedule) -> Trial) -> Schedule {
    guard case .path(var path) = choices.schedule else { return choices.schedule }
    var index = path.count - 1
    while index >= 0 {
      if path[index] > 0 {
        var calmer = path
        calmer[index] = 0
        if !judge(.path(calmer), make).1.isEmpty { path = calmer }
      }
      index -= 1
    }
    while path.last == 0 { path.removeLast() }
    return .path(path)
  }
}
