public import LiveTables

/// The depth and value of a node, without its descendants.
public struct TreeElement<Value> {
  /// The number of the node's ancestors.
  public var depth: Int
  /// The value of the node.
  public var value: Value

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - depth: The number of ancestors.
  ///   - value: The value of the node.
  @inlinable public init(depth: Int, value: Value) {
    self.depth = depth
    self.value = value
  }
}

extension TreeElement: Sendable where Value: Sendable {}
extension TreeElement: Equatable where Value: Equatable {}
extension TreeElement: Hashable where Value: Hashable {}

/// Support for declaring nodes in a result builder. Values become nodes without children, and trees include their
/// descendants.
extension TableBuilder {
  /// Builds a node without children.
  @inlinable public static func buildExpression<Value: Diffable>(_ value: Value) -> [Element]
  where Element == TreeElement<Value> { [TreeElement(depth: 0, value: value)] }

  /// Builds the nodes of a tree.
  @inlinable public static func buildExpression<Value: Diffable>(_ tree: Tree<Value>) -> [Element]
  where Element == TreeElement<Value> { Array(tree.depthFirst) }
}
