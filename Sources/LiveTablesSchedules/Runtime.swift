#if compiler(>=6.3) && canImport(Glibc)
import CSchedules
import Foundation
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

// Everything that depends on Swift's runtime is in this file and in CSchedules.c. The reasons are from the sources of
// Swift 6.3, stdlib/public/Concurrency:
//
// - `swift_task_switch` (Actor.cpp) lets a task enter an idle default actor, or leave an actor, without a job. A
//   scheduler cannot come between. The task is always enqueued if the running job has a task executor, or if it runs on
//   a serial executor. `Job.run()` therefore passes one of the two. The task executor is the default one, because a
//   task without a preference would otherwise be enqueued again at each hop between functions without an actor.
// - A default actor runs the jobs in its queue one after another, in a job of its own that has no task executor.
//   `schedules_divert` makes these tasks leave the queue before they continue, so that each of them is a job.
// - The hooks of the runtime (`swift_task_enqueueGlobal_hook` and others) miss yields, sleeps and jobs of the main
//   actor, which Swift code passes to the executors directly. `_createExecutors` replaces these executors, and can be
//   called late. It exists on Apple's systems from 26.4, but not in their SDK.
// - A sleep is enqueued with its deadline (Task+Sleep.swift), which the caller has computed from the current time. All
//   clocks therefore show virtual time. They call `clock_gettime` (Clock.cpp), which CSchedules.c replaces.

/// Runs jobs without an actor.
final class GlobalExecutor: TaskExecutor, SchedulingExecutor {
  func enqueue(_ job: consuming ExecutorJob) { Engine.shared.push(UnownedJob(job), on: .global) }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    Engine.shared.push(UnownedJob(job), after: duration(delay))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    Engine.shared.push(UnownedJob(job), after: duration(clock.now.duration(to: instant)))
  }

  private func duration<Interval: DurationProtocol>(_ interval: Interval) -> Duration {
    guard let duration = interval as? Duration else { preconditionFailure("the clock does not measure seconds") }
    return duration
  }
}

/// Runs jobs of the main actor.
final class MainLane: MainExecutor {
  func enqueue(_ job: consuming ExecutorJob) { Engine.shared.push(UnownedJob(job), on: .main) }
  func run() throws { _ = Engine.shared.drain() }
  func stop() {}
  var isMainExecutor: Bool { true }
  func checkIsolated() { precondition(Engine.shared.isOnThread, "not on the main actor") }
}

/// Receives tasks that leave the queue of a default actor.
private final class ActorQueue: SerialExecutor {
  static let shared = ActorQueue()

  func enqueue(_ job: consuming ExecutorJob) { Engine.shared.pushTransferred(UnownedJob(job)) }
}

private struct ScheduledExecutors: ExecutorFactory {
  static let mainExecutor: any MainExecutor = MainLane()
  static let defaultExecutor: any TaskExecutor = GlobalExecutor()
}

/// The exchange of the process's executors.
package enum Takeover {
  nonisolated(unsafe) private static var depth = 0  // changed only by the thread that runs jobs

  /// Runs `body` with executors whose jobs wait for ``Engine/run(_:limit:keepsTurns:_:)``.
  package static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    begin()
    defer {
      depth -= 1
      if depth == 0 {
        schedules_end_virtual_time()
        _createExecutors(factory: PlatformExecutorFactory.self)
      }
    }
    return try body()
  }

  /// Replaces the executors; the calling thread then runs all jobs.
  static func begin() {
    if depth == 0 {
      _createExecutors(factory: ScheduledExecutors.self)
      schedules_begin_virtual_time()
    }
    depth += 1
    Engine.shared.takeThread()
  }

  /// Sets the time that has passed on all clocks since the executors were replaced.
  static func setTime(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    schedules_set_time(seconds, attoseconds / 1_000_000_000)
  }

  /// The time of the system in seconds.
  static var systemTime: Double { schedules_system_time() }

  static func preconditionIsOn() { precondition(depth > 0, "jobs are scheduled only inside Takeover.during") }
}

/// Where a job runs.
enum Lane {
  case main
  case global
  /// A default actor.
  case actor(UnsafeMutableRawPointer)

  /// A number that is the same for all jobs that exclude each other, or 0 for jobs that exclude none.
  var key: UInt {
    switch self {
    case .main: 1
    case .global: 0
    case .actor(let actor): UInt(bitPattern: actor)
    }
  }

  /// The name for a reader.
  var name: String {
    switch self {
    case .main: "main actor"
    case .global: "no actor"
    case .actor(let actor): "\(type(of: Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()))"
    }
  }
}

extension UnownedJob {
  enum Kind { case task, actor, continuation, other }

  var pointer: UnsafeMutableRawPointer { unsafeBitCast(self, to: UnsafeMutableRawPointer.self) }

  var kind: Kind {
    switch Int(schedules_kind(pointer)) {
    case schedules_kind_task: .task
    case schedules_kind_actor: .actor
    case schedules_kind_continuation: .continuation
    default: .other
    }
  }

  /// The runtime's number of the task, which is never used again, unlike its address.
  var task: UInt64 { jobTaskIdentifier(self) }

  /// The actor whose queue a job of the kind `actor` runs.
  var actor: UnsafeMutableRawPointer { schedules_actor(pointer) }

  /// Addresses of the functions in which the task continues, innermost first.
  var functions: [UInt] {
    var functions = [UInt](repeating: 0, count: 8)
    let count = schedules_functions(pointer, &functions, Int32(functions.count))
    return Array(functions[..<Int(count)])
  }

  func run(on lane: Lane) {
    switch lane {
    case .main: runSynchronously(on: MainActor.sharedUnownedExecutor)
    case .global: runGlobally()
    // The runtime's own form of a default actor's executor. The actor's lock is not needed: nothing else runs.
    case .actor(let actor): runSynchronously(on: unsafeBitCast((actor, UInt(0)), to: UnownedSerialExecutor.self))
    }
  }

  func runGlobally() {
    // The runtime's own form of no actor.
    let noActor = unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
    runSynchronously(isolatedTo: noActor, taskExecutor: ScheduledExecutors.defaultExecutor.asUnownedTaskExecutor())
  }

  /// Runs a job of the kind `actor` so that it enqueues one task of its queue.
  ///
  /// - Returns: Whether the queue contained a task. If not, the job ran the other jobs in the queue.
  func transfer() -> Bool {
    let executor = unsafeBitCast(ActorQueue.shared.asUnownedSerialExecutor(), to: (UnsafeMutableRawPointer, UInt).self)
    defer { runGlobally() }
    return schedules_divert(pointer, executor.0, executor.1) > 0
  }
}

enum Runtime {
  /// An actor without an executor of its own.
  private actor Probe {
    private(set) var count = 0

    func start() -> [Task<Void, Never>] { (0..<2).map { _ in Task { count += 1 } } }
  }

  /// Returns whether this version of the runtime does what this file relies on.
  static func isKnown() -> Bool {
    let begin = ContinuousClock.now
    let run = Engine.shared.run(.natural, keepsTurns: true) {
      let probe = Probe()
      for task in await probe.start() { await task.value }
      await MainActor.run {}
      await Task.yield()
      try? await Task.sleep(for: .seconds(1))
    }
    let lanes = run.turns.map(\.lane)
    return run.outcome == .finished && run.foreignJobs == 0 && run.joinedJobs == 0
      && lanes.count { $0 == "Probe" } == 3 && lanes.count { $0 == Lane.main.name } == 1
      && Engine.shared.elapsed == .seconds(1) && ContinuousClock.now - begin == .seconds(1)
  }

  /// Returns the name of a function as it is declared, or `nil` if the name is not one of Swift's.
  static func demangled(_ name: String) -> String? {
    var name = name
    let text = name.withUTF8 { demangle($0.baseAddress, $0.count, nil, nil, 0) }
    defer { free(text) }
    return text.map { String(cString: $0) }
  }
}

@_silgen_name("swift_demangle")
private func demangle(
  _ name: UnsafePointer<UInt8>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?,
  _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

@_silgen_name("swift_task_getJobTaskId")
private func jobTaskIdentifier(_ job: UnownedJob) -> UInt64
#endif
