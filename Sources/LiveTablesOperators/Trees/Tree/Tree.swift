public import LiveTables

/// Nodes under nodes, to any depth, as a value: files in folders, answers to answers.
///
/// Each node has a `Diffable` value, and no two nodes of a tree the same identity: what would be a second one is left
/// out or refused, and the answer says so. There may be several roots, or none.
///
/// ```swift
/// var files = Tree { "README.md"; Tree("Sources") { "main.swift" } }
/// files.append("Tests")
/// files.move("main.swift", to: TreePlace(under: "Tests", at: 0))
/// ```
///
/// A node is named by its identity, by its place among the children of a parent (``TreePlace``), or by child indices
/// from the roots down. Each of them is found in logarithmic time, however many siblings there are.
///
/// A tree is cheap to keep and to copy: copies share their storage, and an edit copies small windows. Nothing recurses
/// along its depth, so a chain of a million nodes is a tree like any other, also when it goes away.
public struct Tree<Value: Diffable> {
  @usableFromInline typealias Values = Rope<Value, Weightless<Value>>

  /// In depth-first order, as the shape is.
  @usableFromInline var values: Values
  @usableFromInline var shape: TreeShape
  @usableFromInline var index: TreeIndex

  /// Creates a tree without nodes.
  @inlinable public init() {
    values = Values()
    shape = TreeShape()
    index = TreeIndex()
  }

  /// Takes nodes with different identities.
  @inlinable init(uniqueValues: [Value], steps: [Int32]) {
    values = Values(uniqueValues)
    shape = TreeShape(steps: steps)
    index = TreeIndex()
    index = TreeIndex(entries(uniqueValues, shape.labels(in: 0..<shape.count)))
  }

  @inlinable func entries(_ values: some Sequence<Value>, _ labels: [UInt64]) -> [TreeIndex.Entry] {
    zip(values, labels).map { TreeIndex.Entry(hash: identityHash($0.identity), label: $1) }
  }

  /// How many nodes there are.
  @inlinable public var count: Int { values.count }

  /// Whether there are none.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// Whether both are the same storage.
  func isIdentical(to other: Tree) -> Bool {
    values.isIdentical(to: other.values) && shape.rope.isIdentical(to: other.shape.rope)
  }
}

extension Tree: Sendable where Value: Sendable {}

extension Tree: Equatable where Value: Equatable {
  /// Whether both have equal nodes in the same places.
  ///
  /// - Complexity: O(1) where both are the same storage, else O(*n*).
  @inlinable public static func == (one: Tree, two: Tree) -> Bool {
    one.shape.hasSameSteps(as: two.shape)
      && (one.values.isIdentical(to: two.values) || one.values.elementsEqual(two.values))
  }
}

extension Tree: CustomStringConvertible {
  /// A line for each node, indented by its depth.
  public var description: String {
    depthFirst.map { String(repeating: "  ", count: $0.depth) + "\($0.value)" }.joined(separator: "\n")
  }
}
