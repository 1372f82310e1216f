#if SQLite
import Foundation
import LiveTables
import LiveTablesSQLite

/// An object that changes the query of `livetable sqlite`, and the cells of its rows.
@MainActor final class SQLiteEditor: DatabaseEditor {
  enum Refusal: Error, CustomStringConvertible {
    case noTable
    case noRow
    case severalRows(Int)
    case isBlob

    var description: String {
      switch self {
      case .noTable: "only rows of a single table can be changed; press : and enter its name"
      case .noRow: "not changed: the row has changed since it was shown"
      case .severalRows(let count): "not changed: \(count) rows are the same"
      case .isBlob: "not changed: the value is a BLOB"
      }
    }
  }

  struct Query: Sendable {
    /// The query as the user typed it, or `nil` for the list of tables.
    var text: String?
    /// The statement for the query, for all rows of a table that the query names, or for the list of tables.
    var select: SQLQuery
    /// The table, if the query selects all columns of a single table.
    var table: String?
  }

  private let options: SQLiteOptions
  private var database: SQLiteDatabase?
  private var query = SQLiteEditor.listing
  /// The previous query, until the new query is shown.
  private var previousQuery: Query?
  /// The continuation of a stream that finishes when the requested query is shown, or throws the query's error.
  private var shown: AsyncThrowingStream<Void, any Error>.Continuation?
  private var signal: Signal?

  init(_ options: SQLiteOptions) { self.options = options }

  func begin(_ database: SQLiteDatabase) async throws {
    self.database = database
    query = try await Self.parsed(options.query, in: database)
  }

  func end() {
    database = nil
    shown?.finish(throwing: CancellationError())
  }

  var text: String { query.text ?? "" }

  var isListing: Bool { query.text == nil }

  var caption: String { "\(options.file): \(query.text ?? "tables")" }

  /// Returns the current statement.
  ///
  /// - Returns: The statement, and a sequence that has an element when another statement replaces it.
  func next() -> (select: SQLQuery, replacements: AsyncStream<Void>) {
    let (signal, replacements) = Signal.make()
    self.signal = signal
    return (query.select, replacements)
  }

  private static let listing = Query(
    text: nil,
    select: SQLQuery(
      sql: """
        SELECT name, type, sql AS definition FROM sqlite_schema
        WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """))

  private static func parsed(_ text: String?, in database: SQLiteDatabase) async throws -> Query {
    guard let text = text.map(unquoted) else { return listing }
    let name = text.trimmingCharacters(in: .whitespaces)
    let isTable = try await database.read { connection in
      try connection.value(
        "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = \(name) COLLATE NOCASE)",
        as: Bool.self)
    }
    if isTable || isName(name) { return Query(text: text, select: "SELECT * FROM \(identifier: name)", table: name) }
    return Query(text: text, select: SQLQuery(sql: text), table: table(of: text))
  }

  /// Returns a text without the double quotes around it, as in a quoted name or a query copied from a shell.
  private static func unquoted(_ text: String) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let inside = trimmed.dropFirst().dropLast().replacing("\"\"", with: "\u{0}")
    guard trimmed.utf8.count > 2, trimmed.hasPrefix("\""), trimmed.hasSuffix("\""), !inside.contains("\"") else {
      return text
    }
    return String(inside.replacing("\u{0}", with: "\""))
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

  func show(_ text: String) async throws {
    guard let database else { return }
    let words = text.trimmingPrefix { $0.isWhitespace }
    let next = try await Self.parsed(words.isEmpty ? nil : String(words), in: database)
    let options = options
    try await database.read { connection in
      _ = try SQLiteRows(options, columns: try connection.columns(of: next.select))
    }
    // A newer request replaces the previous one.
    shown?.finish(throwing: CancellationError())
    previousQuery = previousQuery ?? query
    query = next
    let (isShown, shown) = AsyncThrowingStream.makeStream(of: Void.self)
    self.shown = shown
    signal?.send()
    for try await _ in isShown {}
    try Task.checkCancellation()
  }

  /// Handles that the rows of the requested query are shown.
  func succeeded() {
    previousQuery = nil
    shown?.finish()
    shown = nil
  }

  /// Handles that the requested query cannot be shown.
  ///
  /// - Returns: Whether there is a previous query to show again.
  func failed(_ error: any Error) -> Bool {
    guard let previousQuery else { return false }
    query = previousQuery
    self.previousQuery = nil
    shown?.finish(throwing: error)
    shown = nil
    return true
  }

  func query(ofTable name: String) -> String {
    Self.isName(name) ? name : ("SELECT * FROM \(identifier: name)" as SQLQuery).sql
  }

  func set(_ column: String, of row: Record, to text: String) async throws {
    guard let database, let table = query.table else { throw Refusal.noTable }
    let names = row.object.columns.names
    let cells = Dictionary(zip(names, row.object.values)) { first, _ in first }
    guard let old = cells[column] else { throw Refusal.noTable }
    let new = Self.value(text, like: old)
    try await database.write { connection in
      let keys = try connection.map("SELECT name FROM pragma_table_info(\(table)) WHERE pk > 0") {
        $0[0]?.json.printed ?? ""
      }
      // Without a key, a row is identified by all of its cells.
      let isKnown = !keys.isEmpty && keys.allSatisfy { cells[$0] != nil }
      var condition: SQLQuery = "true"
      for name in isKnown ? Set(keys + [column]).sorted() : names {
        condition = "\(condition) AND \(identifier: name) IS \((cells[name] ?? .null).stored)"
      }
      try connection.execute("UPDATE \(identifier: table) SET \(identifier: column) = \(new) WHERE \(condition)")
      switch try connection.value("SELECT changes()", as: Int.self) {
      case 1: return
      case 0:
        // A BLOB is shown as text, and is not equal to that text.
        let type =
          old.isBlobText
          ? try connection.map(
            "SELECT 1 FROM \(identifier: table) WHERE typeof(\(identifier: column)) = 'blob' LIMIT 1"
          ) { _ in true } : []
        throw type.isEmpty ? Refusal.noRow : Refusal.isBlob
      case let count: throw Refusal.severalRows(count)
      }
    }
  }

  /// The table of a query that selects all columns of a single table, or `nil`.
  nonisolated static func table(of text: String) -> String? {
    let whole =
      /(?:\s|--[^\n]*\n|\/\*.*?\*\/)*SELECT\s+\*\s+FROM\s+(?:"((?:[^"]|"")+)"|(\w+))\s*(?:;|(?:WHERE|ORDER|LIMIT)\b.*)?/
      .ignoresCase()
    // The rows of a compound query may be from different tables.
    if text.contains(/\b(?:UNION|EXCEPT|INTERSECT)\b/.ignoresCase()) { return nil }
    guard let found = try? whole.dotMatchesNewlines().wholeMatch(in: text) else { return nil }
    return (found.1 ?? found.2).map { String($0).replacingScalars("\"\"", with: "\"") }
  }

  /// Returns the value for a text: `NULL` for the text `NULL`, or a number if the old value was a number.
  private static func value(_ text: String, like old: JSONValue) -> SQLiteValue {
    if text == "NULL" { return .null }
    if case .number = old, Measure(text)?.unit == Measure.Unit.none { return JSONValue.number(text).stored }
    return .text(text)
  }
}

extension JSONValue {
  fileprivate var isBlobText: Bool { if case .string(let text) = self { text.hasPrefix("x'") } else { false } }

  fileprivate var stored: SQLiteValue {
    switch self {
    case .null: .null
    case .number(let text):
      Int64(text).map(SQLiteValue.integer) ?? Double(text).map(SQLiteValue.real) ?? .text(text)
    default: .text(printed)
    }
  }
}
#endif
