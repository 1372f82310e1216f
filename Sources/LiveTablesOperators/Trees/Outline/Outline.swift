public import LiveTables

/// A tree as a flat table: a row for each node whose ancestors are all expanded, in depth-first order.
///
/// Expanding and collapsing are changesets of the table like any other, so every view shows them; and so is another tree.
/// Each answers with one minimal `Changeset`, of which the ``table`` before is the source and the one after the target.
///
/// ```swift
/// var outline = Outline(files)
/// outline.expand("Sources")               // the rows of its children are inserted, its own is updated
/// outline.edit { $0.remove("main.swift") }
/// ```
///
/// **Which nodes are expanded** is remembered by identity, for nodes with and without children, shown or not:
///
/// - It survives when nodes move and change, also as parts of another tree. Whatever is collapsed keeps what is
///   expanded below for the next time.
/// - A node that is removed is forgotten: one that comes back later, or a new one, is collapsed.
/// - A node that is expanded and has no children is shown as a leaf; once it gets some, they are shown.
///
/// Costs grow with the rows that change, and with logarithms of the rest, except where they are said to be O(*n*); the first
/// change after a copy also copies what is known of expanded nodes.
public struct Outline<Value: Diffable> {
  @usableFromInline var nodes: Tree<Value>
  @usableFromInline var rows: TableSnapshot<OneSection, OutlineRow<Value>>
  @usableFromInline var marks = OutlineMarks()
  @usableFromInline var expanded = ExpandedNodes<Value.Identity>()

  /// Creates an outline.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - expanded: Which nodes are expanded, at first none; those that are not in the tree are ignored.
  /// - Complexity: O(*n*).
  @inlinable public init(_ tree: Tree<Value> = Tree(), expanded: [Value.Identity] = []) {
    nodes = tree
    rows = TableSnapshot(rows: [])
    for id in expanded where tree.contains(id) { self.expanded.set(id, true) }
    redrawAll()
  }

  /// The tree of which this is an outline.
  @inlinable public var tree: Tree<Value> { nodes }

  /// The rows that are shown.
  @inlinable public var table: TableSnapshot<OneSection, OutlineRow<Value>> { rows }

  // MARK: - What is expanded

  /// Whether a node is expanded, shown or not.
  ///
  /// - Parameter id: The node.
  /// - Returns: Whether it is expanded.
  @inlinable public func isExpanded(_ id: Value.Identity) -> Bool { expanded.contains(id) }

  /// The nodes that are expanded.
  ///
  /// - Complexity: O(*k*) for *k* of them.
  @inlinable package var expandedNodes: [Value.Identity] { expanded.all }

  /// The row of a node; `nil` if it is not there, or if a node above it is collapsed.
  ///
  /// - Parameter id: The node.
  /// - Returns: The index of its row.
  /// - Complexity: O(log² *n*).
  @inlinable public func row(of id: Value.Identity) -> Int? {
    guard let position = tree.position(of: id), marks[position] else { return nil }
    return marks.rows(in: position..<position).lowerBound
  }

  // MARK: - Expanding and collapsing

  /// Shows what is under a node, as far as it is expanded itself.
  ///
  /// - Parameter id: The node.
  /// - Returns: How the table changed.
  /// - Complexity: O(*k* log *n*) for *k* rows that appear.
  @discardableResult
  @inlinable public mutating func expand(_ id: Value.Identity) -> Changeset<OneSection, OutlineRow<Value>> {
    set(id, isExpanded: true)
  }

  /// Hides what is under a node.
  ///
  /// - Parameter id: The node.
  /// - Returns: How the table changed.
  /// - Complexity: O(*k* log *n*) for *k* rows that disappear.
  @discardableResult
  @inlinable public mutating func collapse(_ id: Value.Identity) -> Changeset<OneSection, OutlineRow<Value>> {
    set(id, isExpanded: false)
  }

  /// Expands a node that is collapsed, and collapses one that is expanded.
  ///
  /// - Parameter id: The node.
  /// - Returns: How the table changed.
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

  /// Expands a node and all nodes under it that have children.
  ///
  /// - Parameter id: The node; `nil` for the whole tree.
  /// - Returns: How the table changed.
  /// - Complexity: O(*m* + *k* log *n*) for *m* nodes under it and *k* rows that appear; O(*n*) for the whole tree.
  @discardableResult
  @inlinable public mutating func expandAll(under id: Value.Identity? = nil) -> Changeset<OneSection, OutlineRow<Value>>
  {
    setAll(under: id, isExpanded: true)
  }

  /// Collapses a node and all nodes under it.
  ///
  /// - Parameter id: The node; `nil` for the whole tree, of which roots alone are shown then.
  /// - Returns: How the table changed.
  /// - Complexity: O(*m* + *k* log *n*) for *m* nodes under it and *k* rows that disappear; O(*n*) for the whole tree.
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

  /// Expands all nodes above a node, so that it has a row.
  ///
  /// - Parameter id: The node.
  /// - Returns: How the table changed.
  /// - Complexity: O(*k* log *n* + *d* log *n*) for *k* rows that appear and *d* nodes above.
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

  // MARK: - Another tree

  /// Shows another tree in the place of this one, with what is expanded as it was.
  ///
  /// What both trees share is skipped: an edited copy costs what its edits cost.
  ///
  /// - Parameter tree: The new tree.
  /// - Returns: How the table changed.
  /// - Complexity: O((*k* + *d*) log *n*) on average for each edit of *k* nodes at depth *d*; O(*n*) for trees that
  ///   share nothing, O(*n* log *n*) if many nodes moved.
  @discardableResult
  @inlinable public mutating func update(to tree: Tree<Value>) -> Changeset<OneSection, OutlineRow<Value>> {
    change { $0.follow(tree) }
  }

  /// Changes the tree.
  ///
  /// - Parameter body: Edits the tree, as often as it likes; there is one changeset in the end, and none where it throws.
  /// - Returns: How the table changed.
  /// - Throws: What `body` throws; then nothing has changed.
  @discardableResult
  @inlinable public mutating func edit(_ body: (inout Tree<Value>) throws -> Void) rethrows -> Changeset<
    OneSection, OutlineRow<Value>
  > {
    var edited = tree
    try body(&edited)
    return update(to: edited)
  }

  @inlinable mutating func change(_ body: (inout Outline) -> Void) -> Changeset<OneSection, OutlineRow<Value>> {
    let before = rows
    body(&self)
    return rows.difference(from: before)
  }
}

extension Outline: Sendable where Value: Sendable {}
