#if SQLite
import LiveTables

/// A statement with the values that are bound to it.
///
/// Interpolated values are bound, not inserted into the SQL:
///
/// ```swift
/// let query: SQL = "SELECT * FROM mail WHERE folder = \(folder) AND subject LIKE \(pattern)"
/// ```
///
/// You can interpolate a query into another query, along with its values. To interpolate the name of a table or column,
/// use `\(identifier: name)`, which quotes the name.
public struct SQL: Sendable {
  /// The SQL, with a `?` for each value.
  package var sql: String
  /// The values, in the order of their question marks.
  package var arguments: [DatabaseValue]

  /// Creates a query from SQL that is composed at run time.
  ///
  /// - Parameters:
  ///   - sql: The SQL, with a `?` for each value.
  ///   - arguments: The values. If their number does not match, running the query throws.
  public init(sql: String, arguments: [DatabaseValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}

extension SQL: Hashable {
  /// Returns whether both queries have the same SQL, compared by byte, and the same values.
  public static func == (one: SQL, two: SQL) -> Bool {
    one.sql.utf8.elementsEqual(two.sql.utf8) && one.arguments == two.arguments
  }

  /// Hashes the SQL and the values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(DatabaseValue.text(sql))
    hasher.combine(arguments)
  }
}

extension SQL: ExpressibleByStringInterpolation {
  /// Creates a query without values.
  public init(stringLiteral value: String) { self.init(sql: value) }

  /// Creates a query from interpolated SQL and values.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.query }

  /// The interpolation of SQL and values.
  public struct StringInterpolation: StringInterpolationProtocol {
    var query = SQL(sql: "")

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) { query.sql.reserveCapacity(literalCapacity) }

    /// Appends SQL.
    public mutating func appendLiteral(_ literal: String) { query.sql += literal }

    /// Appends a value, which is bound to the statement.
    public mutating func appendInterpolation(_ value: some DatabaseBindable) {
      query.sql += "?"
      query.arguments.append(value.databaseValue)
    }

    /// Appends another query with its values.
    public mutating func appendInterpolation(_ query: SQL) {
      self.query.sql += query.sql
      self.query.arguments += query.arguments
    }

    /// Appends the quoted name of a table or column.
    public mutating func appendInterpolation(identifier: String) { query.sql += identifier.quotedIdentifier }
  }
}

extension SQL {
  /// The query in parentheses, for use in another query, without a semicolon at its end.
  var asTable: SQL {
    let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
    return SQL(sql: "(\(end.map { sql[...$0] } ?? "")\n)", arguments: arguments)
  }
}

extension SQL: CustomStringConvertible {
  /// The SQL without bound values, which may be sensitive.
  public var description: String { sql }
}

extension String {
  var quotedIdentifier: String { "\"" + replacingScalars("\"", with: "\"\"") + "\"" }
}
#endif
