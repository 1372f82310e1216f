import Foundation
package import Testing

/// Opens once; whoever waits goes on.
package final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  package func open() { continuation.finish() }

  package func wait() async { for await _ in stream {} }
}

/// Holds a thread until somebody on another one opens it.
///
/// Only for what cannot suspend: the inside of a difference.
package final class Barrier: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  /// If nobody opens it, the test fails instead of never ending.
  package func hold() {
    if semaphore.wait(timeout: .now() + Patience.seconds) == .timedOut { Issue.record("nobody opens the barrier") }
  }
}

/// Runs suites whose tests hold threads one after another, in all modules.
///
/// On a machine with two cores, two such tests at a time would hold every thread of the shared pool, and wait for ever.
package struct HoldsThreads: SuiteTrait, TestScoping {
  private actor Queue {
    private var last: Gate?

    func enter() -> (previous: Gate?, own: Gate) {
      let own = Gate()
      defer { last = own }
      return (last, own)
    }
  }

  private static let queue = Queue()

  @concurrent package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let (previous, own) = await Self.queue.enter()
    await previous?.wait()
    defer { own.open() }
    try await function()
  }
}

extension Trait where Self == HoldsThreads {
  package static var holdsThreads: Self { Self() }
}
