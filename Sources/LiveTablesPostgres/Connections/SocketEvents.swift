#if Postgres
internal import Dispatch
internal import Foundation
internal import LiveTables

/// Waits until a socket is readable or writable.
///
/// This class is unchecked because it is used only on the queue of its actor. Only one call waits at a time. If a task is
/// cancelled while it waits, all later calls return `false`.
final class SocketEvents: @unchecked Sendable {
  enum Direction {
    case reading
    case writing
    case either
  }

  private final class Watch {
    let source: any DispatchSourceProtocol
    var isArmed = false

    init(_ source: any DispatchSourceProtocol) { self.source = source }

    func arm() {
      if isArmed { return }
      isArmed = true
      source.resume()
    }
  }

  /// A duplicate of the descriptor, because libpq closes the descriptor of a lost connection, and the next descriptor
  /// could get the same number.
  private let socket: Int32
  private let isOwn: Bool
  private let reading: Watch
  private let writing: Watch
  private let received: AsyncStream<Void>
  private var isEnded = false
  private let signal: Signal

  init(_ socket: Int32, on queue: DispatchQueue) {
    let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    isOwn = own >= 0
    let socket = isOwn ? own : socket
    self.socket = socket
    (signal, received) = Signal.make()
    reading = Watch(DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue))
    writing = Watch(DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue))
    for watch in [reading, writing] {
      nonisolated(unsafe) let watch = watch  // accessed only on the queue
      let signal = signal
      watch.source.setEventHandler { @Sendable in
        // Suspended, because the event repeats for as long as the socket is ready.
        if watch.isArmed {
          watch.isArmed = false
          watch.source.suspend()
        }
        signal.send()
      }
    }
  }

  /// Waits for the next event.
  ///
  /// If the socket is ready, this method returns immediately, because when a peer has closed the connection, the operating
  /// system may report a single event with the last data.
  ///
  /// - Returns: `false` if the task is cancelled, or if ``end()`` has been called.
  func next(_ direction: Direction, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    if isReady(direction), !isEnded, !Task.isCancelled { return true }
    if direction != .writing { reading.arm() }
    if direction != .reading { writing.arm() }
    for await _ in received { return true }
    return false
  }

  private func isReady(_ direction: Direction) -> Bool {
    let wanted = (direction != .writing ? POLLIN : 0) | (direction != .reading ? POLLOUT : 0)
    var descriptor = pollfd(fd: socket, events: Int16(wanted), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  func end() {
    isEnded = true
    signal.finish()
  }

  /// Ends all waiting calls, and calls `done` when the socket can be closed.
  func cancel(_ done: @escaping @Sendable () -> Void) {
    end()
    let group = DispatchGroup()
    for watch in [reading, writing] {
      group.enter()
      watch.source.setCancelHandler { @Sendable in group.leave() }
      watch.source.cancel()
      watch.arm()
    }
    group.notify(queue: .global()) { @Sendable [socket, isOwn] in
      if isOwn { close(socket) }
      done()
    }
  }
}
#endif
