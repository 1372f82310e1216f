import Foundation

/// The terminal on which a table is shown.
///
/// The terminal is opened separately from standard input, which can therefore be a pipe.
package struct Terminal: Hashable, Sendable {
  /// The path of the device, for example `/dev/pts/3`, or `nil` for the controlling terminal.
  let path: String?

  package static let controlling = Terminal(path: nil)

  /// The device paths to try, in order.
  ///
  /// The devices of the standard streams come before `/dev/tty`, because some systems cannot wait for events on
  /// `/dev/tty`.
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

/// An error that prevents a table from being shown in a terminal.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no terminal, or it cannot be opened.
  case noTerminal
  /// This process already shows a table in a terminal.
  case inUse

  /// A human-readable description of the error.
  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to show the table on"
    case .inUse: "this process already shows a table on a terminal"
    }
  }
}

/// The reason a table is no longer shown in a terminal.
public enum TerminalExit: Hashable, Sendable {
  /// The user pressed a key that ends the view.
  case quit
  /// A signal requested that the process end, such as `SIGTERM`, or `SIGINT` after Control-C.
  case signal(Int32)
  /// The terminal was closed.
  case hungUp
  /// The task was cancelled.
  case cancelled
}
