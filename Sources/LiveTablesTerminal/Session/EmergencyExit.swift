#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Gives the terminal back where nothing else can any more: in the handler of a fatal signal, or at the process's end.
///
/// A signal handler may only use memory that is there already, and functions that are safe in handlers (POSIX.1-2017,
/// 2.4.3). So all it needs lies in memory that is allocated once and never freed, and is filled before handlers exist.
enum EmergencyExit {
  private struct Slot {
    var isArmed = false
    var descriptor: Int32 = -1
    var mode = termios()
    var previous: UnsafeMutablePointer<sigaction>
    var leave: UnsafeMutableBufferPointer<UInt8>
  }

  /// The signals that end a process because something is wrong, and control-\, the user's way out of a program that
  /// does not answer.
  private static let signals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGQUIT]

  // Safe although shared: written on the main actor only, and before the handlers that read it exist. The pointer never
  // changes, so reading it takes no lock.
  private nonisolated(unsafe) static let slot: UnsafeMutablePointer<Slot> = {
    let slot = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    let leave = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ControlSequences.leave.utf8.count)
    _ = leave.initialize(from: ControlSequences.leave.utf8)
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 128)
    previous.initialize(repeating: sigaction(), count: 128)
    slot.initialize(to: Slot(previous: previous, leave: leave))
    atexit { EmergencyExit.restoreTerminal() }
    return slot
  }()

  /// Whether a terminal is held, even if a signal has given it back meanwhile.
  @MainActor static var isArmed: Bool { slot.pointee.isArmed }

  /// From now on the terminal is given back whatever happens.
  @MainActor static func arm(_ device: TerminalDevice) {
    slot.pointee.isArmed = true
    slot.pointee.mode = device.originalMode
    slot.pointee.descriptor = device.descriptor
    for signal in signals {
      SignalActions.install(signal, handleFatalSignal, previous: slot.pointee.previous + Int(signal))
    }
  }

  /// The terminal was given back.
  @MainActor static func disarm() {
    guard isArmed else { return }
    slot.pointee.isArmed = false
    slot.pointee.descriptor = -1
    for signal in signals {
      sigaction(signal, slot.pointee.previous + Int(signal), nil)
    }
  }

  /// Gives the terminal back now.
  ///
  /// Safe in signal handlers.
  static func restoreTerminal() {
    let descriptor = slot.pointee.descriptor
    guard descriptor >= 0 else { return }
    slot.pointee.descriptor = -1
    var rest = UnsafeRawBufferPointer(slot.pointee.leave)
    for _ in 0..<20 where !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, 20)
      }
    }
    _ = tcsetattr(descriptor, TCSANOW, &slot.pointee.mode)
  }

  /// Gives the terminal back, and ends the process by a signal that it did not answer.
  static func endUnanswered(_ signal: Int32) -> Never {
    restoreTerminal()
    var action = sigaction()
    sigaction(signal, &action, nil)
    SignalActions.deliver(signal)
    _exit(128 + signal)
  }

  /// Gives the terminal back, and lets a fatal signal do what it would have done without us.
  ///
  /// A handler from before may return, as the one of Swift's backtraces does. After a fault the signal comes again then, and
  /// ends the process. Control-\ does not come again, so it ends the process whatever was done about it before.
  fileprivate static func end(by signal: Int32) {
    restoreTerminal()
    sigaction(signal, slot.pointee.previous + Int(signal), nil)
    if signal != SIGQUIT {
      raise(signal)
      return
    }
    SignalActions.deliver(signal)
    endUnanswered(signal)
  }
}

private let handleFatalSignal: @convention(c) (Int32) -> Void = { EmergencyExit.end(by: $0) }
