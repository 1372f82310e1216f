import LiveTables

@testable import livetable

/// A sink that writes down what it is given.
@MainActor final class RecordingSink: Sink {
  nonisolated let pendingTableLimit = 256
  private(set) var hasTrouble = false
  /// The identities of the rows of each table.
  private(set) var tables: [[String]] = []
  private(set) var columns: [String] = []
  private(set) var reports: [String] = []
  private(set) var notes: [String] = []
  private(set) var superseded = 0
  /// Is called with each table; may throw, as a sink does where nobody looks.
  var onShow: (([String]) throws -> Void)?
  /// Is called with each note.
  var onNote: (() -> Void)?
  /// Is called with each report.
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
