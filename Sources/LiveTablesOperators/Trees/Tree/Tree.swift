public import LiveTables

/// A value type that represents a tree of nodes, such as files in folders or replies to messages.
///
/// A tree can have any depth and any number of roots. Each node has a `Diffable` value whose identity is unique in the
/// tree. Adding a second node with the same identity has no effect, and the method returns `false`.
///
/// ```swift
/// var files = Tree { "README.md"; Tree("Sources") { "main.swift" } }
/// files.append("Tests")
/// files.move("main.swift", to: TreePlace(under: "Tests", at: 0))
/// ```
///
/// You can refer to a node by its identity, or by its position among the children of a parent (``TreePlace``). Each
/// lookup takes logarithmic time, regardless of the number of siblings.
///
/// Copies are cheap because they share storage, and an edit copies only a small part of the storage. Neither the
/// methods nor the deallocation of a tree are recursive, so a tree can be a million levels deep.
public struct Tree<Value: Diffable> {
  @usableFromInline typealias Values = Rope<Value, Weightless<Value>>

  /// The values of the nodes, in the depth-first order of the shape.
  @usableFromInline var values: Values
  @usableFromInline var shape: TreeShape
  @usableFromInline var index: TreeIndex

  /// Creates an empty tree.
  @inlinable public init() {
    values = Values()
    shape = TreeShape()
    index = TreeIndex()
  }

  @inlinable init(uniqueValues: [Value], depthChanges: [Int32]) {
    values = Values(uniqueValues)
    shape = TreeShape(depthChanges: depthChanges)
    index = TreeIndex()
    index = TreeIndex(entries(uniqueValues, shape.labels(in: 0..<shape.count)))
  }

  @inlinable func entries(_ values: some Sequence<Value>, _ labels: [UInt64]) -> [TreeIndex.Entry] {
    zip(values, labels).map { TreeIndex.Entry(hash: identityHash($0.identity), label: $1) }
  }

  /// The number of nodes.
  @inlinable public var count: Int { values.count }

  /// Whether the tree has no nodes.
  @inlinable public var isEmpty: Bool { count == 0 }

  func isIdentical(to other: Tree) -> Bool {
    values.isIdentical(to: other.values) && shape.rope.isIdentical(to: other.shape.rope)
  }
}

extension Tree: Sendable where Value: Sendable {}

extension Tree: Equatable where Value: Equatable {
  /// Returns whether both trees have equal nodes at the same positions.
  ///
  /// - Complexity: O(1) if both trees share the same storage, otherwise O(*n*).
  @inlinable public static func == (one: Tree, two: Tree) -> Bool {
    one.shape.hasSameDepths(as: two.shape)
      && (one.values.isIdentical(to: two.values) || one.values.elementsEqual(two.values))
  }
}

extension Tree: CustomStringConvertible {
  /// A textual representation with an indented line for each node.
  ///
  /// The lines of nodes that are more than 100 levels deep have equal indentation, and begin with the node's depth.
  public var description: String {
    depthFirst.map { node in
      let indentation = String(repeating: "  ", count: Swift.min(node.depth, 100))
      return indentation + (node.depth > 100 ? "\(node.depth): " : "") + "\(node.value)"
    }
    .joined(separator: "\n")
  }
}
