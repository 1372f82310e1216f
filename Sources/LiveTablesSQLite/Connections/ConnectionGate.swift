#if SQLite
internal import Foundation

/// Whether connections may be opened.
final class ConnectionGate: @unchecked Sendable {
  private let condition = NSCondition()
  private var closings = 0  // only ever under the lock

  /// Waits until connections may be opened, on the queue of the connection.
  func pass() {
    condition.lock()
    defer { condition.unlock() }
    while closings > 0 { condition.wait() }
  }

  func close() {
    condition.lock()
    closings += 1
    condition.unlock()
  }

  func open() {
    condition.lock()
    closings -= 1
    condition.broadcast()
    condition.unlock()
  }
}
#endif
