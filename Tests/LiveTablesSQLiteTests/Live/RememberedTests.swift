#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite("Saved results of queries", .holdsFiles, .timeLimit(.minutes(20))) struct RememberedTests {
  private typealias Query = TableQuery<SQLiteValue, Mail>

  private let query = Query.mails("SELECT * FROM mail ORDER BY folder, id").remembered(rows: 3)

  private func file() async throws -> TestDatabase {
    let file = try await TestDatabase()
    try await file.run(
      "INSERT INTO mail VALUES (1, 'a', 'one', 0), (2, 'a', 'two', 0), (3, 'b', 'three', 0), (4, 'b', 'four', 0);")
    return file
  }

  /// Reads a query until its result is remembered.
  private func show(_ query: Query, _ file: TestDatabase) async throws {
    let database = try await file.open()
    let live = database.table(query)
    // The first state is remembered, the second is read, and the third needs no read, so the result is remembered.
    for _ in 1...3 { _ = await live.state }
    await database.close()
  }

  private func kept(_ file: TestDatabase, _ query: Query) async throws -> [[RowID]] {
    let database = try await file.open()
    let plan = try await database.read { try $0.plan(query.parts, nil) }
    let groups = await database.remembered?.groups(of: plan.ids)
    await database.close()
    return try #require(groups).map(\.ids)
  }

  @Test("the saved first rows are shown at once, and the result of the read is one changeset")
  func atOnce() async throws {
    let file = try await file()
    try await show(query, file)
    try await file.run("DELETE FROM mail WHERE id = 2; UPDATE mail SET subject = 'other' WHERE id = 1;")
    let database = try await file.open()
    var tables = database.table(query).tables.makeAsyncIterator()
    let first = try #require(await tables.next())
    #expect(first.identities == [[1, 2], [3]])
    #expect(first.sections.map(\.value) == ["a", "b"])
    #expect(try await first[RowPath(section: 0, row: 0)]?.load()?.subject == "other", "rows have today's content")
    #expect(try await first[RowPath(section: 0, row: 1)]?.load() == nil)
    let second = try #require(await tables.next())
    #expect(second.identities == [[1], [3, 4]])
    #expect(second.difference(from: first).operationCount == 2, "rows that are the same are not changed")
    #expect(second[RowPath(section: 0, row: 0)]?.value?.subject == "other")
    try await database.insert(Mail(id: 5, folder: "b", subject: "five"))
    #expect(await tables.next()?.identities == [[1], [3, 4, 5]])
  }

  @Test("an unchanged result causes no second changeset")
  func unchanged() async throws {
    let file = try await file()
    let all = query.remembered(rows: 10)
    try await show(all, file)
    let database = try await file.open()
    let live = database.table(all)
    let first = await live.state.table
    #expect(first.identities == [[1, 2], [3, 4]])
    #expect(await live.state.table.difference(from: first).isEmpty)
  }

  @Test("only requested results are saved, for the same query with the same values")
  func others() async throws {
    let file = try await file()
    func asked(_ id: some DatabaseBindable) -> Query {
      Query.mails("SELECT * FROM mail WHERE id = \(id)").remembered()
    }
    try await show(Query.mails("SELECT * FROM mail"), file)
    #expect(!FileManager.default.fileExists(atPath: file.path + "-tables"))
    try await show(asked(1), file)
    #expect(try await kept(file, asked(1)) == [[1]])
    #expect(try await kept(file, asked("1")) == [])
    #expect(try await kept(file, asked(2)) == [])
  }

  @Test("the results of the most recently shown queries are kept")
  func limit() async throws {
    let file = try await file()
    let first = query.filtered("id <> 0")
    try await show(first, file)
    for _ in 1...40 { try await show(query, file) }
    #expect(try await kept(file, first) == [[1, 2], [3]])
    for number in 1...32 { try await show(query.filtered("id <> -\(number)"), file) }
    for one in [first, query] { #expect(try await kept(file, one) == []) }
    #expect(try await kept(file, query.filtered("id <> -\(1)")) == [[1, 2], [3]])
  }

  @Test("a truncated or invalid file prevents no result, and is replaced")
  func rubbish() async throws {
    let file = try await file()
    let url = URL(filePath: file.path + "-tables")
    try await show(query, file)
    let whole = try Data(contentsOf: url)
    var damaged = stride(from: 0, to: whole.count, by: 997).map { whole.prefix($0) }
    damaged.append(Data("rubbish".utf8))
    damaged.append(Data(repeating: 0xA5, count: whole.count))
    for offset in stride(from: 100, to: whole.count, by: 641) {
      var other = whole
      other[offset] ^= 0xFF
      damaged.append(other)
    }
    for data in damaged {
      try data.write(to: url)
      let database = try await file.open()
      let live = database.table(query)
      _ = await live.state
      #expect(await live.state.table.identities == [[1, 2], [3, 4]])
      _ = await live.state
      await database.close()
    }
    try Data("rubbish".utf8).write(to: url)
    for _ in 1...2 { try await show(query, file) }
    #expect(try await kept(file, query) == [[1, 2], [3]])
  }

  @Test("nothing is saved if no file can be written")
  func readOnly() async throws {
    let file = try await file()
    let database = try await file.open { $0.isReadOnly = true }
    let live = database.table(query)
    for _ in 1...3 { #expect(await live.state.table.identities == [[1, 2], [3, 4]]) }
    #expect(!FileManager.default.fileExists(atPath: file.path + "-tables"))
  }
}

extension TableQuery<SQLiteValue, Mail> {
  fileprivate static func mails(_ select: SQLQuery) -> TableQuery {
    TableQuery<OneSection, Mail>(of: Mail.self, select).grouped(by: "folder")
  }
}
#endif
