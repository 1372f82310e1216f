#if SQLite
internal import CSQLite

/// A connection to a database, for as long as a `read` or `write` lasts.
///
/// It is handed to the closure of ``SQLiteDatabase/read(_:)`` or ``SQLiteDatabase/write(_:)``, runs on its own queue, and cannot leave it. Statements are prepared once and kept.
public final class DatabaseConnection {
  /// How a connection is opened.
  struct Settings: Sendable {
    var path: String
    var isReadOnly = false
    var createsFile = false
    /// Whether statements that change something are refused.
    var isQueryOnly = false
    var busyTimeout = Duration.seconds(5)
    var enforcesForeignKeys = true
    var statementLimit = 64
    var trace: (@Sendable (String) -> Void)?
    /// Waited for before a connection is opened.
    var gate: ConnectionGate?
    /// Whether this process's writer is at work, for connections that read.
    var ownWrites: OwnWrites?
  }

  let handle: OpaquePointer
  let settings: Settings
  let file: OpenFile?
  /// The file that the path named when it was opened; it may name another one since.
  let identity: FileIdentity?
  var isYielding = false
  var hasYielded = false
  /// Whether the body of a write has committed by itself; `nil` while none runs.
  private var hasCommitted: (() -> Bool)?
  private var statements: StatementCache
  let patience: BusyPatience
  private let tracer: Tracer?
  /// The last one, so that it goes when the file is closed.
  private let pass: ConnectionGate.Pass?

  /// Opens the file that the path names now, as soon as connections may be opened.
  static func current(_ settings: Settings) throws -> DatabaseConnection {
    let pass = settings.gate?.pass()
    let connection = try DatabaseConnection(settings, pass)
    // A link on the path may be replaced while the file is opened.
    return connection.isCurrent ? connection : try DatabaseConnection(settings, pass)
  }

  /// Whether the file is the one that the path names now.
  var isCurrent: Bool { identity == FileIdentity(path: settings.path) }

  init(_ settings: Settings, _ pass: ConnectionGate.Pass? = nil) throws {
    self.settings = settings
    self.pass = pass
    statements = StatementCache(limit: settings.statementLimit)
    patience = BusyPatience(settings.busyTimeout)
    tracer = settings.trace.map { Tracer($0) }
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    flags |= settings.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    if settings.createsFile { flags |= SQLITE_OPEN_CREATE }
    var handle: OpaquePointer?
    let identity = FileIdentity(path: settings.path)
    let code = sqlite3_open_v2(settings.path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = DatabaseError(code, of: handle)
      sqlite3_close_v2(handle)
      throw DatabaseError(code: error.extendedCode, message: "\(error.message): \(settings.path)")
    }
    self.handle = handle
    self.identity = identity ?? FileIdentity(path: settings.path)
    file = OpenFile(of: handle)
    patience.install(on: handle)
    tracer?.install(on: handle)
    // A task that is cancelled ends what runs for it.
    sqlite3_progress_handler(handle, 10_000, Self.progress, Unmanaged.passUnretained(self).toOpaque())
    if settings.enforcesForeignKeys, !settings.isReadOnly { try execute("PRAGMA foreign_keys = ON") }
    if settings.isQueryOnly { try execute("PRAGMA query_only = ON") }
  }

  /// The file is closed with the last statement, and those that are kept go now.
  deinit {
    sqlite3_close_v2(handle)
    statements = StatementCache(limit: 0)
  }

  // MARK: - Statements

  /// Runs a statement to its end.
  ///
  /// - Parameter query: The statement and its values.
  /// - Throws: ``DatabaseError``, or ``QueryError`` if the values do not match. `CancellationError` if the task is
  ///   cancelled meanwhile.
  public func execute(_ query: SQL) throws {
    try withStatement(query) { statement in
      while try statement.step() {}
    }
  }

  /// Runs several statements, which have no values.
  ///
  /// - Parameter script: The statements, each with a semicolon at its end.
  /// - Throws: ``DatabaseError`` for the first that fails; those before it have been run.
  public func execute(script: String) throws {
    try script.withCString { text in
      var rest = text
      while rest.pointee != 0 {
        guard let statement = try Statement(next: &rest, on: handle) else { continue }
        try checkTransaction()
        while try statement.step() {}
      }
    }
  }

  /// Runs a query and makes something of every row.
  ///
  /// - Parameters:
  ///   - query: What is asked.
  ///   - transform: The row is good for the length of the call.
  /// - Throws: ``DatabaseError``, ``QueryError``, what `transform` throws. `CancellationError` if the task is cancelled.
  public func map<Value>(_ query: SQL, _ transform: (DatabaseRow) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try forEach(query) { values.append(try transform($0)) }
    return values
  }

  /// Runs a query and looks at every row.
  ///
  /// - Parameters:
  ///   - query: What is asked.
  ///   - body: The row is good for the length of the call.
  func forEach(_ query: SQL, _ body: (DatabaseRow) throws -> Void) throws {
    try withStatement(query) { statement in
      let row = DatabaseRow(statement)
      while try statement.step() { try body(row) }
    }
  }

  /// Reads all rows of a query, decoded by the names of its columns.
  ///
  /// - Parameters:
  ///   - type: What a row becomes.
  ///   - query: The query and its values.
  /// - Returns: The rows, in the order of the query.
  /// - Throws: As ``map(_:_:)``, and `DecodingError`.
  public func rows<Value: Decodable>(of type: Value.Type, _ query: SQL) throws -> [Value] {
    try map(query) { try $0.decode(type) }
  }

  /// Reads the first column of the first row.
  ///
  /// - Parameters:
  ///   - query: The query and its values.
  ///   - type: What the value becomes.
  /// - Returns: The value.
  /// - Throws: ``QueryError/noRows(_:)`` if there is none, and as ``execute(_:)``.
  public func value<Value: Decodable>(_ query: SQL, as type: Value.Type) throws -> Value {
    try withStatement(query) { statement in
      guard try statement.step() else { throw QueryError.noRows(query.sql) }
      return try DatabaseRow(statement).decode(type, at: 0)
    }
  }

  /// Finds out the columns of a query, without running it.
  ///
  /// - Parameter query: The query.
  /// - Returns: The names of the columns, in order.
  /// - Throws: ``DatabaseError`` if the query is not valid.
  package func columns(of query: SQL) throws -> [String] {
    // As a part of another query it has the names that its rows have: `"a"` may be a string, and two columns one name.
    let asPart = try? Statement("SELECT * FROM \(query.asTable.sql)", on: handle, isKept: false)
    guard let statement = try asPart ?? Statement(query.sql, on: handle, isKept: false) else {
      throw QueryError.noRows(query.sql)
    }
    return statement.columns
  }

  /// The id that SQLite gave to the row inserted last on this connection.
  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs a prepared statement, which is kept for the next time.
  func withStatement<Result>(_ query: SQL, _ body: (Statement) throws -> Result) throws -> Result {
    try checkTransaction()
    let statement: Statement
    if let kept = statements.take(query.sql) {
      statement = kept
    } else {
      guard let fresh = try Statement(query.sql, on: handle, isKept: true) else {
        throw QueryError.noRows(query.sql)
      }
      guard fresh.tail.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
        throw QueryError.severalStatements(query.sql)
      }
      statement = fresh
    }
    defer {
      statement.reset()
      statements.put(statement)
    }
    try statement.bind(query.arguments)
    return try body(statement)
  }

  // MARK: - Transactions

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs a body whose statements are all of the transaction that is open: when it was rolled back, they throw.
  ///
  /// SQLite does that by itself for `OR ROLLBACK`, a full disk or an interrupt. What came then would be committed at once.
  ///
  /// - Parameter hasCommitted: Whether the body has committed by itself; then it goes on without a transaction.
  func inTransaction<Result>(
    unless hasCommitted: @escaping () -> Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    self.hasCommitted = hasCommitted
    defer { self.hasCommitted = nil }
    return try body()
  }

  private func checkTransaction() throws {
    if let hasCommitted, !isInTransaction, !hasCommitted() { throw QueryError.rolledBack }
  }

  /// A number that changes when another connection commits, and not when this one does.
  func dataVersion() throws -> Int64 {
    try withStatement("PRAGMA data_version") { statement in
      _ = try statement.step()
      return sqlite3_column_int64(statement.pointer, 0)
    }
  }

  /// A number that changes with the schema.
  func schemaVersion() throws -> Int64 {
    try withStatement("PRAGMA schema_version") { statement in
      _ = try statement.step()
      return sqlite3_column_int64(statement.pointer, 0)
    }
  }

  /// Runs without waiting for others.
  func withoutPatience<Result>(_ body: () throws -> Result) rethrows -> Result {
    patience.isOn = false
    defer { patience.isOn = true }
    return try body()
  }
}
#endif
