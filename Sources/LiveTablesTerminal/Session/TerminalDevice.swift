#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open terminal, with the mode to restore.
///
/// Copies share the file descriptor, which the terminal session closes.
struct TerminalDevice: Sendable {
  let descriptor: Int32
  private(set) var originalMode = termios()

  /// Opens a terminal, after waiting until the process is in the foreground.
  init(opening terminal: Terminal) throws(TerminalError) {
    for path in terminal.candidates {
      guard let device = TerminalDevice(path) else { continue }
      self = device
      return
    }
    throw .noTerminal
  }

  private init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    waitForForeground()
    guard tcgetattr(descriptor, &originalMode) == 0 else {
      close()
      return nil
    }
  }

  /// The size of the terminal, or a common size if the terminal does not report it.
  var size: ScreenSize {
    #if canImport(Darwin)
    let request = UInt(0x4008_7468)
    #else
    let request = UInt(TIOCGWINSZ)
    #endif
    var size = winsize()
    guard ioctl(descriptor, request, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Whether the process is in the terminal's foreground process group, or that group is unknown.
  var isInForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Stops a background process until it is moved to the foreground.
  func waitForForeground() {
    // If nothing can move the process to the foreground, the signal has no effect, and the loop ends.
    for _ in 0..<16 where !isInForeground {
      SignalActions.deliver(SIGTTOU)
    }
  }

  // MARK: - Modes

  /// Disables echo, line editing, and the translation of keys.
  ///
  /// The keys that send signals stay enabled, so that Control-C reaches all programs in a pipeline.
  ///
  /// - Parameter takesInterrupt: Whether Control-C is a regular key, which cancels the current input.
  func enterRawMode(takesInterrupt: Bool = false) {
    var mode = originalMode
    mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON)
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    let none = UInt8(truncatingIfNeeded: fpathconf(descriptor, Int32(_PC_VDISABLE)))
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
      if takesInterrupt { characters[Int(VINTR)] = none }
    }
    setMode(mode)
  }

  func leaveRawMode() {
    setMode(originalMode)
  }

  private func setMode(_ mode: termios) {
    var mode = mode
    while tcsetattr(descriptor, TCSANOW, &mode) == -1, errno == EINTR {}
  }

  // MARK: - Bytes

  enum Transfer: Hashable, Sendable {
    case done(Int)
    case wouldBlock
    case hungUp
  }

  /// Writes as many bytes as the terminal accepts.
  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    transfer { bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) } }
  }

  /// Reads the available bytes, up to the length of the buffer.
  func read(into buffer: inout [UInt8]) -> Transfer {
    let result = transfer { buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) } }
    return result == .done(0) ? .hungUp : result
  }

  func discardInput(until end: ContinuousClock.Instant) {
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let left = (end - .now) / .milliseconds(1), left > 0, waits(for: POLLIN, Int32(left.rounded(.up))) {
      guard case .done(let count) = read(into: &buffer) else { return }
      if buffer.prefix(count).contains(where: { $0 == 0x07 || $0 == UInt8(ascii: "\\") }) { return }
    }
  }

  /// Writes all bytes, or gives up if the terminal does not accept them within a time limit.
  func write(_ bytes: [UInt8], patience milliseconds: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch write(rest) {
      case .done(let count): rest = rest.dropFirst(count)
      case .hungUp: return
      case .wouldBlock:
        guard waits(for: POLLOUT, milliseconds) else { return }
      }
    }
  }

  private func waits(for events: Int32, _ milliseconds: Int32) -> Bool {
    var waiting = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
    return poll(&waiting, nfds_t(waiting.count), milliseconds) > 0
  }

  func close() {
    closeDescriptor(descriptor)
  }

  private func transfer(_ body: () -> Int) -> Transfer {
    while true {
      let count = body()
      if count >= 0 { return .done(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      default: return .hungUp
      }
    }
  }
}

// Functions that methods with the same names hide.

func closeDescriptor(_ descriptor: Int32) {
  _ = close(descriptor)
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
