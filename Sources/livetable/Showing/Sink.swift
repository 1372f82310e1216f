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

  /// Tells people what is going on, if there is a place for it.
  func note(_ news: String)

  /// All is well again, also what was reported.
  func clear()
}
