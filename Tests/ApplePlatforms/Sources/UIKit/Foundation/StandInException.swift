/// A test double of the exceptions that UIKit's views raise. Not UIKit API.
///
/// An exception ends the process, unless a test is recording exceptions with ``recording(_:)``.
public struct StandInException: Error, Hashable, Sendable, CustomStringConvertible {
  public let name: String
  public let reason: String

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  public var description: String { "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'" }

  public static let inconsistency = "NSInternalInconsistencyException"
  public static let invalidArgument = "NSInvalidArgumentException"
  public static let range = "NSRangeException"

  @MainActor final class Recorder {
    var exceptions: [StandInException] = []
  }

  @TaskLocal static var recorder: Recorder?

  /// Raises an exception, which ends the process. If a test is recording, the call returns instead, and the caller must
  /// leave the view in a usable state.
  @MainActor public static func raise(_ name: String, _ reason: String) {
    let exception = StandInException(name: name, reason: reason)
    guard let recorder else {
      FileHandle.standardError.write(Data((exception.description + "\n").utf8))
      fatalError(exception.description)
    }
    recorder.exceptions.append(exception)
  }

  /// Runs `body`, and returns the exceptions raised by it and by the tasks that it starts.
  @MainActor public static func recording(_ body: () throws -> Void) rethrows -> [StandInException] {
    let recorder = Recorder()
    try $recorder.withValue(recorder) { try body() }
    return recorder.exceptions
  }

  /// Runs `body`, and returns the exceptions raised by it and by the tasks that it starts.
  @MainActor public static func recording(
    _ body: @MainActor () async throws -> Void
  ) async rethrows -> [StandInException] {
    let recorder = Recorder()
    try await $recorder.withValue(recorder) { try await body() }
    return recorder.exceptions
  }
}
