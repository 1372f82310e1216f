public import LiveTables

/// Methods that replace the tree, keep the rows of shared nodes, and recreate the other rows. A diff of the two tables
/// finds which of the recreated rows are unchanged.
extension Outline {
  @inlinable mutating func follow(_ new: Tree<Value>) {
    let old = nodes
    nodes = new
    var place = Place()
    let segments = SharedNodes.segments(
      old.shape, new.shape, values: old.values.runs(sharedWith: new.values), count: (old.count, new.count))
    for segment in segments {
      forget(old, place.old..<segment.old)
      redraw(&place, oldCount: segment.old - place.old, newCount: segment.new - place.new)
      let end = segment.new + segment.count
      while place.new < end {
        // The nodes of a segment keep their visibility unless their ancestors have changed it.
        let depth = new.shape.depth(at: place.new)
        let group = new.shape.endOfGroup(from: place.new, depth: depth, before: end) - place.new
        let isHidden = cover(at: place.new).map { depth > $0.depth } ?? false
        if marks[place.new] != isHidden {
          place.advance(group, group)
        } else {
          redraw(&place, oldCount: group, newCount: group)
        }
      }
    }
    forget(old, place.old..<old.count)
    redraw(&place, oldCount: old.count - place.old, newCount: new.count - place.new)
  }

  /// The position up to which the marks and the table match the new tree.
  ///
  /// The rest still matches the old tree.
  @usableFromInline struct Place {
    @usableFromInline var old = 0
    @usableFromInline var new = 0
    @inlinable init() {}

    @inlinable mutating func advance(_ old: Int, _ new: Int) {
      self.old += old
      self.new += new
    }
  }

  @inlinable mutating func redraw(_ place: inout Place, oldCount: Int, newCount: Int) {
    if oldCount == 0, newCount == 0 { return }
    let drawing = draw(place.new..<place.new + newCount, under: cover(at: place.new))
    let range = place.new..<place.new + oldCount
    replaceRows(marks.rows(in: range), with: drawing.rows)
    marks.replace(range, count: newCount, shown: drawing.positions)
    place.advance(oldCount, newCount)
  }

  /// Returns the last visible node before a position if its descendants are hidden.
  ///
  /// All nodes between the returned node and the position are its descendants, so only this node can hide the node at
  /// the position.
  @inlinable func cover(at position: Int) -> Cover? {
    let row = marks.rows(in: position..<position).lowerBound
    if row == 0 { return nil }
    let last = marks.position(ofRow: row - 1)
    return isExpanded(tree.values[last].identity) ? nil : Cover(position: last, depth: tree.shape.depth(at: last))
  }

  /// Discards the expanded state of nodes that have been deleted.
  @inlinable mutating func forget(_ old: Tree<Value>, _ range: Range<Int>) {
    for leaf in old.values.leaves(in: range) {
      for value in leaf {
        let id = value.identity
        if isExpanded(id), !tree.contains(id) { expanded.set(id, false) }
      }
    }
  }
}

/// The nodes that two trees share, found by comparing the storage of values and shape.
@usableFromInline enum SharedNodes {
  /// Returns the runs of nodes whose storage is shared at the same depth, so that their rows are the same.
  ///
  /// The last node of each run is omitted, because it may have gained or lost children.
  @usableFromInline static func segments(
    _ old: TreeShape, _ new: TreeShape, values: [Run], count: (old: Int, new: Int)
  ) -> [TreeSegment] {
    let steps = old.rope.runs(sharedWith: new.rope)
    var segments: [TreeSegment] = []
    var (one, two) = (0, 0)
    while one < values.count, two < steps.count {
      let (left, right) = (values[one], steps[two])
      let start = max(left.old, right.old)
      let end = min(left.old + left.count, right.old + right.count)
      if start < end, left.new - left.old == right.new - right.old {
        var segment = TreeSegment(old: Int(start), new: Int(start + left.new - left.old), count: Int(end - start))
        let isEnd = segment.old + segment.count == count.old && segment.new + segment.count == count.new
        if !isEnd { segment.count -= 1 }
        if segment.count > 0, old.depth(at: segment.old) == new.depth(at: segment.new) { segments.append(segment) }
      }
      if left.old + left.count <= right.old + right.count { one += 1 } else { two += 1 }
    }
    return segments
  }
}

extension TreeShape {
  /// Returns the end of a run of nodes that are at least as deep as the first node.
  @usableFromInline func endOfGroup(from position: Int, depth: Int, before limit: Int) -> Int {
    depth == 0 ? limit : min(limit, first(from: position + 1, depthAtMost: depth - 1) ?? limit)
  }
}
