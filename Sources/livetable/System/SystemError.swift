import Foundation

/// A call to the system that failed, with the system's number for the reason (`errno`).
struct SystemError: Error, Equatable, CustomStringConvertible {
  var code: Int32

  /// The reason of the call that has just failed.
  static var last: SystemError { SystemError(code: errno) }

  /// Whether nobody reads any more what was written.
  var isBrokenPipe: Bool { code == EPIPE }

  var description: String { String(cString: strerror(code)) }
}
