#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Foundation
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

/// An object that represents a node in an outline view for as long as the node is visible.
final class OutlineItem<Value: Diffable & Sendable>: NSObject {
  var value: OutlineRow<Value>
  var children: [OutlineItem] = []
  weak var parent: OutlineItem?
  /// The index of the item's row in the table.
  var row = 0
  /// Whether the outline view shows the item's children.
  var isOpen = false
  /// Whether the item was expandable when the outline view read it, or `nil` if the view has not read it.
  var knownExpandable: Bool?

  init(_ value: OutlineRow<Value>) { self.value = value }

  var shouldBeOpen: Bool { value.isExpanded || !children.isEmpty }

  var isExpandable: Bool { value.isExpandable || shouldBeOpen }

  /// Whether all ancestors are expanded in the outline view.
  var isShown: Bool {
    var item = parent
    while let next = item {
      if !next.isOpen { return false }
      item = next.parent
    }
    return true
  }
}

/// The items of an outline view, which are updated with the rows of an outline.
///
/// The outline view receives its updates one after another. The outline view does not know the children of collapsed
/// items, so a move into a collapsed item is reported as a removal, and a move out of a collapsed item as an insertion.
/// After the updates, items are expanded and collapsed to match the rows.
struct OutlineItems<Value: Diffable & Sendable> {
  typealias Item = OutlineItem<Value>

  private(set) var roots: [Item] = []
  private var items: [Value.Identity: Item] = [:]
  private var tree = Tree<OutlineRow<Value>>()

  func children(of item: Item?) -> [Item] { item?.children ?? roots }

  subscript(id: Value.Identity) -> Item? { items[id] }

  var all: [Item] { tree.depthFirst.compactMap { items[$0.value.identity] } }

  /// Returns the destination of a node whose item is dropped.
  ///
  /// - Parameters:
  ///   - parent: The item under which `item` is dropped, or `nil` for the root.
  ///   - gap: The number of the parent's children above the destination, including the item itself. If it is `nil`, the
  ///     item is dropped on the parent and becomes its first child, or the last root if there is no parent.
  /// - Returns: The drop, or `nil` if the item stays in place or would be moved under itself.
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
      // Neither of these siblings is the item itself, which would stay in place.
      if gap > 0 { drop.previous = siblings[gap - 1].value.identity }
      if gap < siblings.count { drop.next = siblings[gap].value.identity }
    }
    return drop
  }

  private static func tree(_ rows: some Sequence<OutlineRow<Value>>) -> Tree<OutlineRow<Value>> {
    Tree(depthFirst: rows.map { TreeElement(depth: $0.depth, value: $0) })
  }

  /// Replaces all rows, and keeps the items of nodes that still exist.
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

  /// Updates the items for a batch.
  ///
  /// - Parameters:
  ///   - rows: The rows after the batch.
  /// - Complexity: O(*k* log *n*) for *k* rows updated in place; otherwise, O(*n*).
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

  /// Updates the items for a batch that moves no nodes.
  ///
  /// - Returns: The changes, or `nil` if the batch moves nodes.
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
      tree.update(value.identity) { $0 = value }
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

  /// Inserts an item under its parent.
  ///
  /// - Returns: The index of the item.
  private mutating func put(_ item: Item, _ place: TreePlace<Value.Identity>) -> Int {
    let parent = place.parent.flatMap { items[$0] }
    let index = min(place.index, children(of: parent).count)
    item.parent = parent
    if let parent { parent.children.insert(item, at: index) } else { roots.insert(item, at: index) }
    return index
  }

  /// Removes an item from its parent.
  ///
  /// - Returns: `false` if the item is not at the index, which happens if an identity does not equal itself.
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
    // The outline view must expand items again after it has discarded them.
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
  fileprivate var firstRow: Int {
    [deletedRows, insertedRows, updatedRows, movedRows.flatMap { [$0.from, $0.to] }].joined().map(\.row).min() ?? 0
  }
}
#endif
