/// The result of a single run.
package struct Run: Sendable {
  /// The end of a run.
  package enum Outcome: Hashable, Sendable {
    /// The body and all tasks that it started have finished.
    case finished
    /// The body waits although nothing is left to run.
    case unfinished
    /// The body has finished, but a task that it started waits although nothing is left to run.
    case leaking
    /// Jobs were still ready after a great number of turns.
    case endless
  }

  /// One turn, for a reader.
  package struct Turn: Hashable, Sendable {
    /// The name of the actor.
    package let lane: String
    /// The number of the task, where 1 is the task of the body.
    package let task: Int
    /// The number of jobs that were ready.
    package let ready: Int
    /// The addresses of the functions in which the task continued, innermost first.
    let functions: [UInt]

    package static func == (left: Turn, right: Turn) -> Bool {
      (left.lane, left.task, left.ready) == (right.lane, right.task, right.ready)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(task) }
  }

  package let outcome: Outcome
  /// Every turn at which several jobs were ready, with the chosen job.
  package let choices: [Choice]
  /// The time that each condition took.
  package let delays: [Delay]
  private let tracer: Tracer

  init(_ outcome: Outcome, _ choices: [Choice], _ delays: [Delay], _ tracer: Tracer) {
    self.outcome = outcome
    self.choices = choices
    self.delays = delays
    self.tracer = tracer
  }

  /// The number of jobs that ran.
  package var turnCount: Int { tracer.turnCount }
  /// A hash of all turns, which is equal for equal runs.
  package var trace: UInt64 { tracer.hash }
  /// All turns, if the caller asked for them.
  package var turns: [Turn] { tracer.turns }
  /// The greatest number of jobs that were ready.
  package var mostReady: Int { tracer.mostReady }
  /// The number of jobs that other threads enqueued, so that the run cannot be repeated.
  package var foreignJobs: Int { tracer.foreignJobs }
  /// The number of times an actor ran several jobs in one turn, so that no schedule comes between them.
  package var joinedJobs: Int { tracer.joinedJobs }
}

extension Run.Outcome: CustomStringConvertible {
  package var description: String {
    switch self {
    case .finished: "finished"
    case .unfinished: "the body never finishes: tasks wait for each other, or nothing resumes a continuation"
    case .leaking: "a task that the body started never finishes"
    case .endless: "the body is still running after 20,000 turns"
    }
  }
}

/// Notes the turns of a run.
struct Tracer: Sendable {
  private let keepsTurns: Bool
  private var first: UInt64?
  private var numbers: [UInt64: Int] = [:]
  private(set) var turnCount = 0
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  private(set) var turns: [Run.Turn] = []
  private(set) var mostReady = 0
  var foreignJobs = 0
  var joinedJobs = 0

  init(keepsTurns: Bool) { self.keepsTurns = keepsTurns }

  #if compiler(>=6.3) && canImport(Glibc)
  mutating func turn(of job: Engine.Job, among ready: Int) {
    turnCount += 1
    mostReady = max(mostReady, ready)
    let first = self.first ?? job.task
    self.first = first
    let lane: UInt64 =
      switch job.lane {
      case .main: 1
      case .global: 2
      case .actor: 3
      }
    for value in [job.task &- first, lane, UInt64(ready)] { hash = (hash ^ value) &* 0x100_0000_01b3 }
    if !keepsTurns { return }
    let number = numbers[job.task] ?? numbers.count + 1
    numbers[job.task] = number
    turns.append(Run.Turn(lane: job.lane.name, task: number, ready: ready, functions: job.job.functions))
  }
  #endif
}
