/// An object for a section whose types are hidden, so that lists of sections are compiled once for all row types.
@usableFromInline package class SectionNode: RowSearchLink {
  // This property changes only in a node with a single reference, so no other code can observe the change.
  @exclusivity(unchecked) @usableFromInline package final nonisolated(unsafe) var rowCount: Int

  @inlinable package init(rowCount: Int) { self.rowCount = rowCount }
}

/// A weight for ropes of sections, which sums their row counts.
@usableFromInline package enum RowCount: RopeWeight {
  @usableFromInline package static var isZero: Bool { false }
  @usableFromInline package static func weight(of node: SectionNode) -> Int { node.rowCount }
}

/// The sections of a table, of any type and in order, optimized for the common case of a single section.
@usableFromInline package struct NodeList {
  @usableFromInline package typealias Nodes = Rope<SectionNode, RowCount>

  @usableFromInline package enum Content {
    case one(SectionNode)
    /// The list contains no sections, or more than one section.
    case several(Nodes)
  }

  @usableFromInline package var content: Content

  @usableFromInline package init(_ nodes: [SectionNode]) {
    content = nodes.count == 1 ? .one(nodes[0]) : .several(Nodes(copying: nodes))
  }

  @inlinable package init(_ node: SectionNode) { content = .one(node) }

  private static func content(_ nodes: Nodes) -> Content { nodes.count == 1 ? .one(nodes[0]) : .several(nodes) }

  @usableFromInline package var nodes: Nodes {
    get {
      switch content {
      case .one(let node): Nodes([node])
      case .several(let nodes): nodes
      }
    }
    _modify {
      var nodes = self.nodes
      content = .several(Nodes())
      yield &nodes
      content = Self.content(nodes)
    }
  }

  @inlinable package var count: Int { if case .one = content { 1 } else { severalCount } }
  @inlinable package var weight: Int { if case .one(let node) = content { node.rowCount } else { severalWeight } }

  @usableFromInline var severalCount: Int { nodes.count }
  @usableFromInline var severalWeight: Int { nodes.weight }

  @inlinable package func node(at position: Int) -> SectionNode {
    if position == 0, case .one(let node) = content { node } else { nodeOfSeveral(at: position) }
  }

  @inlinable package func rowCount(at position: Int) -> Int {
    if position == 0, case .one(let node) = content { node.rowCount } else { nodeOfSeveral(at: position).rowCount }
  }

  @usableFromInline package var rowCounts: [Int] {
    switch content {
    case .one(let node): return [node.rowCount]
    case .several(let nodes):
      var counts: [Int] = []
      nodes.map(into: &counts) { $0.rowCount }
      return counts
    }
  }

  @usableFromInline func nodeOfSeveral(at position: Int) -> SectionNode { nodes[position] }

  @usableFromInline package func find(weight: Int) -> (position: Int, rest: Int) { nodes.find(weight: weight) }

  @usableFromInline package func weight(before position: Int) -> Int { nodes.weight(before: position) }

  @usableFromInline package mutating func replace(_ range: Range<Int>, with elements: [SectionNode]) {
    nodes.replace(range, with: elements)
  }

  @usableFromInline package mutating func remove(at positions: [Int]) { nodes.remove(at: positions) }

  @usableFromInline package mutating func insert(_ arrivals: [(position: Int, element: SectionNode)]) {
    nodes.insert(arrivals)
  }

  /// Changes a section's node in place.
  ///
  /// - Parameter change: A closure that receives the only reference to the node, unless another list contains it.
  /// - Complexity: O(log *n*).
  @usableFromInline package mutating func update(at position: Int, _ change: (inout SectionNode) -> Void) {
    switch content {
    case .one(var node):
      precondition(position == 0, "there is no such section")
      // Without the list's reference, the node is changed in place.
      content = .several(Nodes())
      change(&node)
      content = .one(node)
    case .several(var nodes):
      content = .several(Nodes())
      if !nodes.update(at: position, change) {
        var node = nodes[position]
        change(&node)
        nodes.replace(position..<position + 1, with: [node])
      }
      content = .several(nodes)
    }
  }

  @usableFromInline package func isIdentical(to other: NodeList) -> Bool {
    switch (content, other.content) {
    case (.one(let one), .one(let two)): one === two
    case (.several(let one), .several(let two)): one.isIdentical(to: two)
    default: false
    }
  }

  @usableFromInline package struct Iterator {
    private var one: SectionNode?
    private var several: Nodes.Iterator

    @usableFromInline package init(_ list: NodeList) {
      switch list.content {
      case .one(let node):
        one = node
        several = Nodes().makeIterator()
      case .several(let nodes):
        several = nodes.makeIterator()
      }
    }

    @usableFromInline package mutating func next() -> SectionNode? { one.take() ?? several.next() }
  }

  /// Finds nodes by position, which is faster if consecutive positions are close together.
  @usableFromInline package struct Finder {
    @usableFromInline let list: NodeList
    @usableFromInline var leaf: ArraySlice<SectionNode> = []
    @usableFromInline var start = 0

    @inlinable package init(_ list: NodeList) { self.list = list }

    @inlinable package mutating func node(at position: Int) -> SectionNode {
      if case .one(let node) = list.content { return node }
      if position < start || position >= start + leaf.count { seek(position) }
      return leaf[leaf.startIndex + position - start]
    }

    @usableFromInline mutating func seek(_ position: Int) { (leaf, start) = list.nodes.leaf(at: position) }
  }
}
