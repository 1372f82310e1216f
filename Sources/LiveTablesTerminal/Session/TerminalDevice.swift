#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open terminal: its size, its mode, and bytes in and out, never waiting longer than said.
struct TerminalDevice: Sendable {
  let descriptor: Int32
  /// How the terminal was set when it was opened.
  private(set) var originalMode = termios()

  /// Opens a terminal.
  ///
  /// A process in the background first waits until it is in front.
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

  /// The size, or a common one where the terminal does not know it.
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

  /// Whether the process may use the terminal now, as far as the terminal knows the process.
  var isInForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Stops a process that is in the background, where the terminal is not its to take, until it is brought to the front.
  func waitForForeground() {
    // Where nobody could bring it to the front, the signal does nothing, and neither does trying on.
    for _ in 0..<16 where !isInForeground {
      SignalActions.deliver(SIGTTOU)
    }
  }

  // MARK: - Modes

  /// Has every key handed on as it comes, unchanged and without an echo.
  ///
  /// The keys for signals stay what they are: control-C is to reach all of a pipeline, not only its last program.
  ///
  /// - Parameter takesInterrupt: Whether control-C is a key like any other for once: it takes back what is being typed.
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

  /// Sets the terminal as it was when it was opened.
  func leaveRawMode() {
    setMode(originalMode)
  }

  private func setMode(_ mode: termios) {
    var mode = mode
    while tcsetattr(descriptor, TCSANOW, &mode) == -1, errno == EINTR {}
  }

  // MARK: - Bytes

  /// What became of an attempt to read or write.
  enum Transfer: Hashable, Sendable {
    case done(Int)
    case wouldBlock
    case hungUp
  }

  /// Writes as much as there is room for.
  func write(_ bytes: ArraySlice<UInt8>) -> Transfer {
    transfer { bytes.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, $0.count) } }
  }

  /// Reads what is there, up to the length of the buffer.
  func read(into buffer: inout [UInt8]) -> Transfer {
    let result = transfer { buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) } }
    return result == .done(0) ? .hungUp : result
  }

  /// Reads and forgets what comes until a time, or until a string of the terminal has ended.
  func discardInput(until end: ContinuousClock.Instant) {
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let left = (end - .now) / .milliseconds(1), left > 0, waits(for: POLLIN, Int32(left.rounded(.up))) {
      guard case .done(let count) = read(into: &buffer) else { return }
      if buffer.prefix(count).contains(where: { $0 == 0x07 || $0 == UInt8(ascii: "\\") }) { return }
    }
  }

  /// Writes all, as long as the terminal takes it within some time.
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

  /// Waits for so many milliseconds, and says whether the terminal has or takes something by then.
  private func waits(for events: Int32, _ milliseconds: Int32) -> Bool {
    var waiting = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
    return poll(&waiting, nfds_t(waiting.count), milliseconds) > 0
  }

  /// Gives the terminal back.
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

// The functions that methods of the same names hide.

func closeDescriptor(_ descriptor: Int32) {
  _ = close(descriptor)
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
