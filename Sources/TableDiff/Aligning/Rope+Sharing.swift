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
    if walk.finish() { return walk.found.runs }
    // Leaves out of order are matched by where they are. Of those that are shared, as many elements as possible are kept in
    // order; the others count as not shared.
    let place = walk.found.place
    return walk.found.runs
      + SharedRuns.runs(
        segments(in: place.old..<count), new.segments(in: place.new..<new.count),
        stride: MemoryLayout<Element>.stride)
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
