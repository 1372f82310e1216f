package import TableDiff

// Checks the invariants of a rope, and traps if one is violated.

extension Rope {
  package func checkInvariants() {
    func check(_ node: Node, _ height: Int) -> (count: Int, large: Int, weight: Int) {
      switch node {
      case .leaf(let slice):
        precondition(height == 0 && (!slice.isEmpty || count == 0))
        return (slice.count, slice.count > Self.leafCapacity ? slice.count : 0, node.weight)
      case .branch(let branch):
        precondition(branch.height == height && !branch.children.isEmpty && branch.children.count <= Self.fanOut)
        var count = 0
        var large = 0
        var weight = 0
        for (slot, child) in branch.children.enumerated() {
          let inside = check(child, height - 1)
          count += inside.count
          large += inside.large
          weight += inside.weight
          precondition(branch.ends[slot] == count && (Weight.isZero || branch.weightEnds[slot] == weight))
        }
        return (count, large, weight)
      }
    }
    let all = check(root, root.height)
    precondition(
      all.count == count && all.large == adopted.live && adopted.live <= adopted.total && all.weight == weight)
    if case .branch(let branch) = root { precondition(branch.children.count > 1) }
  }
}
