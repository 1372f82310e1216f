#if SQLite
internal import Foundation
internal import LiveTables

/// The first rows of each table as last shown, stored in a file next to the database.
///
/// Without this file, the rows appear later.
actor RememberedTables {
  struct Group: Sendable, Equatable {
    let value: SQLiteValue
    var ids: [RowID]
  }

  /// The maximum number of recent queries whose rows are stored.
  private static let limit = 32

  private nonisolated let executor = QueueExecutor(label: "LiveTablesSQLite.remembered")
  private let settings: DatabaseConnection.Settings
  private var connection: DatabaseConnection?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(beside path: String) {
    var settings = DatabaseConnection.Settings(path: path + "-tables")
    settings.busyTimeout = .milliseconds(50)
    self.settings = settings
  }

  func groups(of ids: SQLQuery) -> [Group] {
    attempt(creates: false) { connection in
      let rows = try connection.map(
        """
        SELECT row.section, row.id FROM query JOIN row ON row.query = query.id \
        WHERE query.sql = \(try connection.quoted(ids)) ORDER BY row.position
        """
      ) { ($0.statement.value(at: 0), RowID($0.statement.value(at: 1))) }
      var groups: [Group] = []
      for (value, id) in rows {
        if groups.last?.value != value { groups.append(Group(value: value, ids: [])) }
        groups[groups.count - 1].ids.append(id)
      }
      return groups
    } ?? []
  }

  func remember(_ groups: [Group], of ids: SQLQuery) {
    attempt(creates: true) { connection in
      try connection.execute("BEGIN IMMEDIATE")
      do {
        try connection.execute("INSERT OR REPLACE INTO query (sql) VALUES (\(try connection.quoted(ids)))")
        let query = connection.lastInsertedRowID
        var position = 0
        for group in groups {
          for id in group.ids {
            try connection.execute("INSERT INTO row VALUES (\(query), \(position), \(group.value), \(id))")
            position += 1
          }
        }
        try connection.execute(
          "DELETE FROM query WHERE id NOT IN (SELECT id FROM query ORDER BY id DESC LIMIT \(Self.limit))")
        try connection.execute("DELETE FROM row WHERE query NOT IN (SELECT id FROM query)")
        try connection.execute("COMMIT")
      } catch {
        connection.rollBack()
        throw error
      }
    }
  }

  func close() {
    isClosed = true
    connection = nil
  }

  /// Runs a body with the file of stored rows, which is deleted if it is unusable.
  @discardableResult private func attempt<Result>(
    creates: Bool, _ body: (DatabaseConnection) throws -> Result
  ) -> Result? {
    do {
      return try body(try opened(creates: creates))
    } catch {
      connection = nil
      if let error = error as? SQLiteError, error.isUseless {
        unlink(settings.path)
      }
      return nil
    }
  }

  private func opened(creates: Bool) throws -> DatabaseConnection {
    if isClosed { throw QueryError.databaseClosed }
    if let connection { return connection }
    var settings = settings
    settings.createsFile = creates
    let fresh = try DatabaseConnection(settings)
    // Losing this file does no harm.
    try fresh.execute(
      script: """
        PRAGMA synchronous = OFF;
        CREATE TABLE IF NOT EXISTS query (id INTEGER PRIMARY KEY AUTOINCREMENT, sql TEXT UNIQUE);
        CREATE TABLE IF NOT EXISTS row (query INTEGER, position INTEGER, section, id, PRIMARY KEY (query, position))
        WITHOUT ROWID;
        """)
    connection = fresh
    return fresh
  }
}

extension DatabaseConnection {
  /// Returns the text of a statement with its arguments inserted.
  fileprivate func quoted(_ query: SQLQuery) throws -> String {
    try query.arguments.reduce(query.sql) { text, argument in
      text + "\n" + (try value("SELECT quote(\(argument))", as: String.self))
    }
  }
}

extension SQLiteError {
  /// Whether the error means that the file is damaged or has unexpected contents.
  fileprivate var isUseless: Bool { [1, 11, 26].contains(code) }
}
#endif
