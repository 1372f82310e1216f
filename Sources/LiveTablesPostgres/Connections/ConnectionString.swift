#if Postgres
internal import CPostgres
internal import Foundation

/// A connection string whose errors never quote a part that may belong to a password, and which debuggers do not show.
struct ConnectionString: Sendable, CustomReflectable {
  let text: String

  var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns the parameters of the connection string under their libpq names.
  ///
  /// - Throws: `PostgresError`. The error quotes a word of the string only if the word cannot belong to a password.
  func parameters() throws(PostgresError) -> [(name: String, value: String)] {
    // libpq would ignore everything after a NUL.
    if text.utf8.contains(0) { throw .invalidConnectionString }
    if let rest = uri { try checkAuthority(of: rest) }
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      defer { PQfreemem(message) }
      throw malformed(message.map { String(cString: $0) } ?? "")
    }
    defer { PQconninfoFree(options) }
    var found: [(name: String, value: String)] = []
    var option = options
    while let name = option.pointee.keyword {
      if let value = option.pointee.val { found.append((String(cString: name), String(cString: value))) }
      option += 1
    }
    for (name, value) in found { try check(value, of: name) }
    return found
  }

  /// The text after `postgresql://`, or `nil` for a string of keywords.
  private var uri: Substring? {
    for scheme in ["postgresql://", "postgres://"] where text.utf8.starts(with: scheme.utf8) {
      return Substring(text.utf8.dropFirst(scheme.utf8.count))
    }
    return nil
  }

  /// Rejects a URI whose password contains an unescaped `@` or `/`, because libpq would treat its rest as a host, port, or
  /// database, which errors show.
  private func checkAuthority(of rest: Substring) throws(PostgresError) {
    let at = UInt8(ascii: "@")
    let authority = rest.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let count = rest.utf8.count { $0 == at }
    if count == 0 || count == 1 && authority.contains(at) { return }
    throw PostgresError(
      "the connection string has an “@” in a place where it may belong to a password",
      hint:
        "behind postgresql://, write @ as %40, / as %2F and ? as %3F, but for the @ between the password and the host")
  }

  private func check(_ value: String, of name: String) throws(PostgresError) {
    switch name {
    case "port":
      let ports = value.split(separator: ",", omittingEmptySubsequences: false)
      for port in ports where !port.isEmpty && !(Int(port).map { (1...65_535).contains($0) } ?? false) {
        throw PostgresError(
          "the port\(maySay(port) ? " “\(port)”" : "") of the connection string is not a number from 1 to 65535")
      }
    case "host", "hostaddr":
      if value.utf8.contains(UInt8(ascii: "@")) {
        throw PostgresError(
          "the host of the connection string has an “@”, so that it may be a part of a password",
          hint: "write postgresql://user:password@host/database, or host=… user=… password=…")
      }
    case "dbname":
      if value.contains("://") {
        throw PostgresError(
          "the dbname of the connection string is a connection string itself", hint: "give that one alone")
      }
    default: break
    }
  }

  /// Returns the error for a string that libpq cannot parse, based on libpq's message.
  private func malformed(_ message: String) -> PostgresError {
    let named = message.firstMatch(of: #/(?:connection option|URI query parameter):? "([^"]*)"/#)?.output.1
    guard let named, maySay(named) else { return .invalidConnectionString }
    return PostgresError(
      "the connection string is malformed: there is no option “\(named)”",
      hint: PostgresError.invalidConnectionString.hint)
  }

  /// Returns whether a word cannot belong to a password because it neither follows `password` nor precedes an `@`.
  private func maySay(_ word: some StringProtocol) -> Bool {
    if text.utf8.contains(UInt8(ascii: "@")) { return false }
    let password = text.range(of: "pass", options: .caseInsensitive)
    if uri != nil { return password == nil && text.utf8.count { $0 == UInt8(ascii: ":") } == 1 }
    guard let password else { return true }
    return text.range(of: word).map { $0.upperBound <= password.lowerBound } ?? false
  }

  /// Returns whether a value may be shown because it cannot contain any part of a misplaced password.
  static func isPlain(_ value: String) -> Bool { !value.utf8.contains { "@:/=? ".utf8.contains($0) } }
}
#endif
