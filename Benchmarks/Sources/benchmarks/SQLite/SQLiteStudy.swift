#if SQLite
import Foundation
import HeapMeter
import LiveTables
import LiveTablesSQLite

/// Live tables of a database, beside running the query again and differencing all rows.
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
      findings += try await own(file)
      findings += try await foreign(file)
      findings.append(try await firstTables(file))
    }
    return findings
  }

  /// Ten million rows.
  static func largeFindings() async throws -> [Finding] {
    let file = try await BenchmarkDatabase(rows: 10_000_000, isOnlyRead: true)
    return try await firstScreen(file) + pages(file) + window(file) + ids(file)
  }

  // MARK: - A commit, and the changeset

  /// One insert by this process, until the changeset is there.
  private static func own(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let database = try await SQLiteDatabase(path: file.path)
    var tables = database.table(of: Mail.self, select).tables.makeAsyncIterator()
    guard var last = await tables.next() else { return [] }
    var inserts: [Double] = []
    var updates: [Double] = []
    for round in 0..<rounds {
      let start = Stopwatch.wall
      try await database.write { connection in
        try connection.execute("INSERT INTO mail VALUES (NULL, 'new', 'inserted', \(round * 1000))")
      }
      guard let next = await tables.next() else { return [] }
      precondition(next.difference(from: last).operationCount == 1)
      inserts.append(Stopwatch.wall - start)
      let middle = Stopwatch.wall
      try await database.write { connection in
        try connection.execute("UPDATE mail SET subject = subject || '!' WHERE id = \(1000 + round)")
      }
      guard let updated = await tables.next() else { return [] }
      precondition(updated.difference(from: next).operationCount == 1)
      updates.append(Stopwatch.wall - middle)
      last = updated
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
    let (insert, update, plain) = (Race.median(inserts), Race.median(updates), Race.median(again))
    return [
      finding("one insert, \(file.name), to the changeset", insert, plain),
      finding("one change of content, \(file.name), to the changeset", update, plain),
    ]
  }

  // MARK: - The first table

  /// The first table of ids, and of rows that are decoded by name and by a closure.
  private static func firstTables(_ file: BenchmarkDatabase) async throws -> Finding {
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
        precondition(count >= file.rows)
        await database.close()
      }
      return Race.median(times)
    }
    let ids = try await time(named) { await $0.state.table.count }
    let decodable = try await time(named) { await $0.loaded.state.table.count }
    let read = try await time(closure) { await $0.loaded.state.table.count }
    return Finding(
      what: "the first table, \(file.name)",
      value:
        "ids \(Format.short(ids)) ms; complete rows \(Format.short(decodable)), by a closure \(Format.short(read))",
      target: ("a closure takes less than Decodable", read < decodable))
  }

  private static func finding(_ what: String, _ time: Double, _ plain: Double) -> Finding {
    Finding(
      what: what,
      value: "\(Format.short(time)) ms; the query again \(Format.short(plain)) ms, \(Format.short(plain / time))×",
      target: ("less than the query again", time < plain))
  }

  /// The plain way: all rows, decoded.
  private nonisolated static func whole(_ database: SQLiteDatabase) async throws -> TableSnapshot<OneSection, Mail> {
    try await database.read { TableSnapshot(rows: try $0.rows(of: Mail.self, select)) }
  }

  /// One insert by another process, from when it says that it has committed.
  private static func foreign(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let database = try await SQLiteDatabase(path: file.path)
    var tables = database.table(of: Mail.self, select).tables.makeAsyncIterator()
    guard var last = await tables.next() else { return [] }
    let other = try OtherProcess(path: file.path)
    var times: [Double] = []
    for round in 0..<rounds {
      let committed = try await other.insert(round * 1001)
      guard let next = await tables.next() else { return [] }
      precondition(next.difference(from: last).operationCount == 1)
      times.append(Stopwatch.wall - committed)
      last = next
    }
    await other.end()
    await database.close()
    let small = try await BenchmarkDatabase(rows: 100)
    return [
      Finding(
        what: "from another process's commit to the changeset, \(file.name)",
        value: "\(Format.short(Race.median(times))) ms"),
      Finding(
        what: "the same, 100 rows", value: "\(Format.short(try await latency(small))) ms"),
    ]
  }

  private static func latency(_ file: BenchmarkDatabase) async throws -> Double {
    let database = try await SQLiteDatabase(path: file.path)
    var tables = database.table(of: Mail.self, select).tables.makeAsyncIterator()
    _ = await tables.next()
    let other = try OtherProcess(path: file.path)
    var times: [Double] = []
    for round in 0..<rounds * 3 {
      let committed = try await other.insert(round)
      _ = await tables.next()
      times.append(Stopwatch.wall - committed)
    }
    await other.end()
    await database.close()
    return Race.median(times)
  }

  // MARK: - Ten million rows

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
    return [
      Finding(
        what: "first screen of \(file.name): file opened, 50 rows read",
        value: "\(Format.short(Race.median(times))) ms")
    ]
  }

  /// Pages by their neighbours, beside windows by their positions, near the beginning and near the end.
  private static func pages(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let database = try await SQLiteDatabase(path: file.path)
    let query = TableQuery(of: Mail.self, "SELECT * FROM mail").sorted(by: "date", descending: true)
    let far = file.rows / 100 * 99
    // Of dates that grow with the ids, the one at a position has about this id.
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
      Finding(
        what: "a page of 50 rows, every one read, of \(file.name): the first; behind row \(Format.grouped(far))",
        value: "\(Format.short(first)) ms; \(Format.short(late)) ms",
        target: ("within twice the first", late < 2 * first)),
      Finding(
        what: "the same as a window, by positions",
        value: "\(Format.short(window)) ms; \(Format.short(lateWindow)) ms"),
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

  private static func ids(_ file: BenchmarkDatabase) async throws -> [Finding] {
    let database = try await SQLiteDatabase(path: file.path)
    heap_meter_start()
    let start = Stopwatch.wall
    var tables = database.table(of: Mail.self, select).tables.makeAsyncIterator()
    guard let table = await tables.next() else { return [] }
    let time = Stopwatch.wall - start
    heap_meter_stop()
    precondition(table.count == 10_000_000)
    let live = Int(heap_meter_live())
    let peak = Int(heap_meter_peak())
    await database.close()
    return [
      Finding(
        what: "a table of all ids of \(file.name)",
        value: "\(Format.short(time)) ms, \(Format.bytes(live)), peak \(Format.bytes(peak))")
    ]
  }
}
#endif
