/// Work that a view cannot do now, because it is in the middle of something: it is done once, in a later turn.
@_spi(Adapters) @MainActor public final class DeferredWork {
  private var task: Task<Void, Never>?

  /// Creates work that is not scheduled yet.
  @_spi(Adapters) public init() {}

  /// Schedules work, unless there is some already.
  ///
  /// - Parameter work: What is done in a later turn of the main actor.
  @_spi(Adapters) public func schedule(_ work: @escaping @MainActor () -> Void) {
    if task != nil { return }
    task = Task { @MainActor [weak self] in
      guard let self, !Task.isCancelled else { return }
      task = nil
      work()
    }
  }

  /// Cancels the work.
  @_spi(Adapters) public func cancel() {
    task?.cancel()
    task = nil
  }

  isolated deinit { cancel() }
}
