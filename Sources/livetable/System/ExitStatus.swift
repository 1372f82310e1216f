struct ExitStatus: Equatable, Sendable {
  let code: Int32

  /// The tool succeeded; for `diff`, the tables are equal.
  static let success = ExitStatus(code: 0)
  /// The tables of `diff` differ.
  static let different = ExitStatus(code: 1)
  /// The command line or the input is invalid, or the command failed.
  static let trouble = ExitStatus(code: 2)

  static func ended(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }
}
