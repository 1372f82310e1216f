#if SQLite
import LiveTables
import LiveTablesSQLite

/// Changes the query of `livetable sqlite`, and cells of its rows.
@MainActor final class SQLiteEditor: DatabaseEditor {
  /// Why a cell was not changed.
  enum Refusal: Error, CustomStringConvertible {
    case noTable
    case noRow
    case severalRows(Int)

    var description: String {
      switch self {
      case .noTable: "only rows of one table can be changed: : and its name show them"
      case .noRow: "not changed: the row is not as it was shown"
      case .severalRows(let count): "not changed: \(count) rows are the same"
      }
    }
  }

  private let options: SQLiteOptions
  private var database: SQLiteDatabase?
  private var asked: String?
  private let signal: Signal
  /// Sent when another query is to be shown.
  let queries: AsyncStream<Void>

  init(_ options: SQLiteOptions) {
    self.options = options
    asked = options.query
    (signal, queries) = Signal.make()
  }

  /// Hands over the database, as long as it is open.
  func begin(_ database: SQLiteDatabase?) { self.database = database }

  var query: String { asked ?? "" }

  var isListing: Bool { asked == nil }

  var caption: String { "\(options.file): \(asked ?? "tables")" }

  /// The statement: all rows of a table where only its name is given, and the tables where nothing is.
  var select: SQL { Self.select(asked) }

  private static func select(_ query: String?) -> SQL {
    guard let query else {
      return SQL(
        sql: """
          SELECT name, type, sql AS definition FROM sqlite_schema
          WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
          """)
    }
    return isName(query) ? "SELECT * FROM \(identifier: query)" : SQL(sql: query)
  }

  private static func isName(_ query: String) -> Bool {
    !query.isEmpty && query.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  func names() async throws -> [String] {
    let names = try await database?.read { connection in
      try connection.map(
        """
        SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') UNION
        SELECT c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type IN ('table', 'view')
        """
      ) { $0[0]?.json.printed ?? "" }
    }
    return (names ?? []) + ["SELECT", "FROM", "WHERE", "ORDER BY", "GROUP BY", "HAVING", "LIMIT", "LIKE", "DESC"]
  }

  func show(_ query: String) async throws {
    let words = query.trimmingPrefix { $0.isWhitespace }
    let next = words.isEmpty ? nil : String(words)
    let (select, options) = (Self.select(next), options)
    try await database?.read { connection in _ = try RecordRows(options, columns: try connection.columns(of: select)) }
    asked = next
    signal.send()
  }

  func query(ofTable name: String) -> String {
    Self.isName(name) ? name : ("SELECT * FROM \(identifier: name)" as SQL).sql
  }

  func set(_ column: String, of row: Record, to text: String) async throws {
    guard let table else { throw Refusal.noTable }
    let names = row.object.columns.names
    let cells = Dictionary(zip(names, row.object.values)) { first, _ in first }
    guard let old = cells[column] else { throw Refusal.noTable }
    let new = Self.value(text, like: old)
    try await database?.write { connection in
      let keys = try connection.map("SELECT name FROM pragma_table_info(\(table)) WHERE pk > 0") {
        $0[0]?.json.printed ?? ""
      }
      // Without a key, a row is what all of its cells are.
      let isKnown = !keys.isEmpty && keys.allSatisfy { cells[$0] != nil }
      var condition: SQL = "true"
      for name in isKnown ? Set(keys + [column]).sorted() : names {
        condition = "\(condition) AND \(identifier: name) IS \((cells[name] ?? .null).stored)"
      }
      try connection.execute("UPDATE \(identifier: table) SET \(identifier: column) = \(new) WHERE \(condition)")
      switch try connection.value("SELECT changes()", as: Int.self) {
      case 1: return
      case 0: throw Refusal.noRow
      case let count: throw Refusal.severalRows(count)
      }
    }
  }

  /// The table whose rows are shown with all of their columns.
  private var table: String? {
    guard let asked else { return nil }
    if Self.isName(asked) { return asked }
    let whole = /\s*SELECT\s+\*\s+FROM\s+(?:"((?:[^"]|"")+)"|(\w+))\s*(?:;|(?:WHERE|ORDER|LIMIT)\b.*)?/.ignoresCase()
    guard let found = try? whole.dotMatchesNewlines().wholeMatch(in: asked) else { return nil }
    return (found.1 ?? found.2).map { String($0).replacing("\"\"", with: "\"") }
  }

  /// What is stored for a text: a number where there was one, and nothing for `NULL`; the column does the rest.
  private static func value(_ text: String, like old: JSONValue) -> DatabaseValue {
    if text == "NULL" { return .null }
    if case .number = old, Double(text) != nil { return JSONValue.number(text).stored }
    return .text(text)
  }
}

extension JSONValue {
  /// The value as the database has it.
  fileprivate var stored: DatabaseValue {
    switch self {
    case .null: .null
    case .number(let text):
      Int64(text).map(DatabaseValue.integer) ?? Double(text).map(DatabaseValue.real) ?? .text(text)
    default: .text(printed)
    }
  }
}
#endif
