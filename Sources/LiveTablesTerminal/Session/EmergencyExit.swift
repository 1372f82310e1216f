import Foundation

/// Restores the terminal when regular code cannot: in a handler for a fatal signal, or when the process ends.
///
/// A signal handler may only use existing memory and functions that are safe in handlers (POSIX.1-2017, 2.4.3).
/// Therefore, its data is allocated once, never freed, and initialized before handlers are installed.
enum EmergencyExit {
  private struct State {
    var isArmed = false
    /// The terminal to restore, or -1 if there is none or it has been restored.
    var descriptor: Int32 = -1
    var originalMode = termios()
    /// The actions of the signals before ``arm(_:)``, at the signals' numbers.
    var previous: UnsafeMutablePointer<sigaction>
    /// The bytes of ``ControlSequences/leave``.
    var leave: UnsafeMutableBufferPointer<UInt8>
  }

  /// The signals for fatal errors, and Control-\, with which the user ends a program that does not respond.
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT]

  // Safe although shared, because it is written only on the main actor, and before the handlers that read it are
  // installed. The pointer never changes, so reading it requires no lock.
  private nonisolated(unsafe) static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    let leave = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ControlSequences.leave.utf8.count)
    _ = leave.initialize(from: ControlSequences.leave.utf8)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 128)
    previous.initialize(repeating: sigaction(), count: 128)
    state.initialize(to: State(previous: previous, leave: leave))
    atexit { EmergencyExit.restoreTerminal() }
    return state
  }()

  /// Whether a terminal is in use, even if a signal has restored it in the meantime.
  @MainActor static var isArmed: Bool { state.pointee.isArmed }

  @MainActor static func arm(_ device: TerminalDevice) {
    state.pointee.isArmed = true
    state.pointee.originalMode = device.originalMode
    state.pointee.descriptor = device.descriptor
    for signal in signals {
      SignalActions.install(signal, handleFatalSignal, previous: state.pointee.previous + Int(signal))
    }
  }

  @MainActor static func disarm() {
    guard isArmed else { return }
    state.pointee.isArmed = false
    state.pointee.descriptor = -1
    for signal in signals {
      sigaction(signal, state.pointee.previous + Int(signal), nil)
    }
  }

  /// Restores the terminal immediately, even in a signal handler.
  static func restoreTerminal() {
    let descriptor = state.pointee.descriptor
    guard descriptor >= 0 else { return }
    state.pointee.descriptor = -1
    var rest = UnsafeRawBufferPointer(state.pointee.leave)
    for _ in 0..<20 where !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, 20)
      }
    }
    _ = tcsetattr(descriptor, TCSANOW, &state.pointee.originalMode)
  }

  /// Restores the terminal, and ends the process with the default action of a signal.
  static func endProcess(by signal: Int32) -> Never {
    restoreTerminal()
    var action = sigaction()
    sigaction(signal, &action, nil)
    SignalActions.deliver(signal)
    _exit(128 + signal)
  }

  /// Restores the terminal, and performs the previous action of a fatal signal.
  ///
  /// An earlier handler may return, as the handler for Swift's backtraces does. After a fault, the signal is then
  /// raised again and ends the process. Control-\ is not raised again, so it always ends the process.
  fileprivate static func handleFatal(_ signal: Int32) {
    restoreTerminal()
    sigaction(signal, state.pointee.previous + Int(signal), nil)
    if signal != SIGQUIT {
      raise(signal)
      return
    }
    SignalActions.deliver(signal)
    endProcess(by: signal)
  }
}

private let handleFatalSignal: @convention(c) (Int32) -> Void = { EmergencyExit.handleFatal($0) }
