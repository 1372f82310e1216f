import LiveTables

/// A stream of tables that the scenario feeds, as a producer would.
struct Feed: Sendable {
  let stream: AsyncThrowingStream<Items, any Error>
  private let input: AsyncThrowingStream<Items, any Error>.Continuation
  private let record: Record

  /// Creates a feed.
  ///
  /// - Parameter record: Where its tables are written down as admitted; they have to be the only ones.
  init(_ record: Record) {
    (stream, input) = AsyncThrowingStream.makeStream(of: Items.self, throwing: (any Error).self)
    self.record = record
  }

  func yield(_ table: Items) {
    if case .terminated = input.yield(table) { return }
    _ = record.admit(.table(table))
  }

  /// At the end the producer has been told that nobody wants more, although the stream is still there.
  func expectTerminated() {
    record.finally { record in
      if case .terminated = input.yield(Items()) { return }
      record.problem("the producer was not told of the end")
      withExtendedLifetime(stream) {}
    }
  }

  func finish(throwing error: (any Error)? = nil) { input.finish(throwing: error) }
}

/// What goes wrong upstream.
struct Upstream: Error, Equatable {}
