extension TableDiagnostic {
  /// The message for standard error, with the view's origin, because tests create many views.
  package var logLine: String { "LiveTables: \(self)" + (origin.map { " (the view was made at \($0))" } ?? "") }

  func log() { writeToStandardError(logLine) }
}
