#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite struct IDScannerTests {
  @Test("a query that was replaced during a read counts as changed until it is read")
  func aChangeOfTheQueryOutlivesACancelledRead() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    let select: SQLQuery = "SELECT * FROM mail"
    let first = TableQuery<OneSection, String>(select) { try $0.decode(Mail.self).subject }
    let second = TableQuery<OneSection, String>(select) { try $0.decode(Mail.self).folder }
    var scanner = IDScanner<OneSection, String>(database, cacheLimit: 8)
    let job = scanner.job(first, .foreign, nil)
    scanner.adopt(try await database.readers.read { try job.scan($0, nil) }, of: job)
    #expect(!scanner.job(first, .foreign, nil).isOtherQuery)
    _ = scanner.job(second, .foreign, nil)  // the scan never runs, as if its task were cancelled
    #expect(scanner.job(second, .foreign, nil).isOtherQuery)
  }

  @Test("late rows are shown in their current state, together with written rows")
  func lateRowsBesideOthers() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(
      Mail(id: 1, folder: "in", subject: "a"), Mail(id: 2, folder: "in", subject: "b"),
      Mail(id: 3, folder: "in", subject: "c"))
    let query = TableQuery<OneSection, String>("SELECT * FROM mail") { try $0.decode(Mail.self).subject }
    var scanner = IDScanner<OneSection, String>(database, cacheLimit: 8)
    func job(_ changes: DatabaseChanges) async throws -> IDScanner<OneSection, String>.Job {
      let job = scanner.job(query, changes, nil)
      let reader = try database.readers.lend()
      scanner.adopt(try await reader.open(for: .zero, yields: false) { try job.scan($0, $1) }.value, of: job)
      return job
    }
    let first = try await job(.foreign)
    #expect(scanner.reason == "it is read for the first time, or the schema has changed")
    first.source.cache.put([2: .init(value: "older", fingerprint: 0, stamp: first.revision)], since: nil)
    var changes = await database.writer.write { try $0.execute("UPDATE mail SET subject = 'A' WHERE id = 1") }.changes
    changes.merge(.lateRows)
    let second = try await job(changes)
    #expect(scanner.reason == nil, "what has changed is looked at alone")
    #expect(scanner.table?.map(\.stamp) == [second.revision, second.revision, first.revision])
  }

  @Test("rows that arrive during a read of another query are checked again")
  func lateRowsOfAnotherQuery() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    let query = TableQuery<OneSection, String>("SELECT * FROM mail") { try $0.decode(Mail.self).subject }
    var scanner = IDScanner<OneSection, String>(database, cacheLimit: 8)
    let first = scanner.job(query, .foreign, nil)
    scanner.adopt(try await database.readers.read { try first.scan($0, nil) }, of: first)
    let second = scanner.job(query.filtered("id > 0"), DatabaseChanges(), nil)
    let scan = try await database.readers.read { try second.scan($0, nil) }
    first.source.cache.put([1: .init(value: "older", fingerprint: 0, stamp: first.revision)], since: first.revision)
    scanner.adopt(scan, of: second)
    #expect(scanner.takeLate())
  }

  @Test("a row that is not where its order places it is not mistaken for the row there")
  func aRowThatIsNotThere() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"), Mail(id: 3, folder: "in", subject: "c"))
    let query = TableQuery<OneSection, String>("SELECT * FROM mail ORDER BY id") { _ in "" }
    var scanner = IDScanner<OneSection, String>(database, cacheLimit: 8)
    let job = scanner.job(query, .foreign, nil)
    scanner.adopt(try await database.readers.read { try job.scan($0, nil) }, of: job)
    let table = try #require(scanner.table)
    try await database.insert(Mail(id: 2, folder: "in", subject: "b"), Mail(id: 4, folder: "in", subject: "d"))
    try await database.readers.read { connection in
      let keyed = try connection.plan(query.parts, nil).keyed.get()
      func paths(_ id: RowID) throws -> [RowPath] {
        let rows = try connection.keyedRows(keyed, [id])
        return try RowPositions.with(keyed, connection) {
          try GroupedRows(table, [], isGrouped: false).paths(of: rows, $0)
        }
      }
      #expect(try paths(3) == [RowPath(section: 0, row: 1)])
      for id in [2, 4] { #expect(throws: NotIncremental.self) { try paths(RowID(id)) } }
    }
  }

  @Test("shown rows are saved when they have changed, at most once a second")
  func whatIsRemembered() {
    let start = ContinuousClock.now
    let kept = StoredRevision(revision: 3, time: start)
    #expect(!kept.isDue(for: 4, at: start + .milliseconds(999)) && kept.isDue(for: 4, at: start + .seconds(1)))
    #expect(!kept.isDue(for: 3, at: start + .seconds(9)))
  }
}
#endif
