/// A run of consecutive elements that both sequences contain.
@usableFromInline package struct Run: Equatable {
  @usableFromInline package var old: Int32
  @usableFromInline package var new: Int32
  @usableFromInline package var count: Int32
  /// Whether both sides use the same storage, so that no element can differ.
  @usableFromInline package var isShared: Bool

  @inlinable package init(old: Int32, new: Int32, count: Int32, isShared: Bool) {
    self.old = old
    self.new = new
    self.count = count
    self.isShared = isShared
  }
}

/// Returns the address of the elements of a slice.
///
/// Addresses are only compared. Both ropes are alive, so equal addresses refer to the same storage.
@inlinable package func address<Element>(of slice: ArraySlice<Element>) -> UInt {
  slice.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}

extension Rope {
  /// Returns whether both ropes share the same storage.
  ///
  /// - Complexity: O(1).
  @inlinable package func isIdentical(to other: Rope) -> Bool { root.isIdentical(to: other.root) }

  /// Returns whether both ropes contain equal elements in the same order.
  ///
  /// Elements in shared storage are considered equal and are not compared.
  ///
  /// - Complexity: O(*n*), excluding nodes and parts of leaves that both ropes share at the same position.
  @inlinable package func isEqual(to other: Rope, by areEqual: (Element, Element) -> Bool) -> Bool {
    if count != other.count { return false }
    var (one, two) = (Cursor(self), Cursor(other))
    // The rest of the current leaves.
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

  /// Returns the runs of elements that both ropes share, in ascending order on both sides.
  ///
  /// Shared leaves that are in a different order are omitted.
  ///
  /// - Complexity: O(*k* log *n*) for *k* unshared leaves, if they are few or far apart, otherwise O(*m* log *m*) for
  ///   all *m* leaves after the first position at which many differ.
  @inlinable package func runs(sharedWith new: Rope) -> [Run] {
    var walk = SharedWalk(self, new)
    if walk.finish() { return walk.found.runs }
    // Leaves out of order are matched by address. The runs keep as many shared elements in order as possible; the other
    // elements are treated as unshared.
    let place = walk.found.place
    return walk.found.runs
      + SharedRuns.runs(
        segments(in: place.old..<count), new.segments(in: place.new..<new.count),
        stride: MemoryLayout<Element>.stride)
  }
}

extension Rope.Node {
  @inlinable package func isIdentical(to other: Rope.Node) -> Bool {
    switch (self, other) {
    case (.leaf(let one), .leaf(let two)): one.count == two.count && address(of: one) == address(of: two)
    case (.branch(let one), .branch(let two)): one === two
    default: false
    }
  }
}
