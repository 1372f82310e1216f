import Foundation
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Where jobs run that belong to no actor, and default actors with them.
final class GlobalExecutor: TaskExecutor, SchedulingExecutor {
  func enqueue(_ job: consuming ExecutorJob) { Scheduler.shared.push(UnownedJob(job), on: .global) }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    Scheduler.shared.push(UnownedJob(job), after: duration(delay))
  }

  /// A deadline of a real clock becomes a delay in whole milliseconds, so that the time which has really passed since it
  /// was computed makes no difference.
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    let milliseconds = (duration(clock.now.duration(to: instant)) / .milliseconds(1)).rounded(.up)
    Scheduler.shared.push(UnownedJob(job), after: .milliseconds(Int(milliseconds)))
  }

  private func duration<Interval: DurationProtocol>(_ interval: Interval) -> Duration {
    guard let duration = interval as? Duration else { preconditionFailure("a clock that does not count in seconds") }
    return duration
  }
}

/// The main actor's.
final class MainLane: MainExecutor {
  func enqueue(_ job: consuming ExecutorJob) { Scheduler.shared.push(UnownedJob(job), on: .main) }
  func run() throws { _ = Scheduler.shared.drain() }
  func stop() {}
  var isMainExecutor: Bool { true }
  /// The one place that asks for the thread: here it is what the executor is, and not what a caller guesses.
  func checkIsolated() { precondition(Thread.isMainThread, "not on the main actor") }
}

/// An executor for the actors under test: with it every hop is a turn.
///
/// The runtime enters an idle default actor without one, which hides what could come in between.
public final class ActorExecutor: SerialExecutor {
  /// Creates an executor; any number of actors may share it.
  public init() {}

  /// Adds to what is ready.
  public func enqueue(_ job: consuming ExecutorJob) {
    Scheduler.shared.push(UnownedJob(job), on: .serial(asUnownedSerialExecutor()))
  }
}

/// An actor that does nothing but lend its executor.
public actor ActorLane {
  private nonisolated let executor = ActorExecutor()

  /// Creates a lane of its own.
  public init() {}

  /// The executor that is scheduled.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

struct ScheduledExecutors: ExecutorFactory {
  static let mainExecutor: any MainExecutor = MainLane()
  static let defaultExecutor: any TaskExecutor = GlobalExecutor()
}

/// Puts the scheduler in the place of the process's executors, and those back.
public enum Takeover {
  nonisolated(unsafe) private static var depth = 0  // changed on the main thread only

  /// While `body` runs, jobs wait for ``Scheduler/run(_:limit:keepsTurns:_:)``.
  public static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
    precondition(Thread.isMainThread, "executors are exchanged on the main thread")
    if depth == 0 { _createExecutors(factory: ScheduledExecutors.self) }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { _createExecutors(factory: PlatformExecutorFactory.self) }
    }
    return try body()
  }

  static func preconditionIsOn() { precondition(depth > 0, "call it inside Takeover.during") }
}
