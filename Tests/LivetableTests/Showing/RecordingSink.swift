import LiveTables

@testable import livetable

/// A sink that records its input.
@MainActor final class RecordingSink: Sink {
  nonisolated let pendingTableLimit = 256
  private(set) var hasTrouble = false
  /// The identities of the rows of each table.
  private(set) var tables: [[String]] = []
  private(set) var columns: [String] = []
  private(set) var reports: [String] = []
  private(set) var notes: [String] = []
  private(set) var superseded = 0
  /// Called with the identities of each table; may throw, as a sink without a reader does.
  var onShow: (([String]) throws -> Void)?
  /// Called for each note.
  var onNote: (() -> Void)?
  /// Called for each report.
  var onReport: (() -> Void)?

  func show(_ table: FeedTable) async throws {
    tables.append(table.table.map(\.identity.string))
    columns = table.columns
    superseded += table.skippedCount
    try onShow?(tables[tables.count - 1])
  }

  func report(_ trouble: String) {
    reports.append(trouble)
    hasTrouble = true
    onReport?()
  }

  func note(_ news: String) {
    notes.append(news)
    onNote?()
  }

  func clear() { hasTrouble = false }
}
