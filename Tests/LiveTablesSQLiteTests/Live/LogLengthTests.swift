#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite("The write-ahead log stays short", .holdsFiles, .timeLimit(.minutes(20)))
struct LogLengthTests {
  private typealias Table = LiveQuery<OneSection, Mail>

  /// Returns the largest number of frames that the log has had, because its file is overwritten but never shortened.
  private func length(_ file: TestDatabase) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
    return try #require(size) / 4120
  }

  private func isOpen(_ table: Table) async -> Bool { await (table.state.value as? ReadTransaction)?.isOpen == true }

  @Test("the log stays short with commits of this process")
  func ownCommits() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    for id in 1...100 { try await database.insert(Mail(id: id, folder: "in", subject: "old")) }
    let one = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY folder, id")
    let two = database.table(of: Mail.self, "SELECT * FROM mail WHERE id > 50 ORDER BY id")
    let other = database.table(of: Mail.self, "SELECT id, 'in' AS folder, text AS subject, 0 AS isRead FROM note")
    _ = await other.state
    for round in 0..<1_500 {
      let id = round * 7 % 100 + 1
      try await database.write { try $0.execute("UPDATE mail SET folder = \("f\(round % 13)") WHERE id = \(id)") }
      #expect(await isOpen(one))
      #expect(await isOpen(two))
    }
    #expect(try length(file) < 1_600)
    let rows = try await database.read {
      try $0.map("SELECT id FROM mail ORDER BY folder, id") { try $0.value("id", as: Int.self) }
    }
    #expect(await one.state.table.map(\.id) == rows.map { RowID($0) })
  }

  @Test("the log stays short with commits of other programs")
  func commitsOfOthers() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"))
    let shown = database.table(of: Mail.self, "SELECT * FROM mail")
    var tables = shown.tables.makeAsyncIterator()
    _ = await tables.next()
    for round in 1...12 {
      let updates = String(repeating: "UPDATE mail SET isRead = isRead + 1;\n", count: 400)
      try await file.run(updates + "INSERT INTO mail (folder, subject) VALUES ('in', 'new');")
      while let table = await tables.next(), table.count <= round {}
      await database.observer.settled()
    }
    #expect(try length(file) < 2_400)
  }

  @Test("the log stays short if this process only reads")
  func readersOnly() async throws {
    let file = try await TestDatabase()
    let writer = try await file.open()
    try await writer.insert(Mail(id: 1, folder: "in", subject: "old"))
    let database = try await file.open { $0.isReadOnly = true }
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    _ = await tables.next()
    for round in 1...15 {
      for _ in 0..<200 { try await writer.write { try $0.execute("UPDATE mail SET isRead = isRead + 1") } }
      try await writer.insert(Mail(id: round + 1, folder: "in", subject: "new"))
      while let table = await tables.next(), table.count <= round {}
    }
    #expect(try length(file) < 2_400)
  }
}
#endif
