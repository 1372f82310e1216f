public import LiveTables

/// Basic edits, which update the values, the shape and the index together.
extension Tree {
  @inlinable func isDisjoint(with other: Tree) -> Bool {
    isEmpty || !other.values.contains { contains($0.identity) }
  }

  @inlinable mutating func insertOne(_ value: Value, _ insert: (inout Tree, Tree) -> Bool) -> Bool {
    let one = Tree(value)
    return !one.isEmpty && insert(&self, one)
  }

  @inlinable mutating func insert(_ subtree: Tree, at position: Int, depth: Int) {
    insert(Array(subtree.values), subtree.shape.depthChanges(in: 0..<subtree.count), at: position, depth: depth)
  }

  /// Inserts nodes with new identities at a position where their depth is possible.
  @inlinable mutating func insert(_ new: [Value], _ depthChanges: [Int32], at position: Int, depth: Int) {
    if new.isEmpty { return }
    let labels = shape.insert(depthChanges, at: position, depth: depth)
    let moved = values.leaves(in: labels.changedRange).joined()
    index.replace(
      entries(moved, labels.changedFrom), with: entries(moved, labels.changedTo) + entries(new, labels.new))
    values.replace(position..<position, with: new)
  }

  @inlinable mutating func removeNodes(_ range: Range<Int>) {
    index.replace(entries(values.leaves(in: range).joined(), shape.labels(in: range)), with: [])
    shape.remove(range)
    values.replace(range, with: [])
  }

  @inlinable mutating func removeSubtree(at position: Int) -> Tree {
    let removed = subtree(at: position)
    removeNodes(position..<position + removed.count)
    return removed
  }

  /// Moves a subtree to the position that `target` returns.
  ///
  /// If `target` returns `nil`, the subtree stays in place.
  ///
  /// - Parameter target: A closure that returns the position and depth in the tree without the subtree, or `nil`.
  @inlinable mutating func moveSubtree(
    at source: Int, to target: (_ rest: Tree, _ moved: Range<Int>) -> (position: Int, depth: Int)?
  ) -> Bool {
    let moved = source..<shape.end(of: source)
    var result = self
    result.removeNodes(moved)
    guard let (position, depth) = target(result, moved) else { return false }
    result.insert(
      values.leaves(in: moved).flatMap { $0 }, shape.depthChanges(in: moved), at: position, depth: depth)
    self = result
    return true
  }
}
