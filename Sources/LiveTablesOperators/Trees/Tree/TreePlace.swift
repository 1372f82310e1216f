/// Where a node is, or is to be: under whom, and at which index among the children there.
///
/// A place means nothing without its tree; each list of a changeset names the tree that its places refer to.
public struct TreePlace<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The identity of the parent; `nil` for roots.
  public var parent: Identity?
  /// The index among the children of the parent, from zero.
  public var index: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - parent: The node above; `nil` for a root.
  ///   - index: The index among its children.
  @inlinable public init(under parent: Identity?, at index: Int) {
    self.parent = parent
    self.index = index
  }
}

extension TreePlace: Codable where Identity: Codable {}
