/// Many edits at once: one by one where they are few, else by one pass over all.
extension Rope {
  /// One edit costs about as much as a pass over this many elements.
  @inlinable package static var editCost: Int { 64 }

  /// Removes the elements at ascending positions.
  ///
  /// - Complexity: O(*k* log *n*) for *k* stretches of positions that are few, else O(*n*).
  @inlinable package mutating func remove(at positions: [Int]) {
    let stretches = Self.stretches(of: positions) { $0 }
    let ranges = stretches.map { positions[$0.lowerBound]..<positions[$0.lowerBound] + $0.count }
    replace(ranges, with: [], parts: ranges.map { _ in 0..<0 })
  }

  /// Inserts elements, each at the position that it has afterwards; positions ascend.
  ///
  /// - Complexity: O(*k* log *n* + *m*) for *m* elements in *k* stretches that are few, else O(*n* + *m*).
  @inlinable package mutating func insert(_ arrivals: [(position: Int, element: Element)]) {
    let parts = Self.stretches(of: arrivals) { $0.position }
    let ranges = parts.map { part in
      let position = arrivals[part.lowerBound].position - part.lowerBound
      return position..<position
    }
    replace(ranges, with: arrivals.map(\.element), parts: parts)
  }

  /// Puts parts of some elements in the place of ranges that ascend, which may be empty.
  ///
  /// - Complexity: O(*k* log *n* + *m*) for *m* elements in *k* ranges that are few, else O(*n* + *m*).
  @inlinable package mutating func replace(_ ranges: [Range<Int>], with elements: [Element], parts: [Range<Int>]) {
    if ranges.count <= 1 || ranges.count * Self.editCost < count {
      for index in ranges.indices.reversed() { replace(ranges[index], with: Array(elements[parts[index]])) }
      return
    }
    var all: [Element] = []
    all.reserveCapacity(count + elements.count)
    var finder = Finder(self)
    var next = 0
    for index in ranges.indices {
      finder.append(next..<ranges[index].lowerBound, to: &all)
      all += elements[parts[index]]
      next = ranges[index].upperBound
    }
    finder.append(next..<count, to: &all)
    self = Self.holding(all)
  }

  /// A rope of elements that came one by one.
  @inlinable package static func holding(_ elements: [Element]) -> Rope {
    Weight.isZero ? Rope(elements) : Rope(copying: elements)
  }

  /// Where in a list the positions follow each other without a gap.
  @inlinable package static func stretches<Entry>(of entries: [Entry], _ position: (Entry) -> Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    for index in entries.indices {
      let next = index + 1
      if next == entries.count || position(entries[next]) != position(entries[index]) + 1 {
        found.append(start..<next)
        start = next
      }
    }
    return found
  }

  /// The first position whose element has a property that all later ones have, too; `count` if there is none.
  ///
  /// - Complexity: O(log² *n*).
  @inlinable package func firstPosition(where isReached: (_ position: Int, borrowing Element) -> Bool) -> Int {
    var node = root
    var start = 0
    while true {
      switch node {
      case .leaf(let slice):
        let elements = slice.span
        return start
          + (0..<slice.count).partitioningIndex { index in
            elements.lend(index) { isReached(start + index, $0) }
          }
      case .branch(let branch):
        let slot = (0..<branch.children.count - 1).partitioningIndex { slot in
          branch.children[slot].lendLast { isReached(start + branch.ends[slot] - 1, $0) } ?? false
        }
        if slot > 0 { start += branch.ends[slot - 1] }
        node = branch.children[slot]
      }
    }
  }

  /// The first elements, in the storage that they have.
  ///
  /// - Complexity: O(log *n*); O(*k*) for *k* leaves where arrays were adopted.
  @inlinable package func head(_ length: Int) -> Rope {
    if length >= count { return self }
    if length <= 0 { return Rope() }
    var result = self
    result.root = Self.head(length, of: root)
    result.live = result.live == 0 ? 0 : Self.largeCount(of: result.root)
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
      // A branch without siblings is left out above, so that the height follows what is left.
      if slot == 0 { return last }
      var children = ContiguousArray(branch.children[..<slot])
      children.append(lift(last, to: branch.height - 1))
      return .branch(Branch(children, height: branch.height))
    }
  }

  /// A node of a greater height with the same elements.
  @inlinable package static func lift(_ node: Node, to height: Int) -> Node {
    node.height >= height ? node : lift(.branch(Branch([node], height: node.height + 1)), to: height)
  }

  @inlinable package static func largeCount(of node: Node) -> Int {
    switch node {
    case .leaf(let slice): slice.count > leafCapacity ? slice.count : 0
    case .branch(let branch): branch.children.reduce(0) { $0 + largeCount(of: $1) }
    }
  }
}
