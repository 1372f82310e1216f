import Foundation
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that count how often edits and their readers ask rows for their identity.
@Suite("The cost of edits") struct EditCostTests {
  /// A row that counts how often it is asked for its identity.
  private struct Asked: Diffable, Equatable, Sendable {
    let number: Int
    var content = 0
    let asks: Guarded<Int>

    var identity: Int {
      asks.with { $0 += 1 }
      return number
    }

    static func == (one: Asked, two: Asked) -> Bool { one.number == two.number && one.content == two.content }
  }

  private let asks = Guarded(0)

  private func rows(_ count: Int) -> [Asked] { (0..<count).map { Asked(number: $0, asks: asks) } }

  /// Returns how often rows are asked for their identity while a closure runs.
  private func asked(_ body: () async throws -> Void) async rethrows -> Int {
    let before = asks.now
    try await body()
    return asks.now - before
  }

  @Test("rows that are removed and inserted in turn are found without asking all others each time")
  func turns() {
    var editor = TableEditor(CapturedTable(TableSnapshot(rows: rows(20_000))))
    func turn(_ id: Int) {
      editor.remove(.id(id))
      editor.insert(Asked(number: id, asks: asks), at: .path(RowPath(0, id / 2)))
    }
    for id in 19_000..<19_010 { editor.update(.id(id)) { $0.content += 1 } }
    for id in 19_010..<19_020 { turn(id) }
    let before = asks.now
    for id in 19_020..<19_120 { turn(id) }
    #expect(asks.now - before < 2_000)
  }

  @Test("a live table whose rows are inserted and deleted is scanned for the first rows only")
  func live() async throws {
    let live = LiveTable<OneSection, Asked>(rows: rows(20_000), undoLimit: 100)
    for id in 19_000..<19_010 { try await live.edit { $0.remove(id: id) } }
    let closures = try await asked {
      for id in 19_010..<19_030 { try await live.edit { $0.remove(id: id) } }
    }
    let thrown = try await asked {
      for id in 19_030..<19_040 {
        await #expect(throws: Broken()) {
          try await live.edit {
            $0.update(.id(id)) { $0.content += 1 }
            throw Broken()
          }
        }
        try await live.edit(.remove(id: id))
      }
    }
    let undone = try await asked { for _ in 0..<20 { _ = try await live.undo(revision: live.revision) } }
    #expect(closures < 40_000 && thrown < 40_000 && undone < 40_000, "each would be asked in each edit")
  }

  @Test("a table that is set is diffed once, however many views show it") @MainActor
  func views() async throws {
    let alone = LiveTable<OneSection, Asked>(rows: rows(2_000))
    let once = try await asked { try await alone.set(Array(rows(2_000).reversed())) }
    let live = LiveTable<OneSection, Asked>(rows: rows(2_000))
    let views = (0..<10).map { _ in RecordingTableView<OneSection, Asked>() }
    for view in views { view.bind(live) }
    await until { views.allSatisfy { $0.link.table.count == 2_000 } }
    let shown = try await asked {
      try await live.set(Array(rows(2_000).reversed()))
      await until { views.allSatisfy { $0.link.table.first?.number == 1_999 } }
    }
    #expect(shown < 2 * once, "each view would compare the tables again")
  }

  @Test("a reader that keeps up gets an edit's change without a search")
  func reading() async throws {
    let live = LiveTable<OneSection, Asked>(rows: rows(500))
    var reader = live.changes.makeAsyncIterator()
    _ = await reader.next()
    try await live.set(Array(rows(500).reversed()))
    let change = await asked { #expect(await reader.next()?.changeset.isEmpty == false) }
    let tree = LiveTree(Tree(depthFirst: rows(500).map { TreeElement(depth: $0.number % 5, value: $0) }))
    var nodes = tree.changes.makeAsyncIterator()
    _ = await nodes.next()
    try await tree.edit { $0 = Tree(depthFirst: rows(500).map { TreeElement(depth: $0.number % 3, value: $0) }) }
    let nodeChange = await asked { #expect(await nodes.next()?.changeset.isEmpty == false) }
    let levels = tree.breadthFirst
    #expect(await levels.state.table.count == 500)
    let again = await asked { #expect(await levels.state.table.count == 500) }
    let joined = live.merged(with: LiveTable<OneSection, Asked>(rows: rows(10)))
    #expect(await joined.state.table.count == 500)
    try await live.edit(.remove(id: 400))
    #expect(await joined.state.table.count == 499)
    let joinedAgain = await asked { #expect(await joined.state.table.count == 499) }
    #expect(change == 0 && nodeChange == 0 && again == 0 && joinedAgain == 0)
  }

  @Test("a store whose rows stay in place is scanned for the first rows only", arguments: [false, true])
  func store(isOnlySearched: Bool) async throws {
    let store = TableStore<OneSection, Asked>()
    try await store.submit(rows(20_000))
    func edit(_ id: Int) async throws {
      try await store.edit {
        if isOnlySearched {
          _ = $0.paths(of: .id(id))
        } else {
          $0.update(.id(id)) { $0.content += 1 }
        }
      }
    }
    for id in 19_000..<19_010 { try await edit(id) }
    let count = try await asked { for id in 19_010..<19_030 { try await edit(id) } }
    #expect(count < 1_000)
  }

  /// A row that counts how often the thread that edits it as a user reads its identity or content.
  private struct Visited: Diffable, Equatable, Sendable {
    final class Visits: Sendable {
      let thread = Guarded<ObjectIdentifier?>(nil)
      let count = Guarded(0)

      func note() { if thread.now == ObjectIdentifier(Thread.current) { count.with { $0 += 1 } } }

      /// Returns the number of visits by this thread while a closure runs.
      func counted(_ body: () -> Void) -> Int {
        thread.with { $0 = ObjectIdentifier(Thread.current) }
        defer { thread.with { $0 = nil } }
        let before = count.now
        body()
        return count.now - before
      }
    }

    let number: Int
    var content = 0
    let visits: Visits

    var identity: Int {
      visits.note()
      return number
    }

    func hasSameContent(as other: Visited) -> Bool {
      visits.note()
      return self == other
    }

    static func == (one: Visited, two: Visited) -> Bool { one.number == two.number && one.content == two.content }
  }

  @Test("a user's edit visits few rows on the main actor, however many edits precede it", arguments: [false, true])
  @MainActor func users(isLive: Bool) async throws {
    let (count, visits) = (50_000, Visited.Visits())
    let rows = (0..<count).map { Visited(number: $0, visits: visits) }
    let source: any TableSource<OneSection, Visited> =
      isLive ? LiveTable(rows: rows) : TableStore(TableSnapshot(rows: rows))
    let view = FramedView<OneSection, Visited>()
    let rules = EditRules<OneSection, Visited>.deleting() + .inserting() + .moving(to: .anywhere) + .updating()
    view.bind(source, editing: rules)
    await until { view.link.table.count == count }
    let editing = view.link.editing
    for number in 0..<30 {
      let path = RowPath(0, 30_000 + number * 97)
      let most = [
        visits.counted { _ = editing.delete(at: path) },
        visits.counted { _ = editing.move(from: path, to: RowPath(0, number)) },
        visits.counted { _ = editing.insert(Visited(number: count + number, visits: visits), at: path) },
        visits.counted {
          guard var row = view.link.table[path] else { return }
          row.content += 1
          #expect(editing.update(row, at: path))
        },
      ].max()
      #expect(try #require(most) < 2_000, "all \(count) would be visited in a search")
      _ = await source.state  // includes the edits
    }
    #expect(view.link.table.count == count)
  }
}
