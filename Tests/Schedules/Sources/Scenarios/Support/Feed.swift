import LiveTables

/// A stream of tables that the scenario produces.
struct Feed: Sendable {
  let stream: AsyncThrowingStream<Items, any Error>
  private let input: AsyncThrowingStream<Items, any Error>.Continuation
  private let record: Record

  /// Creates a feed.
  ///
  /// - Parameter record: The record of admissions, to which only this feed may add.
  init(_ record: Record) {
    (stream, input) = AsyncThrowingStream.makeStream(of: Items.self, throwing: (any Error).self)
    self.record = record
  }

  func yield(_ table: Items) {
    if case .terminated = input.yield(table) { return }
    _ = record.admit(.table(table))
  }

  /// Expects that the producer is notified of the end although the stream still exists.
  func expectTerminated() {
    record.finally { record in
      if case .terminated = input.yield(Items()) { return }
      record.problem("the producer was not told of the end")
      withExtendedLifetime(stream) {}
    }
  }

  func finish(throwing error: (any Error)? = nil) { input.finish(throwing: error) }
}

/// The error of an upstream sequence.
struct Upstream: Error, Equatable {}
