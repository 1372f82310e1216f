import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Live trees")
struct LiveTreeTests {
  private func chains(_ count: Int, of length: Int) -> Tree<SampleRow> {
    Tree(depthFirst: (0..<count * length).map { TreeElement(depth: $0 % length, value: SampleRow($0)) })
  }

  @Test("an edit sends the smallest change, and an edit without effect sends none")
  func edits() async throws {
    let live = LiveTree(chains(2, of: 3))
    let change = try await live.edit {
      $0.move(1, to: TreePlace(under: 3, at: 0))
      $0.append(SampleRow(9))
      $0.remove(9)
      $0.update(2) { $0.content = 1 }
    }
    #expect(change.changeset.moved == [1] && change.changeset.updated == [2])
    #expect(change.changeset.operationCount == 2 && change.revision == 1 && change.spanned == 1)
    #expect("\(change)".hasPrefix("revision 1: "))
    let nothing = try await live.edit { $0.remove(77) }
    #expect(nothing.changeset.isEmpty && nothing.revision == 1 && nothing.spanned == 0)
    await #expect(throws: Broken()) {
      try await live.edit {
        $0.remove(0)
        throw Broken()
      }
    }
    #expect(await live.tree == change.changeset.target)
    #expect(try await live.edit { $0 = chains(2, of: 3) }.changeset.operationCount == 2)
    await live.finish()
    await #expect(throws: TableError.ended(.finished)) { try await live.edit { $0.remove(0) } }
    await #expect(throws: TableError.ended(.finished)) { try await live.edit { $0 = chains(1, of: 1) } }
  }

  @Test("a reader that keeps up receives the edit's own changeset, and no trees are diffed")
  func known() async throws {
    let watch = Watched.Watch()
    let live = LiveTree(Tree(depthFirst: (0..<50).map { TreeElement(depth: 0, value: Watched(id: $0, watch: watch)) }))
    var changes = live.changes.makeAsyncIterator()
    _ = await changes.next()
    try await live.edit { $0.update(7) { $0.text = "new" } }
    let asked = watch.comparisons.now
    let change = await changes.next()
    #expect(change?.changeset.operationCount == 1 && watch.comparisons.now == asked)
  }

  @Test("readers of a tree and of its table are notified of every edit of the tree")
  @MainActor func tables() async throws {
    let live = LiveTree(chains(1, of: 1))
    let seen = Guarded([0, 0])
    let table = live.depthFirst
    let readers = [
      Task { for await change in table.changes { seen.with { $0[0] = change.table.count } } },
      Task { for await change in live.changes { seen.with { $0[1] = change.changeset.target.count } } },
    ]
    for count in 1...20 {
      await until { seen.now == [count, count] }
      try await live.edit { $0.append(SampleRow(count)) }
    }
    await until { seen.now == [21, 21] }
    for reader in readers { reader.cancel() }
  }

  @Test("the end of a tree ends its tables")
  func endOfTables() async {
    let live = LiveTree(chains(2, of: 3))
    var rows = live.depthFirst.changes.makeAsyncIterator()
    var levels = live.breadthFirst.changes.makeAsyncIterator()
    #expect(await rows.next()?.table.count == 6)
    #expect(await levels.next()?.table.sections.count == 3)
    await live.finish()
    #expect(await live.depthFirst.state.isFinished, "a reader would wait in vain")
    #expect(await live.breadthFirst.state.isFinished)
  }

  @Test("every reader gets changes at its own pace, and the newest state at the end", arguments: 0..<8)
  func readers(seed: Int) async throws {
    let live = LiveTree(chains(20, of: 4))
    let readers = (0..<3).map { pace in
      Task { () -> (tree: Tree<SampleRow>, spanned: Int) in
        var tree = Tree<SampleRow>()
        var spanned = 0
        for await change in live.changes {
          if change.changeset.reload == nil {
            for step in change.changeset.steps { #expect(tree.perform(step) == true) }
          } else {
            tree = change.changeset.target
          }
          #expect(tree == change.changeset.target)
          spanned += change.spanned
          for _ in 0..<pace * 5 { await Task.yield() }
        }
        return (tree, spanned)
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed * 8 + task))
          for step in 0..<20 {
            let id = Int.random(in: 0..<80, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: try await live.edit { $0.update(id) { $0.content += 1 } }
            case 1: try await live.edit { $0.move(id, to: TreePlace(under: nil, at: 0)) }
            case 2: try await live.edit { $0.sortChildren { $0.id < $1.id } }
            default: try await live.edit { $0.append(SampleRow(1_000 + task * 100 + step), to: id) }
            }
          }
          // Each task appends a node that must not be lost.
          try await live.edit { $0.append(SampleRow(10_000 + task)) }
        }
      }
      try await group.waitForAll()
    }
    await live.finish()
    let tree = await live.tree
    for task in 0..<8 { #expect(tree.contains(10_000 + task)) }
    for reader in readers { #expect(await reader.value.tree == tree) }
  }

  @Test("a late reader gets one changeset for all missed changes, and a cancelled reader ends")
  func late() async throws {
    let live = LiveTree(chains(3, of: 2))
    var reader = live.changes.makeAsyncIterator()
    #expect(await reader.next()?.changeset.reload == .firstTable)
    try await live.edit { $0.remove(0) }
    try await live.edit { $0.append(SampleRow(9), to: 2) }
    try await live.edit { $0.remove(9) }
    let change = try #require(await reader.next())
    #expect(change.spanned == 3 && change.revision == 3 && change.changeset.operationCount == 1)
    #expect("\(change)".hasPrefix("revision 3, spanning 3: "))
    let begun = Gate()
    let waiting = Task {
      var count = 0
      for await _ in live.changes {
        count += 1
        begun.open()
      }
      return count
    }
    await begun.wait()
    waiting.cancel()
    #expect(await waiting.value == 1)
    await live.finish()
    #expect(await reader.next() == nil)
  }

  @Test("changes that restore what a reader has seen are not sent to it")
  func ledBack() async throws {
    let live = LiveTree(chains(1, of: 2))
    var reader = live.changes.makeAsyncIterator()
    #expect(await reader.next()?.changeset.target.count == 2)
    try await live.edit { $0.append(SampleRow(9)) }
    try await live.edit { $0.remove(9) }
    await live.finish()
    #expect(await reader.next() == nil)
  }

  @Test("depth-first and breadth-first tables follow the tree", arguments: 0..<40)
  func tables(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let live = LiveTree(chains(6, of: 3))
    var deep = live.depthFirst.changes.makeAsyncIterator()
    var wide = live.breadthFirst.changes.makeAsyncIterator()
    var (deepRows, wideRows) = ([SampleRow](), [(value: Int, rows: [SampleRow])]())
    for step in 0..<12 {
      let change = try #require(await deep.next())
      deepRows = change.changeset.reload == nil ? try change.changeset.apply(to: deepRows) : Array(change.table)
      let levels = try #require(await wide.next())
      wideRows =
        levels.changeset.reload == nil
        ? try levels.changeset.apply(to: wideRows) : levels.table.sections.map { ($0.value, Array($0.rows)) }
      let tree = await live.tree
      #expect(deepRows == tree.depthFirst.map(\.value), "seed \(seed), step \(step)")
      #expect(wideRows.flatMap(\.rows) == Array(tree.breadthFirstTable), "seed \(seed), step \(step)")
      #expect(wideRows.map(\.value) == Array(0...(tree.depthFirst.map(\.depth).max() ?? 0)))
      let id = Int.random(in: 0..<18, using: &random)
      try await live.edit {
        $0.append(SampleRow(100 + step), to: id)
        $0.update(id) { $0.content += 1 }
        $0.move(id, to: TreePlace(under: nil, at: 0))
      }
    }
  }

  @Test("the depth-first table of a tree is updated at the cost of the change")
  func shares() async throws {
    let tree = Tree(depthFirst: (0..<50_000).map { TreeElement(depth: $0 % 5, value: SampleRow($0)) })
    let live = LiveTree(tree)
    var reader = live.depthFirst.sorted { $0.id > $1.id }.changes.makeAsyncIterator()
    _ = await reader.next()
    try await live.edit { $0.update(25_000) { $0.content = 1 } }
    let change = try #require(await reader.next())
    #expect(change.changeset.stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 24_999)]])
  }

  @MainActor @Test("outlines of one tree expand nodes independently")
  func outlines() async throws {
    let live = LiveTree(chains(3, of: 3))
    let (one, two) = (live.outline(), live.outline(expanded: [0, 77]))
    let views = (0..<2).map { _ in StrictTableView<OneSection, OutlineRow<SampleRow>>() }
    let bindings = [views[0].bind(one), views[1].bind(two)]
    try await one.edit { $0.expand(3) }
    try await one.edit { $0.reveal(8) }
    try await live.edit {
      $0.append(SampleRow(10), to: 3)
      $0.append(SampleRow(11), to: 0)
      $0.move(7, to: TreePlace(under: nil, at: 0))
    }
    try await two.edit { $0.toggle(0) }
    try await two.edit { $0.toggle(0) }
    try await two.edit { outline in
      outline.expand(7)
      outline.collapse(0)
    }
    try await one.edit { $0.collapse(7) }
    #expect(await Set(one.outline.expandedNodes) == [3, 6])
    await live.finish()
    for binding in bindings { try await binding.finished }
    #expect(views[0].drawn.map(\.value.id) == [7, 0, 3, 4, 10, 6])
    #expect(views[1].drawn.map(\.value.id) == [7, 8, 0, 3, 6])
    for view in views { #expect(view.violations.isEmpty && view.mismatch == nil) }
  }

  @Test("an outline shows a node that was just inserted", arguments: 0..<20)
  func newest(seed: Int) async throws {
    let live = LiveTree(chains(2, of: 2))
    let outline = live.outline()
    try await live.edit {
      $0.append(SampleRow(10), to: 1)
      $0.append(SampleRow(11), to: 10)
    }
    try await outline.edit { $0.reveal(11) }
    #expect(await outline.current.map(\.value.id) == [0, 1, 10, 11, 2])
    try await outline.edit { $0.collapseAll() }
    #expect(await outline.current.map(\.value.id) == [0, 2])
    try await outline.edit { $0.expandAll() }
    #expect(await outline.current.count == 6)
  }

  @Test("a tree and everything derived from it are released together")
  func disposal() async throws {
    let living = Guarded((now: 0, most: 0))
    weak var tree: LiveTree<Counted>?
    do {
      let live = LiveTree(Tree(depthFirst: (0..<6).map { TreeElement(depth: $0 % 2, value: Counted($0, living)) }))
      tree = live
      let outline = live.outline()
      var reader = outline.changes.makeAsyncIterator()
      var changes = live.changes.makeAsyncIterator()
      #expect(await reader.next()?.table.count == 3)
      #expect(await changes.next()?.changeset.target.count == 6)
      try await live.edit { $0.remove(0) }
      #expect(await reader.next()?.table.count == 2)
      #expect(living.now.now > 0)
    }
    #expect(tree == nil)
    #expect(living.now.now == 0)
  }
}
