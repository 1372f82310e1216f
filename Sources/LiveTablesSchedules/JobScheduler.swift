/// The order in which the jobs of an explored body run, as the body sees it.
///
/// ``Schedules/explore(_:limit:timeLimit:turnLimit:_:)`` passes a scheduler to its body. You can use the scheduler only
/// inside this body, from any task and on any actor.
public struct JobScheduler: Sendable {
  package static let shared = JobScheduler()

  private init() {}

  /// A clock that shows the virtual time of the current run.
  public var clock: ScheduleClock { ScheduleClock() }
}

#if compiler(>=6.3) && canImport(Glibc)
extension JobScheduler {
  /// Waits until no other task can run, and no task sleeps.
  ///
  /// If several tasks wait, the last caller continues first.
  public func idle() async { await Engine.shared.rest() }

  /// Waits until no other task can run, and then until the schedule chooses this task among all tasks that wait so.
  ///
  /// Use this method for events that occur at any time, but only after the effects of the previous event are complete.
  /// Time passes only if no task waits for its moment.
  public func moment() async { await Engine.shared.moment() }

  /// Runs an operation and the tasks that it starts in the natural order only (see ``ScheduleBound``).
  ///
  /// Use this method to prepare the explored situation and to clean up after it, so that the number of schedules stays
  /// small. No other task should be ready when the operation begins.
  ///
  /// - Parameter operation: The operation. Calls of ``moment()`` remain choices.
  /// - Returns: The result of the operation, as soon as each task that it started has finished or is suspended.
  /// - Throws: The error that the operation throws.
  public func inNaturalOrder<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await Engine.shared.inNaturalOrder(operation)
  }

  /// Takes the turns of the current task as soon as they are ready, without a choice.
  package func settle() { Engine.shared.settle() }

  /// Counts the turns of all tasks, from the end of the current one, until a condition holds.
  ///
  /// A schedule that exceeds the limit fails.
  ///
  /// - Parameters:
  ///   - name: The name of the condition.
  ///   - limit: The greatest number of turns that is allowed.
  ///   - holds: The condition, which is evaluated after every turn, including the current one. It should keep no object
  ///     alive.
  package func count(_ name: String, within limit: Int, until holds: @escaping () -> Bool) {
    Engine.shared.count(name, within: limit, until: holds)
  }
}
#else
extension JobScheduler {
  /// Waits until no other task can run.
  public func idle() async {}

  /// Waits until the schedule chooses this task.
  public func moment() async {}

  /// Runs an operation.
  public func inNaturalOrder<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await operation()
  }
}
#endif
