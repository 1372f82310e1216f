/// What the real views raise: an Objective-C exception, which no Swift code can catch, and which ends the app.
///
/// Here it ends the process too, unless a test has begun recording.
public struct StandInException: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of what is raised for updates that do not fit.
  public static let inconsistency = "NSInternalInconsistencyException"

  /// The exception's name.
  public let name: String
  /// What went wrong, in the words of the real view where these are known.
  public let reason: String

  /// Both.
  public var description: String { "\(name): \(reason)" }

  @MainActor private final class Recorder {
    var raised: [StandInException] = []
  }

  @TaskLocal private static var recorder: Recorder?

  /// Raises an exception. Where it is recorded this returns, and the view goes on as if the call had not been made.
  @MainActor public static func raise(
    _ reason: String, name: String = inconsistency
  ) {
    let exception = StandInException(name: name, reason: reason)
    guard let recorder else { fatalError("\(exception)") }
    recorder.raised.append(exception)
  }

  /// Does something, and returns what was raised meanwhile, also by tasks that were begun meanwhile.
  @MainActor public static func recording(_ body: @MainActor () throws -> Void) rethrows -> [StandInException] {
    let recorder = Recorder()
    try $recorder.withValue(recorder) { try body() }
    return recorder.raised
  }

  /// Does something, and returns what was raised meanwhile, also by tasks that were begun meanwhile.
  @MainActor public static func recording(
    _ body: @MainActor () async throws -> Void
  ) async rethrows -> [StandInException] {
    let recorder = Recorder()
    try await $recorder.withValue(recorder) { try await body() }
    return recorder.raised
  }
}
