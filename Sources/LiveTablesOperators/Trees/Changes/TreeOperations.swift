/// What happens between two trees, all at once: the batch form of a ``TreeChangeset``.
///
/// Nodes are named by identity. Where one is, the trees say: ``Tree/place(of:)`` of the changeset's source is its place
/// before, and that of the target its place after. The order of the lists means nothing.
///
/// A node that goes takes with it what is under it, except what moves elsewhere. A node that comes brings what is under
/// it in the tree after, except what moves there. A node that moves takes with it what is under it before, except what
/// goes or moves elsewhere.
public struct TreeOperations<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// The tops of subtrees that go.
  public var deleted: [Identity] = []
  /// The tops of subtrees that come.
  public var inserted: [Identity] = []
  /// The tops of subtrees that move.
  public var moved: [Identity] = []
  /// Nodes whose own value changed, wherever they are.
  public var updated: [Identity] = []

  /// Creates a batch without operations.
  @inlinable package init() {}
}

extension TreeOperations: Codable where Identity: Codable {}
