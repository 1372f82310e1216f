#if SQLite
extension SQLiteDatabase {
  /// Has every program that writes to some tables, also those that do not know this library, note which rows it changes.
  ///
  /// A live query of these tables then reads only those rows after a commit of another program, instead of all its ids.
  /// Triggers write the keys of changed rows to the table `livetables_log`, in the same transaction; some ten thousand
  /// entries are kept. A file may have one log for all who read it; to install it again changes nothing.
  ///
  /// A change of a table's name or of its keys ends its log; live queries then read all ids again, until it is installed
  /// another time.
  ///
  /// - Parameter tables: The names of tables. Each has a rowid, or a primary key of one column.
  /// - Throws: ``DatabaseError``, as for a database that can only be read. ``QueryError/cannotBeLogged(_:)`` for views,
  ///   virtual tables, and tables whose rows have keys of several columns.
  public func installChangeLog(for tables: String...) async throws {
    try await write { connection in
      for statement in ChangeLog.log where try connection.definition(of: statement.name) != statement.sql {
        try connection.execute(SQL(sql: statement.sql))
      }
      for table in tables {
        for trigger in try connection.logTriggers(for: table)
        where try connection.definition(of: trigger.name) != trigger.sql {
          try connection.execute("DROP TRIGGER IF EXISTS \(identifier: trigger.name)")
          try connection.execute(SQL(sql: trigger.sql))
        }
      }
    }
  }

  /// Removes the change log and all its triggers.
  ///
  /// - Throws: ``DatabaseError``.
  public func removeChangeLog() async throws {
    try await write { connection in
      let triggers = try connection.map(
        "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'livetables\\_%' ESCAPE '\\'"
      ) { try $0.decode(String.self, at: 0) }
      for trigger in triggers { try connection.execute("DROP TRIGGER \(identifier: trigger)") }
      try connection.execute("DROP TABLE IF EXISTS \(identifier: ChangeLog.table)")
    }
  }
}
#endif
