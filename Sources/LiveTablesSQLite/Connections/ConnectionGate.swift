#if SQLite
internal import Foundation

/// Controls whether connections may be opened, and counts the open connections.
final class ConnectionGate: @unchecked Sendable {
  /// Permission to have one connection open, which lasts while the connection holds this object.
  final class Pass: Sendable {
    private let gate: ConnectionGate

    fileprivate init(_ gate: ConnectionGate) { self.gate = gate }

    deinit { gate.leave() }
  }

  private let condition = NSCondition()
  // Protected by the lock.
  private var closings = 0
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var isClosed: Bool { locked { closings > 0 } }

  /// Blocks the connection's queue until a connection may be opened.
  func pass() -> Pass {
    locked {
      while closings > 0 { condition.wait() }
      count += 1
    }
    return Pass(self)
  }

  /// Prevents connections from being opened until ``open()`` has been called the same number of times.
  func close() { locked { closings += 1 } }

  /// Allows connections to be opened again after ``close()``.
  func open() {
    locked {
      closings -= 1
      condition.broadcast()
    }
  }

  /// Waits until no connection is open, even if the task is cancelled.
  func emptied() async {
    await withCheckedContinuation { continuation in
      let isEmpty = locked {
        if count > 0 { waiting.append(continuation) }
        return count == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  private func leave() {
    let done = locked {
      count -= 1
      if count > 0 { return [CheckedContinuation<Void, Never>]() }
      defer { waiting = [] }
      return waiting
    }
    for continuation in done { continuation.resume() }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}
#endif
