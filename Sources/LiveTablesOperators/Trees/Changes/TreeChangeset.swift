public import LiveTables

/// The difference between two trees: their inserted, deleted, moved and updated nodes.
///
/// - Nodes that both trees contain are never deleted and inserted again.
/// - The number of moves is minimal. A node whose parent changes moves together with its descendants.
/// - A node whose content has changed is updated exactly once, whether or not it has moved.
///
/// The changeset is available in two equivalent forms: as ``steps`` that are applied one after another, and as a batch
/// of operations that take effect at the same time (``deleted``, ``inserted``, ``moved`` and ``updated``). The batch
/// identifies nodes in no particular order. To find the position of a node, use ``Tree/place(of:)`` on the source or
/// the target.
public struct TreeChangeset<Value: Diffable> {
  /// The tree before the changes.
  public let source: Tree<Value>

  /// The tree after the changes.
  public let target: Tree<Value>

  /// The reason for a reload, or `nil` if the changeset contains operations.
  public let reload: ReloadReason?

  @usableFromInline let plan: TreePlan

  @inlinable init(source: Tree<Value>, target: Tree<Value>, plan: TreePlan, reload: ReloadReason? = nil) {
    self.source = source
    self.target = target
    self.plan = plan
    self.reload = reload
  }

  @inlinable package init(
    reloading target: Tree<Value>, from source: Tree<Value>, because reason: ReloadReason
  ) {
    self.init(source: source, target: target, plan: TreePlan(), reload: reason)
  }

  /// Whether the changeset contains no changes.
  @inlinable public var isEmpty: Bool { reload == nil && operationCount == 0 }

  /// The number of operations, which is also the number of steps.
  @inlinable public var operationCount: Int {
    plan.deleted.count + plan.inserted.count + plan.moved.count + plan.updated.count
  }

  /// The roots of deleted subtrees, whose descendants are also deleted unless they move elsewhere.
  ///
  /// - Complexity: O(*k* log *n*) for *k* subtrees, on each access.
  public var deleted: [Value.Identity] { plan.deleted.map { source.values[$0].identity } }

  /// The roots of inserted subtrees, whose descendants in the target are also inserted unless they exist and move.
  ///
  /// - Complexity: O(*k* log *n*) for *k* subtrees, on each access.
  public var inserted: [Value.Identity] { plan.inserted.map { target.values[$0].identity } }

  /// The roots of moved subtrees, whose descendants move along unless they are deleted or move elsewhere.
  ///
  /// - Complexity: O(*k* log *n*) for *k* subtrees, on each access.
  public var moved: [Value.Identity] { plan.moved.map { source.values[Int($0.old)].identity } }

  /// The nodes whose values have changed.
  ///
  /// - Complexity: O(*k* log *n*) for *k* nodes, on each access.
  public var updated: [Value.Identity] { plan.updated.map { source.values[Int($0.old)].identity } }
}

extension TreeChangeset: Sendable where Value: Sendable {}

extension TreeChangeset: CustomStringConvertible {
  /// A textual representation of the operations.
  public var description: String {
    if let reload { return "reload: \(reload)" }
    func node(_ position: Int, of tree: Tree<Value>) -> String {
      "\(tree.values[position].identity) at \(tree.place(at: position))"
    }
    let parts =
      updated.map { "update \($0)" }
      + plan.deleted.map { "delete \(node($0, of: source))" } + plan.inserted.map { "insert \(node($0, of: target))" }
      + plan.moved.map { "move \(node(Int($0.old), of: source)) to \(target.place(at: Int($0.new)))" }
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }
}

extension Tree {
  /// Returns the changes from another tree to this tree.
  ///
  /// The diff skips storage that both trees share, so the cost of diffing an edited copy depends on its edits.
  /// Otherwise, the diff compares every node once in place, and hashes only nodes that were moved, inserted or deleted.
  ///
  /// - Parameter old: The tree before the changes.
  /// - Returns: A changeset from `old` to this tree. If hashes collide too often, the result is a reload.
  /// - Complexity: O((*k* + *d*) log *n*) on average for each edit to *k* nodes at depth *d*, O(*n*) for trees without
  ///   shared storage, or O(*n* log *n*) if many nodes have moved.
  @inlinable public func difference(from old: Tree) -> TreeChangeset<Value> {
    if Swift.max(old.count, count) >= Int(Int32.max) {
      return TreeChangeset(reloading: self, from: old, because: .tooLarge)
    }
    // The aligner refers to values without keeping them alive.
    defer { withExtendedLifetime((old, self)) {} }
    var aligner = Aligner(RowType(Value.self))
    // This diff cannot be cancelled.
    try? aligner.align(old.values, values) { true }
    guard let matching = try? aligner.matching(while: { true }) else {
      return TreeChangeset(reloading: self, from: old, because: .tooManyCollisions)
    }
    let plan = TreePlan(aligner.alignment, matching, old: old.shape, new: shape)
    return TreeChangeset(source: old, target: self, plan: plan)
  }
}
