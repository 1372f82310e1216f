import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Live outlines")
struct LiveOutlineTests {
  private func chains(_ count: Int, of length: Int) -> Tree<SampleRow> {
    Tree(
      depthFirst: (0..<count * length).map { TreeElement(depth: $0 % length, value: SampleRow($0)) })
  }

  @Test("a view shows the expanded nodes, and every edit of the tree")
  @MainActor func view() async throws {
    let live = LiveTree(chains(3, of: 3)).outline()
    let view = StrictTableView<OneSection, OutlineRow<SampleRow>>()
    let binding = view.bind(live)
    try await live.edit { $0.expand(0) }
    try await live.edit { $0.reveal(5) }
    try await live.tree.edit { $0.move(1, to: TreePlace(under: 4, at: 0)) }
    try await live.edit { outline in
      outline.collapse(3)
      outline.edit { $0.append(SampleRow(100), to: 6) }
      outline.expand(6)
    }
    await live.tree.finish()
    try await binding.finished
    #expect(view.drawn.map(\.value.id) == [0, 3, 6, 7, 100])
    #expect(await live.current == view.drawn)
    #expect(view.violations.isEmpty && view.mismatch == nil && view.reloads <= 1)
  }

  @Test("edits from many tasks are all applied, and every reader ends with the newest state", arguments: 0..<8)
  func manyTasks(seed: Int) async throws {
    let live = LiveTree(chains(20, of: 4)).outline()
    let readers = (0..<3).map { _ in
      Task { () -> [OutlineRow<SampleRow>] in
        var rows: [OutlineRow<SampleRow>] = []
        for await change in live.changes {
          rows = change.changeset.reload == nil ? try change.changeset.apply(to: rows) : Array(change.table)
        }
        return rows
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed * 8 + task))
          for step in 0..<20 {
            let id = Int.random(in: 0..<80, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0: try await live.edit { $0.toggle(id) }
            case 1: try await live.edit { $0.reveal(id) }
            case 2: try await live.tree.edit { $0.update(id) { $0.content += 1 } }
            case 3: try await live.tree.edit { $0.move(id, to: TreePlace(under: nil, at: 0)) }
            default: try await live.tree.edit { $0.append(SampleRow(1_000 + task * 100 + step), to: id) }
            }
          }
        }
        // Each task appends a node that must not be lost.
        group.addTask { try await live.tree.edit { $0.append(SampleRow(10_000 + task)) } }
      }
      try await group.waitForAll()
    }
    await live.tree.finish()
    let outline = await live.outline
    for task in 0..<8 { #expect(outline.tree.contains(10_000 + task)) }
    let rows = Array(Outline(outline.tree, expanded: outline.expandedNodes).table)
    for reader in readers { #expect(try await reader.value == rows) }
  }

  @Test("a closure that throws changes nothing, and hidden changes notify no reader")
  func rollsBack() async throws {
    struct Broken: Error {}
    let live = LiveTree(chains(2, of: 2)).outline()
    await #expect(throws: Broken.self) {
      try await live.edit {
        $0.expandAll()
        throw Broken()
      }
    }
    await #expect(throws: Broken.self) {
      try await live.tree.edit {
        $0.remove(0)
        throw Broken()
      }
    }
    #expect(await live.current.count == 2)
    let hidden = try await live.edit { $0.edit { $0.append(SampleRow(9), to: 0) } }
    #expect(hidden.changeset.isEmpty && hidden.revision == 0)
    #expect(await live.tree.tree.contains(9))
    #expect(try await live.edit { $0.expand(0) }.revision == 1)
    let shorter = try await live.edit { outline in outline.edit { $0 = chains(1, of: 2) } }
    #expect(shorter.changeset.operationCount == 2 && shorter.revision == 2 && shorter.spanned == 1)
    await live.tree.finish()
    let last = await live.outline.table.count
    await #expect(throws: TableError.ended(.finished)) { try await live.edit { $0.collapse(0) } }
    #expect(await live.outline.table.count == last, "what comes too late changes nothing")
  }

  @Test("a reader of an outline is notified of every edit of its tree")
  @MainActor func tree() async throws {
    let tree = LiveTree(Tree(depthFirst: [TreeElement(depth: 0, value: SampleRow(0))]))
    let outline = tree.outline()
    let seen = Guarded(0)
    let reader = Task { for await change in outline.changes { seen.with { $0 = change.table.count } } }
    for count in 1...20 {
      await until { seen.now == count }
      try await tree.edit { $0.append(SampleRow(count)) }
    }
    await until { seen.now == 21 }
    reader.cancel()
  }

  @Test("a reader of an outline is notified when nodes are expanded, although the tree stays the same")
  @MainActor func expanding() async throws {
    let outline = LiveTree(chains(20, of: 2)).outline()
    let seen = Guarded(0)
    let reader = Task { for await change in outline.changes { seen.with { $0 = change.table.count } } }
    for root in 0..<20 {
      await until { seen.now == 20 + root }
      try await outline.edit { $0.expand(2 * root) }
    }
    await until { seen.now == 40 }
    reader.cancel()
  }

  @Test("each outline of a tree begins with its own expanded nodes")
  func expandedAtFirst() async throws {
    let tree = LiveTree(chains(2, of: 3))
    let outline = tree.outline(expanded: [0, 1, 77])
    #expect(await outline.current.map(\.value.id) == [0, 1, 2, 3])
    #expect(await tree.outline().current.map(\.value.id) == [0, 3])
    try await outline.edit { $0.collapse(0) }
    try await tree.edit { $0.append(SampleRow(9)) }
    #expect(await outline.current.map(\.value.id) == [0, 3, 9])
  }

  @Test("an outline compares its rows once when it catches up with its tree")
  func comparesOnce() async throws {
    let watch = Watched.Watch()
    func nodes(_ text: String) -> Tree<Watched> {
      Tree(depthFirst: (0..<500).map { TreeElement(depth: 0, value: Watched(id: $0, text: text, watch: watch)) })
    }
    var plain = Outline(nodes("old"))
    #expect(plain.edit { $0 = nodes("new") }.operationCount == 500)
    let once = watch.comparisons.now
    #expect(once >= 500)
    let outline = LiveTree(nodes("old")).outline()
    #expect(await outline.current.count == 500)
    try await outline.tree.edit { $0 = nodes("new") }
    let before = watch.comparisons.now
    let rows = await outline.current
    let asked = watch.comparisons.now - before
    #expect(rows.count == 500 && rows.allSatisfy { $0.value.text == "new" })
    #expect(asked >= 500 && asked * 2 < once * 3, "\(asked), and once are \(once)")
  }

  @Test(
    "a node that is removed and inserted between two reads stays expanded, and one that was seen to be removed is collapsed"
  )
  func cameBack() async throws {
    let outline = LiveTree(chains(2, of: 2)).outline()
    try await outline.edit { $0.expand(0) }
    try await outline.tree.edit { $0.remove(0) }
    try await outline.tree.edit { $0 = chains(2, of: 2) }
    #expect(await outline.current.map(\.value.id) == [0, 1, 2])
    try await outline.tree.edit { $0.remove(0) }
    #expect(await outline.current.map(\.value.id) == [2])
    try await outline.tree.edit { $0 = chains(2, of: 2) }
    #expect(await outline.current.map(\.value.id) == [0, 2])
  }

  @Test("a filter derives from an outline")
  func filtered() async throws {
    let live = LiveTree(chains(2, of: 2)).outline()
    let leaves = live.filter { !$0.isExpandable }
    #expect(await leaves.current.isEmpty)
    try await live.edit { $0.expandAll() }
    #expect(await leaves.current.map(\.value.id) == [1, 3])
  }
}
