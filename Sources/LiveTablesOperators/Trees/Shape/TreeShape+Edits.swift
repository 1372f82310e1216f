import LiveTables

/// Edits to the shape, which return the changed labels, because the index finds nodes by label.
extension TreeShape {
  /// The upper bound of labels, which are positive.
  static var labelSpace: UInt64 { 1 << 62 }

  /// The labels that result from an insertion.
  @usableFromInline struct Labels {
    @usableFromInline var new: [UInt64] = []
    /// The existing nodes whose labels changed, as positions before the insertion.
    @usableFromInline var changedRange = 0..<0
    @usableFromInline var changedFrom: [UInt64] = []
    @usableFromInline var changedTo: [UInt64] = []
  }

  @usableFromInline func label(at position: Int) -> UInt64 { rope[position].label }

  @usableFromInline func labels(in range: Range<Int>) -> [UInt64] {
    rope.leaves(in: range).flatMap { $0.map(\.label) }
  }

  /// Returns the position of the node with a label, or `nil` if no node has this label.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline func position(ofLabel label: UInt64) -> Int? {
    let position = position(ofLabelAtLeast: label)
    return position < count && rope[position].label == label ? position : nil
  }

  /// Returns the position of the first node whose label is not less than the given one, or `count` if there is none.
  ///
  /// - Complexity: O(log *n*).
  func position(ofLabelAtLeast label: UInt64) -> Int {
    var node = rope.root
    var before = 0
    while true {
      switch node {
      case .leaf(let slice):
        return before + slice.partitioningIndex { $0.label >= label } - slice.startIndex
      case .branch(let branch):
        // The last child that starts with a lower label, or the first child.
        var slot = 0
        while slot + 1 < branch.children.count, branch.digests[slot + 1].firstLabel < label { slot += 1 }
        if slot > 0 { before += branch.ends[slot - 1] }
        node = branch.children[slot]
      }
    }
  }

  /// Inserts nodes before a position.
  ///
  /// - Parameters:
  ///   - depthChanges: The depth changes between nodes. The first depth change is ignored.
  /// - Complexity: O(log *n* + *m*) for *m* nodes, amortized. If there are no labels left between two nodes, the
  ///   surrounding nodes are relabeled.
  @usableFromInline mutating func insert(_ depthChanges: [Int32], at position: Int, depth: Int) -> Labels {
    if depthChanges.isEmpty { return Labels() }
    let labels = makeLabels(depthChanges.count, at: position)
    var entries = zip(labels.new, depthChanges).map { TreeEntry(label: $0, depthChange: $1) }
    let depthBefore = self.depth(at: position - 1)
    entries[0].depthChange = Int32(depth - depthBefore)
    if position < count {
      var next = rope[position]
      next.depthChange = Int32(
        depthBefore + Int(next.depthChange) - depth - depthChanges.dropFirst().reduce(0) { $0 + Int($1) })
      entries.append(next)
      replace(position..<position + 1, with: entries)
    } else {
      replace(position..<position, with: entries)
    }
    return labels
  }

  /// Removes a range of nodes that consists of whole subtrees.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline mutating func remove(_ range: Range<Int>) {
    if range.isEmpty { return }
    if range.upperBound < count {
      var next = rope[range.upperBound]
      next.depthChange = Int32(depth(at: range.upperBound) - depth(at: range.lowerBound - 1))
      replace(range.lowerBound..<range.upperBound + 1, with: [next])
    } else {
      replace(range, with: [])
    }
  }

  /// Replaces a range of entries, keeping leaves small enough to be searched.
  private mutating func replace(_ range: Range<Int>, with entries: [TreeEntry]) {
    if entries.count <= Storage.leafCapacity {
      rope.replace(range, with: entries)
    } else if entries.count > count / 8 {
      let all = rope.leaves(in: 0..<range.lowerBound) + [entries[...]] + rope.leaves(in: range.upperBound..<count)
      rope = Storage(copying: all.joined())
    } else {
      rope.replace(range, with: [])
      var start = 0
      while start < entries.count {
        let end = min(start + Storage.leafCapacity / 2, entries.count)
        let place = range.lowerBound + start
        rope.replace(place..<place, with: Array(entries[start..<end]))
        start = end
      }
    }
  }

  // MARK: - Labels

  /// Returns labels for new nodes at a position, after relabeling nodes if necessary.
  ///
  /// This method uses the list order of Bender, Cole, Demaine, Farach-Colton and Zito (2002). The smallest aligned
  /// range of labels that is sparse enough is relabeled evenly. The larger the range, the sparser it must be.
  private mutating func makeLabels(_ amount: Int, at position: Int) -> Labels {
    let before = position > 0 ? label(at: position - 1) : 0
    let after = position < count ? label(at: position) : Self.labelSpace
    if after - before > UInt64(amount) {
      let gap = (after - before) / UInt64(amount + 1)
      return Labels(new: (1...amount).map { before + gap * UInt64($0) })
    }
    var width: UInt64 = 1
    var allowed = 1.0
    while true {
      width *= 2
      allowed *= 2 / 1.3
      let low = before & ~(width - 1)
      let range = self.position(ofLabelAtLeast: low)..<self.position(ofLabelAtLeast: low + width)
      let total = range.count + amount
      if Double(total) < allowed || width >= Self.labelSpace {
        return spread(amount, at: position, over: range, from: low, gap: width / UInt64(total + 1))
      }
    }
  }

  private mutating func spread(
    _ amount: Int, at position: Int, over range: Range<Int>, from low: UInt64, gap: UInt64
  ) -> Labels {
    let entries = rope.leaves(in: range).flatMap { $0 }
    var labels = Labels()
    labels.changedRange = range
    labels.changedFrom = entries.map(\.label)
    let front = position - range.lowerBound
    func label(_ rank: Int) -> UInt64 { low + gap * UInt64(rank + 1) }
    labels.changedTo = entries.indices.map { label($0 < front ? $0 : $0 + amount) }
    labels.new = (front..<front + amount).map(label)
    replace(range, with: zip(entries, labels.changedTo).map { TreeEntry(label: $1, depthChange: $0.depthChange) })
    return labels
  }
}
