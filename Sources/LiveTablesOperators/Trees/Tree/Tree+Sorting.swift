public import LiveTables

/// Siblings in order.
extension Tree {
  /// Sorts the children of a node, or the roots; those of which neither comes first keep their order.
  ///
  /// What is under them goes with them, and is not sorted itself. As few nodes move as possible, by the number of those
  /// that are under them.
  ///
  /// - Parameters:
  ///   - parent: Whose children; `nil` for the roots.
  ///   - areInIncreasingOrder: Whether a child comes before another. One that contradicts itself leads to some order.
  /// - Returns: Whether there is such a node.
  /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
  /// - Complexity: O(*c* log *n*) for *c* children, and what the moves cost; O(*n* log *n*) for very many.
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
      // That many nodes cost less where the tree is made anew.
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

  /// Sorts the roots, and the children of all nodes.
  ///
  /// - Parameter areInIncreasingOrder: Whether a node comes before a sibling.
  /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
  /// - Complexity: O(*n* log *n*), and what the moves cost.
  public mutating func sort(by areInIncreasingOrder: (Value, Value) throws -> Bool) rethrows {
    var parents: [Value.Identity] = []
    for position in 0..<count where shape.childCount(of: position) > 1 { parents.append(values[position].identity) }
    var sorted = self
    try sorted.sortChildren(by: areInIncreasingOrder)
    for parent in parents { try sorted.sortChildren(of: parent, by: areInIncreasingOrder) }
    self = sorted
  }
}
