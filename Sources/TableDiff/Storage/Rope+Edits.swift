extension Rope {
  /// Replaces the elements in a range, which may be empty.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of new elements and removed leaves.
  @inlinable package mutating func replace(_ range: Range<Int>, with elements: [Element]) {
    // A long array is adopted, so the elements from that position on must be settled.
    if range.upperBound <= settledPrefixCount, elements.count <= Self.leafCapacity {
      settledPrefixCount += elements.count - range.count
    } else {
      settledPrefixCount = Swift.min(settledPrefixCount, range.lowerBound)
    }
    if fitsInLeaf(range, elements.count) {
      _ = Self.replaceInLeaf(range, in: &root, with: elements)
    } else {
      splice(range, with: elements)
    }
    settle(range.count)
  }

  /// Returns whether a single leaf contains a range and has a valid size after the range is replaced.
  @inlinable package func fitsInLeaf(_ range: Range<Int>, _ count: Int) -> Bool {
    func leafSize() -> (count: Int, start: Int) {
      let (leaf, start) = leaf(at: range.lowerBound)
      return (leaf.count, start)
    }
    let (size, start) = leafSize()
    let newSize = size - range.count + count
    return size <= Self.leafCapacity && range.upperBound <= start + size && newSize <= Self.leafCapacity
      && newSize >= Self.minimumLeafCount
  }

  /// Replaces the elements in a range of a leaf, in place if the node has a single reference, otherwise in a copy.
  ///
  /// - Returns: The increase in the node's weight.
  @inlinable package static func replaceInLeaf(_ range: Range<Int>, in node: inout Node, with elements: [Element])
    -> Int
  {
    switch node {
    case .leaf(var slice):
      // This makes `slice` the only reference.
      node = .leaf([])
      let start = slice.startIndex + range.lowerBound
      let oldWeight = Weight.isZero ? 0 : slice[start..<start + range.count].reduce(0) { $0 + Weight.weight(of: $1) }
      let newWeight = Weight.isZero ? 0 : elements.reduce(0) { $0 + Weight.weight(of: $1) }
      slice.replaceSubrange(start..<start + range.count, with: elements)
      node = .leaf(slice)
      return newWeight - oldWeight
    case .branch(var branch):
      node = .leaf([])
      if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
      let slot = branch.slot(at: range.lowerBound)
      let start = slot == 0 ? 0 : branch.ends[slot - 1]
      let localRange = range.lowerBound - start..<range.upperBound - start
      let weight = replaceInLeaf(localRange, in: &branch.children[slot], with: elements)
      branch.grow(slot, by: elements.count - range.count, weight: weight)
      node = .branch(branch)
      return weight
    }
  }

  /// Replaces the elements in a range, and joins neighboring leaves that have become small.
  @inlinable package mutating func splice(_ range: Range<Int>, with elements: [Element]) {
    if Self.splitLeaf(range, in: &root, with: elements, &adopted) == nil {
      let nodes = Self.replacing(range, in: root, with: elements, &adopted)
      let height = nodes.first?.height ?? 0
      root = Self.root(over: nodes, height: height + 1)
      while case .branch(let branch) = root, branch.children.count == 1 { root = branch.children[0] }
    }
  }

  /// Replaces the elements in a range of a leaf if the branch above it has room for the resulting leaves.
  ///
  /// A branch with a single reference changes in place. A shared branch is copied first.
  ///
  /// - Returns: The increase in the branch's weight, or `nil` if nothing changed.
  @inlinable package static func splitLeaf(
    _ range: Range<Int>, in node: inout Node, with elements: [Element], _ adopted: inout Adopted
  ) -> Int? {
    guard case .branch(var branch) = node else { return nil }
    let slot = branch.slot(at: range.lowerBound)
    let start = slot == 0 ? 0 : branch.ends[slot - 1]
    if range.upperBound > branch.ends[slot] { return nil }
    let localRange = range.lowerBound - start..<range.upperBound - start
    if branch.height > 1 {
      node = .leaf([])
      if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
      let weight = splitLeaf(localRange, in: &branch.children[slot], with: elements, &adopted)
      if let weight { branch.grow(slot, by: elements.count - range.count, weight: weight) }
      node = .branch(branch)
      return weight
    }
    // The range includes one neighbor on either side, as in `replacing`.
    let near = Swift.max(slot - 1, 0)..<Swift.min(slot + 2, branch.children.count)
    var newAdopted = adopted
    var leaves = ContiguousArray<Node>()
    leaves += branch.children[near.lowerBound..<slot]
    for leaf in replacing(localRange, in: branch.children[slot].slice, with: elements, &newAdopted) {
      append(leaf, to: &leaves)
    }
    for leaf in branch.children[slot + 1..<near.upperBound] { append(leaf, to: &leaves) }
    // A branch that shrinks may have to be joined with its neighbor.
    guard leaves.count >= near.count, branch.children.count - near.count + leaves.count <= fanOut else { return nil }
    adopted = newAdopted
    node = .leaf([])
    if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
    let weight = branch.replace(near, with: leaves)
    node = .branch(branch)
    return weight
  }

  /// Replaces the element at a position.
  ///
  /// - Complexity: O(log *n*), plus the cost of copying the leaf if another rope shares it.
  @discardableResult
  @inlinable package mutating func replace(at position: Int, with element: Element) -> Element {
    var other = element
    if update(at: position, { swap(&$0, &other) }) {
      settle(1)
    } else {
      other = self[position]
      replace(position..<position + 1, with: [element])
    }
    return other
  }

  /// Changes the element at a position in place.
  ///
  /// - Returns: `false` if the leaf is part of an adopted array, in which case nothing changes.
  @inlinable package mutating func update(at position: Int, _ change: (inout Element) -> Void) -> Bool {
    Self.update(&root, at: position, change) != nil
  }

  /// Changes an element of a node, in place if the node has a single reference, otherwise in a copy.
  ///
  /// - Returns: The increase in the node's weight, or `nil` if nothing changed.
  @inlinable package static func update(_ node: inout Node, at position: Int, _ change: (inout Element) -> Void) -> Int?
  {
    switch node {
    case .leaf(var slice):
      if slice.count > leafCapacity { return nil }
      // This makes `slice` the only reference.
      node = .leaf([])
      let index = slice.startIndex + position
      let oldWeight = Weight.isZero ? 0 : Weight.weight(of: slice[index])
      change(&slice[index])
      let newWeight = Weight.isZero ? 0 : Weight.weight(of: slice[index])
      node = .leaf(slice)
      return newWeight - oldWeight
    case .branch(var branch):
      node = .leaf([])
      if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
      let slot = branch.slot(at: position)
      let start = slot == 0 ? 0 : branch.ends[slot - 1]
      let weight = update(&branch.children[slot], at: position - start, change)
      if let weight { branch.grow(slot, by: 0, weight: weight) }
      node = .branch(branch)
      return weight
    }
  }

  /// Changes elements in place, in the order of the given positions.
  ///
  /// - Complexity: O(*k* log *n*) for a small number *k* of positions, otherwise O(*n*).
  @inlinable package mutating func update(_ positions: [Int], _ change: (_ rank: Int, inout Element) -> Void) {
    // The first edit of a leaf costs twice as much.
    if Weight.isZero && adopted.live == 0 || positions.count * Self.editCost * 2 < count {
      for (rank, position) in positions.enumerated() {
        if update(at: position, { change(rank, &$0) }) {
          settle(1)
          continue
        }
        var element = self[position]
        change(rank, &element)
        replace(position..<position + 1, with: [element])
      }
    } else {
      var all = contents
      for (rank, position) in positions.enumerated() { change(rank, &all[position]) }
      self = Self.holding(all)
    }
  }

  /// Copies elements out of adopted arrays once less than a quarter of the adopted elements are in use, which
  /// eventually releases the arrays.
  ///
  /// Each edit copies one leaf, and a rope is settled only once, because adopting the elements again would require a
  /// pass over all elements each time.
  ///
  /// - Parameter size: The number of elements that the edit removed. At least as many are copied, so removing most
  ///   elements immediately releases the array.
  @inlinable package mutating func settle(_ size: Int) {
    guard adopted.total > 4 * Self.leafCapacity, adopted.live * 4 < adopted.total else { return }
    var copied = 0
    var passed = 0
    while settledPrefixCount < count, copied < Swift.max(size, 1), passed < size + Self.fanOut {
      let (leaf, start) = leaf(at: settledPrefixCount)
      if settledPrefixCount > 0, Self.isOwn(leaf) {
        settledPrefixCount = start + leaf.count
        passed += 1
        continue
      }
      let rest = leaf.dropFirst(settledPrefixCount - start).prefix(Self.leafCapacity)
      let range = settledPrefixCount..<settledPrefixCount + rest.count
      splice(range, with: Array(rest))
      settledPrefixCount = range.upperBound
      copied += range.count
    }
    if settledPrefixCount >= count {
      adopted = Adopted(Self.largeCount(of: root))
    }
  }

  @inlinable package static func largeCount(of node: Node) -> Int {
    switch node {
    case .leaf(let slice): slice.count > leafCapacity ? slice.count : 0
    case .branch(let branch): branch.children.reduce(0) { $0 + largeCount(of: $1) }
    }
  }

  /// Returns whether a leaf, other than the first one, keeps no adopted array alive.
  ///
  /// Slices of adopted arrays start later or are longer.
  ///
  /// A table between two batch updates may contain an exception, but such a table is not edited for long.
  @inlinable package static func isOwn(_ leaf: ArraySlice<Element>) -> Bool {
    leaf.startIndex == 0 && leaf.count <= leafCapacity
  }

  /// Returns the nodes of equal height that replace `node` after the edit, or no nodes if no elements remain.
  @inlinable package static func replacing(
    _ range: Range<Int>, in node: Node, with elements: [Element], _ adopted: inout Adopted
  ) -> ContiguousArray<Node> {
    switch node {
    case .leaf(let slice):
      return replacing(range, in: slice, with: elements, &adopted)
    case .branch(let branch):
      let first = branch.slot(at: range.lowerBound)
      var edited = ContiguousArray<Node>()
      var slot = first
      repeat {
        let start = slot == 0 ? 0 : branch.ends[slot - 1]
        let end = Swift.min(range.upperBound, branch.ends[slot])
        let localRange = (Swift.max(range.lowerBound, start) - start)..<(end - start)
        let child = branch.children[slot]
        if slot > first, localRange.count == child.count {
          adopted.drop(child)
        } else {
          edited += replacing(localRange, in: child, with: slot == first ? elements : [], &adopted)
        }
        slot += 1
      } while branch.ends[slot - 1] < range.upperBound
      // The range includes one neighbor on either side, so that small nodes can be joined with it.
      let low = Swift.max(first - 1, 0)
      let high = Swift.min(slot + 1, branch.children.count)
      var children = ContiguousArray<Node>()
      children.reserveCapacity(branch.children.count + edited.count)
      children += branch.children[..<low]
      for child in branch.children[low..<first] { append(child, to: &children) }
      for child in edited { append(child, to: &children) }
      for child in branch.children[slot..<high] { append(child, to: &children) }
      children += branch.children[high...]
      // The last child at the front may have been joined with its successor.
      let known = (branch, front: Swift.max(low - 1, 0), back: branch.children.count - high)
      return branches(over: children, height: branch.height, known: known)
    }
  }

  /// Returns the minimum number of branches that contain the given children, filled evenly.
  @inlinable package static func branches(
    over children: ContiguousArray<Node>, height: Int, known: (branch: Branch, front: Int, back: Int)
  ) -> ContiguousArray<Node> {
    if children.isEmpty { return [] }
    if children.count <= fanOut { return [.branch(Branch(children, height: height, known: known))] }
    let nodeCount = (children.count + fanOut - 1) / fanOut
    var nodes = ContiguousArray<Node>()
    for index in 0..<nodeCount {
      let range = (children.count * index / nodeCount)..<(children.count * (index + 1) / nodeCount)
      nodes.append(.branch(Branch(ContiguousArray(children[range]), height: height)))
    }
    return nodes
  }

  /// Appends a node to a list, or joins it with the last node if both are small.
  @inlinable package static func append(_ node: Node, to nodes: inout ContiguousArray<Node>) {
    switch (nodes.last, node) {
    case (.leaf(let last), .leaf(let slice)) where last.count + slice.count <= joinedLeafCount:
      nodes[nodes.count - 1] = .leaf(ArraySlice(Array(last) + Array(slice)))
    case (.branch(let last), .branch(let branch)) where last.children.count + branch.children.count <= fanOut / 2:
      nodes[nodes.count - 1] = .branch(Branch(last.children + branch.children, height: last.height))
    default:
      nodes.append(node)
    }
  }

  @inlinable package static func replacing(
    _ range: Range<Int>, in slice: ArraySlice<Element>, with elements: [Element], _ adopted: inout Adopted
  ) -> ContiguousArray<Node> {
    var nodes = ContiguousArray<Node>()
    var low = 0
    var high = slice.count
    if slice.count > leafCapacity {
      adopted.live -= slice.count
      low = Swift.max(range.lowerBound - copiedMargin, 0)
      high = Swift.min(range.upperBound + copiedMargin, slice.count)
    }
    let start = slice.startIndex
    if low > 0 {
      nodes.append(.leaf(slice[start..<start + low]))
      adopted.keep(slice[start..<start + low])
    }
    let head = slice[start + low..<start + range.lowerBound]
    let tail = slice[start + range.upperBound..<start + high]
    if Weight.isZero, elements.count > leafCapacity {
      // A long array is adopted except for its first elements, because `settle` must recognize a slice that is not the
      // first leaf. Leaves whose elements have weights must be short.
      let first = slice.isEmpty ? 0 : minimumLeafCount
      if !head.isEmpty { nodes.append(.leaf(ArraySlice(Array(head)))) }
      if first > 0 { nodes.append(.leaf(ArraySlice(Array(elements[..<first])))) }
      nodes.append(.leaf(elements[first...]))
      adopted.total += elements.count - first
      adopted.keep(elements[first...])
      if !tail.isEmpty { nodes.append(.leaf(ArraySlice(Array(tail)))) }
    } else {
      var window: [Element] = []
      window.reserveCapacity(head.count + elements.count + tail.count)
      window += head
      window += elements
      window += tail
      let leafCount = (window.count + leafCapacity - 1) / leafCapacity
      if leafCount == 1 {
        nodes.append(.leaf(window[...]))
      } else if leafCount > 1 {
        for index in 0..<leafCount {
          let range = (window.count * index / leafCount)..<(window.count * (index + 1) / leafCount)
          nodes.append(.leaf(ArraySlice(Array(window[range]))))
        }
      }
    }
    if high < slice.count {
      nodes.append(.leaf(slice[(start + high)...]))
      adopted.keep(slice[(start + high)...])
    }
    return nodes
  }
}
