import Foundation

/// Runs every job of the process, one at a time, on the thread that asks for it, in the order of a ``Schedule``.
///
/// Jobs of the main actor, of the default executor and of actors on an ``ActorExecutor`` land in one list: child tasks,
/// unstructured and detached ones, hops, yields, and sleeps when their time has come. Time is virtual: it passes only
/// when nothing else is ready.
///
/// It needs the process for itself while it runs, and sees no data race, because nothing is parallel.
public final class Scheduler: @unchecked Sendable {  // its state is under its lock
  /// The only one: there is one process.
  public static let shared = Scheduler()

  /// Where a job runs.
  enum Lane {
    case main
    case global
    case serial(UnownedSerialExecutor)
  }

  struct Job {
    let job: UnownedJob
    let lane: Lane
    let task: UInt64
  }

  private struct Timer {
    let due: Duration
    let relay: UnownedJob
  }

  private let lock = NSLock()
  private let thread = pthread_self()
  /// What comes of what has just run stands first, so that a chain of events goes on; who yielded or slept stands last.
  private var ready: [Job] = []
  /// What runs no task itself but makes one ready, which counts as part of the turn that led to it.
  private var relays: [UnownedJob] = []
  private var isRelaying = false
  private var timers: [Timer] = []
  private var now = Duration.zero
  private var chooser = Chooser(.calm)
  private var last: UInt64 = 0
  private var calmness = 0
  private var resting: [UnsafeContinuation<Void, Never>] = []
  private var moments: [UnsafeContinuation<Void, Never>] = []
  private var tracer = Tracer(keepsTurns: false)
  private var countdowns: [Countdown] = []
  /// Tasks whose turns are taken without a choice.
  private var settling: Set<UInt64> = []

  private init() {}

  /// The choices of the run that is on, or of the last one.
  var choices: [Choice] { lock.withLock { chooser.choices } }

  /// How much virtual time has passed in this run.
  public var elapsed: Duration { lock.withLock { now } }

  func push(_ job: UnownedJob, on lane: Lane) {
    let isRelay = JobKind(of: job) == .continuation
    let job = Job(job: job, lane: lane, task: isRelay ? 0 : jobTaskIdentifier(job))
    lock.withLock {
      if pthread_self() != thread { tracer.foreignJobs += 1 }
      if isRelay {
        relays.append(job.job)
      } else if isRelaying {
        ready.append(job)
      } else {
        ready.insert(job, at: 0)
      }
    }
  }

  func push(_ job: UnownedJob, after delay: Duration) {
    lock.withLock { timers.append(Timer(due: now + max(delay, .zero), relay: job)) }
  }

  private func pick() -> Job? {
    runRelays()
    while wakeMoment() || lock.withLock({ passTime() }) || wakeResting() { runRelays() }
    return lock.withLock {
      if ready.isEmpty { return nil }
      if let index = settling.isEmpty ? nil : ready.firstIndex(where: { settling.contains($0.task) }) {
        let count = ready.count
        let job = ready.remove(at: index)
        tracer.turn(of: job, among: count)
        return job
      }
      let mine = ready.firstIndex { $0.task == last }
      if let mine, mine > 0 { ready.insert(ready.remove(at: mine), at: 0) }
      let count = ready.count
      let isContinuable = mine != nil
      let job = ready.remove(at: calmness > 0 ? 0 : chooser.choose(among: count, isContinuable: isContinuable))
      last = job.task
      tracer.turn(of: job, among: count)
      return job
    }
  }

  /// If nothing will ever be ready, whoever waits for that goes on, the last who asked first.
  private func wakeResting() -> Bool {
    let waiter = lock.withLock { ready.isEmpty ? resting.popLast() : nil }
    waiter?.resume()
    return waiter != nil
  }

  /// If nothing is ready, one of those goes on that wait for their moment.
  private func wakeMoment() -> Bool {
    let waiter = lock.withLock {
      ready.isEmpty && !moments.isEmpty
        ? moments.remove(at: chooser.choose(among: moments.count, isContinuable: false)) : nil
    }
    waiter?.resume()
    return waiter != nil
  }

  private func runRelays() {
    lock.withLock { isRelaying = true }
    while let relay = lock.withLock({ relays.isEmpty ? nil : relays.removeFirst() }) { runGlobally(relay) }
    lock.withLock { isRelaying = false }
  }

  /// If nothing is ready, all that is due next becomes so at once.
  private func passTime() -> Bool {
    guard ready.isEmpty, let due = timers.map(\.due).min() else { return false }
    now = due
    relays = timers.filter { $0.due == due }.map(\.relay)
    timers.removeAll { $0.due == due }
    return true
  }

  private func runGlobally(_ job: UnownedJob) {
    // The runtime's own way to say that no actor is meant.
    job.runSynchronously(on: unsafeBitCast((0, 0), to: UnownedSerialExecutor.self))
  }

  /// Runs jobs until none is left.
  ///
  /// - Returns: Whether that was so before the limit was reached.
  func drain(limit: Int = .max) -> Bool {
    var turns = 0
    while turns < limit, let job = pick() {
      turns += 1
      switch job.lane {
      case .main: job.job.runSynchronously(on: MainActor.sharedUnownedExecutor)
      case .global: runGlobally(job.job)
      case .serial(let executor): job.job.runSynchronously(on: executor)
      }
      look()
    }
    return turns < limit
  }

  /// Counts the turns of all tasks, from after the one that is on until something holds; that is part of the run.
  ///
  /// - Parameters:
  ///   - name: What is waited for.
  ///   - limit: How many turns it may take.
  ///   - holds: Asked after every turn, also after this one. It should keep nothing alive.
  public func count(_ name: String, within limit: Int, until holds: @escaping () -> Bool) {
    lock.withLock {
      countdowns.append(Countdown(name, within: limit, from: tracer.turnCount, until: holds))
    }
  }

  /// From here on the turns of the task that is on are taken as soon as they are ready, without a choice.
  ///
  /// That loses no order of anything else, if these turns change nothing that another one looks at: whatever comes of a
  /// schedule in which they are later also comes of the one in which they are first (Godefroid: Partial-Order Methods,
  /// 1996).
  public func settle() { lock.withLock { _ = settling.insert(last) } }

  /// Not under the lock: to look at an object may be to let it go, and that may make jobs.
  private func look() {
    let (pending, turn) = lock.withLock { (countdowns, tracer.turnCount) }
    if pending.isEmpty { return }
    var looked = pending
    for index in looked.indices { looked[index].look(after: turn) }
    lock.withLock { countdowns = looked }
  }

  /// Runs a body and all that it starts, until nothing is left to run.
  ///
  /// - Parameters:
  ///   - schedule: The order.
  ///   - limit: After so many turns it counts as endless.
  ///   - keepsTurns: Whether the result lists every turn.
  public func run(
    _ schedule: Schedule, limit: Int = 20_000, keepsTurns: Bool = false, _ body: @escaping @Sendable () async -> Void
  ) -> Run {
    Takeover.preconditionIsOn()
    precondition(pthread_self() == thread, "all runs are on the thread that made the scheduler")
    lock.withLock {
      clear()
      now = .zero
      chooser = Chooser(schedule)
      last = 0
      calmness = 0
      tracer = Tracer(keepsTurns: keepsTurns)
    }
    let isDone = Flag()
    weak var life: Life?
    do {
      let strong = Life()
      life = strong
      start(body, in: strong, isDone)
    }
    let isQuiet = drain(limit: limit)
    let outcome: Run.Outcome =
      if !isQuiet { .endless } else if !isDone.isSet { .unfinished } else if life != nil { .leaking } else { .finished }
    return lock.withLock {
      let delays = countdowns.map(\.delay)
      clear()
      return Run(
        outcome: outcome, choices: chooser.choices, turnCount: tracer.turnCount, trace: tracer.hash,
        turns: tracer.turns, delays: delays, mostReady: tracer.mostReady, foreignJobs: tracer.foreignJobs)
    }
  }

  /// Waits until nothing else is left to run.
  public func rest() async {
    await withUnsafeContinuation { waiter in lock.withLock { resting.append(waiter) } }
  }

  /// Waits until nothing else is ready, and then until it is chosen among all that wait so.
  ///
  /// Inside of ``calmly(_:)`` these are the only choices: what follows from one moment is done before the next. Time
  /// passes only when nobody waits.
  public func moment() async {
    await withUnsafeContinuation { waiter in lock.withLock { moments.append(waiter) } }
  }

  /// Runs something, and all that it sets off, in the calm order, without a choice but of moments.
  ///
  /// This is for what leads to a situation and out of it again, so that choices are left to what is explored. Nothing
  /// else should be ready when it begins.
  public func calmly<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    lock.withLock { calmness += 1 }
    defer { lock.withLock { calmness -= 1 } }
    let result = try await body()
    await rest()
    return result
  }

  private func start(_ body: @escaping @Sendable () async -> Void, in life: Life, _ isDone: Flag) {
    Life.$current.withValue(life) {
      _ = Task.init {
        await body()
        isDone.isSet = true
      }
    }
  }

  private func clear() {
    ready = []
    relays = []
    timers = []
    resting = []
    moments = []
    countdowns = []
    settling = []
  }
}

/// What a job is; the numbers are the runtime's.
private enum JobKind: UInt32 {
  case task = 0
  case continuation = 195

  init?(of job: UnownedJob) {
    let header = unsafeBitCast(job, to: UnsafeRawPointer.self)
    self.init(rawValue: header.load(fromByteOffset: 32, as: UInt32.self) & 0xff)
  }
}

/// What every task of a run inherits, so that none outlives it unnoticed.
private final class Life: Sendable {
  @TaskLocal static var current: Life?
}

private final class Flag: @unchecked Sendable {  // used on one thread only
  var isSet = false
}

/// The runtime's number of a task, which is never used again, unlike its address.
@_silgen_name("swift_task_getJobTaskId")
private func jobTaskIdentifier(_ job: UnownedJob) -> UInt64
