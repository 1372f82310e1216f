import Foundation
import LiveTablesTerminal

/// Standard output or standard error, without buffering.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes a text.
  ///
  /// - Throws: The system's error, whose code is `EPIPE` if the reader has closed the pipe.
  func write(_ text: String) throws(SystemError) {
    try FileDescriptor.write(Array(text.utf8), to: rawValue)
  }

  func ring() { try? write("\u{07}") }

  /// Whether the stream is a terminal with colors, and `NO_COLOR` is not set.
  var hasColors: Bool {
    let environment = ProcessInfo.processInfo.environment
    return isTerminal && environment["TERM"] != "dumb" && environment["NO_COLOR", default: ""].isEmpty
  }

  var isTerminal: Bool { isatty(rawValue) == 1 }

  static func complain(_ message: some CustomStringConvertible) {
    try? StandardStream.error.write("livetable: \(Sanitizer.visible(message.description))\n")
  }
}
