#if SQLite
import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests that the last state is shown after commits of this process and another one, while rows are loaded.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct RandomTests {
  /// A stub of a view, with the newest table and the content of each row from its last update.
  private actor Screen {
    private(set) var groups: [String] = []
    private(set) var ids: [[RowID]] = []
    private(set) var shown: [RowID: Mail] = [:]
    private var before: TableSnapshot<SQLiteValue, QueryRow<Mail>>?
    private nonisolated let news: AsyncStream<Void>
    private nonisolated let tell: AsyncStream<Void>.Continuation

    init() { (news, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Waits until the screen shows the given rows.
    nonisolated func shows(_ ids: [[RowID]], _ content: [RowID: Mail]) async -> Bool {
      for await _ in news {
        if await self.ids == ids, await shown == content { return true }
      }
      return false
    }

    /// Shows a table as a view would: loads inserted and updated rows, and keeps the others.
    func show(_ table: TableSnapshot<SQLiteValue, QueryRow<Mail>>) async throws {
      var stale: Set<RowID> = []
      if let before {
        let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { one, _ in one })
        for row in table where old[row.id].map({ !$0.hasSameContent(as: row) }) ?? true { stale.insert(row.id) }
      } else {
        stale = Set(table.map(\.id))
      }
      before = table
      groups = table.sections.map { $0.value.description }
      ids = table.identities
      for row in table where stale.contains(row.id) { shown[row.id] = try await row.load() }
      let there = Set(ids.joined())
      for id in shown.keys where !there.contains(id) { shown[id] = nil }
      tell.yield()
    }
  }

  private static func statement(_ generator: inout SeededGenerator) -> String {
    let id = Int.random(in: 1...40, using: &generator)
    let folder = ["a", "b", "c"].randomElement(using: &generator) ?? "a"
    return switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: "INSERT OR REPLACE INTO mail VALUES (\(id), '\(folder)', '\(generator.next() % 100)', 0);"
    case 2: "DELETE FROM mail WHERE id = \(id);"
    case 3: "UPDATE mail SET subject = '\(generator.next() % 100)' WHERE id % 3 = \(id % 3);"
    case 4: "UPDATE mail SET folder = '\(folder)' WHERE id = \(id);"
    default: "UPDATE mail SET id = \(id + 40) WHERE id = \(id);"
    }
  }

  @Test("random commits are all shown in the end", arguments: Array(1...6) as [UInt64])
  func whatIsShownLastIsWhatIsThere(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let file = try await TestDatabase(journal: seed.isMultiple(of: 3) ? "delete" : "wal")
    let database = try await file.open { $0.busyTimeout = .seconds(30) }
    let live = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY folder, id", groupedBy: "folder")
    let screen = Screen()
    let reading = Task {
      for await table in live.tables { try await screen.show(table) }
    }
    for _ in 0..<8 {
      let own = (0..<5).map { _ in Self.statement(&generator) }
      let others = (0..<5).map { _ in Self.statement(&generator) }.joined(separator: "\n")
      async let other = file.run(others)
      for sql in own { try await database.write { try $0.execute(script: sql) } }
      _ = try await other
    }
    // The other process has made its last commit, so this read is the expected state.
    let mails = try await database.read { try $0.rows(of: Mail.self, "SELECT * FROM mail ORDER BY folder, id") }
    let ids = TableSnapshot<String, Mail>(grouping: mails, by: \.folder).sections.map { $0.rows.map { RowID($0.id) } }
    let content = Dictionary(uniqueKeysWithValues: mails.map { (RowID($0.id), $0) })
    #expect(await screen.shows(ids, content))
    reading.cancel()
    _ = await reading.result
  }
}
#endif
