public import LiveTables

/// A tree shown as a flat table in depth-first order.
///
/// The table has a row for each node whose ancestors are all expanded.
///
/// Each method that expands nodes, collapses nodes or changes the tree returns the minimal `Changeset` from the
/// previous ``table`` to the new table.
///
/// ```swift
/// var outline = Outline(files)
/// outline.expand("Sources")               // the rows of its children are inserted, its own is updated
/// outline.edit { $0.remove("main.swift") }
/// ```
///
/// **Expanded nodes** are stored by identity, whether or not they have children or are visible:
///
/// - A node keeps its expanded state when it is moved or updated, and when the tree is replaced. Nodes under a
///   collapsed node keep their expanded state.
/// - The state of a deleted node is discarded. If the node is inserted again, it is collapsed, like every new node.
/// - An expanded node without children is shown as a leaf. When the node receives children, they are visible.
///
/// Unless documented as O(*n*), the cost of a method depends on the number of changed rows, and logarithmically on the
/// size of the tree. The first change to a copy also copies the set of expanded nodes.
public struct Outline<Value: Diffable> {
  @usableFromInline var nodes: Tree<Value>
  @usableFromInline var rows: TableSnapshot<OneSection, OutlineRow<Value>>
  @usableFromInline var marks = OutlineMarks()
  @usableFromInline var expanded = ExpandedNodes<Value.Identity>()

  /// Creates an outline.
  ///
  /// - Parameters:
  ///   - tree: The tree to show.
  ///   - expanded: The nodes that are expanded initially. Nodes that are not in the tree are ignored.
  /// - Complexity: O(*n*).
  @inlinable public init(_ tree: Tree<Value> = Tree(), expanded: [Value.Identity] = []) {
    nodes = tree
    rows = TableSnapshot(rows: [])
    for id in expanded where tree.contains(id) { self.expanded.set(id, true) }
    redrawAll()
  }

  /// The tree of the outline.
  @inlinable public var tree: Tree<Value> { nodes }

  /// The visible rows of the outline.
  @inlinable public var table: TableSnapshot<OneSection, OutlineRow<Value>> { rows }

  // MARK: - Expanded nodes

  /// Returns whether a node is expanded, even if it is not visible.
  @inlinable public func isExpanded(_ id: Value.Identity) -> Bool { expanded.contains(id) }

  /// The expanded nodes.
  ///
  /// - Complexity: O(*k*) for *k* expanded nodes.
  @inlinable package var expandedNodes: [Value.Identity] { expanded.all }

  /// Returns the index of a node's row, or `nil` if the node does not exist or an ancestor is collapsed.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable public func row(of id: Value.Identity) -> Int? {
    guard let position = tree.position(of: id), marks[position] else { return nil }
    return marks.rows(in: position..<position).lowerBound
  }

  // MARK: - Expanding and collapsing

  /// Expands a node, and shows its descendants except for those under another collapsed node.
  ///
  /// - Complexity: O(*k* log *n*) for *k* inserted rows.
  @discardableResult
  @inlinable public mutating func expand(_ id: Value.Identity) -> Changeset<OneSection, OutlineRow<Value>> {
    set(id, isExpanded: true)
  }

  /// Collapses a node, and hides its descendants.
  ///
  /// - Complexity: O(*k* log *n*) for *k* deleted rows.
  @discardableResult
  @inlinable public mutating func collapse(_ id: Value.Identity) -> Changeset<OneSection, OutlineRow<Value>> {
    set(id, isExpanded: false)
  }

  /// Expands a collapsed node, or collapses an expanded node.
  @discardableResult
  @inlinable public mutating func toggle(_ id: Value.Identity) -> Changeset<OneSection, OutlineRow<Value>> {
    set(id, isExpanded: !isExpanded(id))
  }

  @inlinable mutating func set(_ id: Value.Identity, isExpanded: Bool) -> Changeset<OneSection, OutlineRow<Value>> {
    change { outline in
      guard let position = outline.tree.position(of: id), outline.isExpanded(id) != isExpanded else { return }
      outline.expanded.set(id, isExpanded)
      outline.redraw(under: position)
    }
  }

  /// Expands a node, and all of its descendants that have children.
  ///
  /// - Parameter id: The identity of the node, or `nil` for the whole tree.
  /// - Complexity: O(*m* + *k* log *n*) for *m* descendants and *k* inserted rows, or O(*n*) for the whole tree.
  @discardableResult
  @inlinable public mutating func expandAll(under id: Value.Identity? = nil) -> Changeset<OneSection, OutlineRow<Value>>
  {
    setAll(under: id, isExpanded: true)
  }

  /// Collapses a node and all of its descendants.
  ///
  /// - Parameter id: The identity of the node, or `nil` for the whole tree.
  /// - Complexity: O(*m* + *k* log *n*) for *m* descendants and *k* deleted rows, or O(*n*) for the whole tree.
  @discardableResult
  @inlinable public mutating func collapseAll(under id: Value.Identity? = nil) -> Changeset<
    OneSection, OutlineRow<Value>
  > {
    setAll(under: id, isExpanded: false)
  }

  @inlinable mutating func setAll(under id: Value.Identity?, isExpanded: Bool) -> Changeset<
    OneSection, OutlineRow<Value>
  > {
    change { outline in
      guard let id else {
        if isExpanded {
          outline.setAll(in: 0..<outline.tree.count, isExpanded: true)
        } else {
          outline.expanded = ExpandedNodes()
        }
        return outline.redrawAll()
      }
      guard let position = outline.tree.position(of: id) else { return }
      outline.setAll(in: position..<outline.tree.shape.end(of: position), isExpanded: isExpanded)
      outline.redraw(under: position)
    }
  }

  /// Expands all ancestors of a node, and thereby makes the node visible.
  ///
  /// - Complexity: O(*k* log *n* + *d* log *n*) for *k* inserted rows and *d* ancestors.
  @discardableResult
  @inlinable public mutating func reveal(_ id: Value.Identity) -> Changeset<OneSection, OutlineRow<Value>> {
    change { outline in
      guard let position = outline.tree.position(of: id) else { return }
      var ancestor = outline.tree.shape.parent(of: position)
      var topmost = -1
      while ancestor >= 0 {
        let id = outline.tree.values[ancestor].identity
        if !outline.isExpanded(id) {
          outline.expanded.set(id, true)
          topmost = ancestor
        }
        ancestor = outline.tree.shape.parent(of: ancestor)
      }
      if topmost >= 0 { outline.redraw(under: topmost) }
    }
  }

  // MARK: - Tree

  /// Edits or replaces the tree, in which expanded nodes stay expanded.
  ///
  /// The update skips storage that the new tree shares with the previous one, so its cost depends on the edits.
  ///
  /// - Parameter body: A closure that edits the tree, or assigns another tree.
  /// - Throws: Any error thrown by `body`, in which case nothing changes.
  /// - Complexity: O((*k* + *d*) log *n*) on average for each edit to *k* nodes at depth *d*, O(*n*) for trees without
  ///   shared storage, or O(*n* log *n*) if many nodes have moved.
  @discardableResult
  @inlinable public mutating func edit(_ body: (inout Tree<Value>) throws -> Void) rethrows -> Changeset<
    OneSection, OutlineRow<Value>
  > {
    var edited = tree
    try body(&edited)
    return change { $0.follow(edited) }
  }

  @inlinable mutating func change(_ body: (inout Outline) -> Void) -> Changeset<OneSection, OutlineRow<Value>> {
    let before = rows
    body(&self)
    return rows.difference(from: before)
  }
}

extension Outline: Sendable where Value: Sendable {}
