#if SQLite
internal import CSQLite

/// A database connection, which is valid only inside a `read` or `write` closure.
///
/// These closures are called on the connection's queue.
public final class DatabaseConnection {
  struct Settings: Sendable {
    var path: String
    var isReadOnly = false
    var createsFile = false
    var isQueryOnly = false
    var busyTimeout = Duration.seconds(5)
    var enforcesForeignKeys = true
    var statementLimit = 64
    var trace: (@Sendable (String) -> Void)?
    var gate: ConnectionGate?
    var ownWrites: OwnWrites?

    func checkFileExists() throws(QueryError) {
      if FileIdentity(path: path) == nil { throw .fileIsGone(path: path) }
    }
  }

  let handle: OpaquePointer
  let settings: Settings
  let file: OpenFile?
  /// The file to which the path led when the connection was opened.
  let identity: FileIdentity?
  var isYielding = false
  var hasYielded = false
  /// A closure that returns whether the body of a write has committed by itself, or `nil` if no body is running.
  private var hasCommitted: (() -> Bool)?
  private var statements: StatementCache
  let patience: BusyPatience
  private let tracer: Tracer?
  /// This property is declared last, so that it is released after the file has been closed.
  private let pass: ConnectionGate.Pass?

  /// Opens the file to which the path currently leads, after waiting for the gate.
  static func open(_ settings: Settings) throws -> DatabaseConnection {
    let pass = settings.gate?.pass()
    let connection = try DatabaseConnection(settings, pass)
    // A symbolic link on the path may be replaced while the file is being opened.
    return connection.isCurrent ? connection : try DatabaseConnection(settings, pass)
  }

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
      let error = SQLiteError(code, of: handle)
      sqlite3_close_v2(handle)
      throw SQLiteError(code: error.extendedCode, message: "\(error.message): \(settings.path)")
    }
    self.handle = handle
    self.identity = identity ?? FileIdentity(path: settings.path)
    file = OpenFile(of: handle)
    patience.install(on: handle)
    tracer?.install(on: handle)
    // Interrupts a statement if its task is cancelled.
    sqlite3_progress_handler(handle, 10_000, Self.progress, Unmanaged.passUnretained(self).toOpaque())
    if settings.enforcesForeignKeys, !settings.isReadOnly { try execute("PRAGMA foreign_keys = ON") }
    if settings.isQueryOnly { try execute("PRAGMA query_only = ON") }
  }

  /// Closes the file, and releases the cached statements, which would keep the file open.
  deinit {
    sqlite3_close_v2(handle)
    statements = StatementCache(limit: 0)
  }

  /// The path of the file with symbolic links resolved.
  var path: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? settings.path }

  /// Reads the schema to detect an unusable file.
  ///
  /// - Throws: ``SQLiteError``, with an explanation if the index of the write-ahead log is missing.
  func checkFile() throws {
    do {
      _ = try value("SELECT count(*) FROM sqlite_schema", as: Int.self)
    } catch let error as SQLiteError where settings.isReadOnly && error.isMissingLogIndex {
      throw SQLiteError(
        code: error.extendedCode,
        message: """
          \(error.message): \(settings.path) has a write-ahead log, which is read by an index, the file \(path)-shm. This \
          program can neither write it nor create it. Give it the right to write in the folder, or open the file in \
          another program, which creates the index
          """)
    }
  }

  // MARK: - Statements

  /// Runs an SQL statement to completion.
  ///
  /// - Throws: ``SQLiteError``, or ``QueryError`` if the number of arguments is wrong. `CancellationError` if the
  ///   task is cancelled.
  public func execute(_ query: SQLQuery) throws {
    try withStatement(query) { statement in
      while try statement.step() {}
    }
  }

  /// Runs several SQL statements that take no arguments.
  ///
  /// - Parameter script: The statements, separated by semicolons.
  /// - Throws: ``SQLiteError`` for the first statement that fails. Earlier statements remain in effect.
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

  /// Returns the result of transforming each row of a query.
  ///
  /// - Parameters:
  ///   - query: The statement and its arguments.
  ///   - transform: A closure that transforms a row. The row is valid only during the call.
  /// - Throws: ``SQLiteError``, ``QueryError``, or any error thrown by `transform`. `CancellationError` if the task
  ///   is cancelled.
  public func map<Value>(_ query: SQLQuery, _ transform: (DatabaseRow) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try forEach(query) { values.append(try transform($0)) }
    return values
  }

  func forEach(_ query: SQLQuery, _ body: (DatabaseRow) throws -> Void) throws {
    try withStatement(query) { statement in
      let row = DatabaseRow(statement)
      while try statement.step() { try body(row) }
    }
  }

  /// Returns the rows of a query, decoded by column name, in the order of the query.
  ///
  /// - Throws: `DecodingError`, or any error thrown by ``map(_:_:)``.
  public func rows<Value: Decodable>(of type: Value.Type, _ query: SQLQuery) throws -> [Value] {
    try map(query) { try $0.decode(type) }
  }

  /// Returns the value in the first column of the first row of a query.
  ///
  /// - Throws: ``QueryError/noRows(_:)`` if the result is empty, or any error thrown by ``execute(_:)``.
  public func value<Value: Decodable>(_ query: SQLQuery, as type: Value.Type) throws -> Value {
    try withStatement(query) { statement in
      guard try statement.step() else { throw QueryError.noRows(query.sql) }
      return try DatabaseRow(statement).decode(type, at: 0)
    }
  }

  /// Returns the names of a query's columns, without running it.
  package func columns(of query: SQLQuery) throws -> [String] {
    // Used as a subquery, the query has the column names of its rows: `"a"` may be a string, and two columns may share
    // a name.
    let asPart = try? Statement("SELECT * FROM \(query.asTable.sql)", on: handle, isKept: false)
    guard let statement = try asPart ?? Statement(query.sql, on: handle, isKept: false) else {
      throw QueryError.noRows(query.sql)
    }
    return statement.columns
  }

  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  func withStatement<Result>(_ query: SQLQuery, _ body: (Statement) throws -> Result) throws -> Result {
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

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }

  /// Runs a body in the open transaction.
  ///
  /// Statements of the body throw an error after a rollback, unless the body has committed by itself.
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

  /// Returns a number that changes when another connection commits, but not when this connection commits.
  func dataVersion() throws -> Int64 {
    try withStatement("PRAGMA data_version") { statement in
      _ = try statement.step()
      return sqlite3_column_int64(statement.pointer, 0)
    }
  }

  /// Returns a number that changes when the schema changes.
  func schemaVersion() throws -> Int64 {
    try withStatement("PRAGMA schema_version") { statement in
      _ = try statement.step()
      return sqlite3_column_int64(statement.pointer, 0)
    }
  }

  /// Runs a body whose statements fail immediately if the database is locked.
  func withoutPatience<Result>(_ body: () throws -> Result) rethrows -> Result {
    patience.isOn = false
    defer { patience.isOn = true }
    return try body()
  }
}
#endif
