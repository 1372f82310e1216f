#if canImport(UIKit) && !os(tvOS)
import UIKit

/// A refresh control that spins while a task runs.
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

  func cancel() {
    guard let task else { return }
    task.cancel()
    end()
  }

  isolated deinit { task?.cancel() }
}
#endif
