#if SQLite
import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests with random commits that each state of a live query equals the result of running the query again.
@Suite(.serialized, .holdsFiles, .timeLimit(.minutes(240))) struct RandomCommitTests {
  /// The writers of the commits in a history.
  enum Writers: String, CaseIterable, Sendable {
    case own
    case others
    case othersWithLog
  }

  /// The number of commits for all kinds of queries together, which `LIVETABLES_COMMITS` sets.
  static var commitCount: Int { ProcessInfo.processInfo.environment["LIVETABLES_COMMITS"].flatMap { Int($0) } ?? 3_000 }

  @Test("each state equals the result of running the query again", arguments: QueryShape.all)
  func eachStateIsWhatTheQueryGives(shape: QueryShape) async throws {
    let length = 50
    let seeds = max(1, Self.commitCount / QueryShape.all.count / length)
    var incremental = (ids: 0, rows: 0)
    for seed in 0..<seeds {
      var generator = SeededGenerator(seed: UInt64(seed) &* 31 &+ 7)
      let writers: Writers = seed % 4 == 3 ? .othersWithLog : seed % 8 == 2 ? .others : .own
      let history = (0..<length).map { number in
        let tampers = writers == .othersWithLog && seed % 8 == 7 && number % 8 == 7
        return tampers ? RandomCommit.tampering(&generator) : RandomCommit.statement(&generator)
      }
      let journal = seed % 3 == 1 ? "delete" : "wal"
      switch await Self.outcome(of: history, shape, writers, journal) {
      case .right(let count): incremental = (incremental.ids + count.ids, incremental.rows + count.rows)
      case .wrong:
        let (shortest, words) = await Self.shortened(history, shape, writers, journal)
        Issue.record("\(shape), \(writers), \(journal), seed \(seed): \(words)\n\(shortest.joined(separator: "\n"))")
        return
      }
    }
    if shape.isIncremental { #expect(incremental.ids > 0, "no commit was taken in by its rows alone") }
    if shape.isIncremental, shape.isKeyed {
      #expect(incremental.rows > 0, "no commit was taken in by its complete rows alone")
    }
  }

  enum Outcome {
    /// The numbers of commits that were applied without reading all ids, and all rows of a loaded table.
    case right(incremental: (ids: Int, rows: Int))
    case wrong(String)
  }

  static func outcome(
    of history: [String], _ shape: QueryShape, _ writers: Writers, _ journal: String
  ) async -> Outcome {
    do {
      return try await run(history, shape, writers, journal)
    } catch {
      return .wrong("\(error)")
    }
  }

  private static func run(
    _ history: [String], _ shape: QueryShape, _ writers: Writers, _ journal: String
  ) async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "commits-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "mail.db").path()
    let whole = Guarded(0)
    let database = try await SQLiteDatabase(path: path) { sql in
      if sql.hasPrefix("SELECT q.") && sql.contains(" FROM ") && !sql.hasSuffix("WHERE q.\"id\" = ?")
        && !sql.contains("livetables_key = ?") && !sql.contains(" IN (?")
      {
        whole.with { $0 += 1 }
      }
    }
    try await database.withoutTransaction { connection in
      try connection.execute("PRAGMA journal_mode = \(SQLQuery(sql: journal))")
      try connection.execute("PRAGMA synchronous = OFF")
    }
    try await database.write { try $0.execute(script: QueryShape.schema) }
    if writers == .othersWithLog { try await database.installChangeLog(for: "mail", "person", "note", "setting") }
    let other = writers == .own ? nil : try await SQLiteDatabase(path: path)
    try await other?.withoutTransaction { try $0.execute("PRAGMA synchronous = OFF") }
    let reader = try DatabaseConnection(DatabaseConnection.Settings(path: path))
    let plan = try QueryPlan(shape.query.parts, nil, on: reader)
    let live = database.table(shape.query, cacheLimit: 64)
    let loaded = live.loaded
    var (before, loadedBefore) = (await live.state, await loaded.state)
    var incremental = (ids: 0, rows: 0)
    for (number, statement) in history.enumerated() {
      let isOther = number % 3 != 0
      whole.with { $0 = 0 }
      if isOther, let other {
        try await other.write { try $0.execute(script: statement) }
        database.hub.publish(.foreign)
      } else {
        try await database.write { try $0.execute(script: statement) }
      }
      let state = await live.state
      if state.isFinished { throw state.failure ?? QueryError.databaseClosed }
      if state.revision > before.revision, whole.now == 0 { incremental.ids += 1 }
      before = state
      whole.with { $0 = 0 }
      let rows = await loaded.state
      if rows.isFinished { throw rows.failure ?? QueryError.databaseClosed }
      if rows.revision > loadedBefore.revision, whole.now == 0 { incremental.rows += 1 }
      loadedBefore = rows
      if let words = try difference(state.table, shape, plan, reader) { return .wrong("commit \(number): \(words)") }
      if let words = try difference(rows.table, shape, plan, reader) {
        return .wrong("commit \(number), loaded: \(words)")
      }
      // Loads a few rows, as if they were on screen.
      for place in 0..<3 {
        let row = state.table[RowPath(section: place % max(1, state.table.sections.count), row: number % 5)]
        _ = try await row?.load()
      }
      if let words = try content(state.table, plan, reader) { return .wrong("commit \(number): \(words)") }
    }
    await database.close()
    await other?.close()
    return .right(incremental: incremental)
  }

  /// Returns the difference from the result of running the query again, or `nil`.
  private static func difference(
    _ table: TableSnapshot<SQLiteValue, QueryRow<QueryShape.Line>>, _ shape: QueryShape, _ plan: QueryPlan,
    _ reader: DatabaseConnection
  ) throws -> String? {
    let parts = shape.query.parts
    let plain = parts.ids(searchColumns: plan.searchColumns, key: plan.pageKey)
    for (number, query) in [plan.ids, plain].enumerated() where number == 0 || shape.isTotal {
      let groups = try reader.groups(query, group: parts.group) { row, _, ids in ids.append(try row.rowID()) }
      let shown = table.sections.map { ($0.value, $0.rows.map(\.id)) }
      if groups.map(\.value) != shown.map(\.0) || groups.map(\.rows) != shown.map(\.1) {
        return "\(shown), not \(groups)"
      }
    }
    return nil
  }

  /// Returns the difference of the complete rows from the result of running the query again, or `nil`.
  private static func difference(
    _ table: TableSnapshot<SQLiteValue, QueryShape.Line>, _ shape: QueryShape, _ plan: QueryPlan,
    _ reader: DatabaseConnection
  ) throws -> String? {
    let parts = shape.query.parts
    let plain = parts.wholeRows(plan.columns, searchColumns: plan.searchColumns, key: plan.pageKey)
    for (number, query) in [plan.wholeRows, plain].enumerated() where number == 0 || shape.isTotal {
      let groups = try reader.groups(query, group: parts.group) { row, _, lines in
        lines.append(QueryShape.Line(DatabaseRow(row)))
      }
      let shown = table.sections.map { ($0.value, Array($0.rows)) }
      if groups.map(\.value) != shown.map(\.0) || groups.map(\.rows) != shown.map(\.1) {
        return "\(shown), not \(groups)"
      }
    }
    return nil
  }

  /// Returns a description of a row whose loaded content is outdated, or `nil`.
  private static func content(
    _ table: TableSnapshot<SQLiteValue, QueryRow<QueryShape.Line>>, _ plan: QueryPlan, _ reader: DatabaseConnection
  ) throws -> String? {
    let known = table.filter { $0.value != nil }
    var now: [RowID: QueryShape.Line] = [:]
    try reader.forEach(known.map(\.id), plan) { now[$0] = .init($1) }
    for row in known where row.value != now[row.id] {
      return "row \(row.id) is \(row.value?.values ?? []), not \(now[row.id]?.values ?? [])"
    }
    return nil
  }

  /// Returns the shortest history that fails, and its failure.
  private static func shortened(
    _ history: [String], _ shape: QueryShape, _ writers: Writers, _ journal: String
  ) async -> ([String], String) {
    var shortest = history
    var words = ""
    var count = history.count / 2
    while count > 0 {
      var start = 0
      while start < shortest.count {
        var shorter = shortest
        shorter.removeSubrange(start..<min(start + count, shorter.count))
        if case .wrong(let found) = await outcome(of: shorter, shape, writers, journal) {
          (shortest, words) = (shorter, found)
        } else {
          start += count
        }
      }
      count /= 2
    }
    return (shortest, words)
  }
}
#endif
