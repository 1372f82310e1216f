#if Postgres
/// The settings for connecting to a database.
///
/// ```swift
/// PostgresConnection("host=db.example.org dbname=mail user=reader sslmode=verify-full")
/// PostgresConnection("postgresql://reader@db1,db2/mail?target_session_attrs=read-write")
/// PostgresConnection("service=mail")
/// PostgresConnection()                               // all of it from the environment, as psql does
/// ```
///
/// Settings that the connection string omits come from environment variables, such as `PGHOST` and `PGPASSWORD`, or
/// from the password file. The settings' description omits passwords.
public struct PostgresConnection: Sendable {
  private let string: ConnectionString
  /// The host and port that replace those in the connection string.
  private var place: [(name: String, value: String)] = []

  /// Creates settings from a connection string in libpq's format, which is parsed when a connection is opened.
  public init(_ text: String = "") { string = ConnectionString(text: text) }

  /// Returns the settings for the host and port of an open connection.
  func at(_ place: [(name: String, value: String)]) -> PostgresConnection {
    var other = self
    other.place = place
    return other
  }

  /// Returns the parameters under their libpq names.
  func parameters() throws(PostgresError) -> [(name: String, value: String)] {
    try string.parameters()
  }

  /// Returns the parameters for libpq, including parameters that this module sets.
  func parameters(isReplication: Bool) throws(PostgresError) -> [(name: String, value: String)] {
    var all = try parameters()
    let needed = place + (isReplication ? [("replication", "database")] : []) + [("client_encoding", "UTF8")]
    all.removeAll { option in option.name == "replication" || needed.contains { $0.name == option.name } }
    all += needed
    // With these settings, the operating system detects a lost peer within half a minute.
    let defaults = [
      ("fallback_application_name", "livetables"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
    ]
    for (name, value) in defaults where !all.contains(where: { $0.name == name }) { all.append((name, value)) }
    return all
  }
}

extension PostgresConnection: CustomStringConvertible {
  /// A description of the host and database, without passwords.
  public var description: String {
    guard let parameters = try? parameters() else { return "PostgresConnection(malformed)" }
    let parts = parameters.compactMap { name, value -> String? in
      switch name {
      case "host", "hostaddr", "port": "\(name)=\(value)"
      case "service", "dbname", "user": "\(name)=\(ConnectionString.isPlain(value) ? value : "…")"
      default: nil
      }
    }
    return "PostgresConnection(\(parts.joined(separator: " ")))"
  }
}
#endif
