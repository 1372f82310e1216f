/// A source of tables, such as the runs of a command, or a stream.
protocol Feed: Sendable {
  /// Whether the last table stays on the screen when the feed has ended.
  var staysAtEnd: Bool { get }

  /// Whether the feed ends after the number of tables that the command line sets.
  var isCounted: Bool { get }

  /// The schedule of the feed's tables, if the user can control it.
  var pacing: Pacing? { get }

  /// The editor, if the user can change the feed's query or cells.
  @MainActor var editor: (any DatabaseEditor)? { get }

  @MainActor var caption: String { get }

  /// Creates tables until there are no more, or the task is cancelled.
  ///
  /// The feed reports invalid input to the sink, and continues.
  ///
  /// - Throws: An error of the sink, or an error after which the feed cannot continue.
  func run(into sink: any Sink) async throws
}

extension Feed {
  var isCounted: Bool { false }

  var pacing: Pacing? { nil }

  var editor: (any DatabaseEditor)? { nil }
}
