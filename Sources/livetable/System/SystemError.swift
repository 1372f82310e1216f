import Foundation

struct SystemError: Error, Equatable, CustomStringConvertible {
  var code: Int32

  static var last: SystemError { SystemError(code: errno) }

  /// Whether the call failed because the reader has closed the pipe.
  var isBrokenPipe: Bool { code == EPIPE }

  var description: String { String(cString: strerror(code)) }
}
