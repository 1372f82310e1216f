/// Where tables come from: the runs of a command, or a stream.
protocol Feed: Sendable {
  /// Whether what is shown stays to be looked at when the feed has ended.
  var staysAtEnd: Bool { get }

  /// Whether it ends after as many tables as the command line says.
  var isCounted: Bool { get }

  /// When it makes the next table, where that can be chosen.
  var pacing: Pacing? { get }

  /// Changes what it makes tables of, where keys can do that.
  @MainActor var editor: (any DatabaseEditor)? { get }

  /// What people call it.
  @MainActor var caption: String { get }

  /// Makes tables until there are no more, or the task is cancelled.
  ///
  /// What is no use is reported to the sink, and the feed goes on.
  ///
  /// - Throws: What the sink throws, and errors after which there is no use in going on.
  func run(into sink: any Sink) async throws
}

extension Feed {
  var isCounted: Bool { false }

  var pacing: Pacing? { nil }

  var editor: (any DatabaseEditor)? { nil }
}
