#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

extension LiveQueryTests {
  @Test("what a cancelled reader did not read is read by the next one")
  func cancelledInTheMiddle() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (held, isArmed) = (DispatchSemaphore(value: 0), Guarded(false))
    let file = try await TestDatabase()
    let database = try await file.open { options in
      options.trace = { sql in
        guard sql.contains("FROM mail"), isArmed.now else { return }
        isArmed.with { $0 = false }
        begin.finish()
        held.wait()  // blocks the reader's queue only
      }
    }
    // The read takes long enough for SQLite to call the progress handler.
    let numbers: SQLQuery =
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT count(*) FROM n"
    let live = database.table(of: Mail.self, "SELECT * FROM mail WHERE id < (\(numbers)) ORDER BY id")
    #expect(await live.state.table.isEmpty)
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    isArmed.with { $0 = true }
    let task = Task { await live.state.table.count }
    for await _ in begun {}
    task.cancel()
    held.signal()
    #expect(await task.value == 0)
    #expect(await live.state.table.count == 1)
  }

  @Test("a reader that is cancelled during a read leaves the query to the others")
  func cancelledReaders() async throws {
    let database = try await TestDatabase().open()
    let mails = database.table(of: Mail.self, inbox).loaded
    for id in 1...20 {
      try await database.insert(Mail(id: id, folder: "in", subject: "mail"))
      let readers = (0..<3).map { _ in Task { await mails.current.count } }
      readers[0].cancel()
      readers[1].cancel()
      #expect(await readers[2].value == id)
    }
  }

  @Test("a reader that is cancelled before the schema is read leaves the query to the others")
  func cancelledBeforeTheSchemaIsRead() async throws {
    let others = (1...10).map { "CREATE TABLE other\($0) (id, text);" } + ["INSERT INTO mail VALUES (1, 'in', 'a', 0);"]
    let database = try await TestDatabase(TestDatabase.mails + others.joined(), journal: "delete").open()
    let live = database.table(of: Mail.self, inbox)
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await live.state
    }.value
    #expect(await live.state.table.map(\.id) == [1])
  }
}
#endif
