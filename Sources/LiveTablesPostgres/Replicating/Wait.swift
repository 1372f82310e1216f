#if Postgres
internal import LiveTables

/// A wait during the start of a replication.
struct Wait: Sendable {
  enum Cause: Hashable, Sendable {
    case connection
    /// The replication waits for the next attempt, after an error has been reported.
    case nextTry
    /// The replication waits for the server's response to a query.
    case answer
    /// The replication waits for a slot, which the server creates after other transactions have ended.
    case slot(_ process: Int32)
    /// The replication waits for the rows of the table, some of which have already arrived.
    case rows(_ process: Int32, count: Int)
  }

  /// The cause of the current wait, or `nil` while the replication is running.
  private(set) var cause: Cause? = .connection
  /// The number of waits so far, where several attempts count as a single wait.
  private(set) var count = 0

  mutating func begin(_ cause: Cause) {
    if self.cause == nil { count += 1 }
    self.cause = cause
  }

  mutating func go(to cause: Cause) { self.cause = cause }

  mutating func end() { cause = nil }
}

extension Replication {
  /// Reports the reason for a wait each time the wait has lasted for some time.
  func tell() async {
    while true {
      let before = wait.with { $0.count }
      do { try await settings.clock.sleep(for: settings.patience) } catch { return }
      let now = wait.with { $0 }
      guard let cause = now.cause, now.count == before else { continue }
      let reason = await reason(of: cause)
      // The wait may have ended in the meantime.
      let isOver = wait.with { $0.count != before || $0.cause == nil }
      if !isOver { await target?.waits(because: reason) }
    }
  }

  private func reason(of cause: Wait.Cause) async -> PostgresError? {
    switch cause {
    case .nextTry: nil
    case .connection:
      .waiting(
        "the server does not answer: \(settings.connection)", hint: "look whether host, port and network are right")
    case .answer: .waiting("the server does not answer a question about the table \(settings.table)")
    case .slot(let process):
      .waiting(
        "the replication slot for the table \(settings.table) waits for \(await blockers(of: process))",
        hint: "end that transaction; SELECT pg_terminate_backend(…) ends its process")
    case .rows(let process, 0):
      .waiting("reading the table \(settings.table) waits for \(await blockers(of: process))")
    case .rows(_, let count): .waiting("the table \(settings.table) is being read, \(count) rows so far")
    }
  }

  private func blockers(of process: Int32) async -> String {
    let unknown = "the server"
    do {
      let connection = try await asking()
      let found = try? await answer {
        try await connection.query(
          """
          SELECT b.pid, coalesce(a.usename, ''), coalesce(a.datname, ''), coalesce(a.application_name, ''), a.state,
            to_char(a.xact_start, 'YYYY-MM-DD HH24:MI:SS') AS since
          FROM unnest(pg_blocking_pids(\(process))) AS b (pid) LEFT JOIN pg_stat_activity a ON a.pid = b.pid
          """)
      }
      await connection.close()
      guard let found, !found.rows.isEmpty else { return unknown }
      return found.rows.map { row in
        if row[0] == "0" { return "a prepared transaction (see pg_prepared_xacts)" }
        let parts = [
          row[1].flatMap { $0.isEmpty ? nil : "of “\($0)”" }, row[2].flatMap { $0.isEmpty ? nil : "in “\($0)”" },
          row[3].flatMap { $0.isEmpty ? nil : "(\($0))" }, row[4], row[5].map { "since \($0)" },
        ]
        return "the transaction of process \(row[0] ?? "") " + parts.compactMap(\.self).joined(separator: " ")
      }.joined(separator: ", and ")
    } catch {
      return unknown
    }
  }
}

extension PostgresError {
  fileprivate static func waiting(_ words: String, hint: String? = nil) -> PostgresError {
    var error = PostgresError(words, hint: hint, isTransient: true)
    error.isWaiting = true
    return error
  }
}
#endif
