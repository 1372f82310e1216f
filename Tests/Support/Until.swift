import Foundation
package import Testing

/// How long a test waits in vain before it fails.
package enum Patience {
  /// Long, because the machine may be busy; less if the environment says so, where a fault is known to be there.
  package static let seconds = ProcessInfo.processInfo.environment["PATIENCE"].flatMap { Double($0) } ?? 900

  /// How long the process may compute until whoever waits fails; as long as it likes unless the environment says so.
  private static let work = ProcessInfo.processInfo.environment["PATIENCE_WORK"].flatMap { Double($0) }

  /// Whether the process has computed for so long, which is limited only where faults are planted, on Linux.
  package static var isOver: Bool {
    #if os(Linux)
    work.map { Double(clock()) > $0 * Double(CLOCKS_PER_SEC) } ?? false
    #else
    false
    #endif
  }
}

/// Lets everything else run until a condition holds.
///
/// It never sleeps. A test that waits in vain fails.
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
