/// Elements that stand in both of two sequences, one after another.
@usableFromInline package struct Run: Equatable {
  @usableFromInline package var old: Int32
  @usableFromInline package var new: Int32
  @usableFromInline package var count: Int32
  /// The same storage: nothing in it can differ.
  @usableFromInline package var isShared: Bool

  @inlinable package init(old: Int32, new: Int32, count: Int32, isShared: Bool) {
    self.old = old
    self.new = new
    self.count = count
    self.isShared = isShared
  }
}

/// Where the elements of a slice lie in memory.
///
/// Compared, never followed: both ropes are alive, so the same place is the same storage.
@inlinable package func address<Element>(of slice: ArraySlice<Element>) -> UInt {
  slice.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}

extension Rope {
  /// Whether both are the same storage.
  ///
  /// - Complexity: O(1).
  @inlinable package func isIdentical(to other: Rope) -> Bool { root.isIdentical(to: other.root) }

  /// Runs of elements that are the same storage in both, ascending on both sides.
  ///
  /// Shared leaves in another order are left out.
  ///
  /// - Complexity: O(*k* log *n*) for *k* leaves that are not shared, if they lie apart or are few; else
  ///   O(*m* log *m*) for all leaves from the first place on where many differ.
  @inlinable package func runs(sharedWith new: Rope) -> [Run] {
    var walk = SharedWalk(self, new)
    if walk.finish() { return walk.runs }
    let (oldPlace, newPlace) = walk.place
    var runs = walk.runs
    appendShared(oldPlace..<count, new, newPlace..<new.count, to: &runs)
    return runs
  }

  /// Matches the leaves of two ranges by address.
  ///
  /// Where shared leaves are out of order, or one storage stands in several places, as many elements as possible are
  /// kept in order; the other leaves count as not shared.
  @inlinable package func appendShared(
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
      var next = pieces.partitioningIndex { $0.end > start }
      while next < pieces.count, pieces[next].start < end {
        let piece = pieces[next]
        let from = Swift.max(start, piece.start)
        let to = Swift.min(end, piece.end)
        let run = Run(
          old: Int32(piece.position + Int((from - piece.start) / stride)),
          new: Int32(position + Int((from - start) / stride)), count: Int32((to - from) / stride), isShared: true)
        if let last = matches.last, last.old + last.count > run.old { isAscending = false }
        matches.append(run)
        next += 1
      }
      position += leaf.count
    }
    runs += isAscending ? matches : Ordering.heaviest(of: matches)
  }
}

extension Rope.Node {
  /// Whether both are the same storage.
  @inlinable package func isIdentical(to other: Rope.Node) -> Bool {
    switch (self, other) {
    case (.leaf(let one), .leaf(let two)): one.count == two.count && address(of: one) == address(of: two)
    case (.branch(let one), .branch(let two)): one === two
    default: false
    }
  }
}
