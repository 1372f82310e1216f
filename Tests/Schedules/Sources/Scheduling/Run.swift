/// What came of one run.
public struct Run: Sendable {
  /// How it ended.
  public enum Outcome: Hashable, Sendable {
    /// The body and all tasks that it started are done.
    case finished
    /// Nothing is left to run, but the body waits: a deadlock, or a continuation that nobody resumed.
    case unfinished
    /// The body is done, but a task that it started waits for ever.
    case leaking
    /// There was still something to run after very many turns.
    case endless
  }

  /// One turn, for people.
  public struct Turn: Hashable, Sendable, CustomStringConvertible {
    /// Where it ran: `main`, `global` or `actor`.
    public let lane: String
    /// Which task it was, counted from the first of the run.
    public let task: UInt64
    /// How many jobs were ready.
    public let ready: Int

    /// All of it.
    public var description: String { "\(lane) task \(task)" + (ready > 1 ? " of \(ready)" : "") }
  }

  /// How it ended.
  public let outcome: Outcome
  /// Every turn at which there was a choice, and what was chosen.
  public let choices: [Choice]
  /// How many jobs ran.
  public let turnCount: Int
  /// A hash of all turns: the same for the same run.
  public let trace: UInt64
  /// All turns, if they were asked for.
  public let turns: [Turn]
  /// How long it took until what was waited for held.
  public let delays: [Delay]
  /// How many jobs were ready at most.
  public let mostReady: Int
  /// How many jobs came from other threads: with any, the run cannot be repeated.
  public let foreignJobs: Int
}

extension Run.Outcome: CustomStringConvertible {
  /// How it ended, in words.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .unfinished: "the body never finishes: a deadlock, or a continuation that nobody resumes"
    case .leaking: "a task that the body started never finishes"
    case .endless: "it runs for ever"
    }
  }
}

/// Notes the turns of a run.
struct Tracer {
  private let keepsTurns: Bool
  private var first: UInt64?
  private(set) var turnCount = 0
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private(set) var turns: [Run.Turn] = []
  private(set) var mostReady = 0
  var foreignJobs = 0

  init(keepsTurns: Bool) { self.keepsTurns = keepsTurns }

  mutating func turn(of job: Scheduler.Job, among ready: Int) {
    turnCount += 1
    mostReady = max(mostReady, ready)
    let first = self.first ?? job.task
    self.first = first
    let task = job.task &- first
    let lane: (name: String, number: UInt64) =
      switch job.lane {
      case .main: ("main", 1)
      case .global: ("global", 2)
      case .serial: ("actor", 3)
      }
    for value in [task, lane.number, UInt64(ready)] { hash = (hash ^ value) &* 0x100_0000_01b3 }
    if keepsTurns { turns.append(Run.Turn(lane: lane.name, task: task, ready: ready)) }
  }
}
