import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import TableDiff

typealias ItemOutline = Outline<SampleRow>

/// Returns the rows of an outline, computed from scratch without the library.
func naiveRows(_ tree: NaiveTree, expanded: Set<Int>) -> [OutlineRow<SampleRow>] {
  func below(_ parent: Int?, _ depth: Int) -> [OutlineRow<SampleRow>] {
    (tree.children[parent] ?? []).flatMap { id in
      let isExpandable = !(tree.children[id] ?? []).isEmpty
      let isExpanded = isExpandable && expanded.contains(id)
      let row = OutlineRow(
        SampleRow(id, content: tree.contents[id] ?? -1), depth: depth, isExpandable: isExpandable,
        isExpanded: isExpanded
      )
      return [row] + (isExpanded ? below(id, depth + 1) : [])
    }
  }
  return below(nil, 0)
}

/// Compares an outline with a plain model through random edits.
struct OutlineTrial {
  struct Complaint: Error, CustomStringConvertible {
    let description: String
  }

  var random: RandomTrees
  var outline: ItemOutline
  var expanded: Set<Int> = []

  init(seed: Int, size: Int) {
    var random = RandomTrees(seed: seed)
    let tree = random.tree(size: size)
    let some = (0..<size).filter { _ in random.roll(0...2) == 0 }
    self.random = random
    expanded = Set(some).intersection(tree.depthFirst.map(\.value.id))
    outline = Outline(tree, expanded: Array(expanded))
  }

  func require(_ isTrue: Bool, _ message: @autoclosure () -> String) throws {
    if !isTrue { throw Complaint(description: message()) }
  }

  /// Makes one random change, and returns the changeset of the outline.
  mutating func change() throws -> Changeset<OneSection, OutlineRow<SampleRow>> {
    let before = outline
    let name: String
    let change: Changeset<OneSection, OutlineRow<SampleRow>>
    let id = random.anyID(of: outline.tree) ?? -1
    switch random.roll(0...12) {
    case 0:
      name = "expand \(id)"
      change = outline.expand(id)
      if id >= 0 { expanded.insert(id) }
    case 1:
      name = "collapse \(id)"
      change = outline.collapse(id)
      expanded.remove(id)
    case 2:
      name = "toggle \(id)"
      change = outline.toggle(id)
      if id >= 0 { expanded.formSymmetricDifference([id]) }
    case 3:
      name = "reveal \(id)"
      change = outline.reveal(id)
      let parents = NaiveTree(outline.tree).parents
      var above = parents[id] ?? nil
      while let here = above {
        expanded.insert(here)
        above = parents[here] ?? nil
      }
    case 4 where random.roll(0...2) == 0:
      name = "expand all"
      change = outline.expandAll()
      expanded.formUnion(NaiveTree(outline.tree).children.filter { !$0.value.isEmpty }.compactMap(\.key))
    case 5 where random.roll(0...2) == 0:
      name = "collapse all"
      change = outline.collapseAll()
      expanded = []
    case 4, 5:
      let isExpanded = random.roll(0...1) == 0
      name = "\(isExpanded ? "expand" : "collapse") all under \(id)"
      change = isExpanded ? outline.expandAll(under: id) : outline.collapseAll(under: id)
      let naive = NaiveTree(outline.tree)
      for below in id >= 0 ? naive.subtree(id) : [] {
        if !isExpanded { expanded.remove(below) }
        if isExpanded, !(naive.children[below] ?? []).isEmpty { expanded.insert(below) }
      }
    case 6:
      name = "another tree"
      let other = random.tree(size: max(4, outline.tree.count))
      change = outline.edit { $0 = other }
    case 7:
      name = "the same in storage of its own"
      change = outline.edit { $0 = Tree(depthFirst: Array($0.depthFirst)) }
    default:
      name = "edits"
      change = outline.edit { tree in for _ in 0...random.roll(0...3) { random.edit(&tree) } }
    }
    expanded.formIntersection(outline.tree.depthFirst.map(\.value.id))
    do {
      try check(change, from: before)
    } catch {
      throw Complaint(description: "\(name): \(error)\n\(before)\n---\n\(outline)\n\(change)")
    }
    return change
  }

  private func check(_ change: Changeset<OneSection, OutlineRow<SampleRow>>, from before: ItemOutline) throws {
    let naive = NaiveTree(outline.tree)
    let rows = naiveRows(naive, expanded: expanded)
    try require(Array(outline.table) == rows, "the rows are others than from scratch")
    try require(Set(outline.expandedNodes) == expanded, "\(outline.expandedNodes) are expanded, not \(expanded)")
    try require(change.source == before.table && change.target == outline.table, "source and target")
    try require(change.reload == nil, "a reload")
    // Batches and steps both lead to the new rows.
    try require(try change.apply(to: Array(before.table)) == rows, "the batches lead elsewhere")
    try require(
      try change.applySteps(to: [(OneSection(), Array(before.table))]).flatMap(\.rows) == rows, "the script")
    for stage in change.stages {
      try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
    }
    if rows.count < 400 { try checkCounts(change, Array(before.table), rows) }
  }

  /// Checks that the changeset has the fewest deletes, inserts, updates and moves.
  private func checkCounts(
    _ change: Changeset<OneSection, OutlineRow<SampleRow>>, _ old: [OutlineRow<SampleRow>],
    _ new: [OutlineRow<SampleRow>]
  ) throws {
    let before = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.value.id, $0) })
    let kept = new.compactMap { row in before[row.value.id].map { (row, $0) } }
    let updates = kept.filter { $0.0 != old[$0.1] }.count
    let moves = kept.count - longestIncreasing(kept.map(\.1))
    let expected = old.count + new.count - 2 * kept.count + updates + moves
    try require(change.operationCount == expected, "\(change.operationCount) operations instead of \(expected)")
  }
}

struct OutlineTests {
  @Test("random changes of an outline give the same rows as building the outline again", arguments: 0..<16)
  func randomChanges(part: Int) {
    for seed in (part * 125..<(part + 1) * 125).prefix(Trials.count(125)) {
      var trial = OutlineTrial(seed: seed, size: [3, 6, 12, 40][seed % 4])
      do {
        for _ in 0..<8 { _ = try trial.change() }
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
      trial.outline.checkInvariants()
    }
  }

  @Test("large outlines share unchanged storage", arguments: 0..<Trials.count(32))
  func largeOutlines(seed: Int) throws {
    var trial = OutlineTrial(seed: seed, size: 1_500)
    for _ in 0..<8 {
      do {
        _ = try trial.change()
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
    trial.outline.checkInvariants()
  }

  @Test("collapsing a node hides all of its descendants, also in large outlines", arguments: [0, 1])
  func hiddenFarBehind(more: Int) {
    let depths = [0] + Array(repeating: 1, count: more) + (0..<1_000).map { 1 + $0 % 2 }
    let tree = Tree(depthFirst: depths.enumerated().map { TreeElement(depth: $1, value: SampleRow($0)) })
    var outline = Outline(tree, expanded: [0])
    #expect(outline.table.count == 501 + more)
    outline.edit { $0.update(0) { $0.id = -1 } }
    #expect(outline.table.map(\.value.id) == [-1])
  }

  @Test("a node that gets its first child or loses its last child is updated")
  func firstChildren() {
    var tree = ItemTree()
    for id in 0..<600 { tree.append(SampleRow(id)) }
    let outline = Outline(tree)
    for id in 0..<600 {
      var edited = outline
      edited.edit { $0.append(SampleRow(-1), to: id) }
      #expect(edited.table[RowPath(0, id)]?.isExpandable == true)
      edited.edit { $0 = tree }
      #expect(edited.table[RowPath(0, id)]?.isExpandable == false)
    }
  }

  @Test("a strict view shows an outline's changesets", arguments: 0..<4)
  @MainActor func strictView(part: Int) async throws {
    for seed in part * 25..<(part + 1) * 25 {
      var trial = OutlineTrial(seed: seed, size: 20)
      let view = StrictTableView<OneSection, OutlineRow<SampleRow>>()
      try await view.withStore { store in
        try await store.submit(trial.outline.table)
        for _ in 0..<8 {
          let change = try trial.change()
          let applied = try await store.submit(change.target)
          #expect(applied.changeset.operationCount == change.operationCount, "seed \(seed)")
          #expect(view.mismatch == nil && view.drawn == trial.outline.table, "seed \(seed)")
        }
      }
      #expect(view.violations.isEmpty && view.reloads == 1, "seed \(seed)")
    }
  }

  private func drawing(_ outline: Outline<String>) -> String { outline.table.map { "\($0)" }.joined(separator: "\n") }

  private var files: Tree<String> {
    Tree {
      Tree("docs") { "trees.md" }
      Tree("Sources") {
        Tree("Trees") {
          "Tree.swift"; "Outline.swift"
        }
        "main.swift"
      }
    }
  }

  @Test("expanding a node inserts the rows below it, and updates one")
  func expand() {
    var outline = Outline(files)
    #expect(drawing(outline) == "+ docs\n+ Sources")
    var change = outline.expand("Sources")
    #expect(change.stages.first?.operations.updatedRows == [RowPath(section: 0, row: 1)])
    #expect(change.stages.last?.operations.insertedRows == [2, 3].map { RowPath(section: 0, row: $0) })
    #expect(change.operationCount == 3)
    #expect(drawing(outline) == "+ docs\n- Sources\n  + Trees\n    main.swift")
    #expect(outline.row(of: "main.swift") == 3 && outline.row(of: "Tree.swift") == nil && outline.row(of: "x") == nil)
    change = outline.reveal("Tree.swift")
    #expect(change.operationCount == 3)
    #expect(outline.row(of: "Tree.swift") == 3)
    change = outline.collapse("Sources")
    #expect(change.operationCount == 5)
    #expect(outline.isExpanded("Trees"))
    change = outline.toggle("Sources")
    #expect(change.operationCount == 5)
    change = outline.expandAll()
    #expect(change.operationCount == 2)
    #expect(outline.table.count == 7)
    change = outline.collapseAll(under: "Sources")
    #expect(change.operationCount == 5)
    change = outline.collapseAll()
    #expect(change.operationCount == 2)
    change = outline.expand("nobody")
    #expect(change.isEmpty)
    #expect(outline.expandedNodes.isEmpty)
  }

  @Test("expanded nodes stay expanded through moves, updates and other trees, until they are removed")
  func memory() {
    var outline = Outline(files, expanded: ["Sources", "Trees", "docs", "nobody"])
    #expect(Set(outline.expandedNodes) == ["Sources", "Trees", "docs"])
    outline.edit { $0.move("Trees", to: TreePlace(under: "docs", at: 0)) }
    #expect(outline.row(of: "Tree.swift") == 2)
    outline.edit {
      $0.remove("trees.md"); $0.remove("Trees")
    }
    #expect(drawing(outline) == "  docs\n- Sources\n    main.swift")
    outline.edit { $0.append("trees.md", to: "docs") }
    #expect(drawing(outline) == "- docs\n    trees.md\n- Sources\n    main.swift")
    outline.edit { $0 = files }
    #expect(!outline.isExpanded("Trees") && outline.isExpanded("docs"))
    struct Stop: Error {}
    do {
      try outline.edit { tree in
        tree.remove("docs")
        throw Stop()
      }
      Issue.record("nothing was thrown")
    } catch {}
    #expect(outline.tree == files)
  }

  @Test("a deep chain of nodes can be expanded and collapsed")
  func deepOutline() {
    let count = Trials.count(400_000)
    var outline = Outline(Tree(depthFirst: (0..<count).lazy.map { TreeElement(depth: $0, value: $0) }))
    #expect(outline.table.count == 1)
    var change = outline.reveal(count - 1)
    #expect(change.operationCount == count)
    #expect(outline.table.count == count)
    #expect(outline.row(of: count - 1) == count - 1)
    change = outline.collapse(count / 2)
    #expect(change.operationCount == count / 2)
    change = outline.collapse(0)
    #expect(change.operationCount == count / 2 + 1)
    change = outline.expand(0)
    #expect(change.operationCount == count / 2 + 1)
  }
}
