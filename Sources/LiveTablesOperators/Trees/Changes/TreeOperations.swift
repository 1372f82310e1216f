/// The changes of a ``TreeChangeset`` as a batch, in which all operations take effect at the same time.
///
/// Operations identify nodes. To find the position of a node, use ``Tree/place(of:)`` on the changeset's source or
/// target. The order of identities in a list does not matter.
///
/// Deleting a node also deletes its descendants, except for those that move elsewhere. Inserting a node also inserts
/// its descendants in the target, except for existing nodes, which move. Moving a node also moves its descendants in
/// the source, except for those that are deleted or move elsewhere.
public struct TreeOperations<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The roots of deleted subtrees.
  public var deleted: [Identity] = []
  /// The roots of inserted subtrees.
  public var inserted: [Identity] = []
  /// The roots of moved subtrees.
  public var moved: [Identity] = []
  /// The nodes whose values have changed.
  public var updated: [Identity] = []

  @inlinable package init() {}
}

extension TreeOperations: Codable where Identity: Codable {}
