import Foundation
package import Testing

/// The time after which a waiting test fails.
package enum Patience {
  /// The limit in seconds, which is long because the machine may be busy, or the value of `PATIENCE`.
  package static let seconds = ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Double($0) } ?? 900

  /// The limit of the process's processor time in seconds, from `PATIENCE_WORK`, or `nil` for no limit.
  private static let work = ProcessInfo.processInfo.environment["PATIENCE_WORK"].flatMap { Double($0) }

  /// Whether the process has reached the limit of processor time, which is checked only on Linux.
  package static var isOver: Bool {
    #if os(Linux)
    work.map { Double(clock()) > $0 * Double(CLOCKS_PER_SEC) } ?? false
    #else
    false
    #endif
  }
}

/// Yields until a condition holds.
///
/// This function does not sleep. It fails the test if the condition does not hold in time.
@MainActor package func until(sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool) async {
  let end = ContinuousClock.now + .seconds(Patience.seconds)
  while await !condition() {
    if ContinuousClock.now > end || Patience.isOver {
      Issue.record("it waits in vain", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
