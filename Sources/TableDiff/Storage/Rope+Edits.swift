extension Rope {
  /// Replaces the elements in a range, which may be empty.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of new elements and removed leaves.
  @inlinable package mutating func replace(_ range: Range<Int>, with elements: [Element]) {
    // A long array is adopted, so the elements from that position on must be settled.
    if range.upperBound <= settledCount, elements.count <= Self.leafCapacity {
      settledCount += elements.count - range.count
    } else {
      settledCount = Swift.min(settledCount, range.lowerBound)
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
    let after = size - range.count + count
    return size <= Self.leafCapacity && range.upperBound <= start + size && after <= Self.leafCapacity
      && after >= Self.leafCapacity / 8
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
      let before = Weight.isZero ? 0 : slice[start..<start + range.count].reduce(0) { $0 + Weight.weight(of: $1) }
      let after = Weight.isZero ? 0 : elements.reduce(0) { $0 + Weight.weight(of: $1) }
      slice.replaceSubrange(start..<start + range.count, with: elements)
      node = .leaf(slice)
      return after - before
    case .branch(var branch):
      node = .leaf([])
      if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
      let slot = branch.slot(at: range.lowerBound)
      let start = slot == 0 ? 0 : branch.ends[slot - 1]
      let part = range.lowerBound - start..<range.upperBound - start
      let weight = replaceInLeaf(part, in: &branch.children[slot], with: elements)
      branch.grow(slot, by: elements.count - range.count, weight: weight)
      node = .branch(branch)
      return weight
    }
  }

  /// Replaces the elements in a range, and joins neighboring leaves that have become small.
  @inlinable package mutating func splice(_ range: Range<Int>, with elements: [Element]) {
    var ledger = Ledger(adopted: adopted, live: live)
    if Self.splitLeaf(range, in: &root, with: elements, &ledger) == nil {
      let nodes = Self.replacing(range, in: root, with: elements, &ledger)
      let height = nodes.first?.height ?? 0
      root = Self.root(over: nodes, height: height + 1)
      while case .branch(let branch) = root, branch.children.count == 1 { root = branch.children[0] }
    }
    adopted = ledger.adopted
    live = ledger.live
  }

  /// Replaces the elements in a range of a leaf if the branch above it has room for the resulting leaves.
  ///
  /// A branch with a single reference changes in place. A shared branch is copied first.
  ///
  /// - Returns: The increase in the branch's weight, or `nil` if nothing changed.
  @inlinable package static func splitLeaf(
    _ range: Range<Int>, in node: inout Node, with elements: [Element], _ ledger: inout Ledger
  ) -> Int? {
    guard case .branch(var branch) = node else { return nil }
    let slot = branch.slot(at: range.lowerBound)
    let start = slot == 0 ? 0 : branch.ends[slot - 1]
    if range.upperBound > branch.ends[slot] { return nil }
    let part = range.lowerBound - start..<range.upperBound - start
    if branch.height > 1 {
      node = .leaf([])
      if !isKnownUniquelyReferenced(&branch) { branch = Branch(copying: branch) }
      let weight = splitLeaf(part, in: &branch.children[slot], with: elements, &ledger)
      if let weight { branch.grow(slot, by: elements.count - range.count, weight: weight) }
      node = .branch(branch)
      return weight
    }
    // The range includes one neighbor on either side, as in `replacing`.
    let near = Swift.max(slot - 1, 0)..<Swift.min(slot + 2, branch.children.count)
    var after = ledger
    var leaves = ContiguousArray<Node>()
    leaves += branch.children[near.lowerBound..<slot]
    for leaf in replacing(part, in: branch.children[slot].slice, with: elements, &after) { append(leaf, to: &leaves) }
    for leaf in branch.children[slot + 1..<near.upperBound] { append(leaf, to: &leaves) }
    // A branch that shrinks may have to be joined with its neighbor.
    guard leaves.count >= near.count, branch.children.count - near.count + leaves.count <= fanOut else { return nil }
    ledger = after
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
      let before = Weight.isZero ? 0 : Weight.weight(of: slice[index])
      change(&slice[index])
      let after = Weight.isZero ? 0 : Weight.weight(of: slice[index])
      node = .leaf(slice)
      return after - before
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
    if Weight.isZero && live == 0 || positions.count * Self.editCost * 2 < count {
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
    guard adopted > 4 * Self.leafCapacity, live * 4 < adopted else { return }
    var copied = 0
    var passed = 0
    while settledCount < count, copied < Swift.max(size, 1), passed < size + Self.fanOut {
      let (leaf, start) = leaf(at: settledCount)
      if settledCount > 0, Self.isOwn(leaf) {
        settledCount = start + leaf.count
        passed += 1
        continue
      }
      let rest = leaf.dropFirst(settledCount - start).prefix(Self.leafCapacity)
      let range = settledCount..<settledCount + rest.count
      splice(range, with: Array(rest))
      settledCount = range.upperBound
      copied += range.count
    }
    if settledCount >= count {
      live = Self.largeCount(of: root)
      adopted = live
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

  @usableFromInline package struct Ledger {
    @usableFromInline package var adopted: Int
    @usableFromInline package var live: Int

    @inlinable package init(adopted: Int, live: Int) {
      self.adopted = adopted
      self.live = live
    }

    @inlinable package mutating func drop(_ node: Node) {
      switch node {
      case .leaf(let slice): if slice.count > leafCapacity { live -= slice.count }
      case .branch(let branch): if live > 0 { for child in branch.children { drop(child) } }
      }
    }

    @inlinable package mutating func keep(_ slice: ArraySlice<Element>) {
      if slice.count > leafCapacity { live += slice.count }
    }
  }

  /// Returns the nodes of equal height that replace `node` after the edit, or no nodes if no elements remain.
  @inlinable package static func replacing(
    _ range: Range<Int>, in node: Node, with elements: [Element], _ ledger: inout Ledger
  ) -> ContiguousArray<Node> {
    switch node {
    case .leaf(let slice):
      return replacing(range, in: slice, with: elements, &ledger)
    case .branch(let branch):
      let first = branch.slot(at: range.lowerBound)
      var edited = ContiguousArray<Node>()
      var slot = first
      repeat {
        let start = slot == 0 ? 0 : branch.ends[slot - 1]
        let end = Swift.min(range.upperBound, branch.ends[slot])
        let part = (Swift.max(range.lowerBound, start) - start)..<(end - start)
        let child = branch.children[slot]
        if slot > first, part.count == child.count {
          ledger.drop(child)
        } else {
          edited += replacing(part, in: child, with: slot == first ? elements : [], &ledger)
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
    let parts = (children.count + fanOut - 1) / fanOut
    var nodes = ContiguousArray<Node>()
    for part in 0..<parts {
      let range = (children.count * part / parts)..<(children.count * (part + 1) / parts)
      nodes.append(.branch(Branch(ContiguousArray(children[range]), height: height)))
    }
    return nodes
  }

  /// Appends a node to a list, or joins it with the last node if both are small.
  @inlinable package static func append(_ node: Node, to nodes: inout ContiguousArray<Node>) {
    switch (nodes.last, node) {
    case (.leaf(let last), .leaf(let slice)) where last.count + slice.count <= leafCapacity / 4:
      nodes[nodes.count - 1] = .leaf(ArraySlice(Array(last) + Array(slice)))
    case (.branch(let last), .branch(let branch)) where last.children.count + branch.children.count <= fanOut / 2:
      nodes[nodes.count - 1] = .branch(Branch(last.children + branch.children, height: last.height))
    default:
      nodes.append(node)
    }
  }

  @inlinable package static func replacing(
    _ range: Range<Int>, in slice: ArraySlice<Element>, with elements: [Element], _ ledger: inout Ledger
  ) -> ContiguousArray<Node> {
    var nodes = ContiguousArray<Node>()
    var low = 0
    var high = slice.count
    if slice.count > leafCapacity {
      ledger.live -= slice.count
      low = Swift.max(range.lowerBound - leafCapacity * 3 / 8, 0)
      high = Swift.min(range.upperBound + leafCapacity * 3 / 8, slice.count)
    }
    let start = slice.startIndex
    if low > 0 {
      nodes.append(.leaf(slice[start..<start + low]))
      ledger.keep(slice[start..<start + low])
    }
    let before = slice[start + low..<start + range.lowerBound]
    let after = slice[start + range.upperBound..<start + high]
    if Weight.isZero, elements.count > leafCapacity {
      // A long array is adopted except for its first elements, because `settle` must recognize a slice that is not the
      // first leaf. Leaves whose elements have weights must be short.
      let first = slice.isEmpty ? 0 : leafCapacity / 8
      if !before.isEmpty { nodes.append(.leaf(ArraySlice(Array(before)))) }
      if first > 0 { nodes.append(.leaf(ArraySlice(Array(elements[..<first])))) }
      nodes.append(.leaf(elements[first...]))
      ledger.adopted += elements.count - first
      ledger.keep(elements[first...])
      if !after.isEmpty { nodes.append(.leaf(ArraySlice(Array(after)))) }
    } else {
      var window: [Element] = []
      window.reserveCapacity(before.count + elements.count + after.count)
      window += before
      window += elements
      window += after
      let parts = (window.count + leafCapacity - 1) / leafCapacity
      if parts == 1 {
        nodes.append(.leaf(window[...]))
      } else if parts > 1 {
        for part in 0..<parts {
          let range = (window.count * part / parts)..<(window.count * (part + 1) / parts)
          nodes.append(.leaf(ArraySlice(Array(window[range]))))
        }
      }
    }
    if high < slice.count {
      nodes.append(.leaf(slice[(start + high)...]))
      ledger.keep(slice[(start + high)...])
    }
    return nodes
  }
}
