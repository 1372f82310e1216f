/// Work that is postponed while a view is busy, and runs once, in a later turn of the main actor.
@_spi(Adapters) @MainActor public final class DeferredWork {
  private var task: Task<Void, Never>?

  /// Creates an object that has no scheduled work.
  @_spi(Adapters) public init() {}

  /// Schedules work, unless other work is already scheduled.
  ///
  /// - Parameter work: The closure to call in a later turn of the main actor.
  @_spi(Adapters) public func schedule(_ work: @escaping @MainActor () -> Void) {
    if task != nil { return }
    task = Task { @MainActor [weak self] in
      guard let self, !Task.isCancelled else { return }
      task = nil
      work()
    }
  }

  /// Cancels the scheduled work.
  @_spi(Adapters) public func cancel() {
    task?.cancel()
    task = nil
  }

  isolated deinit { cancel() }
}
