public import LiveTables

/// The shape of a tree: the depth of each node in depth-first order, without the nodes themselves.
///
/// Depths are stored as differences between consecutive nodes, so that a moved subtree keeps its differences. Positions
/// count nodes in depth-first order, and the parent of a root has position -1. No method recurses along the depth of
/// the tree. Lookups take O(log *n*).
@usableFromInline struct TreeShape: Sendable {
  @usableFromInline typealias Storage = Rope<TreeEntry, TreeWeight>

  @usableFromInline var rope: Storage

  @usableFromInline init() { rope = Storage() }

  /// Creates a shape from the depth changes between nodes.
  ///
  /// - Complexity: O(*n*).
  @usableFromInline init(depthChanges: [Int32]) {
    let gap = Self.labelSpace / UInt64(depthChanges.count + 1)
    rope = Storage(
      copying: depthChanges.enumerated().lazy.map { TreeEntry(label: gap &* UInt64($0 + 1), depthChange: $1) })
  }

  @usableFromInline var count: Int { rope.count }

  /// Returns the depth of a node, or -1 for position -1.
  @usableFromInline func depth(at position: Int) -> Int {
    var node = rope.root
    var rest = position + 1
    var depth: Int32 = -1
    while rest > 0 {
      switch node {
      case .leaf(let slice):
        for entry in slice.prefix(rest) { depth &+= entry.depthChange }
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

  /// Returns the parent of a node, or -1 for roots.
  @usableFromInline func parent(of position: Int) -> Int {
    let depth = depth(at: position)
    return depth == 0 ? -1 : last(before: position, depthAtMost: depth - 1) ?? -1
  }

  /// Returns the position after a node and its descendants, or the position after all nodes for -1.
  @usableFromInline func end(of position: Int) -> Int {
    position < 0 ? count : first(from: position + 1, depthAtMost: depth(at: position)) ?? count
  }

  /// Returns the number of children of a node, or the number of roots for -1.
  @usableFromInline func childCount(of position: Int) -> Int {
    countNodes(in: position + 1..<end(of: position), atDepth: depth(at: position) + 1)
  }

  /// Returns the number of siblings before a node.
  @usableFromInline func childIndex(of position: Int) -> Int {
    countNodes(in: parent(of: position) + 1..<position, atDepth: depth(at: position))
  }

  /// Returns the position of a node's child, or of a root for -1, or `nil` if there is none.
  @usableFromInline func child(_ index: Int, of position: Int) -> Int? {
    index < 0 ? nil : selectNode(index, from: position + 1, atDepth: depth(at: position) + 1)
  }

  /// Returns the position of a child, or the position at which it would be inserted as the last child.
  ///
  /// Returns `nil` if the index is greater.
  @usableFromInline func place(ofChild index: Int, of position: Int) -> Int? {
    child(index, of: position) ?? (index == childCount(of: position) ? end(of: position) : nil)
  }

  /// Returns the depth changes for a range of nodes, each relative to the previous node.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* nodes.
  @usableFromInline func depthChanges(in range: Range<Int>) -> [Int32] {
    var depthChanges: [Int32] = []
    depthChanges.reserveCapacity(range.count)
    for leaf in rope.leaves(in: range) {
      let entries = leaf.span
      for index in entries.indices { depthChanges.append(entries[index].depthChange) }
    }
    return depthChanges
  }

  /// Returns whether both shapes are equal.
  ///
  /// - Complexity: O(1) if storage is shared, otherwise O(*n*).
  @usableFromInline func hasSameDepths(as other: TreeShape) -> Bool {
    rope.isIdentical(to: other.rope)
      || (count == other.count && zip(rope, other.rope).allSatisfy { $0.depthChange == $1.depthChange })
  }
}
