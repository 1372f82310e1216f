/// A test double of the Objective-C exceptions that the real views raise, which Swift code cannot catch.
///
/// An exception ends the process, unless a test is recording.
public struct StandInException: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the exception for invalid updates.
  public static let inconsistency = "NSInternalInconsistencyException"

  public let name: String
  /// The reason, in the words of the real view if they are known.
  public let reason: String

  public var description: String { "\(name): \(reason)" }

  @MainActor private final class Recorder {
    var raised: [StandInException] = []
  }

  @TaskLocal private static var recorder: Recorder?

  /// Raises an exception; if a test is recording, this returns and the view continues without the invalid call.
  @MainActor public static func raise(
    _ reason: String, name: String = inconsistency
  ) {
    let exception = StandInException(name: name, reason: reason)
    guard let recorder else { fatalError("\(exception)") }
    recorder.raised.append(exception)
  }

  /// Runs `body`, and returns the exceptions raised by it and by the tasks that it starts.
  @MainActor public static func recording(_ body: @MainActor () throws -> Void) rethrows -> [StandInException] {
    let recorder = Recorder()
    try $recorder.withValue(recorder) { try body() }
    return recorder.raised
  }

  /// Runs `body`, and returns the exceptions raised by it and by the tasks that it starts.
  @MainActor public static func recording(
    _ body: @MainActor () async throws -> Void
  ) async rethrows -> [StandInException] {
    let recorder = Recorder()
    try await $recorder.withValue(recorder) { try await body() }
    return recorder.raised
  }
}
