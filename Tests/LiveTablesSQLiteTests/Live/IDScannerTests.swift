#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite struct IDScannerTests {
  @Test("a query that was replaced while it was read is another one until it has been read")
  func aChangeOfTheQueryOutlivesACancelledRead() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    let select: SQL = "SELECT * FROM mail"
    let first = TableQuery<OneSection, String>(select) { try $0.decode(Mail.self).subject }
    let second = TableQuery<OneSection, String>(select) { try $0.decode(Mail.self).folder }
    var scanner = IDScanner<OneSection, String>(database, cacheLimit: 8)
    let job = scanner.job(first, .foreign, nil)
    scanner.adopt(try await database.readers.read { try job.scan($0, nil) }, of: job)
    #expect(!scanner.job(first, .foreign, nil).isOtherQuery)
    _ = scanner.job(second, .foreign, nil)  // and the task is cancelled
    #expect(scanner.job(second, .foreign, nil).isOtherQuery)
  }
}
#endif
