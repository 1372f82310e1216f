/// A stretch of memory that holds elements, and the position of the first of them.
@usableFromInline package struct Stretch {
  @usableFromInline package var start: UInt
  @usableFromInline package var end: UInt
  @usableFromInline package var position: Int

  @inlinable package init<Element>(_ leaf: ArraySlice<Element>, at position: Int) {
    start = address(of: leaf)
    end = start + UInt(bitPattern: leaf.count * MemoryLayout<Element>.stride)
    self.position = position
  }

  @inlinable package func overlaps(_ other: Stretch) -> Bool { start < other.end && other.start < end }

  /// Drops the elements below an address.
  @inlinable package mutating func drop(below address: UInt, stride: Int) {
    position += Int(bitPattern: address - start) / stride
    start = address
  }
}

extension Rope {
  /// Finds what two ropes share by walking along both in step.
  ///
  /// Nodes that are the same are passed as wholes. Where leaves differ, they wait until one turns up on the other side
  /// that lies in the same memory; from there on both go in step again. So the cost is that of the places that differ,
  /// wherever they are.
  @usableFromInline package struct SharedWalk {
    /// How many leaves may wait on a side.
    @inlinable package static var patience: Int { 32 }

    @usableFromInline package var one: Cursor
    @usableFromInline package var two: Cursor
    /// The positions at which the cursors stand.
    @usableFromInline package var oldPosition = 0
    @usableFromInline package var newPosition = 0
    /// Passed leaves, or their ends, of which nothing was found on the other side yet.
    @usableFromInline package var ones: [Stretch] = []
    @usableFromInline package var twos: [Stretch] = []
    /// What was found.
    @usableFromInline package var runs: [Run] = []

    @inlinable package init(_ old: Rope, _ new: Rope) {
      one = Cursor(old)
      two = Cursor(new)
    }

    /// The positions from which on nothing was found.
    @inlinable package var place: (old: Int, new: Int) {
      (ones.first?.position ?? oldPosition, twos.first?.position ?? newPosition)
    }

    /// Walks to the end of both.
    ///
    /// - Returns: Whether it came there, or too many leaves were waiting.
    @inlinable package mutating func finish() -> Bool {
      while true {
        skipIdentical()
        let (left, right) = (one.next, two.next)
        if left == nil && ones.isEmpty || right == nil && twos.isEmpty { return true }
        if left == nil && right == nil { return true }
        if ones.isEmpty, twos.isEmpty, let left, let right {
          let heights = (left.height, right.height)
          if heights.0 >= heights.1 { one.descend() }
          if heights.1 >= heights.0 { two.descend() }
          if Swift.max(heights.0, heights.1) > 0 { continue }
        }
        if ones.count > Self.patience || twos.count > Self.patience { return false }
        if right == nil || left != nil && ones.count <= twos.count { passOld() } else { passNew() }
      }
    }

    /// Passes nodes that are the same on both sides.
    @inlinable package mutating func skipIdentical() {
      while let left = one.next, let right = two.next, left.isIdentical(to: right) {
        var nodes = 1
        var elements = left.count
        if let (oldBranch, oldSlot) = one.way.last, let (newBranch, newSlot) = two.way.last {
          let end = Swift.min(oldBranch.children.count - oldSlot, newBranch.children.count - newSlot)
          while nodes < end, oldBranch.children[oldSlot + nodes].isIdentical(to: newBranch.children[newSlot + nodes]) {
            nodes += 1
          }
          elements = oldBranch.ends[oldSlot + nodes - 1] - (oldSlot == 0 ? 0 : oldBranch.ends[oldSlot - 1])
        }
        append(old: oldPosition, new: newPosition, count: elements)
        ones.removeAll(keepingCapacity: true)
        twos.removeAll(keepingCapacity: true)
        oldPosition += elements
        newPosition += elements
        one.skip(nodes)
        two.skip(nodes)
      }
    }

    @inlinable package mutating func passOld() {
      guard let leaf = one.nextLeaf() else { return }
      var rest = Stretch(leaf, at: oldPosition)
      oldPosition += leaf.count
      while let (old, new, count) = Self.match(&rest, &twos) {
        append(old: old, new: new, count: count)
        ones.removeAll(keepingCapacity: true)
      }
      if rest.start < rest.end { ones.append(rest) }
    }

    @inlinable package mutating func passNew() {
      guard let leaf = two.nextLeaf() else { return }
      var rest = Stretch(leaf, at: newPosition)
      newPosition += leaf.count
      while let (new, old, count) = Self.match(&rest, &ones) {
        append(old: old, new: new, count: count)
        twos.removeAll(keepingCapacity: true)
      }
      if rest.start < rest.end { twos.append(rest) }
    }

    /// Finds the first of the waiting stretches that lies in the same memory, and drops all up to the end of that.
    @inlinable package static func match(
      _ stretch: inout Stretch, _ waiting: inout [Stretch]
    ) -> (position: Int, waiting: Int, count: Int)? {
      guard let found = waiting.firstIndex(where: { $0.overlaps(stretch) }) else { return nil }
      let stride = MemoryLayout<Element>.stride
      let start = Swift.max(stretch.start, waiting[found].start)
      let end = Swift.min(stretch.end, waiting[found].end)
      waiting.removeFirst(found)
      waiting[0].drop(below: start, stride: stride)
      stretch.drop(below: start, stride: stride)
      let places = (stretch.position, waiting[0].position)
      waiting[0].drop(below: end, stride: stride)
      stretch.drop(below: end, stride: stride)
      if waiting[0].start == waiting[0].end { waiting.removeFirst() }
      return (places.0, places.1, Int(end - start) / stride)
    }

    @inlinable package mutating func append(old: Int, new: Int, count: Int) {
      if count == 0 { return }
      if let last = runs.last, Int(last.old + last.count) == old, Int(last.new + last.count) == new {
        runs[runs.count - 1].count += Int32(count)
      } else {
        runs.append(Run(old: Int32(old), new: Int32(new), count: Int32(count), isShared: true))
      }
    }
  }
}
