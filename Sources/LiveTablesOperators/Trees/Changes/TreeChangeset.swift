public import LiveTables

/// How to get from one tree to another, in subtrees that come, go, move and change.
///
/// - Nodes on both sides survive: what they have in common is never deleted or inserted.
/// - Moves are the fewest possible. A node whose parent becomes another one moves; what is under a node moves with it.
/// - A node whose content changed is updated exactly once, moved or not.
///
/// There are two forms, each made from the other: ``operations`` happen all at once, ``steps`` one after another.
public struct TreeChangeset<Value: Diffable> {
  /// The tree before.
  public let source: Tree<Value>

  /// The tree after.
  public let target: Tree<Value>

  /// Why there are no operations although the trees may differ; `nil` for a true difference.
  public let reload: ReloadReason?

  @usableFromInline let plan: TreePlan

  @inlinable init(source: Tree<Value>, target: Tree<Value>, plan: TreePlan, reload: ReloadReason? = nil) {
    self.source = source
    self.target = target
    self.plan = plan
    self.reload = reload
  }

  /// A changeset that shows its target by reloading.
  ///
  /// - Parameters:
  ///   - target: The tree after.
  ///   - source: The tree before.
  ///   - reason: Why there are no operations.
  @inlinable package init(
    reloading target: Tree<Value>, from source: Tree<Value>, because reason: ReloadReason
  ) {
    self.init(source: source, target: target, plan: TreePlan(), reload: reason)
  }

  /// Whether there is nothing to do.
  @inlinable public var isEmpty: Bool { reload == nil && operationCount == 0 }

  /// How many operations there are, in either form.
  @inlinable public var operationCount: Int {
    plan.deleted.count + plan.inserted.count + plan.moved.count + plan.updated.count
  }

  /// What happens, all at once.
  ///
  /// Computed at each access.
  ///
  /// - Complexity: O(*k* log *n*) for *k* operations.
  public var operations: TreeOperations<Value.Identity> {
    var operations = TreeOperations<Value.Identity>()
    operations.deleted = plan.deleted.map { source.values[$0].identity }
    operations.inserted = plan.inserted.map { target.values[$0].identity }
    operations.moved = plan.moved.map { source.values[Int($0.old)].identity }
    operations.updated = plan.updated.map { source.values[Int($0.old)].identity }
    return operations
  }

  /// The way back: the source becomes the target.
  ///
  /// - Complexity: That of ``Tree/difference(from:)``.
  @inlinable public var inverted: TreeChangeset { source.difference(from: target) }
}

extension TreeChangeset: Sendable where Value: Sendable {}

extension TreeChangeset: CustomStringConvertible {
  /// The operations in words.
  public var description: String {
    if let reload { return "reload: \(reload)" }
    func node(_ position: Int, of tree: Tree<Value>) -> String {
      "\(tree.values[position].identity) at \(tree.place(at: position))"
    }
    let parts =
      plan.updated.map { "update \(source.values[Int($0.old)].identity)" }
      + plan.deleted.map { "delete \(node($0, of: source))" } + plan.inserted.map { "insert \(node($0, of: target))" }
      + plan.moved.map { "move \(node(Int($0.old), of: source)) to \(target.place(at: Int($0.new)))" }
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }
}

extension Tree {
  /// How to get from another tree to this one.
  ///
  /// What both trees share is skipped: an edited copy costs what its edits cost. Otherwise every node is compared once in
  /// place, and only those that moved, came or went are hashed.
  ///
  /// - Parameter old: The tree before.
  /// - Returns: A changeset with `old` as its source and this tree as its target. Where hashes collide too often it is a
  ///   reload.
  /// - Complexity: O((*k* + *d*) log *n*) on average for each edit of *k* nodes at depth *d*; O(*n*) for trees that
  ///   share nothing, O(*n* log *n*) if many nodes moved.
  @inlinable public func difference(from old: Tree) -> TreeChangeset<Value> {
    if Swift.max(old.count, count) >= Int(Int32.max) {
      return TreeChangeset(reloading: self, from: old, because: .tooLarge)
    }
    // The aligner refers to values, and does not keep them.
    defer { withExtendedLifetime((old, self)) {} }
    var aligner = Aligner(RowType(Value.self))
    // Nobody calls it off.
    try? aligner.align(old.values, values) { true }
    guard let matching = try? aligner.matching(while: { true }) else {
      return TreeChangeset(reloading: self, from: old, because: .tooManyCollisions)
    }
    let plan = TreePlan(aligner.alignment, matching, old: old.shape, new: shape)
    return TreeChangeset(source: old, target: self, plan: plan)
  }
}
