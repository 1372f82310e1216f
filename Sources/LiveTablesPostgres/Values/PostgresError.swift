#if Postgres
/// An error from PostgreSQL or from the connection to the server.
///
/// Errors never contain passwords.
public struct PostgresError: Error, Hashable, Sendable {
  /// The server's error code (`SQLSTATE`), for example `28P01`, or `nil` if the error does not come from the server.
  public let code: String?
  /// A description of the problem that occurred.
  public let message: String
  /// A suggestion for resolving the problem, or `nil` if there is none.
  public let hint: String?
  let isTransient: Bool
  /// Whether the error only reports that a wait has lasted for some time.
  package var isWaiting = false

  init(code: String? = nil, _ message: String, hint: String? = nil, isTransient: Bool = false) {
    self.code = code
    self.message = message
    self.hint = hint
    self.isTransient = isTransient
  }
}

extension PostgresError: CustomStringConvertible {
  /// The error's message, code, and hint.
  public var description: String {
    message + (code.map { " (SQLSTATE \($0))" } ?? "") + (hint.map { "; \($0)" } ?? "")
  }
}

extension PostgresError {
  init(code: String?, server message: String, hint: String?) {
    self.init(code: code, message, hint: hint, isTransient: code.map(Self.isTransient) ?? true)
  }

  /// Creates the error for a failed connection from libpq's verbose message.
  ///
  /// - Parameters:
  ///   - hidden: Values to hide if the message quotes them.
  init(connecting text: String, hiding hidden: [String] = []) {
    var text = String(text.prefix(Self.longest))
    for value in hidden { text = text.replacing("\"\(value)\"", with: "\"…\"") }
    var code: String?
    var lines: [Substring] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("LOCATION:") {
      // In verbose messages, the code follows the severity: “FATAL:  28P01: …”.
      guard let match = line.firstMatch(of: #/:\s+((?=[A-Z]*[0-9])[0-9A-Z]{5}): /#) else {
        lines.append(line)
        continue
      }
      code = String(match.output.1)
      lines.append(line.replacing(match.output.0, with: ": ", maxReplacements: 1))
    }
    self.init(
      code: code, Self.sentence(lines.joined(separator: "\n")),
      hint: text.contains("no password supplied")
        ? "set PGPASSWORD, a password file, or password=… in the connection string" : nil,
      isTransient: code.map(Self.isTransient) ?? !Self.isMistake(text))
  }

  static let longest = 8_192

  /// Returns whether libpq's message describes an error in the settings, in which case retrying cannot help.
  private static func isMistake(_ text: String) -> Bool {
    if ["refused", "timeout expired", "Temporary failure"].contains(where: { text.contains($0) }) { return false }
    return mistakes.contains { text.contains($0) }
  }

  private static let mistakes = [
    "invalid integer value", "invalid port number", "invalid sslmode value", "invalid target_session_attrs value",
    "invalid channel_binding value", "invalid gssencmode value", "invalid ssl_min_protocol_version value",
    "invalid ssl_max_protocol_version value", "invalid require_auth value", "invalid load_balance_hosts value",
    "invalid SSL protocol version range", "when SSL support is not compiled in", "could not match",
    "root certificate file", "certificate file", "private key file", "certificate present, but not private key",
    "does not match host name", "certificate verify failed", "server does not support SSL", "definition of service",
    "service file", "no password supplied", "is too long (maximum", "could not parse network address",
    "channel binding is required", "channel binding required", "authentication method requirement",
    "GSSAPI encryption required", "Name or service not known", "nodename nor servname", "No address associated",
  ]

  static func lost(_ words: String) -> PostgresError {
    PostgresError(
      words.isEmpty ? "the connection to the server is gone" : sentence(words), isTransient: true)
  }

  /// Returns the lines of libpq's message as a single line, without repeated lines.
  ///
  /// An indented line continues the previous line. If there are several hosts or attempts, libpq reports each of them.
  private static func sentence(_ text: String) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
      if words.isEmpty { continue }
      if line.first == "\t", let last = lines.popLast() {
        // The line either continues the sentence or begins a new one.
        let isNew = words.first?.isUppercase ?? false && last.last.map { !".?!".contains($0) } ?? false
        let end = isNew ? "; " : " "
        lines.append(last + end + words)
      } else {
        lines.append(words)
      }
    }
    var seen: Set<String> = []
    return lines.filter { seen.insert($0).inserted }.joined(separator: "; ")
  }

  static func silent(_ time: Duration) -> PostgresError {
    PostgresError("the server has not answered for \(time)", isTransient: true)
  }

  static let invalidConnectionString = PostgresError(
    "the connection string is malformed",
    hint: "write host=… dbname=… user=…, or postgresql://user@host/database")

  /// Returns the error for an edit whose outcome cannot be determined because the response to the commit was lost.
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

  static func rowIsKept(_ key: [String?]?) -> PostgresError {
    PostgresError(
      "the server has left the row \(name(key)) as it was",
      hint: "a trigger or a rule of the table may have dropped the change")
  }

  /// Returns the error for an edit after which the row has a different key or does not exist.
  static func rowIsElsewhere(_ key: [String?]?) -> PostgresError {
    PostgresError(
      "the server has no row \(name(key)) after the edit that puts it there",
      hint: "a trigger or a rule of the table may have changed its key, or deleted it")
  }

  static func undecodable(_ error: DecodingError, in table: String, key: [String?]) -> PostgresError {
    let context: DecodingError.Context? =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    let column = (context?.codingPath.first?.stringValue).map { "column “\($0)” of " } ?? ""
    return PostgresError(
      "\(column)the row \(name(key)) of \(table) cannot be decoded: \(context?.debugDescription ?? "\(error)")",
      hint: "use a type that has all values of the column; a String has those of any")
  }

  private static func name(_ key: [String?]?) -> String {
    "“\((key ?? []).map { ($0 ?? "NULL").prefix(64) }.joined(separator: ", "))”"
  }

  /// Whether the connection was lost, or the server is shutting down.
  var isOfConnection: Bool { isTransient && code.map { $0.hasPrefix("08") || $0.hasPrefix("57") } ?? true }

  /// Returns whether an error code is temporary: lost connections, full queues, servers that start or stop, or slots in
  /// use.
  private static func isTransient(_ code: String) -> Bool {
    ["08", "40", "53", "55", "57", "58", "XX"].contains { code.hasPrefix($0) }
  }
}
#endif
