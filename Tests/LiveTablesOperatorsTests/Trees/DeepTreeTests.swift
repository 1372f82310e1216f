import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

struct DeepTreeTests {
  @Test("a tree can be a deep chain of nodes")
  func chain() throws {
    let count = Trials.count(400_000)
    var tree: Tree? = Tree(depthFirst: (0..<count).lazy.map { TreeElement(depth: $0, value: $0) })
    let old = try #require(tree)
    #expect(old.depthFirst.last?.depth == count - 1)
    #expect(old.parent(of: count - 1) == count - 2)
    tree?.move(count / 2, to: TreePlace(under: nil, at: 0))
    tree?.append(-1, to: count - 1)
    tree?.remove(5)
    let new = try #require(tree)
    #expect(new.depthFirst.first { $0.value == -1 }?.depth == count / 2)
    let changeset = new.difference(from: old)
    #expect(changeset.moved == [count / 2])
    #expect(changeset.deleted == [5])
    #expect(changeset.inserted == [-1] && new.place(of: -1) == TreePlace(under: count - 1, at: 0))
    // The trees share only their values, so the diff visits every node, without recursion.
    let flat = Tree(depthFirst: (0..<count / 10).lazy.map { TreeElement(depth: 0, value: $0) })
    let deep = Tree(depthFirst: (0..<count / 10).lazy.map { TreeElement(depth: $0, value: $0) })
    #expect(deep.difference(from: flat).operationCount == count / 10 - 1)
    tree = nil
  }
}
