#if SQLite
internal import CSQLite
internal import LiveTables

/// The database's only connection that writes, which has its own queue.
///
/// The writer also detects other programs' commits, because only those change the `data_version` of this connection.
actor Writer {
  /// The result of a write, with all changes made by any program since the previous write.
  struct Outcome<Value: Sendable>: Sendable {
    let result: Result<Value, any Error>
    let changes: DatabaseChanges
  }

  private nonisolated let executor = QueueExecutor(label: "LiveTablesSQLite.writer")
  private var settings: DatabaseConnection.Settings
  private let collector = ChangeCollector()
  private var connection: DatabaseConnection?
  private var version: Int64 = 0
  /// The commit counter of a file with a rollback journal at the time ``version`` was read.
  private var commitCount: UInt32?
  nonisolated let ownWrites = OwnWrites()
  nonisolated let commits = OwnCommits()
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: DatabaseConnection.Settings) { self.settings = settings }

  /// - Returns: The path with which to open the file, the path with symbolic links resolved, and whether the file has a
  ///   write-ahead log.
  func open() throws -> (path: String, file: String, hasLog: Bool) {
    let connection = try connect()
    return (settings.path, connection.path, try connection.value("PRAGMA journal_mode", as: String.self) == "wal")
  }

  private func connect() throws -> DatabaseConnection {
    let connection = try DatabaseConnection.open(settings)
    if settings.createsFile, try connection.value("PRAGMA page_count", as: Int.self) == 0 {
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    try connection.checkFile()
    if connection.path.isEmpty {
      throw SQLiteError(code: SQLITE_CANTOPEN, message: "a database in memory has no file that others could read")
    }
    // The path is resolved whenever it is used, because its symbolic links may change.
    if settings.path.hasPrefix("file:") { settings.path = connection.path }
    version = try connection.dataVersion()
    commitCount = nil
    collector.install(on: connection.handle)
    try collector.learn(connection)
    self.connection = connection
    settings.createsFile = false  // a file that replaces this one belongs to another program
    return connection
  }

  func write<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) -> Outcome<Value> {
    var changes = DatabaseChanges()
    let result = Result {
      let connection = try currentConnection(&changes)
      defer { changes.merge(collector.take()) }
      try connection.execute("BEGIN IMMEDIATE")
      ownWrites.isRunning = true
      defer { ownWrites.isRunning = false }
      do {
        try noteForeign(&changes, connection)
        let start = connection.file.flatMap { CommitMark(of: $0) }
        let schema = try connection.schemaVersion()
        if collector.schema != schema { try collector.learn(connection) }
        let value = try connection.inTransaction(unless: { self.collector.hasCommitted }) { try body(connection) }
        try Task.checkCancellation()
        if !connection.isInTransaction, !collector.hasCommitted { throw QueryError.rolledBack }
        let hasOtherSchema = try connection.schemaVersion() != schema
        if connection.isInTransaction { try connection.execute("COMMIT") }
        var own = collector.take()
        own.hasOtherSchema = hasOtherSchema
        if !own.isEmpty { commits.note(own, from: start, to: connection.file.flatMap { CommitMark(of: $0) }) }
        changes.merge(own)
        // The write has been committed, so it succeeds even if this fails. The next write tries again.
        if hasOtherSchema { try? collector.learn(connection) }
        return value
      } catch {
        connection.rollBack()
        if collector.hasCommitted { changes.hasOtherSchema = true }  // the body has committed by itself
        throw error
      }
    }
    return Outcome(result: result, changes: changes)
  }

  func withoutTransaction<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) -> Outcome<Value> {
    var changes = DatabaseChanges()
    let result = Result {
      let connection = try currentConnection(&changes)
      let schema = try connection.schemaVersion()
      defer {
        connection.rollBack()
        changes.merge(collector.take())
        if (try? connection.schemaVersion()) != schema {
          changes.hasOtherSchema = true
          try? collector.learn(connection)
        }
      }
      return try body(connection)
    }
    return Outcome(result: result, changes: changes)
  }

  /// Checks, without waiting, whether another program may have committed.
  ///
  /// In a file with a rollback journal, this method takes no lock.
  func checkForCommit() throws -> Settling.Observation {
    if isClosed { throw QueryError.databaseClosed }
    guard let connection, connection.isCurrent else {
      connection = nil
      try settings.checkFileExists()
      return .unconfirmed(isBeingWritten: false)  // the program that creates the file may still be writing
    }
    guard let file = connection.file, let count = file.commitCount else { return try confirmCommit() }
    let isBeingWritten = file.isBeingWritten
    if count != commitCount { return .unconfirmed(isBeingWritten: isBeingWritten) }
    return isBeingWritten ? .locked : .unchanged
  }

  /// Determines, without waiting, whether another program has committed.
  func confirmCommit() throws -> Settling.Observation {
    var changes = DatabaseChanges()
    let connection = try currentConnection(&changes)
    do {
      try connection.withoutPatience {
        try connection.execute("BEGIN")
        defer { connection.rollBack() }
        try noteForeign(&changes, connection)
        commitCount = connection.file?.commitCount
      }
    } catch let error as SQLiteError where error.isBusy {
      return .locked
    }
    return changes.isForeign ? .committed : .unchanged
  }

  /// Returns whether no connection is currently writing.
  func tryLock() throws -> Bool {
    var changes = DatabaseChanges()
    guard let file = try currentConnection(&changes).file else { return true }
    return !(file.commitCount == nil ? file.isLogBeingWritten : file.isBeingWritten)
  }

  /// Returns a connection to the file to which the path currently leads.
  private func currentConnection(_ changes: inout DatabaseChanges) throws -> DatabaseConnection {
    if isClosed { throw QueryError.databaseClosed }
    if let connection, connection.isCurrent { return connection }
    connection = nil
    try settings.checkFileExists()
    let fresh = try connect()
    version = -1  // the next check finds a change
    changes.isForeign = true
    return fresh
  }

  private func noteForeign(_ changes: inout DatabaseChanges, _ connection: DatabaseConnection) throws {
    let now = try connection.dataVersion()
    if now != version {
      changes.isForeign = true
      try collector.learn(connection)
    }
    version = now
  }

  /// Closes the connection until the next call, if the database's gate is closed.
  func disconnect() { if settings.gate?.isClosed == true { connection = nil } }

  func close() {
    isClosed = true
    connection = nil
  }
}
#endif
