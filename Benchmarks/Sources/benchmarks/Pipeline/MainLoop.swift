import Foundation

/// Runs the run loop of the main thread, so that the main actor works as in an application.
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

  /// The processor time of the main thread, in milliseconds.
  static var processorTime: Double { Stopwatch.milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor time of the process, in milliseconds.
  static var processTime: Double { Stopwatch.milliseconds(CLOCK_PROCESS_CPUTIME_ID) }
}
