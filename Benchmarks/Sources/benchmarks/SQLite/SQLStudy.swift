#if SQLite
import Foundation
import LiveTables
import LiveTablesSQLite

/// Measures a commit of one changed row until its changeset, against running the query again.
@MainActor enum SQLStudy {
  private enum Commit: String, CaseIterable {
    /// A commit by this process.
    case own
    /// A commit by another process, which records its changes in the change log.
    case log
    /// A commit by another process without a change log.
    case foreign

    var rounds: Int { self == .foreign ? 9 : 45 }

    /// The limit in milliseconds for a million rows, or `nil` if there is none.
    var limit: Int? {
      switch self {
      case .own: 1
      case .log: 5
      case .foreign: nil
      }
    }
  }

  private enum Change: String, CaseIterable {
    case insert
    case update
    case delete
    case regroup
    case resort

    /// Returns SQL that changes a row, or inserts one.
    ///
    /// - Parameters:
    ///   - id: The row to change.
    ///   - place: A number that is unique to this change.
    func statement(_ id: RowID, _ place: Int, _ rows: Int) -> String {
      let date = place * 7919 % rows * 1000 + place % 1000
      switch self {
      case .insert: return "INSERT INTO mail VALUES (NULL, 'folder 3', 'inserted', \(date));"
      case .update: return "UPDATE mail SET subject = subject || '!' WHERE id = \(id);"
      case .delete: return "DELETE FROM mail WHERE id = \(id);"
      case .regroup: return "UPDATE mail SET folder = 'folder \(place % 9 + 11)' WHERE id = \(id);"
      case .resort: return "UPDATE mail SET date = \(date) WHERE id = \(id);"
      }
    }
  }

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for rows in [10_000, 100_000, 1_000_000] {
      for commit in Commit.allCases {
        let file = try await BenchmarkDatabase(rows: rows)
        let database = try await SQLiteDatabase(path: file.path)
        // Excludes the cost of syncing each commit to disk.
        try await database.withoutTransaction { try $0.execute("PRAGMA synchronous = NORMAL") }
        if commit == .log { try await database.installChangeLog(for: "mail") }
        let query = TableQuery(of: SQLiteStudy.Mail.self, "SELECT * FROM mail ORDER BY date DESC").grouped(by: "folder")
        // A window over all rows has the same ids and order, but the database runs its query again.
        let again = try await times(commit, database, query.window(0..<10 * rows), file, rounds: 5, first: 1_000)
        let once = try await times(commit, database, query, file, rounds: commit.rounds, first: 0)
        for change in Change.allCases {
          guard let time = once[change], let plain = again[change] else { continue }
          findings.append(
            Finding(
              what: "\(change), \(commit) commit, \(file.name)",
              value: "\(Format.short(time)) ms; the query again \(Format.short(plain)) ms",
              target: rows == 1_000_000 ? commit.limit.map { ("at most \($0) ms", time <= Double($0)) } : nil,
              json: [
                "scenario": "sql", "rows": .count(rows), "change": .text(change.rawValue),
                "commit": .text(commit.rawValue), "subject_ms": .time(time), "rerun_ms": .time(plain),
              ]))
        }
        if commit == .own { findings += try await bursts(database, query, file) }
        await database.close()
      }
    }
    return findings
  }

  /// Measures commits that move several rows; up to 1/200 of the table, the rows are updated one by one.
  private static func bursts(
    _ database: SQLiteDatabase, _ query: TableQuery<SQLiteValue, SQLiteStudy.Mail>, _ file: BenchmarkDatabase
  ) async throws -> [Finding] {
    func time(_ query: TableQuery<SQLiteValue, SQLiteStudy.Mail>, _ count: Int) async throws -> Double {
      var tables = database.table(query).tables.makeAsyncIterator()
      guard var last = await tables.next() else { return 0 }
      var times: [Double] = []
      for round in 1...5 {
        let first = file.rows / 7 * round
        let start = Stopwatch.wall
        try await database.write { connection in
          try connection.execute(
            "UPDATE mail SET date = date + 1500000 WHERE id BETWEEN \(first) AND \(first + count - 1)")
        }
        guard let next = await tables.next() else { return 0 }
        precondition(!next.difference(from: last).isEmpty)
        times.append(Stopwatch.wall - start)
        last = next
      }
      return Race.median(times)
    }
    var findings: [Finding] = []
    for count in [file.rows / 1000, file.rows / 200, file.rows / 100] {
      let (once, again) = try await (time(query, count), time(query.window(0..<10 * file.rows), count))
      findings.append(
        Finding(
          what: "\(Format.grouped(count)) rows that move, own commit, \(file.name)",
          value: "\(Format.short(once)) ms; the query again \(Format.short(again)) ms",
          json: [
            "scenario": "sql", "rows": .count(file.rows), "change": "move", "moved": .count(count), "commit": "own",
            "subject_ms": .time(once), "rerun_ms": .time(again),
          ]))
    }
    return findings
  }

  private static func times(
    _ commit: Commit, _ database: SQLiteDatabase, _ query: TableQuery<SQLiteValue, SQLiteStudy.Mail>,
    _ file: BenchmarkDatabase, rounds: Int, first: Int
  ) async throws -> [Change: Double] {
    var tables = database.table(query).tables.makeAsyncIterator()
    guard var last = await tables.next() else { return [:] }
    let other = commit == .own ? nil : try OtherProcess(path: file.path)
    var times: [Change: [Double]] = [:]
    for round in 0..<rounds {
      for (number, change) in Change.allCases.enumerated() {
        let place = first + round * Change.allCases.count + number
        // Picks a row of a large section, because the small sections hold rows that were moved there.
        let large = last.sections.map(\.rows).filter { $0.count > file.rows / 100 }
        let rows = large[place % large.count]
        let row = rows[place * 7919 % rows.count]
        // Loads the row, because a change to an unread row may go unnoticed.
        _ = try await row.load()
        let statement = change.statement(row.id, place, file.rows)
        var start = Stopwatch.wall
        if let other {
          start = try await other.commit(statement)
        } else {
          try await database.write { try $0.execute(script: statement) }
        }
        var changeset = last.difference(from: last)
        // Skips tables without changes, which may follow the load of the row.
        while changeset.isEmpty {
          guard let next = await tables.next() else { return [:] }
          changeset = next.difference(from: last)
          last = next
        }
        times[change, default: []].append(Stopwatch.wall - start)
      }
    }
    await other?.end()
    return times.mapValues(Race.median)
  }
}
#endif
