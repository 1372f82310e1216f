extension Rope {
  /// A place between nodes.
  ///
  /// Descends only when asked to, so that whole branches can be skipped.
  @usableFromInline struct Cursor {
    /// The branches on the way to the next node, the nearest last, and the slot in each.
    @usableFromInline var way: ContiguousArray<(branch: Branch, slot: Int)> = []
    /// The root, as long as it is the next node.
    @usableFromInline var root: Node?

    @inlinable init(_ rope: Rope) { root = rope.root }

    @inlinable var next: Node? {
      if let last = way.last { return last.branch.children[last.slot] }
      return root
    }

    /// Passes the next node, and others beside it.
    @inlinable mutating func skip(_ count: Int = 1) {
      if way.isEmpty { root = nil } else { way[way.count - 1].slot += count }
      while let last = way.last, last.slot == last.branch.children.count {
        way.removeLast()
        if !way.isEmpty { way[way.count - 1].slot += 1 }
      }
    }

    @inlinable mutating func descend() {
      guard case .branch(let branch)? = next else { return }
      way.append((branch, 0))
      root = nil
    }

    @inlinable mutating func nextLeaf() -> ArraySlice<Element>? {
      while let node = next {
        switch node {
        case .leaf(let slice):
          skip()
          return slice
        case .branch:
          descend()
        }
      }
      return nil
    }
  }

  /// Looks at one element after another: one in the same leaf as the last is found at once, in place.
  @usableFromInline struct Finder {
    @usableFromInline let rope: Rope
    @usableFromInline var leaf: ArraySlice<Element> = []
    @usableFromInline var start = 0

    @inlinable init(_ rope: Rope) { self.rope = rope }

    /// Goes to the leaf that holds a position; returns the place in it.
    @inlinable mutating func seek(_ position: Int) -> Int {
      if position < start || position >= start + leaf.count { (leaf, start) = rope.leaf(at: position) }
      return position - start
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
      found.append(slice[low..<high])
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

  /// Appends what becomes of each element; they are looked at where they are, not copied.
  @inlinable func map<Result, Failure: Error>(
    into results: inout [Result], _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) {
    results.reserveCapacity(results.count + count)
    var cursor = Cursor(self)
    while let leaf = cursor.nextLeaf() {
      let elements = leaf.span
      for index in elements.indices { results.append(try transform(elements[index])) }
    }
  }
  @inlinable var underestimatedCount: Int { count }
}
