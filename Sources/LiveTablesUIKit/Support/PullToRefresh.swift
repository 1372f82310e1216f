#if canImport(UIKit) && !os(tvOS)
import UIKit

/// A refresh control whose work is a task: it spins as long as that runs.
@MainActor final class PullToRefresh {
  let control = UIRefreshControl()
  private let refresh: @MainActor () async -> Void
  private var task: Task<Void, Never>?

  init(_ refresh: @escaping @MainActor () async -> Void) {
    self.refresh = refresh
    control.addAction(UIAction { [weak self] _ in self?.begin() }, for: .valueChanged)
  }

  private func begin() {
    if task != nil { return }
    task = Task { @MainActor [weak self, refresh] in
      await refresh()
      self?.end()
    }
  }

  private func end() {
    task = nil
    control.endRefreshing()
  }

  /// The work is cancelled.
  func cancel() {
    guard let task else { return }
    task.cancel()
    end()
  }

  isolated deinit { task?.cancel() }
}
#endif
