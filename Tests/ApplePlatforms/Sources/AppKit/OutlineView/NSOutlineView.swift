public import Foundation

/// A table of nested items, which are objects. Each update applies immediately.
///
/// Stricter than the real view: when updates end, the data source must return exactly the items that the view has.
///
/// This class does not inherit from `NSTableView`, because a Swift subclass cannot change the type of its delegate;
/// ``StandInTable`` contains the features that both views share.
@MainActor open class NSOutlineView: StandInTable {
  open weak var dataSource: (any NSOutlineViewDataSource)? { didSet { if oldValue !== dataSource { standInReload() } } }
  open weak var delegate: (any NSOutlineViewDelegate)? { didSet { if oldValue !== delegate { standInReload() } } }

  open weak var outlineTableColumn: NSTableColumn?
  open var indentationPerLevel: CGFloat = 16
  open var autosaveExpandedItems = false

  /// An item, and its children if it is expanded.
  final class Node {
    /// `nil` for the root, and for items inserted in the current updates.
    var item: AnyObject?
    weak var parent: Node?
    var children: [Node] = []
    var isExpanded = false
    var isExpandable = true
    init(_ item: AnyObject?, _ parent: Node?) {
      self.item = item
      self.parent = parent
    }

    /// The number of rows below the item.
    var rowCount: Int { children.reduce(children.count) { $0 + $1.rowCount } }
  }

  let root = Node(nil, nil)
  private var flat: [Node]?
  /// The expanded items, which stay expanded when the view is reloaded.
  private var expanded: [ObjectIdentifier: AnyObject] = [:]

  var nodes: [Node] {
    if let flat { return flat }
    var all: [Node] = []
    func add(_ node: Node) {
      for child in node.children {
        all.append(child)
        add(child)
      }
    }
    add(root)
    flat = all
    return all
  }

  // MARK: - Reading

  override func standInCountRows() -> Int {
    if isReloadPending || counted == nil { standInRead() }
    return nodes.count
  }

  override func standInReload() {
    super.standInReload()
    flat = nil
  }

  private func standInRead() {
    root.isExpanded = true
    read(root)
    flat = nil
    let items = Set(nodes.compactMap { $0.item.map { ObjectIdentifier($0) } })
    expanded = expanded.filter { items.contains($0.key) }
  }

  private func read(_ node: Node) {
    let count = dataSource?.outlineView(self, numberOfChildrenOfItem: node.item) ?? 0
    node.children = (0..<count).compactMap { index in
      guard let child = dataSource?.outlineView(self, child: index, ofItem: node.item) else { return nil }
      return read(child as AnyObject, into: Node(nil, node))
    }
    for child in node.children {
      guard let item = child.item, expanded[ObjectIdentifier(item)] != nil else { continue }
      child.isExpanded = dataSource?.outlineView(self, isItemExpandable: item) ?? false
      if child.isExpanded { read(child) }
    }
  }

  /// Stores an item in a node, and asks the data source whether it can expand; only a reload asks again.
  @discardableResult private func read(_ item: AnyObject?, into node: Node) -> Node {
    node.item = item
    node.isExpandable = item.map { dataSource?.outlineView(self, isItemExpandable: $0) ?? false } ?? true
    return node
  }

  // MARK: - Queries

  open func item(atRow row: Int) -> Any? {
    _ = numberOfRows; return nodes.indices.contains(row) ? nodes[row].item : nil
  }

  open func row(forItem item: Any?) -> Int {
    _ = numberOfRows
    guard let item = item as AnyObject? else { return -1 }
    return nodes.firstIndex { $0.item === item } ?? -1
  }

  open func level(forRow row: Int) -> Int {
    guard nodes.indices.contains(row) else { return -1 }
    var level = -1
    var node: Node? = nodes[row]
    while let next = node?.parent {
      level += 1
      node = next
    }
    return level
  }

  open func isItemExpanded(_ item: Any?) -> Bool { node(item)?.isExpanded ?? false }
  open func isExpandable(_ item: Any?) -> Bool {
    node(item)?.isExpandable ?? item.map { dataSource?.outlineView(self, isItemExpandable: $0) ?? false } ?? true
  }
  open func parent(forItem item: Any?) -> Any? { node(item)?.parent?.item }

  func node(_ item: Any?) -> Node? {
    guard let item = item as AnyObject? else { return root }
    _ = numberOfRows
    return nodes.first { $0.item === item }
  }

  // MARK: - Expanding

  open func expandItem(_ item: Any?) { expandItem(item, expandChildren: false) }

  open func expandItem(_ item: Any?, expandChildren: Bool) {
    guard let item, let node = node(item) else { return }
    if !node.isExpanded, isExpandable(item), delegate?.outlineView(self, shouldExpandItem: item) ?? true {
      if updates > 0 { return StandInException.raise("an item is expanded between beginUpdates and endUpdates") }
      let row = row(forItem: item)
      node.isExpanded = true
      if let item = node.item { expanded[ObjectIdentifier(item)] = item }
      read(node)
      flat = nil
      standInInsert(IndexSet(integersIn: row + 1..<row + 1 + node.rowCount))
      standInRefresh()
    }
    if expandChildren { for child in node.children { expandItem(child.item, expandChildren: true) } }
  }

  open func collapseItem(_ item: Any?) { collapseItem(item, collapseChildren: false) }

  open func collapseItem(_ item: Any?, collapseChildren: Bool) {
    guard let item, let node = node(item), node.isExpanded,
      delegate?.outlineView(self, shouldCollapseItem: item) ?? true
    else { return }
    if updates > 0 { return StandInException.raise("an item is collapsed between beginUpdates and endUpdates") }
    let row = row(forItem: item)
    let rows = IndexSet(integersIn: row + 1..<row + 1 + node.rowCount)
    node.isExpanded = false
    if let item = node.item { expanded[ObjectIdentifier(item)] = nil }
    node.children = []
    flat = nil
    standInRemove(rows)
    standInRefresh()
  }

  /// Simulates a click on the disclosure triangle of a row, with or without the option key.
  public func standInToggle(_ row: Int, option: Bool = false) {
    guard shown[row] != nil, let item = item(atRow: row), isExpandable(item) else { return }
    NSApplication.shared.currentEvent = NSEvent(.leftMouseDown, rect(ofRow: row).origin, option ? .option : [])
    defer { NSApplication.shared.currentEvent = nil }
    if isItemExpanded(item) {
      collapseItem(item, collapseChildren: option)
    } else {
      expandItem(item, expandChildren: option)
    }
  }

  // MARK: - Updates

  open func insertItems(
    at indexes: IndexSet, inParent parent: Any?, withAnimation animationOptions: AnimationOptions = []
  ) {
    guard let node = openNode(parent) else { return }
    standInUpdate {
      for index in indexes {
        if index > node.children.count { return complain("inserting", indexes, node) }
        let row = row(ofChild: index, in: node)
        node.children.insert(Node(nil, node), at: index)
        flat = nil
        standInInsert(IndexSet(integer: row))
      }
    }
  }

  open func removeItems(
    at indexes: IndexSet, inParent parent: Any?, withAnimation animationOptions: AnimationOptions = []
  ) {
    guard let node = openNode(parent) else { return }
    standInUpdate {
      for index in indexes.reversed() {
        if index >= node.children.count { return complain("removing", indexes, node) }
        let row = row(ofChild: index, in: node)
        let gone = node.children.remove(at: index)
        flat = nil
        standInRemove(IndexSet(integersIn: row...row + gone.rowCount))
      }
    }
  }

  open func moveItem(at fromIndex: Int, inParent oldParent: Any?, to toIndex: Int, inParent newParent: Any?) {
    standInUpdate {
      guard let source = openNode(oldParent), let target = openNode(newParent) else {
        return StandInException.raise("an item is moved from or to a parent that is not expanded")
      }
      if !source.children.indices.contains(fromIndex) { return complain("moving", [fromIndex], source) }
      if toIndex < 0 || toIndex > target.children.count - (source === target ? 1 : 0) {
        return complain("moving", [toIndex], target)
      }
      let from = row(ofChild: fromIndex, in: source)
      let node = source.children.remove(at: fromIndex)
      flat = nil
      let count = node.rowCount + 1
      // The index of the target row after the moved rows have been removed.
      let to = row(ofChild: toIndex, in: target)
      target.children.insert(node, at: toIndex)
      node.parent = target
      flat = nil
      for index in 0..<count where from != to {
        if to > from { standInMove(from, to + count - 1) } else { standInMove(from + index, to + index) }
      }
    }
  }

  open func reloadItem(_ item: Any?) { reloadItem(item, reloadChildren: false) }

  open func reloadItem(_ item: Any?, reloadChildren: Bool) {
    if updates > 0 { return StandInException.raise("an item is reloaded between beginUpdates and endUpdates") }
    let row = row(forItem: item)
    if let node = node(item), node !== root { read(node.item, into: node) }
    if row >= 0 { reloadData(forRowIndexes: [row], columnIndexes: IndexSet(integersIn: 0..<numberOfColumns)) }
  }

  private func openNode(_ item: Any?) -> Node? {
    guard let node = node(item) else { return nil }
    return node === root || node.isExpanded ? node : nil
  }

  private func complain(_ what: String, _ indexes: IndexSet, _ node: Node) {
    StandInException.raise(
      "NSOutlineView error \(what) child indexes \(Array(indexes)) in parent \(node.item.map { "\($0)" } ?? "(null)") "
        + "(which has \(node.children.count) children).")
  }

  private func row(ofChild index: Int, in node: Node) -> Int {
    let first = node === root ? 0 : (nodes.firstIndex { $0 === node } ?? 0) + 1
    return first + node.children[..<index].reduce(index) { $0 + $1.rowCount }
  }

  override func standInCheck(_ when: String) {
    check(root, when)
    flat = nil
  }

  /// Raises an exception if the view and the data source disagree, and reads the inserted items.
  private func check(_ node: Node, _ when: String) {
    let count = dataSource?.outlineView(self, numberOfChildrenOfItem: node.item) ?? 0
    if count != node.children.count {
      return StandInException.raise(
        "\(when) \(node.item.map { "\($0)" } ?? "the root") has \(node.children.count) children, but \(count) in "
          + "the data source")
    }
    for (index, child) in node.children.enumerated() {
      let item = dataSource?.outlineView(self, child: index, ofItem: node.item) as AnyObject?
      if child.item == nil { read(item, into: child) }
      if child.item !== item { StandInException.raise("another item stands at \(index) than was moved there") }
      if child.isExpanded { check(child, when) }
    }
  }

  // MARK: - Calling the delegate

  override func standInView(_ column: NSTableColumn?, _ row: Int) -> NSView? {
    item(atRow: row).flatMap { delegate?.outlineView(self, viewFor: column, item: $0) }
  }
  override func standInHeight(_ row: Int) -> CGFloat {
    item(atRow: row).flatMap { delegate?.outlineView(self, heightOfRowByItem: $0) } ?? rowHeight
  }
  override func standInTellAdded(_ view: NSTableRowView, _ row: Int) {
    delegate?.outlineView(self, didAdd: view, forRow: row)
  }
  override func standInTellRemoved(_ view: NSTableRowView, _ row: Int) {
    delegate?.outlineView(self, didRemove: view, forRow: row)
  }
  override func standInAllowedSelection(_ proposed: IndexSet) -> IndexSet {
    delegate?.outlineView(self, selectionIndexesForProposedSelection: proposed) ?? proposed
  }
  override func standInTellSelection() {
    delegate?.outlineViewSelectionDidChange(
      Notification(name: Notification.Name("NSOutlineViewSelectionDidChangeNotification"), object: self))
  }
}
