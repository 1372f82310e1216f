import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The hold on a terminal: from the first frame until it is given back, it is ours.
///
/// What comes in are events in one stream, to be read in one loop. The terminal is given back by ``close()``, and by
/// the emergency exit where that is never reached: on fatal signals, at the end of the process, and when the loop does
/// not answer to a signal in time.
@MainActor final class TerminalSession {
  /// What can happen.
  enum Event: Hashable, Sendable {
    /// Bytes of keys.
    case input([UInt8])
    /// The terminal takes more of the frame that is waiting.
    case writable
    /// The time has come for which ``TerminalSession/wake(at:)`` asked.
    case tick
    /// The terminal has another size.
    case resized
    /// The user wants the shell back for a while.
    case suspended
    /// The process goes on after it was stopped.
    case resumed
    /// A signal asks the process to end, or the terminal is gone.
    case ended(TerminalExit)
  }

  /// What happens, in order.
  let events: AsyncStream<Event>

  private let continuation: AsyncStream<Event>.Continuation
  private let device: TerminalDevice
  /// On which what comes in is heard of.
  let queue = DispatchQueue(label: "LiveTables.terminal", qos: .userInteractive)
  private let signals: SignalPipe
  private let input: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private var output: (any DispatchSourceWrite)?
  private var backlog = OutputBacklog()
  private var isOpen = true
  /// Until when an answer is waited for.
  private var questionEnd: ContinuousClock.Instant?
  /// Entered as long as the terminal is ours.
  private let holders = DispatchGroup()
  /// Entered by every source that uses the descriptor.
  private let users = DispatchGroup()

  /// Whether clicks and the wheel are reported.
  private let takesMouse: Bool

  /// Takes hold of a terminal.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - takesMouse: Whether clicks and the wheel are reported.
  ///   - answerTime: How long the loop may take to answer a signal that asks the process to end.
  init(
    _ terminal: Terminal, takesMouse: Bool = false, answerTime: DispatchTimeInterval = .seconds(2)
  ) throws(TerminalError) {
    self.takesMouse = takesMouse
    guard !EmergencyExit.isArmed else { throw .inUse }
    let device = try TerminalDevice(opening: terminal)
    // If nobody reads, events of no use any more are dropped: there are never more than a few at a time.
    let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(4096))
    do {
      signals = try SignalPipe(Self.reported, queue: queue) { [queue, holders] signal in
        guard let event = Self.event(for: signal) else { return }
        continuation.yield(event)
        guard case .ended = event else { return }
        queue.asyncAfter(deadline: .now() + answerTime) {
          if holders.wait(timeout: .now()) == .timedOut { EmergencyExit.endUnanswered(signal) }
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
    holders.enter()
    hold(input)
    input.activate()
    timer.activate()
    enter()
  }

  isolated deinit {
    close()
  }

  /// The size of the terminal at this moment.
  var size: ScreenSize { device.size }

  /// Whether a frame waits for the terminal to take it.
  var isBusy: Bool { !backlog.isEmpty }

  /// Writes a frame.
  ///
  /// What the terminal does not take at once waits; while it does, ``isBusy`` is true.
  func write(_ frame: [UInt8]) {
    guard isOpen else { return }
    backlog.append(frame)
    flush()
  }

  /// Writes more of the frame that waits.
  func flush() {
    switch backlog.drain(device.write) {
    case .done: break
    case .wouldBlock: waitForRoom()
    case .hungUp: continuation.yield(.ended(.hungUp))
    }
  }

  /// Whether control-C is a key, and no signal.
  var takesInterrupt = false {
    didSet {
      if isOpen, takesInterrupt != oldValue { device.enterRawMode(takesInterrupt: takesInterrupt) }
    }
  }

  /// Asks for a tick at a time, in place of any earlier request.
  func wake(at time: ContinuousClock.Instant) {
    guard isOpen else { return }
    let (seconds, attoseconds) = max(.zero, time - .now).components
    let nanoseconds = min(seconds, 3600) * 1_000_000_000 + attoseconds / 1_000_000_000
    timer.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds)))
  }

  /// Asks the terminal something, to which ``Event/input(_:)`` brings the answer, if there is one.
  func ask(_ question: String) {
    questionEnd = .now + .milliseconds(Int64(Self.patience))
    write(Array(question.utf8))
  }

  /// The answer has come.
  func noteAnswer() { questionEnd = nil }

  /// Gives the terminal to the shell, and stops the process until the user brings it back.
  func suspend() {
    guard isOpen else { return }
    leave()
    signals.passThrough(SIGTSTP)
    enter()
  }

  /// Takes the terminal again after somebody else had it.
  func enter() {
    guard isOpen else { return }
    device.waitForForeground()
    device.enterRawMode(takesInterrupt: takesInterrupt)
    let sequences = ControlSequences.enter + (takesMouse ? ControlSequences.mouse : "")
    device.write(Array(sequences.utf8), patience: Self.patience)
  }

  /// Gives the terminal back.
  ///
  /// Nothing is written afterwards.
  func close() {
    guard isOpen else { return }
    leave()
    isOpen = false
    EmergencyExit.disarm()
    holders.leave()
    signals.close()
    input.cancel()
    timer.cancel()
    continuation.finish()
    let device = device
    users.notify(queue: queue) { @Sendable in device.close() }
  }

  private func leave() {
    backlog.removeAll()
    output?.cancel()
    device.write(Array(ControlSequences.leave.utf8), patience: Self.patience)
    // The shell would take an answer that is still to come for typed text.
    if let end = questionEnd, end > .now { device.discardInput(until: end) }
    questionEnd = nil
    device.leaveRawMode()
  }

  private func waitForRoom() {
    // Something else may have been written while a frame waits.
    output?.cancel()
    // Sources may be used on any thread, though not every platform's declarations say so.
    nonisolated(unsafe) let source = DispatchSource.makeWriteSource(fileDescriptor: device.descriptor, queue: queue)
    let continuation = continuation
    source.setEventHandler { @Sendable in
      source.cancel()
      continuation.yield(.writable)
    }
    hold(source)
    output = source
    source.activate()
  }

  /// Keeps the descriptor open for a source until that is cancelled.
  private func hold(_ source: any DispatchSourceProtocol) {
    let users = users
    users.enter()
    source.setCancelHandler { @Sendable in users.leave() }
  }

  // MARK: - What comes in

  private static let reported = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

  /// How many milliseconds the terminal may take none of what switches it.
  private static let patience: Int32 = 200

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
    // Sources may be used on any thread, though not every platform's declarations say so.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: device.descriptor, queue: queue)
    source.setEventHandler { @Sendable in
      var buffer = [UInt8](repeating: 0, count: 1024)
      switch device.read(into: &buffer) {
      case .done(let count): continuation.yield(.input(Array(buffer.prefix(count))))
      case .wouldBlock: break
      case .hungUp where !device.isInForeground:
        // Reading in the background is an error; the loop is about to learn that the process was continued there.
        break
      case .hungUp:
        source.cancel()
        continuation.yield(.ended(.hungUp))
      }
    }
    return source
  }
}
