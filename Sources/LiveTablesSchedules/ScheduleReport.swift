/// The extent of a successful exploration.
public struct ScheduleReport: Sendable, Codable {
  /// The number of schedules that ran.
  public internal(set) var schedules = 0
  /// Whether every schedule within the bound ran, so that the exploration did not reach its limit of schedules.
  public internal(set) var isComplete = false
  /// The greatest number of turns of a schedule.
  public internal(set) var longestSchedule = 0
  /// The greatest number of jobs in a schedule that an actor ran together with another job, so that no schedule could
  /// come between them.
  ///
  /// These are jobs that continue no task, such as an isolated `deinit`. For all other jobs, every order is explored.
  public internal(set) var inseparableJobs = 0
  /// The bound of the exploration, as text.
  var bound = ""
}

extension ScheduleReport: CustomStringConvertible {
  var extent: String { schedules == 1 ? "1 schedule" : "\(schedules) schedules" }

  /// The number of schedules, and which of them ran.
  public var description: String {
    let completeness = isComplete ? "complete for \(bound)" : "not complete for \(bound)"
    let joined = inseparableJobs > 0 ? "; up to \(inseparableJobs) jobs could not be separated" : ""
    return "\(extent), \(completeness), of up to \(longestSchedule) turns\(joined)"
  }
}

/// The reason why an exploration did not succeed.
public struct ScheduleFailure: Error, Sendable, Codable {
  /// A kind of failure.
  public enum Kind: String, Sendable, Codable {
    /// The body threw an error, an expectation failed, or a task never finished.
    case failed
    /// The process of the body crashed, or the body ended it.
    case crashed
    /// The body blocks its thread, for example with a semaphore.
    case blocked
    /// The body waits for an event outside Swift's tasks, such as a thread or a dispatch queue.
    case waitsOutside
    /// The body behaves differently in two runs with the same schedule, for example because it reads a random number.
    case notReplayable
    /// Not all schedules within the bound ran in the available time.
    case outOfTime
    /// This system or toolchain cannot explore schedules.
    case unsupported
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The schedule that fails, with as few interruptions as were found to be necessary, or `nil` if the failure does not
  /// depend on a schedule.
  public var schedule: Schedule? { text.flatMap { Schedule($0) } }
  /// Descriptions of all problems that the schedule caused.
  public let problems: [String]
  /// Descriptions of all turns of the schedule, or an empty array if they are not known.
  public let turns: [String]
  /// The extent of the exploration until the failure.
  public let report: ScheduleReport

  private let text: String?

  init(
    _ kind: Kind, _ problems: [String], _ schedule: Schedule? = nil, turns: [String] = [],
    report: ScheduleReport = ScheduleReport()
  ) {
    self.kind = kind
    self.problems = Self.shortened(problems)
    self.turns = Self.shortened(turns)
    self.report = report
    text = schedule?.description
  }

  /// Shortens a list of texts so that a person can read it, and the memory of ``Progress`` can contain it.
  private static func shortened(_ texts: [String]) -> [String] {
    let shown = texts.prefix(200).map { text in
      text.utf8.count <= 4_000 ? text : String(decoding: text.utf8.prefix(4_000), as: UTF8.self) + "…"
    }
    return texts.count > shown.count ? shown + ["and \(texts.count - shown.count) more"] : shown
  }
}

extension ScheduleFailure: CustomStringConvertible {
  /// The problems, the schedule, and its turns, on separate lines.
  public var description: String {
    var lines = problems
    if let text {
      lines.append("after \(report.extent) (\(report.bound)); replay it with Schedules.replay(\"\(text)\")")
    }
    if !turns.isEmpty { lines.append("The turns of this schedule:") }
    return (lines + turns).joined(separator: "\n")
  }
}
