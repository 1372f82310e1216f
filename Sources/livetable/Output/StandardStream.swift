import Foundation
import LiveTablesTerminal

/// Standard output or standard error, without a buffer: what is written is there at once.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes a text.
  ///
  /// - Throws: The system's error; for a pipe that nobody reads any more its code is `EPIPE`.
  func write(_ text: String) throws(SystemError) {
    try FileDescriptor.write(Array(text.utf8), to: rawValue)
  }

  /// Rings the terminal's bell.
  func ring() { try? write("\u{07}") }

  /// Whether it is a terminal that has colours, and the user likes them.
  var hasColors: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && environment["TERM"] != "dumb" && environment["NO_COLOR", default: ""].isEmpty
  }

  /// Whether it is a terminal.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Tells people on standard error that something is wrong; there is nobody to tell if that fails.
  static func complain(_ message: some CustomStringConvertible) {
    try? StandardStream.error.write("livetable: \(Sanitizer.visible(message.description))\n")
  }
}
