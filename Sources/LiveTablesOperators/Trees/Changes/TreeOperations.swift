/// The batch form of a ``TreeChangeset``, in which all operations take effect at the same time.
///
/// Operations identify nodes. For the position of a node, use ``Tree/place(of:)`` of the changeset's source or target.
/// The order of the lists does not matter.
///
/// Deleting a node also deletes its descendants, except those that move elsewhere. Inserting a node also inserts its
/// descendants in the target, except those that move there. Moving a node also moves its descendants in the source,
/// except those that are deleted or move elsewhere.
public struct TreeOperations<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The roots of deleted subtrees.
  public var deleted: [Identity] = []
  /// The roots of inserted subtrees.
  public var inserted: [Identity] = []
  /// The roots of moved subtrees.
  public var moved: [Identity] = []
  /// The nodes whose values changed.
  public var updated: [Identity] = []

  @inlinable package init() {}
}

extension TreeOperations: Codable where Identity: Codable {}
