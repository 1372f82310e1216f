import Foundation

/// Lets the main actor run on the main thread, as in an application.
@MainActor enum MainLoop {
  /// Waits for an asynchronous function without blocking the main actor.
  static func wait<Result: Sendable>(for body: @escaping @MainActor () async throws -> Result) throws -> Result {
    let box = Box<Result>()
    Task { @MainActor in
      do {
        box.result = .success(try await body())
      } catch {
        box.result = .failure(error)
      }
    }
    while true {
      if let result = box.result { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
  }

  private final class Box<Result> {
    var result: Swift.Result<Result, any Error>?
  }

  /// Milliseconds that the processor has spent on the main thread.
  static var processorTime: Double { Stopwatch.milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Milliseconds that processors have spent on the process.
  static var processTime: Double { Stopwatch.milliseconds(CLOCK_PROCESS_CPUTIME_ID) }
}
