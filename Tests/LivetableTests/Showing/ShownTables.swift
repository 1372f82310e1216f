import LiveTables
import Testing

@testable import livetable

/// Helpers that create tables for a sink and return the rows that it shows.
@MainActor protocol ShownTables {}

extension ShownTables {
  func table(_ rows: [JSONObject], columns: [String]) -> FeedTable {
    FeedTable(
      table: RecordList(rows: rows.enumerated().map { Record(identity: "\($0)", object: $1) }), columns: columns)
  }

  func numbers(_ count: Int) -> FeedTable {
    table(
      (0..<count).map { ["id": .number("\($0)"), "n": .number("\($0 * 7 % 10)"), "g": .string("G\($0 % 2)")] },
      columns: ["id", "n", "g"])
  }

  /// Runs a sink, and passes the rows of each shown change to `body`.
  func shown(
    _ sink: ScreenSink, _ body: (_ next: () async throws -> [String]) async throws -> Void
  ) async throws {
    // On a busy machine, the response to a key would disappear before the test reads it.
    sink.status.hintDuration = .seconds(3_600)
    let (changes, change) = AsyncStream.makeStream(of: AppliedChangeset<Group, Record>.self)
    let work = Task { try await sink.run { change.yield($0) } }
    var iterator = changes.makeAsyncIterator()
    try await body {
      let applied = try #require(await iterator.next(isolation: #isolation))
      return applied.table.map(\.identity.string)
    }
    work.cancel()
    _ = await work.result
  }

  /// Returns the next rows that differ from `old`, because successive keys may show the same rows twice.
  func rows(otherThan old: [String], _ next: () async throws -> [String]) async throws -> [String] {
    while true {
      let rows = try await next()
      if rows != old { return rows }
    }
  }

  /// Waits until all requests by keys are completed, if any.
  func waitUntilShown(_ sink: ScreenSink) async {
    await withCheckedContinuation { done in sink.whenUpToDate { done.resume() } }
  }
}
