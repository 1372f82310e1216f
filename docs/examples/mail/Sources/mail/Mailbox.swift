import LiveTablesSQLite

struct Mail: Codable, Diffable, Identifiable, Equatable, Sendable {
  var id: Int
  var folder: String
  var sender: String
  var subject: String
  var isRead: Bool
}

/// The mail of a database, by folder.
struct Mailbox: Sendable {
  private let database: SQLiteDatabase

  /// What a view shows.
  let mails: LiveQuery<SQLiteValue, Mail>

  /// Opens a file, and fills it where it is new.
  init(path: String) async throws {
    database = try await SQLiteDatabase(path: path)
    try await database.write { connection in
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS mail (
          id INTEGER PRIMARY KEY, folder TEXT NOT NULL, sender TEXT NOT NULL, subject TEXT NOT NULL,
          isRead INTEGER NOT NULL DEFAULT 0)
        """)
      if try connection.rows(of: Mail.self, "SELECT * FROM mail LIMIT 1").isEmpty {
        for (sender, subject) in [("Anna", "Lunch?"), ("Bela", "Minutes"), ("Carla", "Tickets")] {
          try connection.execute("INSERT INTO mail (folder, sender, subject) VALUES ('inbox', \(sender), \(subject))")
        }
      }
    }
    mails = database.table(Self.query("", unreadOnly: false))
  }

  private static func query(_ text: String, unreadOnly: Bool) -> TableQuery<SQLiteValue, Mail> {
    var query = TableQuery(of: Mail.self, "SELECT * FROM mail").grouped(by: "folder").sorted(by: "id", descending: true)
    if unreadOnly { query = query.filtered("isRead = \(false)") }
    if !text.isEmpty { query = query.filtered("instr(lower(sender || ' ' || subject), lower(\(text))) > 0") }
    return query
  }

  /// Shows other mail.
  func show(_ text: String, unreadOnly: Bool) async {
    await mails.change { _ in Self.query(text, unreadOnly: unreadOnly) }
  }

  func write(to folder: String, subject: String) async throws {
    try await database.write { connection in
      try connection.execute("INSERT INTO mail (folder, sender, subject) VALUES (\(folder), 'me', \(subject))")
    }
  }

  func toggleRead(_ mail: Mail) async throws {
    try await database.write { connection in
      try connection.execute("UPDATE mail SET isRead = \(!mail.isRead) WHERE id = \(mail.id)")
    }
  }

  func move(_ mail: Mail, to folder: String) async throws {
    try await database.write { connection in
      try connection.execute("UPDATE mail SET folder = \(folder) WHERE id = \(mail.id)")
    }
  }
}
