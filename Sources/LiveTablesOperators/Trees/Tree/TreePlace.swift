/// The place of a node, specified by its parent and its index among the parent's children.
///
/// A place refers to the tree at a certain time. The documentation of each list in a changeset specifies that time.
public struct TreePlace<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The identity of the parent, or `nil` for a root.
  public var parent: Identity?
  /// The zero-based index among the children of the parent.
  public var index: Int

  /// Creates a place.
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
