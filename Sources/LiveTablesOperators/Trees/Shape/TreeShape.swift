public import LiveTables

/// The shape of a tree: how deep each node is, in depth-first order, and nothing of what the nodes are.
///
/// Depths are kept as steps from node to node, so that a subtree that moves keeps its own. Positions count nodes in
/// depth-first order; the parent of a root is at position -1. Nothing here recurses along the depth of the tree.
@usableFromInline struct TreeShape: Sendable {
  @usableFromInline typealias Storage = Rope<TreeEntry, TreeWeight>

  @usableFromInline var rope: Storage

  @usableFromInline init() { rope = Storage() }

  /// A shape with the given steps from node to node.
  ///
  /// - Complexity: O(*n*).
  @usableFromInline init(steps: [Int32]) {
    let gap = Self.labelSpace / UInt64(steps.count + 1)
    rope = Storage(
      copying: steps.enumerated().lazy.map { TreeEntry(label: gap &* UInt64($0 + 1), step: $1) })
  }

  @usableFromInline var count: Int { rope.count }

  /// The depth of a node; -1 before the first.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func depth(at position: Int) -> Int {
    var node = rope.root
    var rest = position + 1
    var depth: Int32 = -1
    while rest > 0 {
      switch node {
      case .leaf(let slice):
        for entry in slice.prefix(rest) { depth &+= entry.step }
        rest = 0
      case .branch(let branch):
        let slot = branch.slot(at: rest - 1)
        for digest in branch.digests[..<slot] { depth &+= digest.sum }
        if slot > 0 { rest -= branch.ends[slot - 1] }
        node = branch.children[slot]
      }
    }
    return Int(depth)
  }

  /// The parent of a node; -1 for roots.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func parent(of position: Int) -> Int {
    let depth = depth(at: position)
    return depth == 0 ? -1 : last(before: position, .atMost(depth - 1)) ?? -1
  }

  /// The position after a node and all that is under it; after all nodes for -1.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func end(of position: Int) -> Int {
    position < 0 ? count : first(from: position + 1, .atMost(depth(at: position))) ?? count
  }

  /// How many children a node has, or how many roots there are for -1.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func childCount(of position: Int) -> Int {
    countNodes(in: position + 1..<end(of: position), atDepth: depth(at: position) + 1)
  }

  /// How many siblings stand before a node.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func childIndex(of position: Int) -> Int {
    countNodes(in: parent(of: position) + 1..<position, atDepth: depth(at: position))
  }

  /// The position of a child, or `nil`; of a root for -1.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func child(_ index: Int, of position: Int) -> Int? {
    index < 0 ? nil : selectNode(index, from: position + 1, atDepth: depth(at: position) + 1)
  }

  /// Where a child with an index is, or would come if it is the number of children; `nil` beyond.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func place(ofChild index: Int, of position: Int) -> Int? {
    child(index, of: position) ?? (index == childCount(of: position) ? end(of: position) : nil)
  }

  /// Child indices from the roots down to a node.
  ///
  /// - Complexity: O(*d* log *n*) for a node at depth *d*.
  @usableFromInline func path(to position: Int) -> [Int] {
    var indices: [Int] = []
    var position = position
    while position >= 0 {
      indices.append(childIndex(of: position))
      position = parent(of: position)
    }
    return indices.reversed()
  }

  /// The steps of a range of nodes, each from the node before it.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* nodes.
  @usableFromInline func steps(in range: Range<Int>) -> [Int32] {
    var steps: [Int32] = []
    steps.reserveCapacity(range.count)
    for leaf in rope.leaves(in: range) {
      let entries = leaf.span
      for index in entries.indices { steps.append(entries[index].step) }
    }
    return steps
  }

  /// Whether both have the same steps.
  ///
  /// - Complexity: O(1) where both are the same storage, else O(*n*).
  @usableFromInline func hasSameSteps(as other: TreeShape) -> Bool {
    rope.isIdentical(to: other.rope)
      || (count == other.count && zip(rope, other.rope).allSatisfy { $0.step == $1.step })
  }
}
