import LiveTablesTesting
import LiveTablesOperators
import LiveTables
import TestSupport

typealias ItemTree = Tree<SampleRow>

/// A tree made of dictionaries and arrays, independent of the library's implementation.
struct NaiveTree: Equatable {
  var children: [Int?: [Int]] = [:]
  var contents: [Int: Int] = [:]

  init() {}

  init(_ tree: ItemTree) {
    var above: [Int] = []
    for element in tree.depthFirst {
      above.removeLast(above.count - element.depth)
      children[above.last, default: []].append(element.value.id)
      contents[element.value.id] = element.value.content
      above.append(element.value.id)
    }
  }

  static func == (one: NaiveTree, two: NaiveTree) -> Bool {
    one.contents == two.contents
      && one.children.filter { !$0.value.isEmpty } == two.children.filter { !$0.value.isEmpty }
  }

  var elements: [TreeElement<SampleRow>] {
    func below(_ parent: Int?, _ depth: Int) -> [TreeElement<SampleRow>] {
      (children[parent] ?? []).flatMap { id in
        [TreeElement(depth: depth, value: SampleRow(id, content: contents[id] ?? -1))] + below(id, depth + 1)
      }
    }
    return below(nil, 0)
  }

  var parents: [Int: Int?] {
    var parents: [Int: Int?] = [:]
    for (parent, list) in children { for id in list { parents[id] = .some(parent) } }
    return parents
  }

  func place(of id: Int) -> TreePlace<Int>? {
    for (parent, list) in children {
      if let index = list.firstIndex(of: id) { return TreePlace(under: parent, at: index) }
    }
    return nil
  }

  func isUnder(_ id: Int, _ ancestor: Int) -> Bool {
    var parent = place(of: id)?.parent
    while let here = parent {
      if here == ancestor { return true }
      parent = place(of: here)?.parent
    }
    return false
  }

  func subtree(_ id: Int) -> [Int] { [id] + (children[id] ?? []).flatMap { subtree($0) } }

  mutating func insert(_ tree: ItemTree, at place: TreePlace<Int>) -> Bool {
    guard exists(place.parent), place.index >= 0, place.index <= children[place.parent, default: []].count,
      tree.depthFirst.allSatisfy({ contents[$0.value.id] == nil })
    else { return false }
    let other = NaiveTree(tree)
    children[place.parent, default: []].insert(contentsOf: other.children[nil] ?? [], at: place.index)
    for (parent, list) in other.children { if let parent { children[parent] = list } }
    contents.merge(other.contents) { one, _ in one }
    return true
  }

  mutating func remove(_ id: Int) -> Bool {
    guard let place = place(of: id) else { return false }
    children[place.parent]?.remove(at: place.index)
    for gone in subtree(id) {
      children[gone] = nil
      contents[gone] = nil
    }
    return true
  }

  mutating func move(_ id: Int, to target: TreePlace<Int>) -> Bool {
    guard let place = place(of: id), exists(target.parent), target.parent != id else { return false }
    if let parent = target.parent, isUnder(parent, id) { return false }
    var result = self
    result.children[place.parent]?.remove(at: place.index)
    guard target.index >= 0, target.index <= result.children[target.parent, default: []].count else { return false }
    result.children[target.parent, default: []].insert(id, at: target.index)
    self = result
    return true
  }

  func exists(_ id: Int?) -> Bool { id.map { contents[$0] != nil } ?? true }
}

/// Generates and edits random trees, by seed.
struct RandomTrees {
  var random: SeededGenerator
  var nextID: Int

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    nextID = 1_000
  }

  mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Returns a deep, wide or mixed tree with some of the identities below `size`.
  mutating func tree(size: Int) -> ItemTree {
    let reach = [1, 2, 4, 40][roll(0...3)]
    var elements: [TreeElement<SampleRow>] = []
    var depth = -1
    for id in (0..<size).shuffled(using: &random) where roll(0...5) > 0 {
      depth = max(0, depth + 1 - (roll(0...2) == 0 ? roll(0...reach) : roll(0...1)))
      elements.append(TreeElement(depth: depth, value: SampleRow(id, content: roll(0...1))))
    }
    return Tree(depthFirst: elements)
  }

  mutating func pair(size: Int) -> (ItemTree, ItemTree) {
    let old = tree(size: size)
    if roll(0...3) == 0 { return (old, tree(size: size)) }
    var new = old
    for _ in 0..<roll(0...6) { edit(&new) }
    return (old, roll(0...1) == 0 ? new : Tree(depthFirst: Array(new.depthFirst)))
  }

  mutating func anyID(of tree: ItemTree) -> Int? {
    tree.isEmpty ? nil : Array(tree.depthFirst)[roll(0...tree.count - 1)].value.id
  }

  mutating func anyPlace(in tree: ItemTree) -> TreePlace<Int> {
    let parent = roll(0...4) == 0 ? nil : anyID(of: tree)
    let count = parent.flatMap { tree.children(of: $0)?.count } ?? tree.roots.count
    return TreePlace(under: parent, at: roll(0...count))
  }

  mutating func fresh() -> ItemTree {
    var elements: [TreeElement<SampleRow>] = []
    for _ in 0...roll(0...3) {
      nextID += 1
      elements.append(TreeElement(depth: roll(0...2), value: SampleRow(nextID)))
    }
    return Tree(depthFirst: elements)
  }

  mutating func edit(_ tree: inout ItemTree) {
    guard let id = anyID(of: tree) else {
      tree.insert(fresh(), at: TreePlace(under: nil, at: tree.roots.count))
      return
    }
    switch roll(0...8) {
    case 0, 1: tree.remove(id)
    case 2, 3: tree.insert(fresh(), at: anyPlace(in: tree))
    case 4, 5, 6: tree.move(id, to: anyPlace(in: tree))
    case 7: tree.update(id) { $0.content += 1 }
    default:
      // A parent and its child swap roles.
      if let parent = tree.parent(of: id), let place = tree.place(of: parent.id) {
        tree.move(id, to: place)
        tree.move(parent.id, to: TreePlace(under: id, at: 0))
      }
    }
  }
}
