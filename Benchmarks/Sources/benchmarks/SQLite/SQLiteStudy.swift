#if SQLite
import Foundation
import HeapMeter
import LiveTables
import LiveTablesSQLite

/// Measures live tables of a database against running the query again and diffing all rows.
@MainActor enum SQLiteStudy {
  struct Mail: Decodable, Diffable, Identifiable, Equatable, Sendable {
    var id: Int
    var folder: String
    var subject: String
    var date: Int
  }

  private nonisolated static let select: SQLQuery = "SELECT * FROM mail ORDER BY date DESC"
  private nonisolated static let rounds = 7

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for rows in [100_000, 1_000_000] {
      let file = try await BenchmarkDatabase(rows: rows)
      findings += try await firstTables(file)
      findings += try await commits(file)
    }
    return findings
  }

  /// Measures a table of ten million rows.
  static func largeFindings() async throws -> [Finding] {
    let file = try await BenchmarkDatabase(rows: 10_000_000, isOnlyRead: true)
    return try await firstScreen(file) + pages(file) + window(file)
  }

  // MARK: - The first table

  /// Measures the first table of ids, and of complete rows that a closure decodes, against `Decodable`.
  private static func firstTables(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let named = TableQuery(of: Mail.self, select)
    let closure = TableQuery(select) { row in
      Mail(
        id: try row.value("id", as: Int.self), folder: try row.value("folder", as: String.self),
        subject: try row.value("subject", as: String.self), date: try row.value("date", as: Int.self))
    }
    func time(_ query: TableQuery<OneSection, Mail>, _ read: (LiveQuery<OneSection, Mail>) async -> Int) async throws
      -> Double
    {
      var times: [Double] = []
      for _ in 0..<5 {
        let database = try await SQLiteDatabase(path: file.path)
        let live = database.table(query)
        let start = Stopwatch.wall
        let count = await read(live)
        times.append(Stopwatch.wall - start)
        precondition(count == file.rows)
        await database.close()
      }
      return Race.median(times)
    }
    let ids = try await time(named) { await $0.state.table.count }
    let decoded = try await time(named) { await $0.loaded.state.table.count }
    let read = try await time(closure) { await $0.loaded.state.table.count }
    return [
      .race("first table of ids", file.rows, ids, "complete rows by `Decodable`", decoded),
      .race(
        "first table of complete rows by a closure", file.rows, read, "complete rows by `Decodable`", decoded,
        target: ("less", read < decoded)),
    ]
  }

  // MARK: - A commit

  /// Measures the time from a commit by this process to the changeset.
  private static func commits(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let database = try await SQLiteDatabase(path: file.path)
    var tables = database.table(of: Mail.self, select).tables.makeAsyncIterator()
    guard var last = await tables.next() else { return [] }
    var inserts: [Double] = []
    var updates: [Double] = []
    for round in 0..<2 * rounds {
      let isInsert = round.isMultiple(of: 2)
      let start = Stopwatch.wall
      try await database.write { connection in
        try connection.execute(
          isInsert
            ? "INSERT INTO mail VALUES (NULL, 'new', 'inserted', \(round * 1000))"
            : "UPDATE mail SET subject = subject || '!' WHERE id = \(1000 + round)")
      }
      guard let next = await tables.next() else { return [] }
      precondition(next.difference(from: last).operationCount == 1)
      if isInsert { inserts.append(Stopwatch.wall - start) } else { updates.append(Stopwatch.wall - start) }
      last = next
    }
    var again: [Double] = []
    var before = try await whole(database)
    for round in 0..<3 {
      try await database.write { connection in
        try connection.execute("INSERT INTO mail VALUES (NULL, 'new', 'again', \(round * 999))")
      }
      let start = Stopwatch.wall
      let after = try await whole(database)
      precondition(after.difference(from: before).operationCount == 1)
      again.append(Stopwatch.wall - start)
      before = after
    }
    await database.close()
    let (beside, plain) = ("query run again, rows decoded and diffed", Race.median(again))
    return [("inserting", Race.median(inserts)), ("updating", Race.median(updates))].map { change, time in
      .race("\(change) a row, until the changeset", file.rows, time, beside, plain, target: ("less", time < plain))
    }
  }

  /// Reads and decodes all rows.
  private nonisolated static func whole(_ database: SQLiteDatabase) async throws -> TableSnapshot<OneSection, Mail> {
    try await database.read { TableSnapshot(rows: try $0.rows(of: Mail.self, select)) }
  }

  // MARK: - Ten million rows

  /// Measures opening the file and reading the rows of the first screen against a table of all ids.
  private static func firstScreen(_ file: BenchmarkDatabase) async throws -> [Finding] {
    var times: [Double] = []
    for _ in 0..<rounds {
      let start = Stopwatch.wall
      let database = try await SQLiteDatabase(path: file.path)
      let query = TableQuery(of: Mail.self, select).window(0..<50)
      var tables = database.table(query).tables.makeAsyncIterator()
      guard let table = await tables.next() else { return [] }
      for row in table {
        let mail = try await row.load()
        precondition(mail != nil, "a row of the first screen is gone")
      }
      times.append(Stopwatch.wall - start)
      await database.close()
    }
    _ = try await ids(file, isMetered: false)  // The first read also loads the file into the cache.
    let ids = try await ids(file, isMetered: false).time
    let (_, bytes, peak) = try await self.ids(file, isMetered: true)
    return [
      .race("opening the file and reading 50 rows", file.rows, Race.median(times), "table of all ids", ids),
      Finding(
        what: "memory of a table of all ids, \(file.name)",
        value: "\(Format.bytes(bytes)), peak \(Format.bytes(peak))"),
    ]
  }

  /// Measures pages and windows near the end of the table against those at the beginning.
  private static func pages(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let database = try await SQLiteDatabase(path: file.path)
    let query = TableQuery(of: Mail.self, "SELECT * FROM mail").sorted(by: "date", descending: true)
    let far = file.rows / 100 * 99
    // Dates grow with the ids, so the row at this position has about this id.
    let id = RowID(file.rows - far)
    func time(_ query: TableQuery<OneSection, Mail>) async throws -> Double {
      var times: [Double] = []
      for _ in 0..<rounds {
        let start = Stopwatch.wall
        var tables = database.table(query).tables.makeAsyncIterator()
        guard let table = await tables.next() else { return 0 }
        precondition(table.count == 50)
        for row in table { _ = try await row.load() }
        times.append(Stopwatch.wall - start)
      }
      return Race.median(times)
    }
    let (first, late) = try await (time(query.page(50)), time(query.page(50, .after(id))))
    let (window, lateWindow) = try await (time(query.window(0..<50)), time(query.window(far..<far + 50)))
    await database.close()
    return [
      .race(
        "page of 50 rows after row \(Format.grouped(far))", file.rows, late, "first page", first,
        target: ("less than twice the first", late < 2 * first)),
      .race("window of 50 rows at row \(Format.grouped(far))", file.rows, lateWindow, "first window", window),
    ]
  }

  private static func window(_ file: BenchmarkDatabase) async throws -> [Finding] {
    if !heap_meter_is_available() { return [] }
    let database = try await SQLiteDatabase(path: file.path)
    heap_meter_start()
    let live = database.table(TableQuery(of: Mail.self, select).window(0..<1000))
    var tables = live.tables.makeAsyncIterator()
    var times: [Double] = []
    for page in 0..<20 {
      let start = Stopwatch.wall
      await live.change { $0.window(page * 1000..<(page + 1) * 1000) }
      guard let table = await tables.next() else { return [] }
      for row in table { _ = try await row.load() }
      times.append(Stopwatch.wall - start)
    }
    heap_meter_stop()
    let peak = Int(heap_meter_peak())
    await database.close()
    return [
      Finding(
        what: "heap peak of a window of 1,000 over \(file.name), 20 pages",
        value: "\(Format.bytes(peak)); \(Format.short(Race.median(times))) ms a page, every row read")
    ]
  }

  /// Returns the time for a table of all ids, its memory, and the heap peak.
  private static func ids(
    _ file: BenchmarkDatabase, isMetered: Bool
  ) async throws -> (time: Double, bytes: Int, peak: Int) {
    let database = try await SQLiteDatabase(path: file.path)
    if isMetered { heap_meter_start() }
    let start = Stopwatch.wall
    var tables = database.table(of: Mail.self, select).tables.makeAsyncIterator()
    let count = await tables.next()?.count
    let time = Stopwatch.wall - start
    heap_meter_stop()
    precondition(count == file.rows)
    let (bytes, peak) = (Int(heap_meter_live()), Int(heap_meter_peak()))
    await database.close()
    return (time, bytes, peak)
  }
}
#endif
