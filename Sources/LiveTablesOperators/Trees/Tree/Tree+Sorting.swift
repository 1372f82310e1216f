public import LiveTables

extension Tree {
  /// Stably sorts the children of a node, or the roots.
  ///
  /// Descendants move with their ancestors, and are not sorted. The number of moved nodes, including descendants, is
  /// minimal.
  ///
  /// - Parameters:
  ///   - parent: The identity of the parent, or `nil` for the roots.
  ///   - areInIncreasingOrder: A closure that returns whether the first child precedes the second. If it is
  ///     inconsistent, the order is unspecified.
  /// - Returns: Whether the parent exists.
  /// - Throws: Any error thrown by `areInIncreasingOrder`, in which case nothing changes.
  /// - Complexity: O(*c* log *n*) for *c* children, plus the cost of the moves, or O(*n* log *n*) if many nodes move.
  @discardableResult
  public mutating func sortChildren(
    of parent: Value.Identity? = nil, by areInIncreasingOrder: (Value, Value) throws -> Bool
  ) rethrows -> Bool {
    guard let position = position(ofParent: parent) else { return false }
    var positions: [Int] = []
    var next = position + 1
    for _ in 0..<shape.childCount(of: position) {
      positions.append(next)
      next = shape.end(of: next)
    }
    let children = positions.map { values[$0] }
    let order = try children.indices.sorted { try areInIncreasingOrder(children[$0], children[$1]) }
    let ends = Array(positions.dropFirst() + [next])
    let weights = zip(positions, ends).map { Int32(clamping: $1 - $0) }
    let isKept = HeaviestIncreasing.subsequence(of: order.map { Int32($0) }, weights: order.map { weights[$0] })
    let moved = order.indices.reduce(0) { isKept[$1] ? $0 : $0 + Int(weights[order[$1]]) }
    if moved * 64 > count {
      // If many nodes move, rebuilding the tree costs less.
      let all = Array(depthFirst)
      let sorted = order.flatMap { all[positions[$0]..<ends[$0]] }
      self = Tree(depthFirst: all[..<(position + 1)] + sorted + all[next...])
      return true
    }
    for (place, child) in order.enumerated() where !isKept[place] {
      if place == 0 {
        move(children[child].identity, to: TreePlace(under: parent, at: 0))
      } else {
        move(children[child].identity, after: children[order[place - 1]].identity)
      }
    }
    return true
  }

  /// Stably sorts the roots, and the children of all nodes.
  ///
  /// - Parameter areInIncreasingOrder: A closure that returns whether the first sibling precedes the second.
  /// - Throws: Any error thrown by `areInIncreasingOrder`, in which case nothing changes.
  /// - Complexity: O(*n* log *n*), plus the cost of the moves.
  public mutating func sort(by areInIncreasingOrder: (Value, Value) throws -> Bool) rethrows {
    var parents: [Value.Identity] = []
    for position in 0..<count where shape.childCount(of: position) > 1 { parents.append(values[position].identity) }
    var sorted = self
    try sorted.sortChildren(by: areInIncreasingOrder)
    for parent in parents { try sorted.sortChildren(of: parent, by: areInIncreasingOrder) }
    self = sorted
  }
}
