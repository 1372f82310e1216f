import Foundation
package import Testing

/// A gate that opens once, and lets all waiting tasks continue.
package final class Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  package func open() { continuation.finish() }

  package func wait() async { for await _ in stream {} }
}

/// Blocks a thread until another thread opens the barrier.
///
/// Use a barrier only inside a diff, which cannot suspend.
package final class Barrier: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  /// Blocks the thread until the barrier opens, and fails the test if it never opens.
  package func hold() {
    if semaphore.wait(timeout: .now() + Patience.seconds) == .timedOut { Issue.record("nobody opens the barrier") }
  }
}

/// Runs suites whose tests block threads one after another, in all modules.
///
/// On a machine with two cores, two such tests at a time would block every thread of the shared pool, and never finish.
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
