public import LiveTables

extension Tree {
  /// The nodes in depth-first order, in which each node precedes its descendants.
  @inlinable public var depthFirst: some RandomAccessCollection<TreeElement<Value>> { DepthFirst(self) }
}

/// The nodes of a tree in depth-first order.
@usableFromInline struct DepthFirst<Value: Diffable>: RandomAccessCollection {
  @usableFromInline let tree: Tree<Value>
  @inlinable init(_ tree: Tree<Value>) { self.tree = tree }

  @inlinable var startIndex: Int { 0 }

  @inlinable var endIndex: Int { tree.count }

  /// The node at a depth-first position.
  ///
  /// - Complexity: O(log *n*). Iterating is faster than indexing.
  @inlinable subscript(position: Int) -> TreeElement<Value> {
    precondition(position >= 0 && position < tree.count, "the index is out of range")
    return TreeElement(depth: tree.shape.depth(at: position), value: tree.values[position])
  }

  /// An iterator over the nodes, which is about as fast as an array iterator.
  @usableFromInline struct Iterator: IteratorProtocol {
    @usableFromInline var values: Tree<Value>.Values.Iterator
    @usableFromInline var depthChanges: Rope<TreeEntry, TreeWeight>.Iterator
    @usableFromInline var depth = -1

    @inlinable init(_ tree: Tree<Value>) {
      values = tree.values.makeIterator()
      depthChanges = tree.shape.rope.makeIterator()
    }

    @inlinable mutating func next() -> TreeElement<Value>? {
      guard let value = values.next(), let entry = depthChanges.next() else { return nil }
      depth += Int(entry.depthChange)
      return TreeElement(depth: depth, value: value)
    }
  }

  @inlinable func makeIterator() -> Iterator { Iterator(tree) }
}

extension DepthFirst: Sendable where Value: Sendable {}

/// The children of a node, or the roots of a tree, in order.
public struct TreeChildren<Value: Diffable>: RandomAccessCollection {
  @usableFromInline let tree: Tree<Value>
  @usableFromInline let parent: Int

  @inlinable init(_ tree: Tree<Value>, of parent: Int) {
    self.tree = tree
    self.parent = parent
    endIndex = tree.shape.childCount(of: parent)
  }

  /// The start index, which is zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of children.
  public let endIndex: Int

  /// The child at an index.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(position: Int) -> Value {
    guard let child = tree.shape.child(position, of: parent) else { preconditionFailure("the index is out of range") }
    return tree.values[child]
  }
}

extension TreeChildren: Sendable where Value: Sendable {}
