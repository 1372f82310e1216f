#if SQLite
import LiveTables

/// An SQL statement and its arguments.
///
/// Interpolated values are bound as arguments, rather than inserted into the SQL text:
///
/// ```swift
/// let query: SQLQuery = "SELECT * FROM mail WHERE folder = \(folder) AND subject LIKE \(pattern)"
/// ```
///
/// You can interpolate a query into another query. To interpolate the name of a table or column, use
/// `\(identifier: name)`, which quotes it.
///
/// Queries are equal if their arguments are equal and their SQL texts consist of the same bytes.
public struct SQLQuery: Hashable, Sendable {
  private let text: ByteText
  /// The arguments, in the order of their question marks.
  package let arguments: [SQLiteValue]

  /// The SQL text, with a `?` for each argument.
  package var sql: String { text.string }

  /// Creates a query from SQL text that is composed at run time.
  ///
  /// - Parameters:
  ///   - sql: The SQL text, with a `?` for each argument.
  ///   - arguments: The arguments. If their number differs from the number of question marks, running the query throws
  ///     an error.
  public init(sql: String, arguments: [SQLiteValue] = []) {
    text = ByteText(sql)
    self.arguments = arguments
  }
}

extension SQLQuery: ExpressibleByStringInterpolation {
  /// Creates a query that has no arguments.
  public init(stringLiteral value: String) { self.init(sql: value) }

  /// Creates a query from interpolated SQL and values.
  public init(stringInterpolation: StringInterpolation) {
    self.init(sql: stringInterpolation.sql, arguments: stringInterpolation.arguments)
  }

  /// An interpolation that collects SQL text and values.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = ""
    fileprivate var arguments: [SQLiteValue] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) { sql.reserveCapacity(literalCapacity) }

    /// Appends SQL text.
    public mutating func appendLiteral(_ literal: String) { sql += literal }

    /// Appends a value, which is bound to the statement as an argument.
    public mutating func appendInterpolation(_ value: some DatabaseBindable) {
      sql += "?"
      arguments.append(value.databaseValue)
    }

    /// Appends another query with its arguments.
    public mutating func appendInterpolation(_ query: SQLQuery) {
      sql += query.sql
      arguments += query.arguments
    }

    /// Appends the quoted name of a table or column.
    public mutating func appendInterpolation(identifier: String) { sql += identifier.quotedIdentifier }
  }
}

extension SQLQuery {
  /// The query in parentheses, without a semicolon at its end, for use in another query.
  var asTable: SQLQuery {
    let end = sql.lastIndex { !$0.isWhitespace && $0 != ";" }
    return SQLQuery(sql: "(\(end.map { sql[...$0] } ?? "")\n)", arguments: arguments)
  }
}

extension SQLQuery: CustomStringConvertible {
  /// The SQL text without the bound arguments, because these may contain sensitive data.
  public var description: String { sql }
}

extension String {
  var quotedIdentifier: String { "\"" + replacingScalars("\"", with: "\"\"") + "\"" }
}
#endif
