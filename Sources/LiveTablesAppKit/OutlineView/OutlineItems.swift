#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Foundation
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

/// What an outline view knows a node by: an object, the same one as long as the node is shown.
final class OutlineItem<Value: Diffable & Sendable>: NSObject {
  /// The node.
  var value: OutlineRow<Value>
  /// What is shown under it.
  var children: [OutlineItem] = []
  weak var parent: OutlineItem?
  /// Its row in the table.
  var row = 0
  /// Whether the outline view shows its children.
  var isOpen = false
  /// Whether the outline view has read it, and whether it could be opened when it was: that is asked only once.
  var known: Bool?

  init(_ value: OutlineRow<Value>) { self.value = value }

  /// Whether the outline view is to show its children.
  var shouldBeOpen: Bool { value.isExpanded || !children.isEmpty }

  /// Whether it can be opened.
  var isExpandable: Bool { value.isExpandable || shouldBeOpen }

  /// Whether it is on show itself: all above it are open.
  var isShown: Bool {
    var item = parent
    while let next = item {
      if !next.isOpen { return false }
      item = next.parent
    }
    return true
  }
}

/// The items of an outline view, which follow the rows of an outline.
///
/// The outline view is told of changes one after the other. What lies under an item that is not open it does not know, so
/// it is not told of that: what goes there is removed, what comes from there is inserted. When the updates are over, items
/// are opened and closed as the rows say.
struct OutlineItems<Value: Diffable & Sendable> {
  typealias Item = OutlineItem<Value>

  /// What the outline view is told.
  enum Step {
    case insert(Int, parent: Item?)
    case remove(Int, parent: Item?)
    case move(Int, parent: Item?, to: Int, newParent: Item?)
  }

  private(set) var roots: [Item] = []
  private var items: [Value.Identity: Item] = [:]
  private var tree = Tree<OutlineRow<Value>>()

  /// What is under an item, or at the root.
  func children(of item: Item?) -> [Item] { item?.children ?? roots }

  /// The item of a node.
  subscript(id: Value.Identity) -> Item? { items[id] }

  /// All items from the top down.
  var all: [Item] { tree.depthFirst.compactMap { items[$0.value.identity] } }

  /// Where a node goes in the tree when its item is dropped.
  ///
  /// - Parameters:
  ///   - item: What is dragged.
  ///   - parent: Under which item it is dropped, or at the root.
  ///   - gap: How many of the parent's children are above it, counted while the item is in its place; `nil` if it is
  ///     dropped on the parent itself, where it becomes the first child. On no item at all it becomes the last root.
  /// - Returns: Its place afterwards, counted without it; `nil` if it stays, or would be under itself.
  func place(dropping item: Item, under parent: Item?, at gap: Int?) -> TreePlace<Value.Identity>? {
    var above = parent
    while let next = above {
      if next === item { return nil }
      above = next.parent
    }
    let siblings = children(of: parent)
    var index = gap ?? (parent == nil ? siblings.count : 0)
    guard (0...siblings.count).contains(index) else { return nil }
    if item.parent === parent, let own = siblings.firstIndex(where: { $0 === item }) {
      if own < index { index -= 1 }
      if own == index { return nil }
    }
    return TreePlace(under: parent?.value.identity, at: index)
  }

  private static func tree(_ rows: some Sequence<OutlineRow<Value>>) -> Tree<OutlineRow<Value>> {
    Tree(depthFirst: rows.map { TreeElement(depth: $0.depth, value: $0) })
  }

  /// Shows other rows, all at once; items that stay are the same objects.
  mutating func reset(to rows: some Sequence<OutlineRow<Value>>) {
    tree = Self.tree(rows)
    let old = items
    items = [:]
    roots = []
    for element in tree.depthFirst {
      let item = old[element.value.identity] ?? Item(element.value)
      (item.value, item.children, item.parent) = (element.value, [], nil)
      items[element.value.identity] = item
      attach(item, under: tree.parent(of: element.value.identity)?.identity)
    }
    number(rows)
  }

  private mutating func attach(_ item: Item, under id: Value.Identity?) {
    let parent = id.flatMap { items[$0] }
    item.parent = parent
    if let parent { parent.children.append(item) } else { roots.append(item) }
  }

  private func number(_ rows: some Sequence<OutlineRow<Value>>) {
    for (index, row) in rows.enumerated() { items[row.identity]?.row = index }
  }

  /// Follows the rows.
  ///
  /// - Returns: What the outline view is told while it is updated.
  mutating func follow(_ rows: some Sequence<OutlineRow<Value>>) -> [Step] {
    let target = Self.tree(rows)
    var steps: [Step] = []
    for step in target.difference(from: tree).steps {
      switch step {
      case .update(let value):
        items[value.identity]?.value = value
      case .insert(let subtree, let place): insert(subtree, place, &steps)
      case .move(let id, _, let place): move(id, place, &steps)
      case .delete(let id, _): delete(id, &steps)
      }
    }
    tree = target
    number(rows)
    return steps
  }

  private func isOpen(_ item: Item?) -> Bool { item.map { $0.isOpen && $0.isShown } ?? true }

  private mutating func insert(
    _ subtree: Tree<OutlineRow<Value>>, _ place: TreePlace<Value.Identity>, _ steps: inout [Step]
  ) {
    for element in subtree.depthFirst {
      let item = Item(element.value)
      items[element.value.identity] = item
      if let parent = subtree.parent(of: element.value.identity) {
        attach(item, under: parent.identity)
      } else {
        put(item, place)
        if isOpen(item.parent) { steps.append(.insert(place.index, parent: item.parent)) }
      }
    }
  }

  private mutating func put(_ item: Item, _ place: TreePlace<Value.Identity>) {
    let parent = place.parent.flatMap { items[$0] }
    item.parent = parent
    if let parent {
      parent.children.insert(item, at: min(place.index, parent.children.count))
    } else {
      roots.insert(item, at: min(place.index, roots.count))
    }
  }

  /// Takes an item from under its parent.
  ///
  /// - Returns: Where it was.
  private mutating func take(_ item: Item) -> Int? {
    guard let index = children(of: item.parent).firstIndex(where: { $0 === item }) else { return nil }
    if let parent = item.parent { parent.children.remove(at: index) } else { roots.remove(at: index) }
    return index
  }

  private mutating func move(_ id: Value.Identity, _ place: TreePlace<Value.Identity>, _ steps: inout [Step]) {
    guard let item = items[id] else { return }
    let (old, wasShown) = (item.parent, isOpen(item.parent))
    guard let index = take(item) else { return }
    put(item, place)
    switch (wasShown, isOpen(item.parent)) {
    case (true, true): steps.append(.move(index, parent: old, to: place.index, newParent: item.parent))
    case (true, false):
      steps.append(.remove(index, parent: old))
      close(item)
    case (false, true): steps.append(.insert(place.index, parent: item.parent))
    case (false, false): break
    }
  }

  private mutating func delete(_ id: Value.Identity, _ steps: inout [Step]) {
    guard let item = items[id] else { return }
    let (parent, wasShown) = (item.parent, isOpen(item.parent))
    guard let index = take(item) else { return }
    if wasShown { steps.append(.remove(index, parent: parent)) }
    var gone = [item]
    while let next = gone.popLast() {
      items[next.value.identity] = nil
      gone += next.children
    }
  }

  /// What the outline view does not know any more it will have to open again.
  private func close(_ item: Item) {
    var closed = [item]
    while let next = closed.popLast() {
      next.isOpen = false
      closed += next.children
    }
  }
}
#endif
