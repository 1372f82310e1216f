public import LiveTables

/// Nodes, and where they are.
extension Tree {
  /// The position of a node in depth-first order, or `nil`.
  @inlinable func position(of id: Value.Identity) -> Int? {
    let hash = identityHash(id)
    var place = index.firstPlace(of: hash)
    while let label = index.label(at: place, of: hash) {
      if let position = shape.position(ofLabel: label), values[position].identity == id { return position }
      place += 1
    }
    return nil
  }

  /// The position of a parent, -1 for `nil`; `nil` if there is no such node.
  @inlinable func position(ofParent id: Value.Identity?) -> Int? {
    guard let id else { return -1 }
    return position(of: id)
  }

  /// The position of a node, or `nil`.
  @inlinable func position(of path: [Int]) -> Int? {
    var position = -1
    for index in path {
      guard let child = shape.child(index, of: position) else { return nil }
      position = child
    }
    return position < 0 ? nil : position
  }

  /// Where a node would come; `nil` if there is no such place.
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
  /// Whether there is a node with an identity.
  ///
  /// - Parameter id: The node.
  /// - Returns: Whether it is in the tree.
  /// - Complexity: O(log² *n*), as for all that is found by identity; nodes whose hashes collide are looked at one by one.
  @inlinable package func contains(_ id: Value.Identity) -> Bool { position(of: id) != nil }

  /// The value of a node, or `nil`.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable public subscript(id: Value.Identity) -> Value? { position(of: id).map { values[$0] } }

  /// The value of the node at a path, which is an index among siblings for each depth from the roots down, or `nil`.
  ///
  /// - Complexity: O(*d* log *n*) at depth *d*.
  @inlinable public subscript(path path: [Int]) -> Value? { position(of: path).map { values[$0] } }

  /// The place of a node, or `nil`.
  ///
  /// - Parameter id: The node.
  /// - Returns: Its parent, and its index among the children.
  /// - Complexity: O(log² *n*).
  @inlinable public func place(of id: Value.Identity) -> TreePlace<Value.Identity>? {
    position(of: id).map { place(at: $0) }
  }

  /// The path of a node, or `nil`.
  ///
  /// - Parameter id: The node.
  /// - Returns: The indices from a root on.
  /// - Complexity: O(log² *n* + *d* log *n*) at depth *d*.
  @inlinable public func path(of id: Value.Identity) -> [Int]? {
    position(of: id).map { shape.path(to: $0) }
  }

  /// The value of the node above a node; `nil` for roots and for what is not there.
  ///
  /// - Parameter id: The node.
  /// - Returns: The value of the node above.
  /// - Complexity: O(log² *n*).
  @inlinable public func parent(of id: Value.Identity) -> Value? {
    guard let position = position(of: id) else { return nil }
    let parent = shape.parent(of: position)
    return parent < 0 ? nil : values[parent]
  }

  /// The roots, in order.
  @inlinable public var roots: some RandomAccessCollection<Value> { TreeChildren(self, of: -1) }

  /// The children of a node, in order; `nil` if it is not there.
  ///
  /// ```swift
  /// for child in tree.children(of: id) ?? [] { … }
  /// ```
  ///
  /// - Parameter id: The node.
  /// - Returns: The values of its children; `nil` if it is not there.
  /// - Complexity: O(log² *n*).
  @inlinable public func children(of id: Value.Identity) -> TreeChildren<Value>? {
    position(of: id).map { TreeChildren(self, of: $0) }
  }

  @inlinable func subtree(at position: Int) -> Tree {
    let range = position..<shape.end(of: position)
    var steps = shape.steps(in: range)
    steps[0] = 1
    return Tree(uniqueValues: values.leaves(in: range).flatMap { $0 }, steps: steps)
  }
}
