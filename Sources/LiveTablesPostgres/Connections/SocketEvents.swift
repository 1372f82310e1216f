#if Postgres
internal import Dispatch
internal import Foundation
internal import LiveTables

/// Waits until a socket can be read or written, without a thread and without asking again and again.
///
/// Belongs to one actor, whose queue the events come on. There is one that waits at a time. After a task was cancelled
/// while it waited, every wait throws.
/// Unchecked, because only the queue is where anything of it is used.
final class SocketEvents: @unchecked Sendable {
  /// What to wait for.
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

  /// A descriptor of its own: libpq closes that of a connection which is lost, and the next one that gets its number would
  /// be taken for watched already.
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
      nonisolated(unsafe) let watch = watch  // only ever touched on the queue
      let signal = signal
      watch.source.setEventHandler { @Sendable in
        // As long as the socket is ready the event would come again and again.
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
  /// A socket that is ready is not waited for. That is not only faster: of a peer that has gone, the system's events may
  /// come once, with the last data.
  ///
  /// - Returns: False if the task is cancelled, or this has ended.
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

  /// Ends what waits, and every later wait.
  func end() {
    isEnded = true
    signal.finish()
  }

  /// Ends; the socket can be closed when `done` is called.
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
