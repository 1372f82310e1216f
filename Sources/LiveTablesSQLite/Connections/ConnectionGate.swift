#if SQLite
internal import Dispatch
internal import LiveTables

/// Controls whether connections may be opened, and counts the open connections.
final class ConnectionGate: Sendable {
  /// Permission to have one connection open, which lasts while the connection holds this object.
  final class Pass: Sendable {
    private let gate: ConnectionGate

    fileprivate init(_ gate: ConnectionGate) { self.gate = gate }

    deinit { gate.leave() }
  }

  private struct State {
    var closings = 0
    var connections = 0
    /// The tasks that wait until no connection is open.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  /// The closings in progress, for which a new connection waits.
  private let closings = DispatchGroup()

  var isClosed: Bool { state.with { $0.closings > 0 } }

  /// Blocks the connection's queue until a connection may be opened.
  func pass() -> Pass {
    while true {
      let isOpen = state.with { state in
        if state.closings == 0 { state.connections += 1 }
        return state.closings == 0
      }
      if isOpen { return Pass(self) }
      closings.wait()
    }
  }

  /// Prevents connections from being opened until ``open()`` has been called the same number of times.
  func close() {
    closings.enter()
    state.with { $0.closings += 1 }
  }

  func open() {
    state.with { $0.closings -= 1 }
    closings.leave()
  }

  /// Waits until no connection is open, even if the task is cancelled.
  func emptied() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.with { state in
        if state.connections > 0 { state.waiting.append(continuation) }
        return state.connections == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  private func leave() {
    let done = state.with { state in
      state.connections -= 1
      if state.connections > 0 { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in done { continuation.resume() }
  }
}
#endif
