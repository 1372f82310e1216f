import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

struct TreeBuildingTests {
  private func lines<Value>(_ tree: Tree<Value>) -> [String] {
    tree.description.split(separator: "\n").map(String.init)
  }

  @Test("a tree is built from a declaration")
  func declaration() {
    let isOpen = true
    let tree = Tree {
      "a"
      Tree("b") {
        for name in ["c", "d"] { name }
        if isOpen { Tree("e") { "f" } }
      }
    }
    #expect(lines(tree) == ["a", "b", "  c", "  d", "  e", "    f"])
    #expect(Tree<String>().isEmpty && Tree("a").count == 1)
  }

  @Test("a tree is built from depths, and impossible depths are corrected")
  func depths() {
    let depths = [3, 0, 2, 7, -4, 1]
    let tree = Tree(depthFirst: depths.enumerated().map { TreeElement(depth: $1, value: $0) })
    #expect(tree.depthFirst.map(\.depth) == [0, 0, 1, 2, 0, 1])
    #expect(Tree(depthFirst: tree.depthFirst) == tree)
    let besideDuplicate = [(0, 1), (-5, 1), (-3, 2)].map { TreeElement(depth: $0, value: $1) }
    #expect(lines(Tree(depthFirst: besideDuplicate)) == ["1", "2"])
    #expect(lines(Tree(1) { TreeElement(depth: .max, value: 2) }) == ["1", "  2"])
  }

  @Test("a node with a duplicate identity is omitted with its descendants")
  func duplicates() {
    let nodes = [(0, 1), (1, 2), (0, 3), (1, 2), (2, 4), (1, 5)]
    let tree = Tree(depthFirst: nodes.map { TreeElement(depth: $0, value: $1) })
    #expect(lines(tree) == ["1", "  2", "3", "  5"])
    let odd = Tree(depthFirst: [(0, 1.5), (1, .nan), (2, 2.5), (1, 3.5)].map { TreeElement(depth: $0, value: $1) })
    #expect(lines(odd) == ["1.5", "  3.5"])
    var other = Tree(1.5)
    #expect(!other.append(.nan) && other.count == 1 && Tree(Double.nan).isEmpty)
  }

  @Test("a tree is built from roots and children, and cycles are cut")
  func children() {
    let below = ["a": ["b", "c"], "b": ["d"], "c": ["a", "b", "e"]]
    let tree = Tree(roots: ["a"]) { below[$0] ?? [] }
    #expect(lines(tree) == ["a", "  b", "    d", "  c", "    e"])
  }

  private struct Folder: Diffable, Identifiable, Equatable, CustomStringConvertible {
    var id: Int
    var parent: Int?
    var description: String { "\(id)" }
  }

  @Test("a tree is built from values with parents")
  func parents() {
    let folders = [(3, 2), (1, nil), (2, 1), (4, 1), (5, 99), (6, 7), (7, 8), (8, 6), (2, nil), (9, 9)]
    let tree = Tree(folders.map { Folder(id: $0.0, parent: $0.1) }, parent: \.parent)
    #expect(lines(tree) == ["1", "  2", "    3", "  4", "5", "6", "  8", "    7", "9"])
    // A cycle is broken at its first value.
    let circles = [(1, 1), (2, 1), (3, 1), (4, 2), (6, 7), (7, 6), (8, 6), (9, 7)].map {
      Folder(id: $0.0, parent: $0.1)
    }
    #expect(lines(Tree(circles, parent: \.parent)) == ["1", "  2", "    4", "  3", "6", "  7", "    9", "  8"])
    // The first value has a child, and its ancestors come after it.
    let turned = [(3, 2), (2, 1), (4, 3), (1, nil)].map { Folder(id: $0.0, parent: $0.1) }
    #expect(lines(Tree(turned, parent: \.parent)) == ["1", "  2", "    3", "      4"])
    #expect(Tree([1.5, .nan], parent: { _ in nil }).count == 1)
  }

  @Test("the nodes of a cycle keep their other children, in any order of values")
  func besideCircles() {
    let (side, one, two) = (Folder(id: 8, parent: 6), Folder(id: 6, parent: 7), Folder(id: 7, parent: 6))
    let first = [[side, one, two], [side, two, one], [one, side, two]]
    for folders in first + [[one, two, side], [two, side, one], [two, one, side]] {
      let tree = Tree(folders, parent: \.parent)
      #expect(tree.count == 3 && tree.parent(of: 8)?.id == 6, "\(folders)")
      #expect(tree.roots.map(\.id) == [folders.first { $0.id != 8 }?.id])
    }
  }

  @Test("a tree is built from values with parents in random order", arguments: 0..<60)
  func randomParents(seed: Int) {
    var random = RandomTrees(seed: seed)
    let tree = random.tree(size: 80)
    // Siblings keep their order, but other values can come between them, and parents after children.
    let nodes = tree.depthFirst.map { Folder(id: $0.value.id, parent: tree.parent(of: $0.value.id)?.id) }
    var families = Dictionary(grouping: nodes, by: \.parent).values.sorted { $0[0].id < $1[0].id }
    var values: [Folder] = []
    while !families.isEmpty {
      let family = random.roll(0...families.count - 1)
      values.append(families[family].removeFirst())
      if families[family].isEmpty { families.remove(at: family) }
    }
    let again = Tree(values, parent: \.parent)
    #expect(again.depthFirst.map(\.depth) == tree.depthFirst.map(\.depth))
    #expect(again.depthFirst.map(\.value.id) == tree.depthFirst.map(\.value.id))
  }
}
