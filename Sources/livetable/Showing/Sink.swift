/// Where tables go: to the terminal, or line by line to standard output.
@MainActor protocol Sink: AnyObject, Sendable {
  /// How many tables may wait in front of it; of more, the newest is taken.
  nonisolated var patience: Int { get }

  /// Whether something was reported and not cleared since.
  var hasTrouble: Bool { get }

  /// Shows a table.
  ///
  /// - Returns: When the sink is ready for the next one.
  /// - Throws: An error where nobody looks at what is shown any more.
  func show(_ table: FedTable) async throws

  /// Tells people what is wrong; it is the first thing they should know until it is cleared.
  func report(_ trouble: String)

  /// Whether rows are shown that could be read in part; else they are left out, unless the command line says so.
  nonisolated var showsPartialRows: Bool { get }

  /// Tells people what is going on, if there is a place for it.
  func note(_ news: String)

  /// All is well again, also what was reported.
  func clear()
}

extension Sink {
  nonisolated var showsPartialRows: Bool { false }

  /// Tells people of a line that could not be read; if the command line has allowed it, that is no trouble.
  func complain(_ complaint: String, isLenient: Bool) {
    if isLenient, !showsPartialRows { StandardStream.complain(complaint) } else { report(complaint) }
  }

  /// Shows a table whose lines were read at once, and tells people what is wrong with them, unless they know.
  ///
  /// - Parameter known: What they know.
  func show(_ table: FedTable, complaining known: inout Complaints, isLenient: Bool) async throws {
    if table.complaints.isEmpty || table.complaints != known { clear() }
    if table.complaints != known {
      for complaint in table.complaints.texts { complain(complaint, isLenient: isLenient) }
    }
    known = table.complaints
    try await show(table)
  }
}
