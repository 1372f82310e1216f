extension Rope {
  /// Returns the first elements, which share their storage with the rope.
  ///
  /// - Complexity: O(log *n*), or O(*k*) for *k* leaves of adopted arrays.
  @inlinable package func head(_ length: Int) -> Rope {
    if length >= count { return self }
    if length <= 0 { return Rope() }
    var result = self
    result.root = Self.head(length, of: root)
    if result.adopted.live > 0 { result.adopted.live = Self.largeCount(of: result.root) }
    return result
  }

  @inlinable package static func head(_ length: Int, of node: Node) -> Node {
    switch node {
    case .leaf(let slice):
      return .leaf(slice.prefix(length))
    case .branch(let branch):
      let slot = branch.slot(at: length - 1)
      let start = slot == 0 ? 0 : branch.ends[slot - 1]
      let last = head(length - start, of: branch.children[slot])
      // A branch without siblings is replaced with its child, so that the height matches the remaining elements.
      if slot == 0 { return last }
      var children = ContiguousArray(branch.children[..<slot])
      children.append(lift(last, to: branch.height - 1))
      return .branch(Branch(children, height: branch.height))
    }
  }

  /// Returns a node with a greater height and the same elements.
  @inlinable package static func lift(_ node: Node, to height: Int) -> Node {
    node.height >= height ? node : lift(.branch(Branch([node], height: node.height + 1)), to: height)
  }
}
