#if SQLite
extension SQLiteDatabase {
  /// Makes every program that writes to some tables, also programs that do not know this library, note which rows it
  /// changes.
  ///
  /// A live query of these tables then reads only those rows after a commit of another program, instead of all its ids.
  /// Triggers write the keys of changed rows to the table `livetables_log`, in the same transaction; some ten thousand
  /// entries are kept. A file has one log for all who read it. If the log is installed already, nothing changes.
  ///
  /// If a table gets another name, another key or its first unique index, live queries of it read all ids again, until you
  /// install the log another time.
  ///
  /// - Parameter tables: The names of tables. Each has a rowid, or a primary key of one column.
  /// - Throws: ``DatabaseError``, for example if the database can only be read. ``QueryError/cannotBeLogged(_:)`` for views,
  ///   virtual tables, and tables whose rows have keys of several columns. ``QueryError/nameIsTaken(_:)`` if another
  ///   table has the name of the log.
  public func installChangeLog(for tables: String...) async throws {
    try await write { connection in
      let own = try connection.ownLogParts()
      if own.contains(where: { $0.name == ChangeLog.table && $0.sql != ChangeLog.parts[0].sql }) {
        try connection.drop(own)  // made by another version of this library
      }
      let logged = try tables.map { try connection.logged($0) }
      for table in logged { try connection.dropOtherTriggers(of: table) }
      var made = try connection.logParts()
      for part in ChangeLog.parts + logged.flatMap(\.triggers) where !made.contains(part) {
        for other in made where other.type == part.type && other.name.lowercased() == part.name.lowercased() {
          // A trigger of this name is replaced; a table may have rows that somebody needs.
          if part.type == "table" { throw QueryError.nameIsTaken(part.name) }
          try connection.drop([other])
        }
        try connection.execute(SQL(sql: part.sql))
        made.insert(part)
      }
      // The first entry is a moment to go on from.
      if try connection.logMoment(of: []) == nil {
        try connection.execute("INSERT INTO \(identifier: ChangeLog.table) (tag) VALUES (random())")
      }
    }
  }

  /// Removes the change log and all its triggers.
  ///
  /// Other tables and triggers stay, whatever their names are.
  ///
  /// - Throws: ``DatabaseError``.
  public func removeChangeLog() async throws {
    try await write { try $0.drop($0.ownLogParts()) }
  }
}

extension DatabaseConnection {
  /// The log and its triggers, also those that another version of this library has made.
  fileprivate func ownLogParts() throws -> [ChangeLog.Part] {
    try logParts().filter { part in
      part.type == "table"
        ? part.name == ChangeLog.table && part.sql.hasPrefix("CREATE TABLE \(ChangeLog.table) (seq INTEGER PRIMARY KEY")
        : part.sql.contains(" \(ChangeLog.table) ")
    }
  }

  /// Removes triggers of the log that a table has from another name, or from another version of this library.
  fileprivate func dropOtherTriggers(of table: ChangeLog.Logged) throws {
    let names = try map("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = \(table.name)") {
      try $0.decode(String.self, at: 0)
    }
    let wanted = table.triggers
    try drop(ownLogParts().filter { part in names.contains(part.name) && !wanted.contains { $0.name == part.name } })
  }

  /// Removes triggers, and then the log.
  fileprivate func drop(_ parts: [ChangeLog.Part]) throws {
    for part in parts where part.type == "trigger" {
      try execute("DROP TRIGGER IF EXISTS main.\(identifier: part.name)")
    }
    for part in parts where part.type == "table" { try execute("DROP TABLE main.\(identifier: part.name)") }
  }
}
#endif
