/// A quantity that a rope sums in addition to the number of elements, such as the number of rows in sections.
@usableFromInline package protocol RopeWeight<Element> {
  associatedtype Element
  static var isZero: Bool { get }
  static func weight(of element: Element) -> Int
  /// The type of the summary of each child, which searches use to skip children.
  associatedtype Digest: Sendable = Never
  /// Returns a summary of the given elements, or `nil` if summaries are not stored.
  static func digest(of elements: ArraySlice<Element>) -> Digest?
  static func digest(of parts: ContiguousArray<Digest>) -> Digest?
}

extension RopeWeight where Digest == Never {
  @inlinable package static func digest(of elements: ArraySlice<Element>) -> Never? { nil }
  @inlinable package static func digest(of parts: ContiguousArray<Never>) -> Never? { nil }
}

/// A weight of zero, for ropes that only count their elements.
@usableFromInline package enum Weightless<Element>: RopeWeight {
  @inlinable package static var isZero: Bool { true }
  @inlinable package static func weight(of element: Element) -> Int { 0 }
}

/// A sequence of elements in a B+-tree whose leaves are array slices (a rope, after Boehm, Atkinson and Plass, 1995).
///
/// A rope adopts an array as a leaf without copying it. An edit copies a window of a leaf and the path to it, and
/// shares the other nodes with the previous rope. Diffs skip the nodes that two ropes share. A shared node never
/// changes.
@usableFromInline package struct Rope<Element, Weight: RopeWeight<Element>> {
  /// The size below which a leaf is not changed in place, because it would have to be joined with a neighbor.
  @inlinable package static var minimumLeafCount: Int { leafCapacity / 8 }
  /// The size up to which neighboring leaves are joined.
  @inlinable package static var joinedLeafCount: Int { leafCapacity / 4 }
  /// The number of elements that an edit copies on either side out of an adopted array.
  @inlinable package static var copiedMargin: Int { leafCapacity * 3 / 8 }

  /// The maximum number of elements that an edit copies, and that a leaf created by edits contains.
  ///
  /// If elements have no weight, they take up to 3 kB, but there are at least 16 and at most 512.
  ///
  /// The limit balances the cost of copying elements that have references against the number of children that an edit
  /// visits.
  @inlinable package static var leafCapacity: Int {
    Weight.isZero ? Swift.max(16, Swift.min(512, 3_072 / MemoryLayout<Element>.stride)) : 512
  }

  @inlinable package static var fanOut: Int { 32 }

  @usableFromInline package enum Node {
    case leaf(ArraySlice<Element>)
    case branch(Branch)
  }

  @usableFromInline package final class Branch {
    // Unsafe properties change only in a branch with a single reference, so no other code can observe the changes.
    @exclusivity(unchecked) @usableFromInline package nonisolated(unsafe) var children: ContiguousArray<Node>
    /// The number of elements in the children up to and including each child.
    @exclusivity(unchecked) @usableFromInline package nonisolated(unsafe) var ends: ContiguousArray<Int>
    /// The weight of the children up to and including each child, or an empty array if elements have no weight.
    @exclusivity(unchecked) @usableFromInline package nonisolated(unsafe) var weightEnds: ContiguousArray<Int>
    /// The summary of each child, or an empty array if summaries are not stored.
    @exclusivity(unchecked) @usableFromInline package nonisolated(unsafe) var digests: ContiguousArray<Weight.Digest>
    /// The height of the branch above the leaves, which is at least 1.
    @usableFromInline package let height: Int

    /// - Parameters:
    ///   - children: The child nodes. There must be at least one node, and all nodes must have the same height.
    ///   - known: A branch that shares its first `front` and last `back` children with this branch, without an overlap.
    @inlinable package init(
      _ children: ContiguousArray<Node>, height: Int, known: (branch: Branch, front: Int, back: Int)? = nil
    ) {
      let counted = (known?.front ?? 0)..<(children.count - (known?.back ?? 0))
      var ends = ContiguousArray<Int>()
      ends.reserveCapacity(children.count)
      var weightEnds = ContiguousArray<Int>()
      var digests = ContiguousArray<Weight.Digest>()
      if !Weight.isZero { weightEnds.reserveCapacity(children.count) }
      if let known {
        ends += known.branch.ends[..<known.front]
        if !Weight.isZero { weightEnds += known.branch.weightEnds[..<known.front] }
        if !known.branch.digests.isEmpty { digests += known.branch.digests[..<known.front] }
      }
      var end = ends.last ?? 0
      var weight = weightEnds.last ?? 0
      for child in children[counted] {
        end += child.count
        ends.append(end)
        if !Weight.isZero {
          weight += child.weight
          weightEnds.append(weight)
        }
        if let digest = child.digest { digests.append(digest) }
      }
      if let known, known.back > 0 {
        let other = known.branch
        let start = other.ends.count - known.back
        let before = other.ends[start - 1]
        for index in start..<other.ends.count { ends.append(end + other.ends[index] - before) }
        if !Weight.isZero {
          let before = other.weightEnds[start - 1]
          for index in start..<other.ends.count { weightEnds.append(weight + other.weightEnds[index] - before) }
        }
        if !other.digests.isEmpty { digests += other.digests[start...] }
      }
      self.children = children
      self.ends = ends
      self.weightEnds = weightEnds
      self.digests = digests
      self.height = height
    }

    @inlinable package init(copying other: Branch) {
      children = other.children
      ends = other.ends
      weightEnds = other.weightEnds
      digests = other.digests
      height = other.height
    }
  }

  @usableFromInline package var root: Node
  @usableFromInline package var adopted: Adopted
  /// The number of elements at the front that have been copied out of adopted arrays, once copying has begun.
  @usableFromInline package var settledPrefixCount = 0

  /// The numbers of elements that were adopted in arrays larger than a leaf created by edits.
  ///
  /// Because a slice keeps its entire array alive, elements are copied when few of them are live.
  @usableFromInline package struct Adopted {
    @usableFromInline package var total: Int
    /// The number of adopted elements that are still in large leaves.
    @usableFromInline package var live: Int

    @inlinable package init(_ count: Int = 0) { (total, live) = (count, count) }

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

  @inlinable package init() { self.init([]) }

  /// Creates a rope that adopts an array.
  ///
  /// - Complexity: O(1).
  @inlinable package init(_ elements: [Element]) {
    root = .leaf(elements[...])
    adopted = Adopted(elements.count > Self.leafCapacity ? elements.count : 0)
  }

  /// Creates a rope by copying elements into leaves of `minimumLeafCount` elements.
  ///
  /// Use this initializer for elements that are edited or weighed individually.
  ///
  /// - Complexity: O(*n*).
  @inlinable package init(copying elements: some Sequence<Element>) {
    let size = Self.minimumLeafCount
    var leaves = ContiguousArray<Node>()
    var next: [Element] = []
    for element in elements {
      next.append(element)
      if next.count == size {
        leaves.append(.leaf(next[...]))
        next = []
      }
    }
    if !next.isEmpty { leaves.append(.leaf(next[...])) }
    self.init(leaves: leaves)
  }

  @inlinable package init(leaves: ContiguousArray<Node>, adopted: Adopted = Adopted()) {
    root = Self.root(over: leaves, height: 1)
    self.adopted = adopted
  }

  @inlinable package static func root(over nodes: ContiguousArray<Node>, height: Int) -> Node {
    var level = nodes
    var height = height
    while level.count > 1 {
      var above = ContiguousArray<Node>()
      above.reserveCapacity((level.count + fanOut - 1) / fanOut)
      var start = 0
      while start < level.count {
        let end = Swift.min(start + fanOut, level.count)
        above.append(.branch(Branch(ContiguousArray(level[start..<end]), height: height)))
        start = end
      }
      level = above
      height += 1
    }
    return level.first ?? .leaf([])
  }

  /// All elements of the rope, copied one leaf at a time.
  ///
  /// - Complexity: O(*n*).
  @inlinable package var contents: [Element] {
    // An adopted array is not copied.
    if case .leaf(let leaf) = root { return Array(leaf) }
    var all: [Element] = []
    all.reserveCapacity(count)
    var cursor = Cursor(self)
    while let leaf = cursor.nextLeaf() { all += leaf }
    return all
  }

  @inlinable package var count: Int { root.count }
  @inlinable package var weight: Int { root.weight }

  @inlinable package subscript(position: Int) -> Element {
    // This yields the element without copying it.
    _read {
      switch root {
      case .leaf(let slice):
        yield slice.span[position]
      case .branch:
        let (leaf, start) = leaf(at: position)
        yield leaf.span[position - start]
      }
    }
  }

  @inlinable package func lend<Result>(_ position: Int, to body: (borrowing Element) -> Result) -> Result {
    let (leaf, start) = leaf(at: position)
    return leaf.span.lend(position - start, to: body)
  }

  /// Returns the leaf that contains a position, and the position of its first element.
  ///
  /// - Complexity: O(log *n*).
  @inlinable package func leaf(at position: Int) -> (leaf: ArraySlice<Element>, start: Int) {
    guard case .branch(let top) = root else { return (root.slice, 0) }
    // The rope keeps its branches alive, so the descent does not retain them.
    var way = Unmanaged.passUnretained(top)
    var start = 0
    while true {
      let slot = way._withUnsafeGuaranteedRef { branch in
        let slot = branch.slot(at: position - start)
        if slot > 0 { start += branch.ends[slot - 1] }
        return slot
      }
      let next = way._withUnsafeGuaranteedRef { branch -> Unmanaged<Branch>? in
        if case .branch(let child) = branch.children[slot] { .passUnretained(child) } else { nil }
      }
      guard let next else { return (way._withUnsafeGuaranteedRef { $0.children[slot].slice }, start) }
      way = next
    }
  }

  /// Returns the position of the element that contains the given weight, and the remaining weight in it.
  ///
  /// - Complexity: O(log *n*), plus a pass over one leaf.
  @inlinable package func find(weight target: Int) -> (position: Int, rest: Int) {
    var node = root
    var before = 0
    var rest = target
    while true {
      switch node {
      case .leaf(let slice):
        var position = slice.startIndex
        while position < slice.endIndex - 1 {
          let weight = Weight.weight(of: slice[position])
          if rest < weight { break }
          rest -= weight
          position += 1
        }
        return (before + position - slice.startIndex, rest)
      case .branch(let branch):
        let slot = Self.firstSlot(of: branch.weightEnds, above: rest)
        if slot > 0 {
          rest -= branch.weightEnds[slot - 1]
          before += branch.ends[slot - 1]
        }
        node = branch.children[slot]
      }
    }
  }

  /// Returns the total weight of the elements before a position.
  ///
  /// - Complexity: O(log *n*), plus a pass over one leaf.
  @inlinable package func weight(before position: Int) -> Int {
    var node = root
    var position = position
    var weight = 0
    while true {
      switch node {
      case .leaf(let slice):
        for element in slice.prefix(position) { weight += Weight.weight(of: element) }
        return weight
      case .branch(let branch):
        let slot = branch.slot(at: position)
        if slot > 0 {
          position -= branch.ends[slot - 1]
          weight += branch.weightEnds[slot - 1]
        }
        node = branch.children[slot]
      }
    }
  }

  /// Returns the first child whose end is greater than a value, or the last child.
  @inlinable package static func firstSlot(of ends: ContiguousArray<Int>, above value: Int) -> Int {
    // The results of comparisons are unpredictable, so they select numbers instead of branches.
    var slot = 0
    var length = ends.count - 1
    while length > 1 {
      let half = length &>> 1
      slot &+= ends[slot &+ half &- 1] > value ? 0 : half
      length &-= half
    }
    return length == 1 && ends[slot] <= value ? slot &+ 1 : slot
  }
}

extension Rope.Branch {
  /// Updates the sums of a branch after a child has changed in place.
  @inlinable package func grow(_ slot: Int, by count: Int, weight: Int) {
    if count != 0 { for index in slot..<ends.count { ends[index] += count } }
    if weight != 0 { for index in slot..<weightEnds.count { weightEnds[index] += weight } }
    if !digests.isEmpty, let digest = children[slot].digest { digests[slot] = digest }
  }

  /// Replaces a range of the branch's children.
  ///
  /// - Returns: The increase in the branch's weight.
  @inlinable package func replace(_ slots: Range<Int>, with nodes: ContiguousArray<Rope.Node>) -> Int {
    let counted = slots.lowerBound..<slots.lowerBound + nodes.count
    children.replaceSubrange(slots, with: nodes)
    Self.replace(slots, in: &ends, with: nodes.count) { children[$0].count }
    if !digests.isEmpty { digests.replaceSubrange(slots, with: children[counted].compactMap(\.digest)) }
    return Weight.isZero ? 0 : Self.replace(slots, in: &weightEnds, with: nodes.count) { children[$0].weight }
  }

  @discardableResult
  @inlinable package static func replace(
    _ slots: Range<Int>, in ends: inout ContiguousArray<Int>, with count: Int, _ size: (_ slot: Int) -> Int
  ) -> Int {
    let before = ends[slots.upperBound - 1]
    var end = slots.lowerBound == 0 ? 0 : ends[slots.lowerBound - 1]
    ends.replaceSubrange(slots, with: repeatElement(0, count: count))
    for slot in slots.lowerBound..<slots.lowerBound + count {
      end += size(slot)
      ends[slot] = end
    }
    if end != before { for slot in slots.lowerBound + count..<ends.count { ends[slot] += end - before } }
    return end - before
  }

  /// Returns the child that contains a position, or the last child for the end position.
  @inlinable package func slot(at position: Int) -> Int { Rope.firstSlot(of: ends, above: position) }
}

extension Rope: Sendable where Element: Sendable {}
extension Rope.Adopted: Sendable {}
extension Rope.Node: Sendable where Element: Sendable {}
extension Rope.Branch: Sendable where Element: Sendable {}

extension Rope: Equatable where Element: Equatable {
  /// - Complexity: O(*n*), excluding shared storage.
  @inlinable package static func == (one: Rope, two: Rope) -> Bool { one.isEqual(to: two, by: ==) }
}

extension Rope: Hashable where Element: Hashable {
  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
