#if SQLite
extension SQLiteDatabase {
  /// Installs triggers that log every changed row of the given tables, whichever program makes the change.
  ///
  /// After another program commits, a live query of these tables reads only the changed rows rather than the ids of all
  /// rows. The triggers write the keys of changed rows to the table `livetables_log`, and keep about ten thousand
  /// entries. If the log is already installed, this method has no effect.
  ///
  /// If a table is renamed, or if you change its key or add its first unique index, its live queries read all ids after
  /// each commit until you call this method again.
  ///
  /// - Parameter tables: The names of tables that have a rowid or a single-column primary key.
  /// - Throws: ``SQLiteError``, for example if the database is read-only. ``QueryError/cannotBeLogged(_:)`` for
  ///   views, virtual tables, and tables whose key has several columns. ``QueryError/nameIsTaken(_:)`` if another table
  ///   is already named `livetables_log`.
  public func installChangeLog(for tables: String...) async throws {
    try await write { connection in
      let own = try connection.ownLogParts()
      if own.contains(where: { $0.name == ChangeLog.table && $0.sql != ChangeLog.parts[0].sql }) {
        try connection.drop(own)  // created by a different version of this library
      }
      let logged = try tables.map { try connection.logged($0) }
      for table in logged { try connection.dropOtherTriggers(of: table) }
      var made = try connection.logParts()
      for part in ChangeLog.parts + logged.flatMap(\.triggers) where !made.contains(part) {
        for other in made where other.type == part.type && other.name.lowercased() == part.name.lowercased() {
          // A trigger with this name is replaced, but a table may contain rows that are still needed.
          if part.type == "table" { throw QueryError.nameIsTaken(part.name) }
          try connection.drop([other])
        }
        try connection.execute(SQLQuery(sql: part.sql))
        made.insert(part)
      }
      // Without a log entry, readers have no log state to continue from.
      if try connection.logMoment(of: []) == nil {
        try connection.execute("INSERT INTO \(identifier: ChangeLog.table) (tag) VALUES (random())")
      }
    }
  }

  /// Removes the change log and its triggers.
  public func removeChangeLog() async throws {
    try await write { try $0.drop($0.ownLogParts()) }
  }
}

extension DatabaseConnection {
  /// Returns the tables and triggers of the log, including those created by other versions of this library.
  fileprivate func ownLogParts() throws -> [ChangeLog.Part] {
    try logParts().filter { part in
      part.type == "table"
        ? part.name == ChangeLog.table && part.sql.hasPrefix("CREATE TABLE \(ChangeLog.table) (seq INTEGER PRIMARY KEY")
        : part.sql.contains(" \(ChangeLog.table) ")
    }
  }

  /// Removes log triggers that were created under an earlier name of a table, or by a different version of this
  /// library.
  fileprivate func dropOtherTriggers(of table: ChangeLog.Logged) throws {
    let names = try texts(of: "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = \(table.name)")
    let wanted = table.triggers
    try drop(ownLogParts().filter { part in names.contains(part.name) && !wanted.contains { $0.name == part.name } })
  }

  fileprivate func drop(_ parts: [ChangeLog.Part]) throws {
    for part in parts where part.type == "trigger" {
      try execute("DROP TRIGGER IF EXISTS main.\(identifier: part.name)")
    }
    for part in parts where part.type == "table" { try execute("DROP TABLE main.\(identifier: part.name)") }
  }
}
#endif
