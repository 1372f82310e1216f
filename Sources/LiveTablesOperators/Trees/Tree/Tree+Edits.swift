public import LiveTables

/// Edits to the tree. The cost of an edit depends on the size of the affected subtree, and logarithmically on the size
/// of the tree. An impossible edit returns `false` or `nil`, and changes nothing.
extension Tree {
  // MARK: - Inserting

  /// Inserts a subtree at a position, before the node that is currently there.
  ///
  /// - Parameters:
  ///   - subtree: The nodes to insert.
  ///   - place: The position at which to insert the first root.
  /// - Returns: `false` if the position does not exist, or if both trees contain the same identity.
  /// - Complexity: O(log² *n*) for each node of `subtree`, amortized, or O(*n*) for a large subtree.
  @discardableResult
  @inlinable public mutating func insert(_ subtree: Tree, at place: TreePlace<Value.Identity>) -> Bool {
    guard let (position, depth) = position(of: place), isDisjoint(with: subtree) else { return false }
    insert(subtree, at: position, depth: depth)
    return true
  }

  /// Inserts a node at a position, before the node that is currently there.
  ///
  /// - Parameters:
  ///   - value: The value of the node.
  ///   - place: The position at which to insert the node.
  /// - Returns: `false` if the position does not exist, or if the tree already contains the identity.
  /// - Complexity: O(log² *n*), amortized.
  @discardableResult
  @inlinable public mutating func insert(_ value: Value, at place: TreePlace<Value.Identity>) -> Bool {
    insertOne(value) { $0.insert($1, at: place) }
  }

  /// Appends a node to the children of a parent, or to the roots.
  ///
  /// - Parameters:
  ///   - value: The value of the node.
  ///   - parent: The identity of the parent, or `nil` to append a root.
  /// - Returns: `false` if the parent does not exist, or if the tree already contains the identity.
  @discardableResult
  @inlinable public mutating func append(_ value: Value, to parent: Value.Identity? = nil) -> Bool {
    insertOne(value) { $0.append($1, to: parent) }
  }

  @discardableResult @inlinable mutating func append(_ subtree: Tree, to parent: Value.Identity? = nil) -> Bool {
    guard let above = position(ofParent: parent), isDisjoint(with: subtree) else { return false }
    insert(subtree, at: shape.end(of: above), depth: shape.depth(at: above) + 1)
    return true
  }

  // MARK: - Removing

  /// Removes a node and its descendants.
  ///
  /// - Returns: The removed subtree, or `nil` if the node does not exist.
  /// - Complexity: O(log² *n*) for each removed node, or O(*n*) for a large subtree.
  @discardableResult
  @inlinable public mutating func remove(_ id: Value.Identity) -> Tree? {
    position(of: id).map { removeSubtree(at: $0) }
  }

  /// Removes all nodes that satisfy a predicate, along with their descendants.
  ///
  /// - Parameter isGoing: A closure that returns whether to remove a node.
  /// - Returns: The number of removed nodes.
  /// - Throws: Any error thrown by `isGoing`, in which case nothing changes.
  /// - Complexity: O(*n*), plus the cost of the removals.
  @discardableResult
  @inlinable public mutating func removeAll(where isGoing: (Value) throws -> Bool) rethrows -> Int {
    var kept: [TreeElement<Value>] = []
    var goneDepth = Int.max
    var gone: [Int] = []
    for (position, element) in depthFirst.enumerated() {
      if element.depth > goneDepth { continue }
      goneDepth = .max
      if try isGoing(element.value) {
        goneDepth = element.depth
        gone.append(position)
      } else {
        kept.append(element)
      }
    }
    let before = count
    if gone.count * 64 > before {
      self = Tree(depthFirst: kept)
    } else {
      for position in gone.reversed() { removeNodes(position..<shape.end(of: position)) }
    }
    return before - count
  }

  // MARK: - Moving

  /// Moves a node and its descendants.
  ///
  /// - Parameters:
  ///   - id: The identity of the node.
  ///   - place: The position of the node after the move. The index does not count the node itself.
  /// - Returns: `false` if the node or the position does not exist, or if the position is under the node.
  /// - Complexity: O(log² *n*) for each moved node, or O(*n*) for a large subtree.
  @discardableResult
  @inlinable public mutating func move(_ id: Value.Identity, to place: TreePlace<Value.Identity>) -> Bool {
    guard let source = position(of: id), let parent = position(ofParent: place.parent) else { return false }
    return moveSubtree(at: source) { rest, moved in
      if moved.contains(parent) { return nil }
      let parent = parent >= moved.upperBound ? parent - moved.count : parent
      return rest.shape.place(ofChild: place.index, of: parent).map { ($0, rest.shape.depth(at: parent) + 1) }
    }
  }

  /// Moves a node and its descendants directly before another node.
  ///
  /// - Parameters:
  ///   - id: The identity of the node.
  ///   - sibling: The identity of the node that the moved node precedes.
  /// - Returns: `false` if either node does not exist, or if the sibling is the node or its descendant.
  @discardableResult
  @inlinable public mutating func move(_ id: Value.Identity, before sibling: Value.Identity) -> Bool {
    guard let source = position(of: id), let other = position(of: sibling) else { return false }
    return moveSubtree(at: source) { rest, moved in
      if moved.contains(other) { return nil }
      let other = other >= moved.upperBound ? other - moved.count : other
      return (other, rest.shape.depth(at: other))
    }
  }

  /// Moves a node and its descendants directly after another node.
  ///
  /// - Parameters:
  ///   - id: The identity of the node.
  ///   - sibling: The identity of the node that the moved node follows.
  /// - Returns: `false` if either node does not exist, or if the sibling is the node or its descendant.
  @discardableResult
  @inlinable public mutating func move(_ id: Value.Identity, after sibling: Value.Identity) -> Bool {
    guard let source = position(of: id), let other = position(of: sibling) else { return false }
    return moveSubtree(at: source) { rest, moved in
      if moved.contains(other) { return nil }
      let other = other >= moved.upperBound ? other - moved.count : other
      return (rest.shape.end(of: other), rest.shape.depth(at: other))
    }
  }

  // MARK: - Updating

  /// Changes the value of a node in place, keeping its descendants.
  ///
  /// - Parameters:
  ///   - id: The identity of the node.
  ///   - change: A closure that changes the value.
  /// - Returns: `false` if the node does not exist, or if another node has the new identity of the value.
  /// - Throws: Any error thrown by `change`, in which case nothing changes.
  /// - Complexity: O(log² *n*).
  @discardableResult
  @inlinable public mutating func update(
    _ id: Value.Identity, _ change: (inout Value) throws -> Void
  ) rethrows -> Bool {
    guard let position = position(of: id) else { return false }
    let old = values[position]
    var value = old
    try change(&value)
    let identity = value.identity
    if identity != old.identity {
      if identity != identity || contains(identity) { return false }
      let label = shape.label(at: position)
      index.replace(entries([old], [label]), with: entries([value], [label]))
    }
    values.replace(position..<position + 1, with: [value])
    return true
  }
}
