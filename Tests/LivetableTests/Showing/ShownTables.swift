import LiveTables
import Testing

@testable import livetable

/// Tables for a sink, and what it shows of them.
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

  /// Runs a sink, and hands out what it has shown, change by change.
  func shown(
    _ sink: ScreenSink, _ body: (_ next: () async throws -> [String]) async throws -> Void
  ) async throws {
    // On a busy machine, an answer to a key would go before a test looks at it.
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

  /// The next rows that are others than some: where keys follow each other, what they lead to may be shown twice.
  func rows(otherThan old: [String], _ next: () async throws -> [String]) async throws -> [String] {
    while true {
      let rows = try await next()
      if rows != old { return rows }
    }
  }

  /// Waits until all is done that keys have asked for, also where that is nothing.
  func waitUntilShown(_ sink: ScreenSink) async {
    await withCheckedContinuation { done in sink.whenUpToDate { done.resume() } }
  }
}
