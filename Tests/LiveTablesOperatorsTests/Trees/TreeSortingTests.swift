import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

struct TreeSortingTests {
  /// Returns the children of a node, or the roots if `parent` is `nil`.
  private func children(of parent: Int?, in tree: Tree<SampleRow>) -> [SampleRow] {
    parent.map { tree.children(of: $0).map(Array.init) ?? [] } ?? Array(tree.roots)
  }

  @Test("siblings are sorted stably, with the fewest moves", arguments: 0..<300)
  func siblings(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var depth = -1
    let nodes = (0..<Int.random(in: 0...30, using: &random)).map { id in
      depth = Int.random(in: 0...min(depth + 1, 4), using: &random)
      return TreeElement(depth: depth, value: SampleRow(id, content: Int.random(in: 0...3, using: &random)))
    }
    let tree = Tree(depthFirst: nodes)
    func byContent(_ one: SampleRow, _ two: SampleRow) -> Bool { one.content < two.content }

    var some = tree
    let parent: Int? = seed % 3 == 0 ? nil : Int.random(in: 0...32, using: &random)
    let isThere = some.sortChildren(of: parent, by: byContent)
    some.checkInvariants()
    #expect(isThere == (parent.map(tree.contains) ?? true))
    #expect(children(of: parent, in: some) == children(of: parent, in: tree).sorted(by: byContent), "seed \(seed)")
    for node in tree.depthFirst where node.value.id != parent {
      #expect(some.children(of: node.value.id).map(Array.init) == tree.children(of: node.value.id).map(Array.init))
    }

    var all = tree
    all.sort(by: byContent)
    all.checkInvariants()
    #expect(all.count == tree.count)
    for node in tree.depthFirst {
      #expect(
        all.children(of: node.value.id).map(Array.init)
          == tree.children(of: node.value.id).map { $0.sorted(by: byContent) }, "seed \(seed)")
    }
    #expect(Array(all.roots) == tree.roots.sorted(by: byContent), "seed \(seed)")
  }

  @Test("only nodes out of order move in a large tree", arguments: 0..<20)
  func fewMoves(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parent: Int? = seed % 2 == 0 ? nil : 0
    var depths: [Int] = parent == nil ? [] : [0]
    let top = depths.count
    let large = Int.random(in: 0..<12, using: &random)
    for family in 0..<12 {
      let size = family == large ? 3_000 : Int.random(in: 0...2, using: &random)
      depths += [top] + Array(repeating: top + 1, count: size)
    }
    var nodes: [TreeElement<SampleRow>] = []
    for (id, depth) in depths.enumerated() {
      let content = Int.random(in: 0...3, using: &random)
      nodes.append(TreeElement(depth: depth, value: SampleRow(id, content: content)))
    }
    let tree = Tree(depthFirst: nodes)

    var sorted = tree
    sorted.sortChildren(of: parent) { $0.content < $1.content }
    sorted.checkInvariants()
    let siblings = children(of: parent, in: tree)
    #expect(children(of: parent, in: sorted) == siblings.sorted { $0.content < $1.content }, "seed \(seed)")
    for node in siblings {
      #expect(children(of: node.id, in: sorted) == children(of: node.id, in: tree), "seed \(seed)")
    }
    let shared = tree.values.runs(sharedWith: sorted.values).reduce(0) { $0 + Int($1.count) }
    #expect(shared > 1_000, "seed \(seed): \(shared)")
  }

  @Test
  func aTreeStaysAsItIsWhereAComparisonThrows() {
    struct Refusal: Error {}
    let nodes = [(0, 2), (1, 4), (1, 3), (0, 1)]
    let tree = Tree(depthFirst: nodes.map { TreeElement(depth: $0.0, value: SampleRow($0.1)) })
    var sorted = tree
    #expect(throws: Refusal.self) {
      try sorted.sort { one, two in
        if one.id > 2 { throw Refusal() }
        return one.id < two.id
      }
    }
    #expect(sorted == tree)
  }

  @Test("the depth-first table shares the tree's storage, and the breadth-first table has a section for each depth")
  func tables() {
    let tree = Tree(depthFirst: (0..<1_000).map { TreeElement(depth: $0 % 4, value: SampleRow($0)) })
    #expect(Array(tree.depthFirstTable) == tree.depthFirst.map(\.value))
    var edited = tree
    edited.update(500) { $0.content = 1 }
    #expect(edited.depthFirstTable.difference(from: tree.depthFirstTable).operationCount == 1)
    #expect(tree.breadthFirstTable.rowCounts == [250, 250, 250, 250])
    #expect(Array(tree.breadthFirstTable) == tree.depthFirst.sorted { $0.depth < $1.depth }.map(\.value))
    #expect(Tree<SampleRow>().depthFirstTable.rowCounts == [0] && Tree<SampleRow>().breadthFirstTable.rowCounts == [])
  }
}
