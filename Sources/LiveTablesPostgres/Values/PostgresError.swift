#if Postgres
/// What PostgreSQL, or the way to it, did not do, and where that is known, what to do about it.
///
/// No error has a password in it.
public struct PostgresError: Error, Hashable, Sendable {
  /// The code of five characters that the server gave (`SQLSTATE`), such as `28P01`; `nil` if the error is not the server's.
  public let code: String?
  /// What is wrong.
  public let message: String
  /// What to do.
  public let hint: String?
  /// Whether the same may work a moment later.
  let isTransient: Bool

  init(code: String? = nil, _ message: String, hint: String? = nil, isTransient: Bool = false) {
    self.code = code
    self.message = message
    self.hint = hint
    self.isTransient = isTransient
  }
}

extension PostgresError: CustomStringConvertible {
  /// The message, the code and the hint.
  public var description: String {
    message + (code.map { " (SQLSTATE \($0))" } ?? "") + (hint.map { "; \($0)" } ?? "")
  }
}

extension PostgresError {
  /// An error that the server has reported.
  init(code: String?, server message: String, hint: String?) {
    self.init(code: code, message, hint: hint, isTransient: code.map(Self.isTransient) ?? true)
  }

  /// A connection that could not be made, from libpq's verbose text.
  init(connecting text: String) {
    var code: String?
    var lines: [Substring] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("LOCATION:") {
      // Verbose messages have the code between the severity and the words: “FATAL:  28P01: …”.
      guard let match = line.firstMatch(of: #/:\s+((?=[A-Z]*[0-9])[0-9A-Z]{5}): /#) else {
        lines.append(line)
        continue
      }
      code = String(match.output.1)
      lines.append(line.replacing(match.output.0, with: ": ", maxReplacements: 1))
    }
    self.init(
      code: code, lines.joined(separator: "; ").replacing(#/[ \t]+/#, with: " "),
      isTransient: code.map(Self.isTransient) ?? true)
  }

  /// A connection that is gone.
  static func lost(_ words: String) -> PostgresError {
    PostgresError(
      words.isEmpty ? "the connection to the server is gone" : words.split(separator: "\n").joined(separator: "; "),
      isTransient: true)
  }

  /// A server that has not answered in time.
  static func silent(_ time: Duration) -> PostgresError {
    PostgresError("the server has not answered for \(time)", isTransient: true)
  }

  static let invalidConnectionString = PostgresError(
    "the connection string is malformed",
    hint: "write host=… dbname=… user=…, or postgresql://user@host/database")

  /// An edit of which the answer to the commit was lost, and nobody can be asked for it.
  static func unknownOutcome(_ cause: String) -> PostgresError {
    PostgresError(
      "the connection was lost in the commit, and it is not known whether the edit was made: \(cause)",
      hint: "the table shows it if it was")
  }

  static let closed = PostgresError("the table is closed")

  static let notYetRead = PostgresError(
    "the table has not been read yet, so it cannot be edited", hint: "wait for its first state", isTransient: true)

  static let cannotBeWritten = PostgresError("the writer cannot write this edit", hint: "give it this ability")

  static let rowIsGone = PostgresError("the row does not exist any more")

  /// Whether the connection is what was lost, or the server stops.
  var isOfConnection: Bool { isTransient && code.map { $0.hasPrefix("08") || $0.hasPrefix("57") } ?? true }

  /// Trouble that passes: lost connections, full queues, servers that start or stop, slots that are in use.
  private static func isTransient(_ code: String) -> Bool {
    ["08", "40", "53", "55", "57", "58", "XX"].contains { code.hasPrefix($0) }
  }
}
#endif
