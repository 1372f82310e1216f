/// The position of a node, specified by its parent and its index among the parent's children.
///
/// A position refers to the tree at a certain time, for example before or after a step.
public struct TreePlace<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The identity of the parent, or `nil` for a root.
  public var parent: Identity?
  /// The zero-based index among the children of the parent.
  public var index: Int

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - parent: The identity of the parent, or `nil` for a root.
  ///   - index: The index among the children of the parent.
  @inlinable public init(under parent: Identity?, at index: Int) {
    self.parent = parent
    self.index = index
  }
}

extension TreePlace: Codable where Identity: Codable {}
