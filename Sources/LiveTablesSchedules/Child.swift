#if compiler(>=6.3) && canImport(Glibc)
import CSchedules
import Foundation

/// A copy of the process that explores a body.
///
/// Only the thread that makes a copy exists in the copy, so no other test runs there, and no thread of the process
/// waits for a body that blocks or crashes. The locks of other threads stay locked. If the child hangs for this reason,
/// it is made again.
struct Child: Sendable {
  typealias Body = @Sendable (JobScheduler) async throws -> Void

  private enum Request: Sendable {
    case explore(ScheduleBound, limit: Int?)
    case replay(Schedule, silently: Bool)

    /// Whether the output of the body is not discarded.
    var isVisible: Bool { if case .replay(_, silently: false) = self { true } else { false } }
  }

  /// How a child ended.
  private enum End {
    case answer(Answer)
    case crash(status: Int32, Progress)
    case standstill(Progress)
    case late(Progress)
  }

  /// The result of a child.
  private struct Answer: Codable {
    var report = ScheduleReport()
    var failure: ScheduleFailure?
  }

  private let body: Body
  private let timeLimit: Duration
  private let turnLimit: Duration

  init(_ body: @escaping Body, _ timeLimit: Duration, _ turnLimit: Duration) {
    self.body = body
    self.timeLimit = timeLimit
    self.turnLimit = turnLimit
  }

  func explore(_ bound: ScheduleBound, _ limit: Int?) async throws -> ScheduleReport {
    try await answer(to: .explore(bound, limit: limit), "\(bound)")
  }

  func replay(_ schedule: Schedule) async throws -> ScheduleReport {
    try await answer(to: .replay(schedule, silently: false), "a single schedule")
  }
}

// MARK: - The parent

extension Child {
  private func answer(to request: Request, _ bound: String) async throws -> ScheduleReport {
    if Progress.shared != nil {
      throw ScheduleFailure(.unsupported, ["a body that is explored cannot explore schedules itself"])
    }
    // A lock that another thread held when the child was made is rarely held again. The first child has less time, so
    // that this takes seconds only if a turn really takes that long.
    let deadline = ContinuousClock.now + timeLimit
    for attempt in 1... {
      let limit = attempt == 1 ? min(turnLimit, .seconds(2)) : turnLimit
      switch try await end(of: request, within: limit) {
      case .answer(let answer):
        if let failure = answer.failure { throw failure }
        return answer.report
      case .crash(let status, let progress):
        let isRepeated = try await crashes(under: progress.schedule)
        if isRepeated || attempt == 3 { throw try await crash(status, progress, bound, deadline) }
      case .standstill(let progress):
        let isRepeated = try await blocks(under: progress.schedule)
        if isRepeated || attempt == 3 { throw blocked(progress, bound) }
      case .late(let progress): throw outOfTime(ScheduleReport(schedules: progress.runs - 1, bound: bound))
      }
    }
    preconditionFailure("the loop ends with the third attempt")
  }

  private func blocks(under schedule: Schedule) async throws -> Bool {
    if case .standstill = try await end(of: .replay(schedule, silently: true), within: turnLimit) {
      true
    } else {
      false
    }
  }

  private func crashes(under schedule: Schedule) async throws -> Bool {
    if case .crash = try await end(of: .replay(schedule, silently: true), within: turnLimit) { true } else { false }
  }

  private func report(_ progress: Progress, _ bound: String) -> ScheduleReport {
    ScheduleReport(schedules: progress.runs, bound: bound)
  }

  private func blocked(_ progress: Progress, _ bound: String) -> ScheduleFailure {
    let text = "a turn did not end within \(turnLimit): the body blocks its thread, or computes for too long"
    return ScheduleFailure(.blocked, [text], progress.schedule, report: report(progress, bound))
  }

  private func outOfTime(_ report: ScheduleReport) -> ScheduleFailure {
    let text = "only \(report.extent) ran within \(timeLimit); choose a smaller bound, a limit or a smaller body"
    return ScheduleFailure(.outOfTime, [text], report: report)
  }

  /// Returns the failure for a crash, with a schedule that is as short as possible.
  private func crash(
    _ status: Int32, _ progress: Progress, _ bound: String, _ deadline: ContinuousClock.Instant
  ) async throws -> ScheduleFailure {
    let signal = status & 0x7f
    let text =
      signal == 0
      ? "the body ended its process with exit(\(status >> 8 & 0xff))"
      : "the process of the body crashed: \(String(cString: strsignal(signal)))"
    let errors = progress.errors
    let schedule = try await progress.schedule.shortened { shorter in
      if ContinuousClock.now > deadline { return false }
      return try await crashes(under: shorter)
    }
    return ScheduleFailure(
      .crashed, [text] + (errors.isEmpty ? [] : [errors]), schedule, report: report(progress, bound))
  }

  /// Makes a child, and waits until it ends, a turn takes longer than a limit, or the time limit has passed.
  private func end(of request: Request, within limit: Duration) async throws -> End {
    try Task.checkCancellation()
    guard let progress = Progress() else { throw ScheduleFailure(.unsupported, ["there is no memory for a process"]) }
    let process = make(request, progress)
    if process < 0 { throw ScheduleFailure(.unsupported, ["no process: \(String(cString: strerror(errno)))"]) }
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: self.watch(process, progress, limit)) }
      }
    } onCancel: {
      kill(process, SIGKILL)
    }
    try Task.checkCancellation()
    return end
  }

  /// Waits until a child ends, and ends it if it makes no progress.
  private func watch(_ process: pid_t, _ progress: Progress, _ limit: Duration) -> End {
    var status: Int32 = 0
    var turns = -1
    var change = ContinuousClock.now
    // The child itself ends earlier, unless a single schedule takes that long.
    let deadline = change + timeLimit + turnLimit
    while schedules_wait(process, 200, &status) == 0 {
      let now = ContinuousClock.now
      if progress.turns != turns {
        turns = progress.turns
        change = now
      }
      if now - change > limit || now > deadline {
        kill(process, SIGKILL)
        while schedules_wait(process, 1_000, &status) == 0 {}
        return now > deadline ? .late(progress) : .standstill(progress)
      }
    }
    if let text = progress.text, let answer = try? JSONDecoder().decode(Answer.self, from: Data(text)) {
      return .answer(answer)
    }
    return .crash(status: status, progress)
  }

  /// Forks, and does not return in the child.
  private func make(_ request: Request, _ progress: Progress) -> pid_t {
    fflush(nil)
    let process = schedules_fork()
    if process == 0 { work(request, progress) }
    return process
  }
}

// MARK: - The child

extension Child {
  private func work(_ request: Request, _ progress: Progress) -> Never {
    Progress.shared = progress
    progress.hideFromCopies()
    schedules_buffer_lines()
    if !request.isVisible { progress.silence() }
    schedules_close_files()
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGFPE, SIGBUS] { Foundation.signal(signal, SIG_DFL) }
    Takeover.begin()
    Issues.observeAssertions()
    let answer: Answer
    if Runtime.isKnown() {
      progress.restartCount()
      answer =
        switch request {
        case .explore(let bound, let limit): explored(bound, limit)
        case .replay(let schedule, _): replayed(schedule)
        }
    } else {
      answer = Answer(failure: ScheduleFailure(.unsupported, ["this version of Swift's runtime is not known"]))
    }
    if let text = try? JSONEncoder().encode(answer) { progress.finish(Array(text)) }
    fflush(nil)
    _exit(0)
  }

  private func explored(_ bound: ScheduleBound, _ limit: Int?) -> Answer {
    var answer = Answer()
    answer.report.bound = "\(bound)"
    let end = Takeover.systemTime + timeLimit / .seconds(1)
    if let failure = naturalFailure(answer.report) {
      answer.failure = failure
      return answer
    }
    Progress.shared?.restartCount()
    let exploration = exploration(bound, limit, end)
    let found: ExplorationReport
    if case .random(let count, let seed) = bound.kind {
      let sampled = max(0, min(count, limit ?? count))
      found = exploration.sample(seeds: (0..<UInt64(sampled)).map { seed &+ $0 }, trial)
      answer.report.isComplete = found.isComplete && sampled == max(0, count)
    } else {
      found = exploration.exhaust(trial)
      answer.report.isComplete = found.isComplete
    }
    answer.report.schedules = found.schedules
    answer.report.longestSchedule = found.mostTurns
    answer.report.inseparableJobs = found.joinedJobs
    if let diverged = found.diverged {
      answer.failure = notReplayable(diverged, answer.report)
    } else if let failure = found.failures.first {
      answer.failure = described(failure, answer.report)
    } else if found.isLate {
      answer.failure = outOfTime(answer.report)
    } else if Engine.shared.hasForeignJobs {
      answer.failure = outside([], .natural, answer.report)
    }
    return answer
  }

  private func replayed(_ schedule: Schedule) -> Answer {
    var answer = Answer()
    let (run, problems) = exploration(.all, nil, nil).replay(schedule, trial)
    answer.report = ScheduleReport(schedules: 1, isComplete: true, longestSchedule: run.turnCount, bound: "\(schedule)")
    if !problems.isEmpty { answer.failure = failure(schedule, run, problems, answer.report) }
    return answer
  }

  private func exploration(_ bound: ScheduleBound, _ limit: Int?, _ end: Double?) -> Exploration {
    var exploration = Exploration("", within: bound, limit: limit ?? .max)
    exploration.notesCrashes = false
    exploration.rules = .user
    exploration.end = end
    return exploration
  }

  private func trial(_ schedule: Schedule) -> Trial {
    let notes = Notes()
    Notes.current = notes
    return Trial { [body] in
      await Issues.collect(notes) { try await body(JobScheduler.shared) }
    } verdict: {
      notes.problems
    }
  }

  /// Returns a failure if two runs in the natural order differ, or wait for another thread.
  private func naturalFailure(_ report: ScheduleReport) -> ScheduleFailure? {
    let exploration = exploration(.all, nil, nil)
    if exploration.isReplayable(.natural, trial) { return nil }
    var report = report
    report.schedules = 2
    let (run, problems) = exploration.replay(.natural, trial)
    return isOutside(run) ? failure(.natural, run, problems, report) : notReplayable(.natural, report)
  }

  private func notReplayable(_ schedule: Schedule, _ report: ScheduleReport) -> ScheduleFailure {
    if Engine.shared.hasForeignJobs { return outside([], schedule, report) }
    let text =
      "the body behaves differently in two runs with the same schedule; it may read a random number, the order of a set "
      + "or a dictionary, the clock of another library, or a variable that an earlier run changed"
    return ScheduleFailure(.notReplayable, [text], schedule, report: report)
  }

  /// Replays a failure to describe its turns.
  private func described(_ failure: Failure, _ report: ScheduleReport) -> ScheduleFailure {
    let (run, problems) = exploration(.all, nil, nil).replay(failure.shortest, trial)
    return problems.isEmpty
      ? notReplayable(failure.schedule, report) : self.failure(failure.shortest, run, problems, report)
  }

  private func failure(
    _ schedule: Schedule, _ run: Run, _ problems: [String], _ report: ScheduleReport
  ) -> ScheduleFailure {
    let turns = TurnList(run.turns).lines
    if isOutside(run) { return outside(problems, schedule, turns: turns, report) }
    let hint = "(no dispatch queue, run loop or handler of a process runs in the process of the body)"
    let problems = problems + (run.outcome == .unfinished ? [hint] : [])
    return ScheduleFailure(.failed, problems, schedule, turns: turns, report: report)
  }

  private func outside(
    _ problems: [String], _ schedule: Schedule, turns: [String] = [], _ report: ScheduleReport
  ) -> ScheduleFailure {
    let text = "the body waits for another thread, which no schedule includes"
    return ScheduleFailure(.waitsOutside, [text] + problems, schedule, turns: turns, report: report)
  }

  /// Returns whether a run waits for another thread, or a thread has enqueued jobs in this run or an earlier one.
  ///
  /// A thread enqueues its jobs before it ends, so the threads are counted first.
  private func isOutside(_ run: Run) -> Bool {
    (run.outcome == .unfinished && Self.threadCount > 1) || Engine.shared.hasForeignJobs
  }

  /// The number of threads of this process, which is 1 unless the body has started some.
  private static var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 1
  }
}
#endif
