/// What a view of UIKit raises, and an app does not survive.
///
/// No API of UIKit: tests ask with ``recording(_:)`` what was raised; without that the process ends, like an app.
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

  /// Raises an exception: the process ends, unless a test is recording. Then the call returns, and the caller has to
  /// leave the view in a state in which one can go on.
  @MainActor public static func raise(_ name: String, _ reason: String) {
    let exception = StandInException(name: name, reason: reason)
    guard let recorder else {
      FileHandle.standardError.write(Data((exception.description + "\n").utf8))
      fatalError(exception.description)
    }
    recorder.exceptions.append(exception)
  }

  /// What is raised while a body runs, also by tasks that it starts.
  @MainActor public static func recording(_ body: () throws -> Void) rethrows -> [StandInException] {
    let recorder = Recorder()
    try $recorder.withValue(recorder) { try body() }
    return recorder.exceptions
  }

  /// What is raised while a body runs, also by tasks that it starts.
  @MainActor public static func recording(
    _ body: @MainActor () async throws -> Void
  ) async rethrows -> [StandInException] {
    let recorder = Recorder()
    try await $recorder.withValue(recorder) { try await body() }
    return recorder.exceptions
  }
}
