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

/// Declares the roots of a tree or the children of a node, with `if`, `else`, `switch` and `for`.
@resultBuilder public enum TreeBuilder<Value: Diffable> {
  /// A node without children.
  @inlinable public static func buildExpression(_ value: Value) -> [TreeElement<Value>] {
    [TreeElement(depth: 0, value: value)]
  }
  /// Nodes with theirs.
  @inlinable public static func buildExpression(_ tree: Tree<Value>) -> [TreeElement<Value>] { Array(tree.depthFirst) }
  /// Nodes one after another.
  @inlinable public static func buildBlock(_ parts: [TreeElement<Value>]...) -> [TreeElement<Value>] {
    parts.flatMap { $0 }
  }
  /// An `if` without `else`.
  @inlinable public static func buildOptional(_ part: [TreeElement<Value>]?) -> [TreeElement<Value>] { part ?? [] }
  /// The first branch.
  @inlinable public static func buildEither(first part: [TreeElement<Value>]) -> [TreeElement<Value>] { part }
  /// The other branch.
  @inlinable public static func buildEither(second part: [TreeElement<Value>]) -> [TreeElement<Value>] { part }
  /// A `for` loop.
  @inlinable public static func buildArray(_ parts: [[TreeElement<Value>]]) -> [TreeElement<Value>] {
    parts.flatMap { $0 }
  }
  /// A part behind `if #available`.
  @inlinable public static func buildLimitedAvailability(_ part: [TreeElement<Value>]) -> [TreeElement<Value>] {
    part
  }
}
