public import LiveTables

/// Edits. Each costs by the size of the subtree that it names and logarithmically by that of the tree; what cannot be done
/// changes nothing, and the answer says so.
extension Tree {
  // MARK: - Coming

  /// Inserts nodes at a place, before the node that is there.
  ///
  /// - Parameters:
  ///   - subtree: The nodes to insert.
  ///   - place: Where to.
  /// - Returns: Whether there is such a place, and no identity is in both trees; if not, nothing has changed.
  /// - Complexity: O(log² *n*) for each node of `subtree`, amortised; O(*n*) for very many.
  @discardableResult
  @inlinable public mutating func insert(_ subtree: Tree, at place: TreePlace<Value.Identity>) -> Bool {
    guard let (position, depth) = position(of: place), isDisjoint(with: subtree) else { return false }
    insert(subtree, at: position, depth: depth)
    return true
  }

  /// Inserts a node at a place, before the node that is there.
  ///
  /// - Parameters:
  ///   - value: The value of the node.
  ///   - place: Where to.
  /// - Returns: Whether there is such a place, and the identity is new; if not, nothing has changed.
  /// - Complexity: O(log² *n*), amortised.
  @discardableResult
  @inlinable public mutating func insert(_ value: Value, at place: TreePlace<Value.Identity>) -> Bool {
    insertOne(value) { $0.insert($1, at: place) }
  }

  /// Appends a node to the children of a node, or to the roots.
  ///
  /// - Parameters:
  ///   - value: The value of the node.
  ///   - parent: The node above; `nil` for a root.
  /// - Returns: Whether there is such a parent, and the identity is new; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func append(_ value: Value, to parent: Value.Identity? = nil) -> Bool {
    insertOne(value) { $0.append($1, to: parent) }
  }

  @discardableResult @inlinable mutating func append(_ subtree: Tree, to parent: Value.Identity? = nil) -> Bool {
    guard let above = position(ofParent: parent), isDisjoint(with: subtree) else { return false }
    insert(subtree, at: shape.end(of: above), depth: shape.depth(at: above) + 1)
    return true
  }

  // MARK: - Going

  /// Removes a node with all that is under it.
  ///
  /// - Parameter id: The node.
  /// - Returns: What was removed, or `nil` if it is not there.
  /// - Complexity: O(log² *n*) for each node that goes; O(*n*) for very many.
  @discardableResult
  @inlinable public mutating func remove(_ id: Value.Identity) -> Tree? {
    position(of: id).map { removeSubtree(at: $0) }
  }

  /// Removes every node for which a predicate holds, with all that is under it.
  ///
  /// - Parameter isGoing: Whether a node goes.
  /// - Returns: How many nodes went.
  /// - Throws: What `isGoing` throws; then nothing has changed.
  /// - Complexity: O(*n*), and what the removals cost.
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

  /// Moves a node with all that is under it.
  ///
  /// The target is its place afterwards: it is counted without the node.
  ///
  /// - Parameters:
  ///   - id: The node.
  ///   - place: Its place afterwards.
  /// - Returns: Whether there are such a node and such a place, and the place is not under the node; if not, nothing has
  ///   changed.
  /// - Complexity: O(log² *n*) for each node that moves; O(*n*) for very many.
  @discardableResult
  @inlinable public mutating func move(_ id: Value.Identity, to place: TreePlace<Value.Identity>) -> Bool {
    guard let source = position(of: id), let parent = position(ofParent: place.parent) else { return false }
    return moveSubtree(at: source) { rest, moved in
      if moved.contains(parent) { return nil }
      let parent = parent >= moved.upperBound ? parent - moved.count : parent
      return rest.shape.place(ofChild: place.index, of: parent).map { ($0, rest.shape.depth(at: parent) + 1) }
    }
  }

  /// Moves a node with all that is under it, to be the sibling before another.
  ///
  /// - Parameters:
  ///   - id: The node.
  ///   - sibling: The node to move it before.
  /// - Returns: Whether both are there, and the other is neither the node nor under it; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func move(_ id: Value.Identity, before sibling: Value.Identity) -> Bool {
    guard let source = position(of: id), let other = position(of: sibling) else { return false }
    return moveSubtree(at: source) { rest, moved in
      if moved.contains(other) { return nil }
      let other = other >= moved.upperBound ? other - moved.count : other
      return (other, rest.shape.depth(at: other))
    }
  }

  /// Moves a node with all that is under it, to be the sibling after another.
  ///
  /// - Parameters:
  ///   - id: The node.
  ///   - sibling: The node to move it after.
  /// - Returns: Whether both are there, and the other is neither the node nor under it; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func move(_ id: Value.Identity, after sibling: Value.Identity) -> Bool {
    guard let source = position(of: id), let other = position(of: sibling) else { return false }
    return moveSubtree(at: source) { rest, moved in
      if moved.contains(other) { return nil }
      let other = other >= moved.upperBound ? other - moved.count : other
      return (rest.shape.end(of: other), rest.shape.depth(at: other))
    }
  }

  // MARK: - Changing

  /// Puts a value in the place of the one with the same identity.
  ///
  /// - Parameter value: The new value.
  /// - Returns: The value that was there, or `nil` if there is none.
  /// - Complexity: O(log² *n*).
  @discardableResult
  @inlinable public mutating func replace(_ value: Value) -> Value? {
    guard let position = position(of: value.identity) else { return nil }
    let old = values[position]
    values.replace(position..<position + 1, with: [value])
    return old
  }

  /// Changes a value in place; what is under it stays.
  ///
  /// - Parameters:
  ///   - id: The node.
  ///   - change: Changes the value.
  /// - Returns: Whether it is there, and does not change its identity to one that another node has; if not, nothing has
  ///   changed.
  /// - Throws: What `change` throws; then nothing has changed.
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
