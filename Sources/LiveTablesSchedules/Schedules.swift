/// Explores the schedules of asynchronous code.
///
/// ```swift
/// import LiveTablesSchedules
/// import Testing
///
/// @Test func noDepositIsLost() async throws {
///   try await Schedules.explore { scheduler in
///     let account = Account()
///     async let first: Void = account.deposit(1)
///     async let second: Void = account.deposit(2)
///     _ = await (first, second)
///     #expect(await account.balance == 3)
///   }
/// }
/// ```
///
/// The body runs in a copy of the process, so other tests can run at the same time. The copy runs the body once for
/// each schedule, on a single thread. At each turn, the schedule decides which of the ready jobs runs: jobs of tasks
/// and child tasks, of actors and of the main actor, and sleeping tasks whose virtual time has come.
public enum Schedules {
  /// Whether this system and toolchain can explore schedules.
  ///
  /// This requires Linux, and Swift 6.3 or later. On Apple's systems, the executors of the process cannot be replaced,
  /// because this part of Swift's runtime is not in their SDK.
  public static var isSupported: Bool {
    #if compiler(>=6.3) && canImport(Glibc)
    true
    #else
    false
    #endif
  }

  /// Runs a body under every schedule within a bound.
  ///
  /// A schedule fails if
  /// - the body throws an error,
  /// - an expectation of Swift Testing or an assertion of XCTest fails in the body or in a task that it started,
  /// - the body never finishes,
  /// - a task that the body started waits forever, or
  /// - the process crashes.
  ///
  /// The body runs once for each schedule, so it must create new objects each time. `Task.sleep`, the clocks of
  /// Swift, `Date.now` and ``JobScheduler/clock`` use virtual time. Output to standard output and standard error is
  /// discarded; to see it, use ``replay(_:turnLimit:_:)``. If the process crashes, the failure contains its last output
  /// to standard error.
  ///
  /// The body can wait only for tasks. Threads and dispatch queues of the process do not run in its copy, and its open
  /// files are closed there. A block that the body passes to a queue may never run. If a thread enqueues a job, the
  /// exploration fails. The jobs of an actor with a custom executor, such as a dispatch queue, run outside the
  /// schedule. A detached task that waits forever is noticed only if another task waits for it, because it inherits
  /// nothing from the body.
  ///
  /// Jobs of the same actor that have the same priority and were enqueued by a single task or actor run in this order.
  ///
  /// - Parameters:
  ///   - bound: The schedules to explore.
  ///   - limit: The number of schedules after which the exploration ends, even if others are left, or `nil`.
  ///   - timeLimit: The time after which the exploration fails. The first schedule runs even if this time has passed, for at
  ///     most `turnLimit` longer.
  ///   - turnLimit: The time after which a single turn fails.
  ///   - body: The code to explore.
  /// - Returns: The extent of the exploration.
  /// - Throws: A ``ScheduleFailure`` for the first schedule that fails, and if the body cannot be explored.
  ///   `CancellationError`, if the task is cancelled.
  @discardableResult
  public static func explore(
    _ bound: ScheduleBound = .deviations(2), limit: Int? = nil, timeLimit: Duration = .seconds(60),
    turnLimit: Duration = .seconds(5), _ body: @escaping @Sendable (_ scheduler: JobScheduler) async throws -> Void
  ) async throws -> ScheduleReport {
    #if compiler(>=6.3) && canImport(Glibc)
    let report = try await Child(body, timeLimit, turnLimit).explore(bound, limit)
    #else
    let report = try unsupported()
    #endif
    return report
  }

  /// Runs a body under a single schedule.
  ///
  /// - Parameters:
  ///   - schedule: The text of a schedule, as in the description of a ``ScheduleFailure``.
  ///   - turnLimit: The time after which a single turn fails.
  ///   - body: The body that was explored.
  /// - Throws: A ``ScheduleFailure`` if the schedule fails, if its text is not a schedule, or if the body cannot be
  ///   run. `CancellationError`, if the task is cancelled.
  public static func replay(
    _ schedule: String, turnLimit: Duration = .seconds(5),
    _ body: @escaping @Sendable (_ scheduler: JobScheduler) async throws -> Void
  ) async throws {
    guard let parsed = Schedule(schedule) else { throw ScheduleFailure(.failed, ["“\(schedule)” is not a schedule"]) }
    #if compiler(>=6.3) && canImport(Glibc)
    _ = try await Child(body, .seconds(60), turnLimit).replay(parsed)
    #else
    _ = try unsupported()
    #endif
  }

  #if !(compiler(>=6.3) && canImport(Glibc))
  private static func unsupported() throws -> ScheduleReport {
    throw ScheduleFailure(.unsupported, ["schedules can be explored only on Linux, with Swift 6.3 or later"])
  }
  #endif
}
