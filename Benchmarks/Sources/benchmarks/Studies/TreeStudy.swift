import LiveTablesOperators
import LiveTables

/// Measures edits of trees, their changesets, and the outlines of the trees, at several sizes.
enum TreeStudy {
  private static let depthLimit = 6
  private static let repeats = 200

  static func findings() -> [Finding] { [10_000, 100_000, 1_000_000].flatMap { findings(count: $0) } + deep() }

  private static func findings(count: Int) -> [Finding] {
    var random = SplitMix64(state: 7)
    var depth = -1
    let elements = (0..<count).map { number in
      depth = min(depth + 1, depthLimit, max(0, depth + 1 - Int(random.next() % 4)))
      return TreeElement(depth: depth, value: IntRow(number: number, revision: 0))
    }
    var tree = Tree<IntRow>()
    var outline = Outline<IntRow>()
    var findings: [Finding] = []
    func add(_ what: String, _ milliseconds: Double) {
      let value = milliseconds < 1 ? "\(Int(milliseconds * 1000)) µs" : "\(Int(milliseconds)) ms"
      findings.append(Finding(what: "\(Format.grouped(count)) nodes: \(what)", value: value))
    }
    add("creating the tree", time { tree = Tree(depthFirst: elements) })
    add(
      "creating an outline with all nodes expanded",
      time {
        outline = Outline(tree); outline.expandAll()
      })
    var ids = (0..<repeats).map { _ in Int(random.next() % UInt64(count)) }
    ids = Array(Set(ids))
    add("finding a value by identity", each(ids) { _ = tree[$0] })
    add("finding a position by identity", each(ids) { _ = tree.place(of: $0) })
    var old = tree
    var changes = 0
    add("updating a value", each(ids) { id in tree.update(id) { $0 = $0.revised() } })
    add("moving a node", each(ids) { id in tree.move(id, to: TreePlace(under: nil, at: 0)) })
    add("removing a node", each(ids) { id in tree.remove(id) })
    tree = old
    add(
      "updating a value, with the changeset",
      each(ids) { id in
        old = tree
        tree.update(id) { $0 = $0.revised() }
        changes += tree.difference(from: old).operationCount
      })
    add(
      "moving a node, with the changeset",
      each(ids) { id in
        old = tree
        tree.move(id, to: TreePlace(under: nil, at: 0))
        changes += tree.difference(from: old).operationCount
      })
    tree = outline.tree
    add(
      "updating a value, with the outline's changeset",
      each(ids) { id in
        changes += outline.edit { $0.update(id) { $0 = $0.revised() } }.operationCount
      })
    add(
      "moving a node, with the outline's changeset",
      each(ids) { id in
        changes += outline.edit { $0.move(id, to: TreePlace(under: nil, at: 0)) }.operationCount
      })
    let inner = outline.tree.depthFirst.map(\.value.id).filter { outline.tree.children(of: $0)?.isEmpty == false }
    add(
      "collapsing and expanding a node",
      each((0..<repeats).map { _ in inner[Int(random.next() % UInt64(inner.count))] }) { id in
        changes += outline.collapse(id).operationCount + outline.expand(id).operationCount
      })
    let rebuilt = Tree(depthFirst: Array(tree.depthFirst))
    add("diff of two rebuilt trees", time { changes += rebuilt.difference(from: tree).operationCount })
    return findings
  }

  private static func deep() -> [Finding] {
    var tree: Tree? = Tree(
      depthFirst: (0..<1_000_000).lazy.map { TreeElement(depth: $0, value: IntRow(number: $0, revision: 0)) })
    let moved = time { tree?.move(500_000, to: TreePlace(under: nil, at: 0)) }
    let freed = time { tree = nil }
    return [
      Finding(what: "a chain of 1,000,000 nodes: moving its lower half", value: "\(Int(moved)) ms"),
      Finding(what: "a chain of 1,000,000 nodes: releasing it", value: "\(Int(freed)) ms"),
    ]
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = Stopwatch.wall
    body()
    return Stopwatch.wall - start
  }

  private static func each(_ ids: [Int], _ body: (Int) -> Void) -> Double {
    time { for id in ids { body(id) } } / Double(ids.count)
  }
}
