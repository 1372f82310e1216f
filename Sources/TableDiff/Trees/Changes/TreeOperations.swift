/// A node with its place, where it comes or goes.
public struct TreeNode<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// Who.
  public var id: Identity
  /// Where.
  public var place: TreePlace<Identity>

  /// Creates a description.
  @inlinable package init(_ id: Identity, at place: TreePlace<Identity>) {
    self.id = id
    self.place = place
  }
}

/// A node that moves with what is under it: from its place before to its place after.
public struct TreeMove<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// Who.
  public var id: Identity
  /// The place before.
  public var from: TreePlace<Identity>
  /// The place after.
  public var to: TreePlace<Identity>

  /// Creates a move.
  @inlinable package init(_ id: Identity, from: TreePlace<Identity>, to: TreePlace<Identity>) {
    self.id = id
    self.from = from
    self.to = to
  }
}

extension TreeNode: Codable where Identity: Codable {}
extension TreeMove: Codable where Identity: Codable {}

/// What happens between two trees, all at once: the batch form of a ``TreeChangeset``.
///
/// **Index spaces.** Deletes, updates and the sources of moves are nodes and places of the tree *before*. Inserts and the
/// targets of moves are nodes and places of the tree *after*. The order of the lists means nothing.
///
/// A node that goes takes with it what is under it, except what moves elsewhere. A node that comes brings what is under
/// it in the tree after, except what moves there. A node that moves takes with it what is under it before, except what
/// goes or moves elsewhere.
public struct TreeOperations<Identity: Hashable & Sendable>: Hashable, Sendable {
  /// Subtrees that go.
  ///
  /// Places before.
  public var deleted: [TreeNode<Identity>] = []
  /// Subtrees that come.
  ///
  /// Places after.
  public var inserted: [TreeNode<Identity>] = []
  /// Subtrees that move.
  public var moved: [TreeMove<Identity>] = []
  /// Nodes whose own value changed, wherever they are.
  public var updated: [Identity] = []

  /// Creates a batch without operations.
  @inlinable package init() {}
}

extension TreeOperations: Codable where Identity: Codable {}

extension TreeOperations {
  /// The operations in words.
  var description: String {
    let parts =
      updated.map { "update \($0)" } + deleted.map { "delete \($0.id) at \($0.place)" }
      + inserted.map { "insert \($0.id) at \($0.place)" } + moved.map { "move \($0.id) from \($0.from) to \($0.to)" }
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }
}
