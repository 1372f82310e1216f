#if SQLite
import Testing

@testable import LiveTablesSQLite

struct ChangeCollectorTests {
  @Test("rows of temporary tables are nobody else's: only the file's own tables count")
  func temporaryTables() async throws {
    let file = try await TestDatabase()
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    let collector = ChangeCollector()
    collector.install(on: connection.handle)
    try connection.execute(
      script: """
        BEGIN; CREATE TEMP TABLE mail (id INTEGER PRIMARY KEY); INSERT INTO temp.mail VALUES (7);
        INSERT INTO note VALUES (1, 'kept'); COMMIT;
        """)
    #expect(collector.take().tables == ["note": .init(rows: [1], hasOtherRows: true)])
  }
}
#endif
