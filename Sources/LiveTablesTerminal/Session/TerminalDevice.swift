import Foundation

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
    let request = UInt(0x4008_7468)  // TIOCGWINSZ, which Swift does not import
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

  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    transfer { bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } }
  }

  /// Reads the available bytes, up to the length of the buffer.
  func read(into buffer: inout [UInt8]) -> Transfer {
    let result = transfer { buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) } }
    return result == .done(0) ? .hungUp : result
  }

  /// Discards input up to the end of a reply (BEL or `ESC \`), which may arrive until a deadline.
  func discardReply(until deadline: ContinuousClock.Instant) {
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let timeout = (deadline - .now) / .milliseconds(1), timeout > 0,
      isReady(for: POLLIN, timeout: Int32(timeout.rounded(.up)))
    {
      guard case .done(let count) = read(into: &buffer) else { return }
      if buffer.prefix(count).contains(where: { $0 == 0x07 || $0 == UInt8(ascii: "\\") }) { return }
    }
  }

  /// Writes all bytes, or gives up if the terminal accepts none within a time limit.
  ///
  /// - Parameter timeout: The time limit in milliseconds.
  func write(_ bytes: [UInt8], timeout: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch write(rest) {
      case .done(let count): rest = rest.dropFirst(count)
      case .hungUp: return
      case .wouldBlock:
        guard isReady(for: POLLOUT, timeout: timeout) else { return }
      }
    }
  }

  /// Waits until the terminal can be read or written, or for a number of milliseconds.
  private func isReady(for event: Int32, timeout: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&request, 1, timeout) > 0
  }

  func close() {
    _ = Foundation.close(descriptor)
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
