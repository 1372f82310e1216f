#if SQLite
internal import CSQLite

/// The one connection that writes, on a queue of its own.
///
/// It also tells others' commits from its own: a database's `data_version` moves, as this connection sees it, for those
/// alone.
actor Writer {
  /// What came of a write, and all that was committed since the one before, by whomever.
  struct Outcome<Value: Sendable>: Sendable {
    let result: Result<Value, any Error>
    let changes: DatabaseChanges
  }

  private nonisolated let executor = QueueExecutor(label: "LiveTablesSQLite.writer")
  private var settings: Connection.Settings
  private let collector = ChangeCollector()
  private var connection: Connection?
  private var identity: FileIdentity?
  private var version: Int64 = 0
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: Connection.Settings) { self.settings = settings }

  /// Opens the file.
  ///
  /// - Returns: Its full path, and whether it has a write-ahead log.
  func open() throws -> (path: String, hasLog: Bool) {
    let connection = try Connection(settings)
    if settings.createsFile, try connection.value("PRAGMA page_count", as: Int.self) == 0 {
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    _ = try connection.value("SELECT count(*) FROM sqlite_schema", as: Int.self)
    let path = connection.path
    if path.isEmpty {
      throw DatabaseError(code: SQLITE_CANTOPEN, message: "a database in memory has no file that others could read")
    }
    identity = FileIdentity(path: path)
    version = try connection.dataVersion()
    collector.install(on: connection.handle)
    self.connection = connection
    settings.path = path
    settings.createsFile = false  // a file that takes its place is somebody else's
    return (path, try connection.value("PRAGMA journal_mode", as: String.self) == "wal")
  }

  /// Runs a body in a transaction.
  func write<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) -> Outcome<Value> {
    var changes = DatabaseChanges()
    let result = Result {
      let connection = try current(&changes)
      let schema = try connection.schemaVersion()
      defer {
        changes.merge(collector.take())
        if (try? connection.schemaVersion()) != schema { changes.hasOtherSchema = true }
      }
      try connection.execute("BEGIN IMMEDIATE")
      do {
        try noteForeign(&changes, connection)
        let value = try body(connection)
        try Task.checkCancellation()
        if connection.isInTransaction { try connection.execute("COMMIT") }
        return value
      } catch {
        connection.rollBack()
        throw error
      }
    }
    return Outcome(result: result, changes: changes)
  }

  /// Runs a body outside of any transaction, for statements that cannot be in one.
  func withoutTransaction<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) -> Outcome<Value> {
    var changes = DatabaseChanges()
    let result = Result {
      let connection = try current(&changes)
      let schema = try connection.schemaVersion()
      defer {
        connection.rollBack()
        changes.merge(collector.take())
        if (try? connection.schemaVersion()) != schema { changes.hasOtherSchema = true }
      }
      return try body(connection)
    }
    return Outcome(result: result, changes: changes)
  }

  /// Looks whether somebody else has committed, without waiting for anybody.
  func look() throws -> Settling.Sight {
    var changes = DatabaseChanges()
    let connection = try current(&changes)
    do {
      try connection.withoutPatience { try noteForeign(&changes, connection) }
    } catch let error as DatabaseError where error.isBusy {
      return .busy
    }
    return changes.isForeign ? .moved : .same
  }

  /// Whether nobody is writing at this moment.
  func tryLock() throws -> Bool {
    var changes = DatabaseChanges()
    let connection = try current(&changes)
    if settings.isReadOnly { return true }
    do {
      try connection.withoutPatience { try connection.execute("BEGIN IMMEDIATE") }
      connection.rollBack()
      return true
    } catch let error as DatabaseError where error.isBusy {
      return false
    }
  }

  /// The connection to the file that is at the path now.
  ///
  /// - Throws: ``DatabaseFileGone`` if there is none: what is written to a file without a name is lost.
  private func current(_ changes: inout DatabaseChanges) throws -> Connection {
    if isClosed { throw DatabaseClosed() }
    let now = FileIdentity(path: settings.path)
    if let connection, now == identity { return connection }
    guard now != nil else { throw DatabaseFileGone(path: settings.path) }
    connection = nil
    _ = try open()
    guard let connection else { throw DatabaseClosed() }
    changes.isForeign = true
    changes.hasOtherSchema = true
    return connection
  }

  private func noteForeign(_ changes: inout DatabaseChanges, _ connection: Connection) throws {
    let now = try connection.dataVersion()
    if now != version { changes.isForeign = true }
    version = now
  }

  /// Lets go of the file.
  func close() {
    isClosed = true
    connection = nil
  }
}

extension Connection {
  /// The full path of the file.
  var path: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? settings.path }

  /// Ends a transaction, if one is open.
  func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
#endif
