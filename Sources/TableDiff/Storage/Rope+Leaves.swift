extension Rope {
  /// A place between nodes: what follows, the nearest last.
  ///
  /// Descends only when asked to, so that whole branches can be skipped.
  @usableFromInline struct Cursor {
    @usableFromInline var ahead: ContiguousArray<Node>
    @usableFromInline let isReversed: Bool

    @inlinable init(_ rope: Rope, isReversed: Bool = false) {
      ahead = [rope.root]
      self.isReversed = isReversed
    }

    @inlinable var next: Node? { ahead.last }

    @inlinable mutating func skip() { ahead.removeLast() }

    @inlinable mutating func descend() {
      if case .branch(let branch)? = ahead.popLast() {
        if isReversed {
          ahead += branch.children
        } else {
          ahead += branch.children.reversed()
        }
      }
    }

    @inlinable mutating func nextLeaf() -> ArraySlice<Element>? {
      while let node = ahead.last {
        switch node {
        case .leaf(let slice):
          ahead.removeLast()
          return slice
        case .branch:
          descend()
        }
      }
      return nil
    }
  }

  /// The leaves that hold a range, cut to it; no element is copied.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* leaves.
  @inlinable func leaves(in range: Range<Int>) -> [ArraySlice<Element>] {
    var found: [ArraySlice<Element>] = []
    if !range.isEmpty { Self.collectLeaves(in: range, of: root, at: 0, &found) }
    return found
  }

  @inlinable static func collectLeaves(
    in range: Range<Int>, of node: Node, at start: Int, _ found: inout [ArraySlice<Element>]
  ) {
    switch node {
    case .leaf(let slice):
      let low = slice.startIndex + Swift.max(0, range.lowerBound - start)
      let high = slice.startIndex + Swift.min(slice.count, range.upperBound - start)
      if low < high { found.append(slice[low..<high]) }
    case .branch(let branch):
      var slot = range.lowerBound <= start ? 0 : branch.slot(at: range.lowerBound - start)
      while slot < branch.children.count {
        let childStart = slot == 0 ? start : start + branch.ends[slot - 1]
        if childStart >= range.upperBound { return }
        collectLeaves(in: range, of: branch.children[slot], at: childStart, &found)
        slot += 1
      }
    }
  }
}

extension Rope: Sequence {
  /// Runs through the leaves, each as fast as an array.
  @usableFromInline struct Iterator: IteratorProtocol {
    @usableFromInline var cursor: Cursor
    @usableFromInline var leaf: ArraySlice<Element>.Iterator

    @inlinable init(_ rope: Rope) {
      cursor = Cursor(rope)
      leaf = (cursor.nextLeaf() ?? []).makeIterator()
    }

    @inlinable mutating func next() -> Element? {
      while true {
        if let element = leaf.next() { return element }
        guard let slice = cursor.nextLeaf() else { return nil }
        leaf = slice.makeIterator()
      }
    }
  }

  @inlinable func makeIterator() -> Iterator { Iterator(self) }
  @inlinable var underestimatedCount: Int { count }
}
