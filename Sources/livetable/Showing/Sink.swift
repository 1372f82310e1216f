/// The destination of tables: the terminal, or lines on standard output.
@MainActor protocol Sink: AnyObject, Sendable {
  /// The maximum number of pending tables. If there are more, only the newest table is shown.
  nonisolated var pendingTableLimit: Int { get }

  /// Shows a table, and returns when the sink is ready for the next one.
  ///
  /// - Throws: An error if the reader has closed the output.
  func show(_ table: FeedTable) async throws

  /// Reports an error, which stays visible until it is cleared.
  func report(_ trouble: String)

  /// Whether the readable parts of invalid lines are shown even without `--lenient`.
  nonisolated var showsPartialRows: Bool { get }

  /// Shows a message about progress, if the sink shows such messages.
  func note(_ news: String)

  func clear()
}

extension Sink {
  nonisolated var showsPartialRows: Bool { false }

  /// Reports invalid lines, which are not errors with `--lenient`.
  func complain(_ complaints: Complaints, isLenient: Bool) {
    for text in complaints.texts {
      if isLenient, !showsPartialRows { StandardStream.complain(text) } else { report(text) }
    }
  }

  /// Shows a table that was read as a whole, and reports its invalid lines unless they were reported before.
  func show(_ table: FeedTable, complaining known: inout Complaints, isLenient: Bool) async throws {
    if table.complaints.isEmpty || table.complaints != known { clear() }
    if table.complaints != known { complain(table.complaints, isLenient: isLenient) }
    known = table.complaints
    try await show(table)
  }
}
