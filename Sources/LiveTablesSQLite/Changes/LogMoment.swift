#if SQLite
/// The state of the change log and of the logged tables at the time a query was read.
struct LogMoment: Equatable, Sendable {
  /// The number of the newest log entry, followed by its tag.
  let position: Int64
  let tag: Int64
  /// The row counts of tables in which rows can be inserted or deleted without a log entry.
  var counts: [String: Int]
}

extension DatabaseConnection {
  /// Returns the current state of the change log and the logged tables, or `nil` if the newest log entry is missing.
  ///
  /// - Complexity: O(*n*) for *n* rows in counted tables, using an index.
  func logMoment(of tables: [ChangeLog.Logged]) throws -> LogMoment? {
    guard let position = try logPosition() else { return nil }
    let tag = try map("SELECT tag FROM \(identifier: ChangeLog.table) WHERE seq = \(position)") {
      try $0.decode(Int64?.self, at: 0)
    }
    guard case .some(.some(let tag)) = tag.first else { return nil }
    return LogMoment(
      position: position, tag: tag,
      counts: try tables.filter(\.isCounted).reduce(into: [:]) { $0[$1.name] = try rowCount(of: $1.name) })
  }

  /// Returns the number of the newest log entry, or `nil` if it is invalid.
  func logPosition() throws -> Int64? {
    let numbers = try map("SELECT seq FROM sqlite_sequence WHERE name = \(ChangeLog.table)") { $0[0]?.integer }
    if numbers.isEmpty { return 0 }
    guard numbers.count == 1, let number = numbers[0], (0..<Int64.max).contains(number) else { return nil }
    return number
  }

  private func rowCount(of table: String) throws -> Int {
    try value("SELECT count(*) FROM \(identifier: table)", as: Int.self)
  }

  /// Returns the changes that the log has recorded since an earlier state, and the current state.
  ///
  /// - Throws: ``NotIncremental`` if the log is unreliable, or if too many rows have changed.
  func loggedChanges(
    since old: LogMoment, of tables: [ChangeLog.Logged], limit: Int
  ) throws -> (changes: DatabaseChanges, now: LogMoment) {
    guard try hasLog(of: tables) else { throw NotIncremental("the change log was removed or changed") }
    guard let newest = try logPosition(), newest >= old.position else {
      throw NotIncremental("the change log is another one")
    }
    guard newest - old.position <= Int64(limit) * 4 else { throw NotIncremental("too many rows have changed") }
    var existed: [String: [RowID: Bool]] = [:]
    var next = old.position
    var tag: Int64?
    try forEach(
      "SELECT seq, tag, name, key, was FROM \(identifier: ChangeLog.table) WHERE seq >= \(old.position) ORDER BY seq"
    ) { row in
      tag = row[1]?.integer
      guard row[0]?.integer == next, let tag, next > old.position || tag == old.tag else {
        throw NotIncremental("the change log has gaps, or is another one")
      }
      next += 1
      guard next > old.position + 1, row[2]?.isNull == false else { return }
      guard let key = row[3], !key.isNull, let was = row[4]?.integer, case .text(let name)? = row[2] else {
        throw NotIncremental("the change log is damaged")
      }
      // The first log entry for a row records whether the row existed before.
      let id = RowID(key)
      if existed[name]?[id] == nil { existed[name, default: [:]][id] = was != 0 }
    }
    guard next == newest + 1, let tag else { throw NotIncremental("the change log has gaps, or is another one") }
    var changes = DatabaseChanges()
    for (name, rows) in existed { changes.tables[name] = .init(rows: Set(rows.keys), hasOtherRows: true) }
    var counts = old.counts
    for table in tables where table.isCounted {
      let rows = existed[table.name] ?? [:]
      if rows.isEmpty, !table.hasOtherTriggers { continue }
      let (before, count) = (counts[table.name], try rowCount(of: table.name))
      counts[table.name] = count
      let others = try count - self.count(of: rows.keys, in: table)
      guard let before, before - rows.values.count(where: { $0 }) == others else {
        throw NotIncremental("rows have changed that the change log does not have")
      }
    }
    return (changes, LogMoment(position: newest, tag: tag, counts: counts))
  }

  /// Returns how many of the given keys a table contains, comparing keys by spelling.
  private func count(of keys: some Collection<RowID>, in table: ChangeLog.Logged) throws -> Int {
    let key = SQLQuery(sql: table.key)
    let query: SQLQuery = """
      SELECT count(*) FROM \(identifier: table.name) WHERE \(key) = ?1 AND \(key) IS ?1 COLLATE BINARY
      """
    return try withStatement(SQLQuery(sql: query.sql, arguments: [.null])) { statement in
      var count = 0
      for key in keys {
        statement.reset()
        try statement.bind([key.value])
        if try statement.step() { count += Int(statement.integer(at: 0) ?? 0) }
      }
      return count
    }
  }
}

extension SQLiteValue {
  fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
#endif
