import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

/// Tests how often trees and outlines hash and compare values, and which branches they skip.
struct TreeCostTests {
  private let tally = Tally()

  private func id(_ number: Int) -> CountedRow.ID { CountedRow.ID(number: number, tally: tally) }

  /// Returns a tree with one root, under which each number is a node with a hundred children.
  private func tree(_ numbers: [Int]) -> Tree<CountedRow> {
    Tree(
      depthFirst: [TreeElement(depth: 0, value: CountedRow(-1, tally))]
        + numbers.flatMap { number in
          (0...100).map { TreeElement(depth: $0 == 0 ? 1 : 2, value: CountedRow(number * 1_000 + $0, tally)) }
        })
  }

  @Test("a node is found, or not found, by its hash")
  func lookup() {
    let tree = tree(Array(0..<50))
    tally.reset()
    #expect(tree[id(20_007)]?.identity.number == 20_007 && tree[id(7_777)] == nil)
    #expect(tally.hashes == 2 && tally.equalities <= 10)
  }

  @Test("comparing a tree with its copy visits no nodes")
  func equality() {
    let tree = tree(Array(0..<50))
    var copy = tree
    tally.reset()
    #expect(copy == tree && tally.questions == 0)
    copy.update(id(-1)) { $0.content = 1 }
    #expect(copy != tree)
  }

  @Test("many siblings out of order are sorted by rebuilding the tree")
  func sorting() {
    let numbers = (0..<600).map { $0 * 211 % 607 }
    var tree = Tree(depthFirst: numbers.map { TreeElement(depth: 0, value: CountedRow($0, tally)) })
    tally.reset()
    tree.sort { $0.identity.number < $1.identity.number }
    #expect(tally.hashes <= 4 * numbers.count, "\(tally.hashes)")
    #expect(tree.roots.map(\.identity.number) == numbers.sorted())
    tree.checkInvariants()
  }

  @Test("a description has a limited length for each node, at any depth")
  func description() {
    let chain = Tree(depthFirst: (0..<2_000).map { TreeElement(depth: $0, value: $0) })
    let lines = chain.description.split(separator: "\n")
    #expect(lines.count == 2_000 && lines.allSatisfy { $0.utf8.count <= 210 })
    #expect(lines[100].dropFirst(200) == "100" && lines[101].dropFirst(200) == "101: 101")
  }

  @Test("the index of nodes keeps no data of removed nodes")
  func forgotten() {
    var tree = tree(Array(0..<50))
    for number in 0..<100 {
      tree.append(CountedRow(100_000 + number, tally))
      tree.remove(id(100_000 + number))
    }
    #expect(tree.count == 5_051 && tree.index.rope.count == 5_051)
  }

  @Test("nodes that move together form one segment, also between trees without shared storage")
  func segments() {
    let (old, new) = (tree(Array(0..<8)), tree([4, 5, 6, 7, 0, 1, 2, 3]))
    let changeset = new.difference(from: old)
    #expect(changeset.operationCount == 4)
    #expect(changeset.plan.segments.all.count <= 4)
    var planner = TreePlanner(segments: changeset.plan.segments, old: old.shape, new: new.shape)
    planner.run()
    #expect(planner.blocks.values.reduce(0) { $0 + $1.count } <= 4)
  }

  @Test("an edit of a large outline does not visit unchanged nodes")
  func edits() {
    var outline = Outline(tree(Array(0..<100)))
    outline.expandAll()
    outline.edit { $0.update(id(3)) { $0.content = 1 } }
    tally.reset()
    outline.edit { $0.update(id(50_050)) { $0.content = 1 } }
    #expect(outline.table.count == 10_101)
    #expect(tally.questions <= 1_000)
  }

  @Test("an edit of a large outline shares the set of visible nodes with the previous outline")
  func marksAreShared() {
    var outline = Outline(tree(Array(0..<100)))
    let before = outline.marks.rope
    outline.edit { $0.insert(Tree(CountedRow(-2, tally)), at: TreePlace(under: id(50_000), at: 50)) }
    let shared = before.runs(sharedWith: outline.marks.rope).reduce(0) { $0 + Int($1.count) }
    #expect(outline.marks.rope.count == 10_102 && shared > 9_000)
  }

  @Test("revealing a node does not visit visible nodes")
  func reveals() {
    var outline = Outline(tree(Array(0..<100)))
    outline.expandAll()
    outline.collapse(id(50_000))
    tally.reset()
    #expect(outline.reveal(id(50_050)).operationCount == 101)
    #expect(tally.questions <= 1_000)
    tally.reset()
    #expect(outline.reveal(id(50_050)).isEmpty)
    #expect(tally.questions <= 20)
  }

  @Test("nodes that are not expanded any more are not kept")
  func forgets() {
    var nodes = ExpandedNodes<Int>()
    for number in 0..<1_000 {
      nodes.set(number, true)
      nodes.set(number, false)
    }
    #expect(nodes.all.isEmpty && nodes.isExpanded.count <= 64)
  }

  @Test("a child is found by the counts that branches keep")
  func selection() throws {
    let shape = TreeShape(depthChanges: [1, 1, 1] + Array(repeating: 0, count: 5_000) + [-1])
    guard case .branch(let root) = shape.rope.root else { throw NotSo(description: "one leaf") }
    #expect(shape.selectNode(1, from: 1, atDepth: 1) == 5_003)
    // The search does not visit a branch whose nodes are all deeper, so it trusts this wrong sum.
    root.digests[2].sum -= 1
    #expect(shape.selectNode(1, from: 1, atDepth: 1) != 5_003)
  }

  @Test("the summaries of two ranges are combined into one of both", arguments: 0..<10)
  func appended(seed: Int) {
    var random = SeededGenerator(seed)
    let entries = (0..<20).map { TreeEntry(label: UInt64($0), depthChange: Int32.random(in: -2...1, using: &random)) }
    func facts(_ digest: TreeDigest) -> [Int] {
      [Int(digest.sum), Int(digest.low), Int(digest.lowCount), Int(digest.firstLabel)]
    }
    let all = entries.indices.map { split in
      var digest = TreeDigest(entries[..<split])
      digest.append(TreeDigest(entries[split...]))
      return facts(digest)
    }
    #expect(all == Array(repeating: facts(TreeDigest(entries[...])), count: 20))
  }

  @Test("children are counted by the counts that branches keep")
  func digests() throws {
    let shape = TreeShape(depthChanges: [1, 1] + Array(repeating: 0, count: 5_000))
    guard case .branch(let root) = shape.rope.root else { throw NotSo(description: "one leaf") }
    #expect(shape.childCount(of: 0) == 5_001)
    // The count does not visit a branch that lies within the range, so it trusts this wrong number.
    root.digests[2].lowCount += 1_000
    #expect(shape.childCount(of: 0) == 6_001)
  }
}
