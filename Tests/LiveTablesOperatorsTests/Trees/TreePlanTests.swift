import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

/// Tests individual cases of tree diffs.
struct TreePlanTests {
  private func flat(_ ids: [Int]) -> ItemTree {
    Tree(depthFirst: ids.map { TreeElement(depth: 0, value: SampleRow($0)) })
  }

  @Test("some siblings are removed, with no node after them")
  func siblingsThatGo() {
    let changeset = flat([3, 4]).difference(from: flat([1, 2, 3, 4]))
    #expect(changeset.deleted == [1, 2] && changeset.inserted.isEmpty && changeset.moved.isEmpty)
  }

  @Test("an equal tree results in no changes")
  func noChange() {
    let changeset = flat([1, 2]).difference(from: flat([1, 2]))
    #expect("\(changeset)" == "no change" && changeset.isEmpty)
  }

  @Test("steps that are shared between later nodes lead to the same tree")
  func sharedFurtherOn() {
    let old = flat(Array(0..<1_000))
    var new = old
    for id in (0..<1_000).reversed() { new.update(id) { $0.id += 1 } }
    new.insert(Tree(SampleRow(0)), at: TreePlace(under: nil, at: 0))
    let changeset = new.difference(from: old)
    #expect(changeset.inserted == [1_000] && changeset.operationCount == 1)
  }

  @Test("updates are listed by old place, also for nodes that move")
  func updatesInOrder() {
    var new = flat([2, 3, 4, 1])
    for id in [1, 3] { new.update(id) { $0.content = 1 } }
    let changeset = new.difference(from: flat([1, 2, 3, 4]))
    #expect(changeset.updated == [1, 3] && changeset.moved == [1])
  }

  @Test("shared steps that belong to other nodes are not used")
  func sharedByOthers() throws {
    let old = Tree(depthFirst: (0..<999).map { TreeElement(depth: min($0 % 3, 1), value: SampleRow($0)) })
    var new = old
    for id in (0..<999).reversed() { new.update(id) { $0.id += 1 } }
    new.insert(Tree(SampleRow(0)), at: TreePlace(under: nil, at: 0))
    #expect(old.applying(new.difference(from: old).steps) == new)
  }
}
