import LiveTables
import LiveTablesOperators
import TestSupport
import Testing

/// Edits and those who read them, by how often they ask rows who they are.
@Suite("What edits cost") struct EditCostTests {
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

  /// How often rows are asked meanwhile.
  private func asked(_ body: () async throws -> Void) async rethrows -> Int {
    let before = asks.now
    try await body()
    return asks.now - before
  }

  @Test("a live table whose rows come and go is scanned for the first rows only")
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

  @Test("what an edit has changed is not looked for again by a reader that keeps up")
  func reading() async throws {
    let live = LiveTable<OneSection, Asked>(rows: rows(500))
    var reader = live.changes.makeAsyncIterator()
    _ = await reader.next()
    try await live.set(Array(rows(500).reversed()))
    let change = await asked { #expect(await reader.next()?.changeset.isEmpty == false) }
    let tree = LiveTree(Tree(depthFirst: rows(500).map { TreeElement(depth: $0.number % 5, value: $0) }))
    var nodes = tree.changes.makeAsyncIterator()
    _ = await nodes.next()
    try await tree.set(Tree(depthFirst: rows(500).map { TreeElement(depth: $0.number % 3, value: $0) }))
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

  @Test("a store whose rows stay where they are is scanned for the first rows only", arguments: [false, true])
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
}
