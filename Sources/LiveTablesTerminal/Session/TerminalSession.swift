import Dispatch
import Foundation

/// A session on a terminal, which lasts from the first frame until the terminal is restored.
///
/// Input arrives as a stream of events. ``close()`` restores the terminal. If it is never called, the emergency exit
/// restores the terminal: on fatal signals, when the process ends, and when the event loop does not handle a signal in
/// time.
@MainActor final class TerminalSession {
  enum Event: Hashable, Sendable {
    case input([UInt8])
    /// The terminal can accept more of the pending frame.
    case writable
    /// The time passed to ``TerminalSession/wake(at:)`` has been reached.
    case tick
    case resized
    /// The user wants to return to the shell.
    case suspended
    /// The process has continued after it was stopped.
    case resumed
    /// A signal requested that the process end, or the terminal was closed.
    case ended(TerminalExit)
  }

  let events: AsyncStream<Event>

  private let continuation: AsyncStream<Event>.Continuation
  private let device: TerminalDevice
  let queue = DispatchQueue(label: "LiveTables.terminal", qos: .userInteractive)
  private let signals: SignalPipe
  private let input: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private var output: (any DispatchSourceWrite)?
  private var backlog = OutputBacklog()
  private var isOpen = true
  /// The time until which the terminal may still reply to a query.
  private var replyDeadline: ContinuousClock.Instant?
  /// A dispatch group that the session enters until it is closed.
  private let sessionUse = DispatchGroup()
  /// A dispatch group that the dispatch sources of file descriptors enter until they are cancelled.
  private let descriptorUse = DispatchGroup()

  private let takesMouse: Bool

  private static let signalNumbers = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

  /// The time limit in milliseconds for writing the sequences that switch the terminal's screen, and for replies.
  private static let timeout: Int32 = 200

  /// Opens a terminal.
  ///
  /// - Parameters:
  ///   - takesMouse: Whether to report clicks and wheel turns.
  ///   - signalTimeout: The time within which the event loop must handle a signal that ends the process.
  init(
    _ terminal: Terminal, takesMouse: Bool = false, signalTimeout: DispatchTimeInterval = .seconds(2)
  ) throws(TerminalError) {
    self.takesMouse = takesMouse
    guard !EmergencyExit.isArmed else { throw .inUse }
    let device = try TerminalDevice(opening: terminal)
    // If nothing reads the events, new events are dropped. Otherwise, there are never more than a few at a time.
    let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(4096))
    do {
      signals = try SignalPipe(Self.signalNumbers, queue: queue) { [queue, sessionUse] signal in
        guard let event = Self.event(for: signal) else { return }
        continuation.yield(event)
        guard case .ended = event else { return }
        queue.asyncAfter(deadline: .now() + signalTimeout) {
          if sessionUse.wait(timeout: .now()) == .timedOut { EmergencyExit.endProcess(by: signal) }
        }
      }
    } catch {
      device.close()
      throw error
    }
    self.device = device
    self.events = events
    self.continuation = continuation
    timer = DispatchSource.makeTimerSource(queue: queue)
    input = Self.reader(of: device, queue: queue, continuation)
    timer.setEventHandler { @Sendable in continuation.yield(.tick) }
    EmergencyExit.arm(device)
    sessionUse.enter()
    keepDescriptorOpen(for: input)
    input.activate()
    timer.activate()
    enter()
  }

  isolated deinit {
    close()
  }

  var size: ScreenSize { device.size }

  var isBusy: Bool { !backlog.isEmpty }

  /// Writes a frame, and sets ``isBusy`` until the terminal has accepted the entire frame.
  func write(_ frame: [UInt8]) {
    guard isOpen else { return }
    backlog.append(frame)
    flush()
  }

  func flush() {
    switch backlog.drain(device.write) {
    case .done: break
    case .wouldBlock: waitForRoom()
    case .hungUp: continuation.yield(.ended(.hungUp))
    }
  }

  var takesInterrupt = false {
    didSet {
      if isOpen, takesInterrupt != oldValue { device.enterRawMode(takesInterrupt: takesInterrupt) }
    }
  }

  /// Schedules a tick, replacing any tick scheduled earlier.
  func wake(at time: ContinuousClock.Instant) {
    guard isOpen else { return }
    let (seconds, attoseconds) = max(.zero, time - .now).components
    let nanoseconds = min(seconds, 3600) * 1_000_000_000 + attoseconds / 1_000_000_000
    timer.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)))
  }

  /// Sends a query to the terminal, which replies with ``Event/input(_:)``.
  func query(_ sequence: String) {
    replyDeadline = .now + .milliseconds(Int64(Self.timeout))
    write(Array(sequence.utf8))
  }

  func endQuery() { replyDeadline = nil }

  /// Restores the terminal for the shell, and stops the process until the user resumes it.
  func suspend() {
    guard isOpen else { return }
    leave()
    signals.passThrough(SIGTSTP)
    enter()
  }

  func enter() {
    guard isOpen else { return }
    device.waitForForeground()
    device.enterRawMode(takesInterrupt: takesInterrupt)
    let sequences = ControlSequences.enter + (takesMouse ? ControlSequences.mouse : "")
    device.write(Array(sequences.utf8), timeout: Self.timeout)
  }

  /// Restores the terminal, and stops all output to it.
  func close() {
    guard isOpen else { return }
    leave()
    isOpen = false
    EmergencyExit.disarm()
    sessionUse.leave()
    signals.close()
    input.cancel()
    timer.cancel()
    continuation.finish()
    let device = device
    descriptorUse.notify(queue: queue) { @Sendable in device.close() }
  }

  private func leave() {
    backlog.removeAll()
    output?.cancel()
    device.write(Array(ControlSequences.leave.utf8), timeout: Self.timeout)
    // The shell would treat a late reply as typed text.
    if let end = replyDeadline, end > .now { device.discardReply(until: end) }
    replyDeadline = nil
    device.leaveRawMode()
  }

  private func waitForRoom() {
    // Other output may have been written while a frame was pending.
    output?.cancel()
    // Dispatch sources can be used on any thread, although not every platform declares them so.
    nonisolated(unsafe) let source = DispatchSource.makeWriteSource(fileDescriptor: device.descriptor, queue: queue)
    let continuation = continuation
    source.setEventHandler { @Sendable in
      source.cancel()
      continuation.yield(.writable)
    }
    keepDescriptorOpen(for: source)
    output = source
    source.activate()
  }

  /// Keeps the descriptor open until a dispatch source is cancelled.
  private func keepDescriptorOpen(for source: any DispatchSourceProtocol) {
    let descriptorUse = descriptorUse
    descriptorUse.enter()
    source.setCancelHandler { @Sendable in descriptorUse.leave() }
  }

  // MARK: - Input

  private nonisolated static func event(for signal: Int32) -> Event? {
    switch signal {
    case SIGWINCH: .resized
    case SIGTSTP: .suspended
    case SIGCONT: .resumed
    case SIGINT, SIGTERM, SIGHUP: .ended(.signal(signal))
    default: nil
    }
  }

  private static func reader(
    of device: TerminalDevice, queue: DispatchQueue, _ continuation: AsyncStream<Event>.Continuation
  ) -> any DispatchSourceRead {
    // Dispatch sources can be used on any thread, although not every platform declares them so.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: device.descriptor, queue: queue)
    source.setEventHandler { @Sendable in
      var buffer = [UInt8](repeating: 0, count: 1024)
      switch device.read(into: &buffer) {
      case .done(let count): continuation.yield(.input(Array(buffer.prefix(count))))
      case .wouldBlock: break
      case .hungUp where !device.isInForeground:
        // Reading in the background is an error. The event loop will receive the event that the process has continued.
        break
      case .hungUp:
        source.cancel()
        continuation.yield(.ended(.hungUp))
      }
    }
    return source
  }
}
