/// Elements that stand in both of two sequences, one after another.
@usableFromInline struct Run: Equatable {
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32
  @usableFromInline var count: Int32
  /// The same storage: nothing in it can differ.
  @usableFromInline var isShared: Bool

  @inlinable init(old: Int32, new: Int32, count: Int32, isShared: Bool) {
    self.old = old
    self.new = new
    self.count = count
    self.isShared = isShared
  }
}

/// Where the elements of a slice lie in memory.
///
/// Compared, never followed: both ropes are alive, so the same place is the same storage.
@inlinable func address<Element>(of slice: ArraySlice<Element>) -> UInt {
  slice.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}

extension Rope {
  /// Whether both are the same storage.
  ///
  /// - Complexity: O(1).
  @inlinable func isIdentical(to other: Rope) -> Bool {
    switch (root, other.root) {
    case (.leaf(let one), .leaf(let two)):
      one.count == two.count && address(of: one) == address(of: two)
    case (.branch(let one), .branch(let two)):
      one === two
    default:
      false
    }
  }

  /// Runs of elements that are the same storage in both, ascending on both sides.
  ///
  /// The ends are matched along the trees, the middle by address. Shared leaves in another order are left out.
  ///
  /// - Complexity: O(log *n*) for the ends that are shared; O(*k* log *k*) for *k* leaves between them.
  @inlinable func runs(sharedWith new: Rope) -> [Run] {
    let prefix = Self.sharedEnd(self, new, isReversed: false)
    if prefix == count, prefix == new.count {
      return prefix == 0 ? [] : [Run(old: 0, new: 0, count: Int32(prefix), isShared: true)]
    }
    let room = Swift.min(count, new.count) - prefix
    let suffix = Swift.min(Self.sharedEnd(self, new, isReversed: true), room)
    var runs: [Run] = []
    if prefix > 0 { runs.append(Run(old: 0, new: 0, count: Int32(prefix), isShared: true)) }
    let oldMiddle = prefix..<(count - suffix)
    let newMiddle = prefix..<(new.count - suffix)
    if !oldMiddle.isEmpty, !newMiddle.isEmpty {
      appendShared(oldMiddle, new, newMiddle, to: &runs)
    }
    if suffix > 0 {
      runs.append(
        Run(old: Int32(count - suffix), new: Int32(new.count - suffix), count: Int32(suffix), isShared: true))
    }
    return runs
  }

  /// How many elements at one end are the same storage.
  @inlinable static func sharedEnd(_ old: Rope, _ new: Rope, isReversed: Bool) -> Int {
    var one = Cursor(old, isReversed: isReversed)
    var two = Cursor(new, isReversed: isReversed)
    let stride = UInt(MemoryLayout<Element>.stride)
    var shared = 0
    while let left = one.next, let right = two.next {
      switch (left, right) {
      case (.leaf(let left), .leaf(let right)):
        var place = (address(of: left), address(of: right))
        if isReversed {
          place.0 += UInt(left.count) * stride
          place.1 += UInt(right.count) * stride
        }
        if place.0 != place.1 || left.isEmpty || right.isEmpty { return shared }
        shared += Swift.min(left.count, right.count)
        if left.count != right.count { return shared }
        one.skip()
        two.skip()
      case (.branch(let left), .branch(let right)) where left === right:
        shared += left.ends[left.ends.count - 1]
        one.skip()
        two.skip()
      default:
        let heights = (left.height, right.height)
        if heights.0 >= heights.1 { one.descend() }
        if heights.1 >= heights.0 { two.descend() }
      }
    }
    return shared
  }

  /// Matches the leaves of two ranges by address.
  ///
  /// Where shared leaves are out of order, or one storage stands in several places, as many elements as possible are
  /// kept in order; the other leaves count as not shared.
  @inlinable func appendShared(
    _ oldRange: Range<Int>, _ new: Rope, _ newRange: Range<Int>, to runs: inout [Run]
  ) {
    let stride = UInt(MemoryLayout<Element>.stride)
    var pieces: [(start: UInt, end: UInt, position: Int)] = []
    var position = oldRange.lowerBound
    for leaf in leaves(in: oldRange) {
      let start = address(of: leaf)
      pieces.append((start, start + UInt(leaf.count) * stride, position))
      position += leaf.count
    }
    pieces.sort { ($0.start, $0.position) < ($1.start, $1.position) }
    // Pieces overlap where an array was adopted more than once. Only the first of such pieces is of use.
    var end: UInt = 0
    pieces.removeAll { piece in
      if piece.start < end { return true }
      end = piece.end
      return false
    }
    var matches: [Run] = []
    var isAscending = true
    position = newRange.lowerBound
    for leaf in new.leaves(in: newRange) {
      let start = address(of: leaf)
      let end = start + UInt(leaf.count) * stride
      var low = 0
      var high = pieces.count
      while low < high {
        let middle = (low + high) / 2
        if pieces[middle].end > start { high = middle } else { low = middle + 1 }
      }
      while low < pieces.count, pieces[low].start < end {
        let piece = pieces[low]
        let from = Swift.max(start, piece.start)
        let to = Swift.min(end, piece.end)
        let run = Run(
          old: Int32(piece.position + Int((from - piece.start) / stride)),
          new: Int32(position + Int((from - start) / stride)), count: Int32((to - from) / stride), isShared: true)
        if let last = matches.last, last.old + last.count > run.old { isAscending = false }
        matches.append(run)
        low += 1
      }
      position += leaf.count
    }
    runs += isAscending ? matches : Ordering.heaviest(of: matches)
  }
}
