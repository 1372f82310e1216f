#if canImport(UIKit)
/// Something that is done when the view is through with what it is doing now, once however often it is asked for.
@MainActor final class Errand {
  private var task: Task<Void, Never>?

  /// Does something soon, unless that is so already, or this object is gone by then.
  func run(_ body: @escaping @MainActor () -> Void) {
    if task != nil { return }
    task = Task { @MainActor [weak self] in
      guard let self, !Task.isCancelled else { return }
      task = nil
      body()
    }
  }

  /// It is not done.
  func cancel() {
    task?.cancel()
    task = nil
  }

  isolated deinit { cancel() }
}
#endif
