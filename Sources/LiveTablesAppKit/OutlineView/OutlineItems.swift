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

  private(set) var roots: [Item] = []
  private var items: [Value.Identity: Item] = [:]
  private var tree = Tree<OutlineRow<Value>>()

  /// What is under an item, or at the root.
  func children(of item: Item?) -> [Item] { item?.children ?? roots }

  /// The item of a node.
  subscript(id: Value.Identity) -> Item? { items[id] }

  /// All items from the top down.
  var all: [Item] { tree.depthFirst.compactMap { items[$0.value.identity] } }

  /// Where a node goes when its item is dropped.
  ///
  /// - Parameters:
  ///   - item: What is dragged.
  ///   - parent: Under which item it is dropped, or at the root.
  ///   - gap: How many of the parent's children are above it, counted while the item is in its place; `nil` if it is
  ///     dropped on the parent itself, where it becomes the first child. On no item at all it becomes the last root.
  /// - Returns: `nil` if it stays, or would be under itself.
  func drop(_ item: Item, under parent: Item?, at gap: Int?) -> NodeDrop<Value>? {
    var above = parent
    while let next = above {
      if next === item { return nil }
      above = next.parent
    }
    let siblings = children(of: parent)
    let gap = gap ?? (parent == nil ? siblings.count : nil)
    var index = gap ?? 0
    guard (0...siblings.count).contains(index) else { return nil }
    if item.parent === parent, let own = siblings.firstIndex(where: { $0 === item }) {
      if own < index { index -= 1 }
      if own == index { return nil }
    }
    var drop = NodeDrop<Value>(
      id: item.value.identity, place: TreePlace(under: parent?.value.identity, at: index))
    if let gap {
      // Neither is the item itself, which would stay where it is.
      if gap > 0 { drop.previous = siblings[gap - 1].value.identity }
      if gap < siblings.count { drop.next = siblings[gap].value.identity }
    }
    return drop
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

  private func number(_ rows: some Sequence<OutlineRow<Value>>, from first: Int = 0) {
    for (index, row) in rows.dropFirst(first).enumerated() { items[row.identity]?.row = first + index }
  }

  /// Follows a batch.
  ///
  /// - Parameters:
  ///   - operations: The batch.
  ///   - rows: The rows after it.
  /// - Complexity: O(*k* log *n*) for *k* rows that change where they are, else O(*n*).
  mutating func follow(
    _ operations: BatchOperations, to rows: TableSnapshot<OneSection, OutlineRow<Value>>
  ) -> Changes {
    if let changes = update(operations, to: rows) { return changes }
    let target = Self.tree(rows)
    var changes = Changes()
    for step in target.difference(from: tree).steps {
      switch step {
      case .update(let value): update(value, &changes)
      case .insert(let subtree, let place): insert(subtree, place, &changes)
      case .move(let id, let source, let place): move(id, from: source.index, to: place, &changes)
      case .delete(let id, let place): delete(id, at: place.index, &changes)
      }
    }
    tree = target
    number(rows, from: operations.firstRow)
    changes.items = changes.items.filter { items[$0.value.identity] === $0 }
    return changes
  }

  private func isOpen(_ item: Item?) -> Bool { item.map { $0.isOpen && $0.isShown } ?? true }

  /// Follows a batch in which all nodes stay where they are.
  ///
  /// - Returns: `nil` if it is not one.
  private mutating func update(
    _ operations: BatchOperations, to rows: TableSnapshot<OneSection, OutlineRow<Value>>
  ) -> Changes? {
    guard operations.count == operations.updatedRows.count else { return nil }
    let updated = operations.updatedRows.compactMap { path in rows[path].map { (path.row, $0) } }
    let stay = updated.allSatisfy { row, value in
      items[value.identity].map { $0.row == row && $0.value.depth == value.depth } ?? false
    }
    if !stay { return nil }
    var changes = Changes()
    for (_, value) in updated {
      tree.replace(value)
      update(value, &changes)
    }
    return changes
  }

  private func update(_ value: OutlineRow<Value>, _ changes: inout Changes) {
    guard let item = items[value.identity] else { return }
    item.value = value
    changes.items.insert(item)
  }

  private mutating func insert(
    _ subtree: Tree<OutlineRow<Value>>, _ place: TreePlace<Value.Identity>, _ changes: inout Changes
  ) {
    for element in subtree.depthFirst {
      let item = Item(element.value)
      items[element.value.identity] = item
      changes.items.insert(item)
      if let parent = subtree.parent(of: element.value.identity) {
        attach(item, under: parent.identity)
      } else {
        let index = put(item, place)
        changes.touch(item.parent)
        if isOpen(item.parent) { changes.insert(index, under: item.parent) }
      }
    }
  }

  /// Puts an item under its parent.
  ///
  /// - Returns: Where it is.
  private mutating func put(_ item: Item, _ place: TreePlace<Value.Identity>) -> Int {
    let parent = place.parent.flatMap { items[$0] }
    let index = min(place.index, children(of: parent).count)
    item.parent = parent
    if let parent { parent.children.insert(item, at: index) } else { roots.insert(item, at: index) }
    return index
  }

  /// Takes an item from under its parent.
  ///
  /// - Returns: `false` if it is not at the index, as where identities are not equal to themselves.
  private mutating func take(_ item: Item, at index: Int) -> Bool {
    if !holds(item, at: index) { return false }
    if let parent = item.parent { parent.children.remove(at: index) } else { roots.remove(at: index) }
    return true
  }

  private func holds(_ item: Item, at index: Int) -> Bool {
    let siblings = children(of: item.parent)
    return siblings.indices.contains(index) && siblings[index] === item
  }

  private mutating func move(
    _ id: Value.Identity, from index: Int, to place: TreePlace<Value.Identity>, _ changes: inout Changes
  ) {
    guard let item = items[id] else { return }
    let (old, wasShown) = (item.parent, isOpen(item.parent))
    guard take(item, at: index) else { return }
    let target = put(item, place)
    for item in [item, old, item.parent] { changes.touch(item) }
    let isShown = isOpen(item.parent)
    if wasShown, isShown { return changes.move(index, under: old, to: target, under: item.parent) }
    if wasShown { changes.remove(index, under: old) }
    if isShown { changes.insert(target, under: item.parent) }
    // What the outline view does not know any more it will have to open again.
    for item in all(under: item) {
      item.isOpen = false
      changes.items.insert(item)
    }
  }

  private mutating func delete(_ id: Value.Identity, at index: Int, _ changes: inout Changes) {
    guard let item = items[id] else { return }
    let (parent, wasShown) = (item.parent, isOpen(item.parent))
    guard take(item, at: index) else { return }
    changes.touch(parent)
    if wasShown { changes.remove(index, under: parent) }
    for item in all(under: item) { items[item.value.identity] = nil }
  }

  /// An item and all under it.
  private func all(under item: Item) -> [Item] {
    var (all, next) = ([item], 0)
    while next < all.count {
      all += all[next].children
      next += 1
    }
    return all
  }
}

extension BatchOperations {
  /// The first row that there is something about, before the batch or after it: those above it stay where they are.
  fileprivate var firstRow: Int {
    [deletedRows, insertedRows, updatedRows, movedRows.flatMap { [$0.from, $0.to] }].joined().map(\.row).min() ?? 0
  }
}
#endif
