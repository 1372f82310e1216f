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

  func finish(throwing error: (any Error)? = nil) { input.finish(throwing: error) }
}

/// What goes wrong upstream.
struct Upstream: Error, Equatable {}
