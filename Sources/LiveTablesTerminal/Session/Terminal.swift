#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal on which a table is shown.
///
/// It is opened anew, and so are its settings its own: standard input may be a pipe, and other programs that share the
/// terminal notice nothing.
package struct Terminal: Hashable, Sendable {
  /// Where it is, such as `/dev/pts/3`; `nil` where that is to be found out.
  let path: String?

  /// The terminal from which the process was started, wherever its input and output go.
  package static let controlling = Terminal(path: nil)

  /// The places to look for it, best first.
  ///
  /// The devices of the standard streams come before `/dev/tty`, which some systems do not let one wait for.
  var candidates: [String] {
    if let path { return [path] }
    let streams = [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO].compactMap(Self.name)
    return streams + ["/dev/tty"]
  }

  private static func name(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: 1024)
    guard isatty(descriptor) == 1, ttyname_r(descriptor, &buffer, buffer.count) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Why a table cannot be shown on a terminal.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is none, or it cannot be opened.
  case noTerminal
  /// Another table is shown on a terminal by this process.
  case inUse

  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to show the table on"
    case .inUse: "this process shows a table on a terminal already"
    }
  }
}

/// How the showing of a table on a terminal came to its end.
public enum TerminalExit: Hashable, Sendable {
  /// By a key.
  case quit
  /// By a signal that asks the process to end, such as `SIGTERM`, or `SIGINT` after control-C.
  case signal(Int32)
  /// The terminal is gone.
  case hungUp
  /// The task was cancelled.
  case cancelled
}
