public import LiveTables

/// A node without those under it: how deep it is, and its value.
public struct TreeElement<Value> {
  /// How many nodes are above this one.
  public var depth: Int
  /// The value.
  public var value: Value

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - depth: How many nodes are above.
  ///   - value: The value of the node.
  @inlinable public init(depth: Int, value: Value) {
    self.depth = depth
    self.value = value
  }
}

extension TreeElement: Sendable where Value: Sendable {}
extension TreeElement: Equatable where Value: Equatable {}
extension TreeElement: Hashable where Value: Hashable {}

/// The nodes of a tree: values are nodes without children, trees have theirs.
extension TableBuilder {
  /// A node without children.
  @inlinable public static func buildExpression<Value: Diffable>(_ value: Value) -> [Element]
  where Element == TreeElement<Value> { [TreeElement(depth: 0, value: value)] }

  /// Nodes with theirs.
  @inlinable public static func buildExpression<Value: Diffable>(_ tree: Tree<Value>) -> [Element]
  where Element == TreeElement<Value> { Array(tree.depthFirst) }
}
