extension Rope {
  /// Finds the shared parts of two ropes by walking along both ropes simultaneously.
  ///
  /// The walk passes identical nodes as a whole. Leaves that differ are pending until a leaf with the same memory is
  /// found on the other side, where the walk continues. Therefore, the cost depends on the number of differences, but
  /// not on their positions.
  @usableFromInline package struct SharedWalk {
    @usableFromInline package var one: Cursor
    @usableFromInline package var two: Cursor
    @usableFromInline package var found = SharedRuns(stride: MemoryLayout<Element>.stride)

    @inlinable package init(_ old: Rope, _ new: Rope) {
      one = Cursor(old)
      two = Cursor(new)
    }

    /// Walks to the end of both ropes.
    ///
    /// - Returns: `true` if the walk reached the end, or `false` if too many leaves were pending.
    @inlinable package mutating func finish() -> Bool {
      while true {
        skipIdentical()
        let heights = (one.next?.height ?? -1, two.next?.height ?? -1)
        switch found.next(heights) {
        case .descend:
          if heights.0 >= heights.1 { one.descend() }
          if heights.1 >= heights.0 { two.descend() }
        case .passOld: if let leaf = one.nextLeaf() { found.passOld(Segment(leaf, at: found.end.old)) }
        case .passNew: if let leaf = two.nextLeaf() { found.passNew(Segment(leaf, at: found.end.new)) }
        case .finish: return true
        case .giveUp: return false
        }
      }
    }

    @inlinable package mutating func skipIdentical() {
      while let left = one.next, let right = two.next, left.isIdentical(to: right) {
        var nodes = 1
        var elements = left.count
        if let (oldBranch, oldSlot) = one.way.last, let (newBranch, newSlot) = two.way.last {
          let end = Swift.min(oldBranch.children.count - oldSlot, newBranch.children.count - newSlot)
          nodes =
            (1..<end).first {
              !oldBranch.children[oldSlot + $0].isIdentical(to: newBranch.children[newSlot + $0])
            } ?? end
          elements = oldBranch.ends[oldSlot + nodes - 1] - (oldSlot == 0 ? 0 : oldBranch.ends[oldSlot - 1])
        }
        found.passBoth(elements)
        one.skip(nodes)
        two.skip(nodes)
      }
    }
  }
}
