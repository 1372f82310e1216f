#if SQLite
import LiveTables

/// A statement and the values that are bound in it.
///
/// What is interpolated is bound, never pasted into the SQL:
///
/// ```swift
/// let query: SQL = "SELECT * FROM mail WHERE folder = \(folder) AND subject LIKE \(pattern)"
/// ```
///
/// A query that is interpolated into another one takes its values with it. Names of tables and columns go in by
/// `\(identifier: name)`, in quotes.
public struct SQL: Sendable {
  /// The SQL, with a `?` for every value.
  package var sql: String
  /// The values, in the order of their question marks.
  package var arguments: [DatabaseValue]

  /// Creates a query of SQL that is made up as the program runs.
  ///
  /// - Parameters:
  ///   - sql: The SQL, with a `?` for every value.
  ///   - arguments: The values. If there are too few or too many, running the query throws.
  public init(sql: String, arguments: [DatabaseValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}

extension SQL: Hashable {
  /// Whether both have the same SQL, byte by byte, and the same values.
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
  /// SQL without values.
  public init(stringLiteral value: String) { self.init(sql: value) }

  /// SQL with values.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.query }

  /// Collects SQL and values.
  public struct StringInterpolation: StringInterpolationProtocol {
    var query = SQL(sql: "")

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) { query.sql.reserveCapacity(literalCapacity) }

    /// SQL.
    public mutating func appendLiteral(_ literal: String) { query.sql += literal }

    /// A value, to be bound.
    public mutating func appendInterpolation(_ value: some DatabaseBindable) {
      query.sql += "?"
      query.arguments.append(value.databaseValue)
    }

    /// Another query, with its values.
    public mutating func appendInterpolation(_ query: SQL) {
      self.query.sql += query.sql
      self.query.arguments += query.arguments
    }

    /// The name of a table or a column, in quotes.
    public mutating func appendInterpolation(identifier: String) { query.sql += identifier.quotedIdentifier }
  }
}

extension SQL {
  /// The query in parentheses, as a part of another one: it may end with a semicolon or a comment.
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
  /// The name as SQL has it, in double quotes.
  var quotedIdentifier: String { "\"" + replacingScalars("\"", with: "\"\"") + "\"" }
}
#endif
