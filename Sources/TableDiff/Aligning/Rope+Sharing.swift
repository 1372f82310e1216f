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

  /// Whether both have equal elements in the same order.
  ///
  /// Elements in the same storage count as equal and are not compared.
  ///
  /// - Complexity: O(*n*); nodes and parts of leaves that both share at the same position cost nothing.
  @inlinable package func isEqual(to other: Rope, by areEqual: (Element, Element) -> Bool) -> Bool {
    if count != other.count { return false }
    var (one, two) = (Cursor(self), Cursor(other))
    // What is left of the leaves that were passed last.
    var (oldLeaf, newLeaf): (ArraySlice<Element>, ArraySlice<Element>) = ([], [])
    while true {
      if oldLeaf.isEmpty, newLeaf.isEmpty, let left = one.next, let right = two.next {
        if left.isIdentical(to: right) {
          one.skip()
          two.skip()
          continue
        }
        let (leftHeight, rightHeight) = (left.height, right.height)
        if leftHeight > 0 || rightHeight > 0 {
          if leftHeight >= rightHeight { one.descend() }
          if rightHeight >= leftHeight { two.descend() }
          continue
        }
      }
      if oldLeaf.isEmpty {
        guard let leaf = one.nextLeaf() else { return true }
        oldLeaf = leaf
      }
      if newLeaf.isEmpty, let leaf = two.nextLeaf() { newLeaf = leaf }
      let common = Swift.min(oldLeaf.count, newLeaf.count)
      if address(of: oldLeaf) != address(of: newLeaf) {
        let (left, right) = (oldLeaf.prefix(common), newLeaf.prefix(common))
        if !left.elementsEqual(right, by: areEqual) { return false }
      }
      oldLeaf = oldLeaf.dropFirst(common)
      newLeaf = newLeaf.dropFirst(common)
    }
  }

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
