import Foundation
import Testing

@testable import LiveTablesTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A pseudo terminal whose other end is the test, which types keys and reads the output.
@MainActor final class PseudoTerminal {
  let path: String
  private var user: Int32
  /// The end of the programs, kept open so that its settings can be read after they close it.
  private var device: Int32
  private var received: [UInt8] = []

  init(columns: Int = 40, rows: Int = 10) throws {
    user = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard user >= 0, let path = Self.unlock(user) else { throw TerminalError.noTerminal }
    self.path = path
    device = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    resize(columns: columns, rows: rows)
  }

  deinit {
    if user >= 0 { close(user) }
    if device >= 0 { close(device) }
  }

  var terminal: Terminal { Terminal(path: path) }

  /// The file descriptor of the programs' end, for settings that a signal handler reads.
  var descriptor: Int32 { device }

  /// Whether the terminal echoes, passes on complete lines, and turns Control-C into a signal.
  var flags: (echo: Bool, lines: Bool, signals: Bool) {
    var mode = termios()
    tcgetattr(device, &mode)
    func has(_ flag: Int32) -> Bool { mode.c_lflag & tcflag_t(flag) != 0 }
    return (has(ECHO), has(ICANON), has(ISIG))
  }

  /// Makes the terminal echo and pass on complete lines, like a shell.
  func restoreLines() {
    var mode = termios()
    tcgetattr(device, &mode)
    mode.c_lflag |= tcflag_t(ECHO | ICANON)
    tcsetattr(device, TCSANOW, &mode)
  }

  /// The byte that the terminal turns into an interrupt.
  var interruptKey: UInt8 {
    var mode = termios()
    tcgetattr(device, &mode)
    return withUnsafeBytes(of: &mode.c_cc) { $0[Int(VINTR)] }
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    #if canImport(Darwin)
    _ = ioctl(user, UInt(0x8008_7467), &size)
    #else
    _ = ioctl(user, UInt(TIOCSWINSZ), &size)
    #endif
  }

  /// The number of bytes that wait for the next reader.
  var waitingInput: Int { Self.waiting(device) }

  /// The number of output bytes that no test has read.
  var waitingOutput: Int { received.count + Self.waiting(user) }

  private static func waiting(_ file: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
    _ = ioctl(file, UInt(0x4004_667F), &count)
    #else
    _ = ioctl(file, UInt(FIONREAD), &count)
    #endif
    return Int(count)
  }

  /// Closes the terminal, like its window.
  func hangUp() {
    close(user)
    close(device)
    (user, device) = (-1, -1)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { write(user, $0.baseAddress, $0.count) }
  }

  /// Returns the output since the last call, up to and including a text.
  ///
  /// Records an issue if the text is missing and the process is idle.
  func output(upTo text: String) async -> String {
    let wanted = Array(text.utf8)
    var searched = 0
    while true {
      if let end = Self.end(of: wanted, in: received, from: searched) {
        defer { received.removeFirst(end) }
        return String(decoding: received.prefix(end), as: UTF8.self)
      }
      searched = max(0, received.count - wanted.count + 1)
      let user = user
      let bytes = await withCheckedContinuation { continuation in
        // Reads on a new thread, because reading blocks and the queues share their threads with all tasks.
        Thread.detachNewThread {
          var buffer = [UInt8](repeating: 0, count: 4096)
          let count = Self.hasOutput(user) ? read(user, &buffer, buffer.count) : 0
          continuation.resume(returning: Array(buffer.prefix(max(0, count))))
        }
      }
      if bytes.isEmpty {
        Issue.record("“\(text)” is not drawn, and nothing more")
        return String(decoding: received, as: UTF8.self)
      }
      received += bytes
    }
  }

  /// Waits until there is output, or until the process has been idle for some seconds without a runnable thread.
  private nonisolated static func hasOutput(_ user: Int32) -> Bool {
    var waiting = pollfd(fd: user, events: Int16(POLLIN), revents: 0)
    var (idle, used) = (0, clock())
    while idle < 4, poll(&waiting, 1, 1000) == 0 {
      idle = clock() - used < CLOCKS_PER_SEC / 100 && !hasRunnableThread ? idle + 1 : 0
      used = clock()
    }
    return idle < 4
  }

  /// Whether another thread of this process waits for a processor; always `false` without `/proc`.
  private nonisolated static var hasRunnableThread: Bool {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.contains { thread in
      if own?.hasSuffix("/" + thread) == true { return false }
      let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
      // The state follows the name, which is in parentheses.
      return status?.split(separator: ")").last?.hasPrefix(" R") == true
    }
  }

  /// Discards all further output on another thread, for a program that the test waits for.
  func takeAll() {
    let user = dup(user)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(user, &buffer, buffer.count) > 0 {}
      close(user)
    }
  }

  /// Unlocks the programs' end of a new terminal, and returns its path.
  private static func unlock(_ user: Int32) -> String? {
    #if canImport(Darwin)
    guard grantpt(user) == 0, unlockpt(user) == 0, let name = ptsname(user) else { return nil }
    return String(cString: name)
    #else
    // Swift does not import `unlockpt` and `ptsname` here; these are the requests that they make.
    var (number, locked) = (Int32(0), Int32(0))
    guard ioctl(user, 0x4004_5431, &locked) == 0, ioctl(user, 0x8004_5430, &number) == 0 else { return nil }
    return "/dev/pts/\(number)"
    #endif
  }

  private static func end(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= start + wanted.count else { return nil }
    for start in start...(bytes.count - wanted.count) where bytes[start...].starts(with: wanted) {
      return start + wanted.count
    }
    return nil
  }
}
