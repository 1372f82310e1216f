#if compiler(>=6.3) && canImport(Glibc)
import Foundation

/// Runs all jobs of the process, one at a time, on one thread, in the order of a ``Schedule``.
///
/// Child tasks, unstructured tasks, hops between actors, yields and sleeps whose time has come all wait in one list.
/// Time is virtual: it passes only when nothing else is ready.
///
/// The engine does not detect data races, because nothing runs in parallel.
package final class Engine: @unchecked Sendable {  // its state is protected by its lock
  package static let shared = Engine()

  struct Job {
    let job: UnownedJob
    let lane: Lane
    let task: UInt64
    /// The turn that enqueued this job.
    let origin: Origin
    /// The position among all jobs in the order in which they were enqueued.
    let number: Int
  }

  /// What is known about the turn that enqueued a job, to tell which jobs were enqueued in a fixed order.
  struct Origin {
    var lane: UInt = 0
    var task: UInt64 = 0

    func isOrdered(before other: Origin) -> Bool {
      (lane != 0 && lane == other.lane) || (task != 0 && task == other.task)
    }
  }

  /// What the schedules have in common with those of the runtime.
  package struct Rules: Sendable {
    /// Whether an actor starts jobs of equal priority in the order in which they were enqueued, if a single actor or
    /// task enqueued them.
    package var keepsOrder = false
    /// Whether a task that yields lets all others continue first in the natural order.
    package var yieldsToAll = false

    package init() {}

    /// The rules for bodies of the library's users.
    package static let user: Rules = {
      var rules = Rules()
      rules.keepsOrder = true
      rules.yieldsToAll = true
      return rules
    }()
  }

  private struct Timer {
    let due: Duration
    let relay: UnownedJob
  }

  private let lock = NSLock()
  private var thread = pthread_self()
  /// The jobs that can run: first those that the last turn enqueued, and last the tasks that yielded or slept.
  private var ready: [Job] = []
  /// Jobs that only enqueue a task, and run as part of the turn that enqueued them.
  private var relays: [UnownedJob] = []
  private var isRelaying = false
  /// The actor whose queue is being emptied.
  private var transferred: UnsafeMutableRawPointer?
  private var timers: [Timer] = []
  private var now = Duration.zero { didSet { Takeover.setTime(now) } }
  private var chooser = Chooser(.natural)
  private var last: UInt64 = 0
  private var origin = Origin()
  private var number = 0
  private var naturalOrders = 0
  private var idle: [UnsafeContinuation<Void, Never>] = []
  private var moments: [UnsafeContinuation<Void, Never>] = []
  private var tracer = Tracer(keepsTurns: false)
  private var countdowns: [Countdown] = []
  private var hasForeignJob = false
  /// Tasks whose turns are taken without a choice.
  private var settling: Set<UInt64> = []
  private var rules = Rules()

  private init() {}

  /// The choices of the current run, or of the last one.
  var choices: [Choice] { lock.withLock { chooser.choices } }

  /// Whether another thread has enqueued a job, during a run or between two runs.
  var hasForeignJobs: Bool { lock.withLock { hasForeignJob } }

  /// The virtual time that has passed in this run.
  package var elapsed: Duration { lock.withLock { now } }

  var isOnThread: Bool { pthread_self() == thread }

  func takeThread() { thread = pthread_self() }
}

// MARK: - Jobs

extension Engine {
  func push(_ job: UnownedJob, on lane: Lane) {
    let kind = job.kind
    let task = kind == .task ? job.task : 0
    lock.withLock {
      if !isOnThread {
        tracer.foreignJobs += 1
        hasForeignJob = true
      }
      switch kind {
      case .continuation, .actor: relays.append(job)
      case .task, .other: insert(job, on: lane, task, atEnd: isRelaying)
      }
    }
  }

  /// Enqueues a task that has left the queue of its actor.
  func pushTransferred(_ job: UnownedJob) {
    lock.withLock {
      guard let actor = transferred else { preconditionFailure("no actor's queue is being emptied") }
      insert(job, on: .actor(actor), job.task, atEnd: false)
    }
  }

  private func insert(_ job: UnownedJob, on lane: Lane, _ task: UInt64, atEnd: Bool) {
    number += 1
    if atEnd, rules.yieldsToAll, task == last { last = 0 }
    let job = Job(job: job, lane: lane, task: task, origin: origin, number: number)
    ready.insert(job, at: atEnd ? ready.count : 0)
  }

  func push(_ job: UnownedJob, after delay: Duration) {
    lock.withLock { timers.append(Timer(due: now + max(delay, .zero), relay: job)) }
  }

  private func pick() -> Job? {
    runRelays()
    while wakeMoment() || lock.withLock({ passTime() }) || wakeIdle() { runRelays() }
    return lock.withLock {
      if ready.isEmpty { return nil }
      let count = ready.count
      let index = ready.firstIndex { settling.contains($0.task) } ?? choose()
      let job = ready.remove(at: index)
      origin = Origin(lane: job.lane.key, task: job.task)
      tracer.turn(of: job, among: count)
      return job
    }
  }

  private func choose() -> Int {
    if ready.count == 1 {
      last = ready[0].task
      return 0
    }
    let candidates = rules.keepsOrder ? ready.indices.filter { !isBlocked(ready[$0]) } : nil
    let mine =
      if let candidates { candidates.firstIndex { ready[$0].task == last } } else {
        ready.firstIndex { $0.task == last }
      }
    let count = candidates?.count ?? ready.count
    let taken = naturalOrders > 0 ? 0 : chooser.choose(among: count, isContinuable: mine != nil)
    // The task that ran last is the first candidate.
    var position = taken
    if let mine, taken <= mine { position = taken == 0 ? mine : taken - 1 }
    let index = candidates?[position] ?? position
    last = ready[index].task
    return index
  }

  /// Returns whether an actor starts another job first, because both were enqueued in a fixed order.
  private func isBlocked(_ job: Job) -> Bool {
    let lane = job.lane.key
    if lane == 0 { return false }
    return ready.contains { other in
      other.number < job.number && other.lane.key == lane && other.origin.isOrdered(before: job.origin)
        && other.job.priority.rawValue >= job.job.priority.rawValue
    }
  }

  /// Continues the last caller of ``rest()`` if nothing else can ever run.
  private func wakeIdle() -> Bool {
    let waiter = lock.withLock { ready.isEmpty ? idle.popLast() : nil }
    waiter?.resume()
    return waiter != nil
  }

  /// Continues one caller of ``moment()`` if nothing is ready.
  private func wakeMoment() -> Bool {
    let waiter = lock.withLock {
      ready.isEmpty && !moments.isEmpty
        ? moments.remove(at: chooser.choose(among: moments.count, isContinuable: false)) : nil
    }
    waiter?.resume()
    return waiter != nil
  }

  private func runRelays() {
    while let relay = lock.withLock({ relays.isEmpty ? nil : relays.removeFirst() }) {
      if relay.kind == .actor {
        lock.withLock { transferred = relay.actor }
        if !relay.transfer() { lock.withLock { tracer.joinedJobs += 1 } }
        lock.withLock { transferred = nil }
      } else {
        lock.withLock { isRelaying = true }
        relay.runGlobally()
        lock.withLock { isRelaying = false }
      }
    }
  }

  /// Lets time pass until the next timers are due, if nothing is ready.
  private func passTime() -> Bool {
    guard ready.isEmpty, let due = timers.map(\.due).min() else { return false }
    now = due
    origin = Origin()
    relays = timers.filter { $0.due == due }.map(\.relay)
    timers.removeAll { $0.due == due }
    return true
  }

  /// Runs jobs until none is left.
  ///
  /// - Returns: Whether no job was left before the limit was reached.
  func drain(limit: Int = .max) -> Bool {
    var turns = 0
    while turns < limit, let job = pick() {
      turns += 1
      Progress.shared?.beginTurn()
      job.job.run(on: job.lane)
      countDown()
    }
    return turns < limit
  }
}

// MARK: - Runs

extension Engine {
  /// Runs a body and everything that it starts, until nothing is left to run.
  ///
  /// - Parameters:
  ///   - schedule: The order of the jobs.
  ///   - limit: The number of turns after which the run counts as endless.
  ///   - rules: The restrictions of the schedules.
  ///   - keepsTurns: Whether the result lists every turn.
  package func run(
    _ schedule: Schedule, limit: Int = 20_000, rules: Rules = Rules(), keepsTurns: Bool = false,
    _ body: @escaping @Sendable () async -> Void
  ) -> Run {
    Takeover.preconditionIsOn()
    precondition(isOnThread, "all runs are on the thread that replaced the executors")
    lock.withLock {
      clear()
      now = .zero
      chooser = Chooser(schedule)
      last = 0
      number = 0
      origin = Origin()
      naturalOrders = 0
      self.rules = rules
      tracer = Tracer(keepsTurns: keepsTurns)
    }
    Progress.shared?.beginRun()
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
      return Run(outcome, chooser.choices, delays, tracer)
    }
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
    idle = []
    moments = []
    countdowns = []
    settling = []
  }
}

// MARK: - The body's requests

extension Engine {
  /// Takes the turns of the current task as soon as they are ready, without a choice.
  ///
  /// No order of other tasks is lost if these turns change nothing that other tasks read: a schedule in which they
  /// occur later has the same effects as the one in which they occur first (Godefroid: Partial-Order Methods, 1996).
  func settle() { lock.withLock { _ = settling.insert(last) } }

  func rest() async {
    await withUnsafeContinuation { waiter in lock.withLock { idle.append(waiter) } }
  }

  func moment() async {
    await withUnsafeContinuation { waiter in lock.withLock { moments.append(waiter) } }
  }

  func inNaturalOrder<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    lock.withLock { naturalOrders += 1 }
    defer { lock.withLock { naturalOrders -= 1 } }
    let result = try await body()
    await rest()
    return result
  }

  func count(_ name: String, within limit: Int, until holds: @escaping () -> Bool) {
    lock.withLock {
      countdowns.append(Countdown(name, within: limit, from: tracer.turnCount, until: holds))
    }
  }

  /// Evaluates the conditions of ``count(_:within:until:)``, without the lock, because a condition may release objects
  /// and thereby enqueue jobs.
  private func countDown() {
    let (pending, turn) = lock.withLock { (countdowns, tracer.turnCount) }
    if pending.isEmpty { return }
    var looked = pending
    for index in looked.indices { looked[index].look(after: turn) }
    lock.withLock { countdowns = looked }
  }
}

/// The task-local value of every task of a run, except detached ones, which shows whether a task is left.
private final class Life: Sendable {
  @TaskLocal static var current: Life?
}

private final class Flag: @unchecked Sendable {  // used on one thread only
  var isSet = false
}
#endif
