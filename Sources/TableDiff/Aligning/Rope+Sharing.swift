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
    runs += Stretch.runs(
      Self.stretches(leaves(in: oldRange), at: oldRange.lowerBound),
      Self.stretches(new.leaves(in: newRange), at: newRange.lowerBound), stride: MemoryLayout<Element>.stride)
  }

  @inlinable package static func stretches(_ leaves: [ArraySlice<Element>], at start: Int) -> [Stretch] {
    var position = start
    return leaves.map { leaf in
      defer { position += leaf.count }
      return Stretch(leaf, at: position)
    }
  }
}

extension Stretch {
  /// Runs of elements that lie in the same memory in both lists, as many as there are in order.
  @usableFromInline package static func runs(_ old: [Stretch], _ new: [Stretch], stride: Int) -> [Run] {
    var pieces = old.sorted { $0.start }
    // Pieces overlap where an array was adopted more than once. Only the first of such pieces is of use.
    var end: UInt = 0
    pieces.removeAll { piece in
      if piece.start < end { return true }
      end = piece.end
      return false
    }
    var matches: [Run] = []
    var isAscending = true
    for leaf in new {
      var next = pieces.partitioningIndex { $0.end > leaf.start }
      while next < pieces.count, pieces[next].start < leaf.end {
        let piece = pieces[next]
        let from = Swift.max(leaf.start, piece.start)
        let to = Swift.min(leaf.end, piece.end)
        let run = Run(
          old: Int32(piece.position + Int(bitPattern: from - piece.start) / stride),
          new: Int32(leaf.position + Int(bitPattern: from - leaf.start) / stride),
          count: Int32(Int(bitPattern: to - from) / stride), isShared: true)
        if let last = matches.last, last.old + last.count > run.old { isAscending = false }
        matches.append(run)
        next += 1
      }
    }
    return isAscending ? matches : Ordering.heaviest(of: matches)
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
