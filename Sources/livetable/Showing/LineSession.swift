import Foundation

/// Runs a feed into standard output, until it ends, a signal comes, or nobody reads any more.
@MainActor struct LineSession {
  let feed: any Feed

  /// - Returns: What the tool exits with.
  /// - Throws: The error for which there was no use in going on.
  func run() async throws -> Livetable.ExitStatus {
    let watch = SignalWatch()
    let work = Task { try await LineSink.with(show) }
    let signal = Task {
      for await _ in watch.signals { work.cancel() }
    }
    defer { signal.cancel() }
    return try await work.value ? .trouble : .success
  }

  /// - Returns: Whether there was trouble.
  private func show(in sink: LineSink) async throws -> Bool {
    do {
      try await feed.run(into: sink)
    } catch let error as SystemError where error.code == EPIPE {
      // Nobody reads any more, which is no trouble.
    } catch  where Task.isCancelled {
      // It ends as it was told to.
    }
    return sink.hasTrouble
  }
}
