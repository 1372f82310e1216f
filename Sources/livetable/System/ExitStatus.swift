/// What the tool exits with.
struct ExitStatus: Equatable, Sendable {
  let code: Int32

  /// All is well; for `diff`, the tables are equal.
  static let success = ExitStatus(code: 0)
  /// For `diff`, the tables are different.
  static let different = ExitStatus(code: 1)
  /// The command line, the input or the command is no use.
  static let trouble = ExitStatus(code: 2)

  /// A signal has ended the tool, as shells tell it.
  static func ended(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }
}
