extension Rope {
  /// A position between nodes.
  ///
  /// A cursor descends only on request, so entire branches can be skipped.
  @usableFromInline package struct Cursor {
    /// The branches above the next node, from the top down, and the slot in each branch.
    @usableFromInline package var way: [(branch: Branch, slot: Int)] = []
    @usableFromInline package var root: Node?

    @inlinable package init(_ rope: Rope) { root = rope.root }

    @inlinable package var next: Node? {
      if let last = way.last { return last.branch.children[last.slot] }
      return root
    }

    @inlinable package mutating func skip(_ count: Int = 1) {
      if way.isEmpty { root = nil } else { way[way.count - 1].slot += count }
      while let last = way.last, last.slot == last.branch.children.count {
        way.removeLast()
        if !way.isEmpty { way[way.count - 1].slot += 1 }
      }
    }

    @inlinable package mutating func descend() {
      guard case .branch(let branch)? = next else { return }
      way.append((branch, 0))
      root = nil
    }

    @inlinable package mutating func nextLeaf() -> ArraySlice<Element>? {
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

  /// Finds elements by position, which is fastest if consecutive positions are in the same leaf.
  @usableFromInline package struct Finder {
    @usableFromInline package let rope: Rope
    @usableFromInline package var leaf: ArraySlice<Element> = []
    @usableFromInline package var start = 0

    @inlinable package init(_ rope: Rope) { self.rope = rope }

    /// Moves to the leaf that contains a position of the rope, and returns the position in the leaf.
    @inlinable package mutating func seek(_ position: Int) -> Int {
      if position < start || position >= start + leaf.count { (leaf, start) = rope.leaf(at: position) }
      return position - start
    }

    @inlinable package mutating func append(_ range: Range<Int>, to elements: inout [Element]) {
      var position = range.lowerBound
      while position < range.upperBound {
        let place = seek(position)
        let end = Swift.min(leaf.count, place + range.upperBound - position)
        precondition(end > place, "the range goes beyond the elements")
        elements += leaf[leaf.startIndex + place..<leaf.startIndex + end]
        position += end - place
      }
    }
  }

  /// Returns the leaves that contain a range, cut to that range, without copying elements.
  ///
  /// - Complexity: O(log *n* + *k*) for *k* leaves.
  @inlinable package func leaves(in range: Range<Int>) -> [ArraySlice<Element>] {
    var found: [ArraySlice<Element>] = []
    if !range.isEmpty { Self.collectLeaves(in: range, of: root, at: 0, &found) }
    return found
  }

  @inlinable package static func collectLeaves(
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
  /// An iterator over the elements of a rope, which is as fast as an array iterator within a leaf.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline package var cursor: Cursor
    @usableFromInline package var leaf: ArraySlice<Element>.Iterator

    @inlinable package init(_ rope: Rope) {
      cursor = Cursor(rope)
      leaf = (cursor.nextLeaf() ?? []).makeIterator()
    }

    @inlinable package mutating func next() -> Element? {
      while true {
        if let element = leaf.next() { return element }
        guard let slice = cursor.nextLeaf() else { return nil }
        leaf = slice.makeIterator()
      }
    }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(self) }

  /// Appends the transformed elements of the rope, without copying the originals.
  @inlinable package func map<Result, Failure: Error>(
    into results: inout [Result], _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) {
    results.reserveCapacity(results.count + count)
    var cursor = Cursor(self)
    while let leaf = cursor.nextLeaf() {
      let elements = leaf.span
      for index in elements.indices { results.append(try elements.lend(index, to: transform)) }
    }
  }

  /// Returns the position of the first element that satisfies a condition, without copying elements.
  @inlinable package func firstIndex(where isFound: (Element) -> Bool) -> Int? {
    var start = 0
    var cursor = Cursor(self)
    while let leaf = cursor.nextLeaf() {
      let elements = leaf.span
      for index in elements.indices where elements.lend(index, to: isFound) { return start + index }
      start += leaf.count
    }
    return nil
  }

  @inlinable package var underestimatedCount: Int { count }
}
