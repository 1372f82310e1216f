public import LiveTables

extension Tree {
  /// The nodes in depth-first order, in which each node precedes its descendants.
  @inlinable public var depthFirst: some RandomAccessCollection<TreeElement<Value>> { DepthFirst(self) }

  /// The nodes in breadth-first order: the roots, then their children, and so on.
  @inlinable public var breadthFirst: some BidirectionalCollection<TreeElement<Value>> { BreadthFirst(self) }
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
    @usableFromInline var steps: Rope<TreeEntry, TreeWeight>.Iterator
    @usableFromInline var depth = -1

    @inlinable init(_ tree: Tree<Value>) {
      values = tree.values.makeIterator()
      steps = tree.shape.rope.makeIterator()
    }

    @inlinable mutating func next() -> TreeElement<Value>? {
      guard let value = values.next(), let entry = steps.next() else { return nil }
      depth += Int(entry.step)
      return TreeElement(depth: depth, value: value)
    }
  }

  @inlinable func makeIterator() -> Iterator { Iterator(tree) }
}

extension DepthFirst: Sendable where Value: Sendable {}

/// The nodes of a tree in breadth-first order.
///
/// Nodes at the same depth are in depth-first order.
@usableFromInline struct BreadthFirst<Value: Diffable>: BidirectionalCollection {
  @usableFromInline let tree: Tree<Value>
  @inlinable init(_ tree: Tree<Value>) { self.tree = tree }

  @usableFromInline struct Index: Comparable, Hashable, Sendable {
    @usableFromInline let depth: Int
    @usableFromInline let position: Int

    @inlinable init(depth: Int, position: Int) {
      self.depth = depth
      self.position = position
    }

    /// Returns whether a position precedes another position, comparing the depth first and then the depth-first order.
    @inlinable static func < (one: Index, two: Index) -> Bool {
      one.depth != two.depth ? one.depth < two.depth : one.position < two.position
    }
  }

  @inlinable var startIndex: Index { tree.isEmpty ? endIndex : Index(depth: 0, position: 0) }

  @inlinable var endIndex: Index { Index(depth: .max, position: 0) }

  /// The number of nodes in the tree.
  ///
  /// - Complexity: O(1).
  @inlinable var count: Int { tree.count }

  @inlinable subscript(index: Index) -> TreeElement<Value> {
    precondition(index.position < tree.count && index.depth < .max, "the index is out of range")
    return TreeElement(depth: index.depth, value: tree.values[index.position])
  }

  @inlinable func index(after index: Index) -> Index {
    guard let next = tree.shape.next(afterLevelOf: index.position, depth: index.depth) else { return endIndex }
    return Index(depth: next.depth, position: next.position)
  }

  @inlinable func index(before index: Index) -> Index {
    let found =
      index.depth == .max
      ? tree.shape.lastOfDeepestLevel() : tree.shape.previous(beforeLevelOf: index.position, depth: index.depth)
    guard let found else { preconditionFailure("there is no index before the first") }
    return Index(depth: found.depth, position: found.position)
  }
}

extension BreadthFirst: Sendable where Value: Sendable {}

/// The depth increases by at most one from node to node, so every path to a lower depth passes all depths in between.
extension TreeShape {
  /// Returns the next node at the same depth or, if there is none, the first node at the next depth.
  @usableFromInline func next(afterLevelOf position: Int, depth: Int) -> (position: Int, depth: Int)? {
    if let up = first(from: position + 1, .atMost(depth)), let next = first(from: up, .atLeast(depth)) {
      return (next, depth)
    }
    return first(from: 0, .atLeast(depth + 1)).map { ($0, depth + 1) }
  }

  /// Returns the previous node at the same depth or, if there is none, the last node at the previous depth.
  @usableFromInline func previous(beforeLevelOf position: Int, depth: Int) -> (position: Int, depth: Int)? {
    if let same = last(before: position, atDepth: depth) { return (same, depth) }
    return last(before: count, atDepth: depth - 1).map { ($0, depth - 1) }
  }

  @usableFromInline func lastOfDeepestLevel() -> (position: Int, depth: Int)? {
    guard let digest = rope.root.digest else { return nil }
    let depth = Int(digest.high) - 1
    return last(before: count, .atLeast(depth)).map { ($0, depth) }
  }

  private func last(before position: Int, atDepth depth: Int) -> Int? {
    guard let deep = last(before: position, .atLeast(depth)) else { return nil }
    return last(before: deep + 1, .atMost(depth))
  }
}

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

extension TreeChildren: ExpressibleByArrayLiteral {
  /// Creates a list of nodes that have no children.
  ///
  /// - Parameter values: The nodes. If several nodes have the same identity, the first one is used.
  @inlinable public init(arrayLiteral values: Value...) {
    self.init(Tree(depthFirst: values.map { TreeElement(depth: 0, value: $0) }), of: -1)
  }
}
