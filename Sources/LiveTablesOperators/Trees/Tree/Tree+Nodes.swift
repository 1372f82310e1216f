public import LiveTables

extension Tree {
  /// Returns the position of a node in depth-first order, or `nil` if there is no such node.
  @inlinable func position(of id: Value.Identity) -> Int? {
    let hash = identityHash(id)
    var place = index.firstPlace(of: hash)
    while let label = index.label(at: place, of: hash) {
      if let position = shape.position(ofLabel: label), values[position].identity == id { return position }
      place += 1
    }
    return nil
  }

  /// Returns the position of a parent, -1 for a `nil` parent, or `nil` if there is no such node.
  @inlinable func position(ofParent id: Value.Identity?) -> Int? {
    guard let id else { return -1 }
    return position(of: id)
  }

  /// Returns the depth-first index at which a node would be inserted, or `nil` if the position does not exist.
  @inlinable func position(of place: TreePlace<Value.Identity>) -> (position: Int, depth: Int)? {
    guard let parent = position(ofParent: place.parent), let position = shape.place(ofChild: place.index, of: parent)
    else { return nil }
    return (position, shape.depth(at: parent) + 1)
  }

  @inlinable func identity(at position: Int) -> Value.Identity? { position < 0 ? nil : values[position].identity }

  @inlinable func place(at position: Int) -> TreePlace<Value.Identity> {
    TreePlace(under: identity(at: shape.parent(of: position)), at: shape.childIndex(of: position))
  }
}

extension Tree {
  /// Returns whether the tree contains a node with the given identity.
  ///
  /// - Complexity: O(log² *n*), as for all access by identity. Nodes with colliding hashes are compared individually.
  @inlinable package func contains(_ id: Value.Identity) -> Bool { position(of: id) != nil }

  /// The value of the node with the given identity, or `nil` if there is no such node.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable public subscript(id: Value.Identity) -> Value? { position(of: id).map { values[$0] } }

  /// Returns the position of a node, or `nil` if there is no such node.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable public func place(of id: Value.Identity) -> TreePlace<Value.Identity>? {
    position(of: id).map { place(at: $0) }
  }

  /// Returns the value of a node's parent, or `nil` if the node is a root or does not exist.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable public func parent(of id: Value.Identity) -> Value? {
    guard let position = position(of: id) else { return nil }
    let parent = shape.parent(of: position)
    return parent < 0 ? nil : values[parent]
  }

  /// The values of the roots, in order.
  @inlinable public var roots: some RandomAccessCollection<Value> { TreeChildren(self, of: -1) }

  /// Returns the values of a node's children, in order, or `nil` if there is no such node.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable public func children(of id: Value.Identity) -> TreeChildren<Value>? {
    position(of: id).map { TreeChildren(self, of: $0) }
  }

  @inlinable func subtree(at position: Int) -> Tree {
    let range = position..<shape.end(of: position)
    var depthChanges = shape.depthChanges(in: range)
    depthChanges[0] = 1
    return Tree(uniqueValues: values.leaves(in: range).flatMap { $0 }, depthChanges: depthChanges)
  }
}
