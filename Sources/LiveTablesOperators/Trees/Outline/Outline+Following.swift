public import LiveTables

/// Another tree takes the place of the one before. What both share keeps its rows; the rest is drawn again, and the
/// difference of the two tables, which share what was kept, finds out what of that is the same after all.
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
        // The nodes of a segment are shown as before unless what is above them is not.
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

  /// How far the marks and the table are those of the tree after; from there on they are those of the tree before.
  @usableFromInline struct Place {
    @usableFromInline var old = 0
    @usableFromInline var new = 0
    @inlinable init() {}

    @inlinable mutating func advance(_ old: Int, _ new: Int) {
      self.old += old
      self.new += new
    }
  }

  /// Draws nodes of the tree after in the place of nodes of the tree before.
  @inlinable mutating func redraw(_ place: inout Place, oldCount: Int, newCount: Int) {
    if oldCount == 0, newCount == 0 { return }
    let drawing = draw(place.new..<place.new + newCount, under: cover(at: place.new))
    let range = place.new..<place.new + oldCount
    replaceRows(marks.rows(in: range), with: drawing.rows)
    marks.replace(range, count: newCount, shown: drawing.positions)
    place.advance(oldCount, newCount)
  }

  /// The last node before a position that has a row, if nothing under it is shown.
  ///
  /// Whatever lies between the two is under it; so it is what hides the node at the position, if anything does.
  @inlinable func cover(at position: Int) -> Cover? {
    let row = marks.rows(in: position..<position).lowerBound
    if row == 0 { return nil }
    let last = marks.position(ofRow: row - 1)
    return isExpanded(tree.values[last].identity) ? nil : Cover(position: last, depth: tree.shape.depth(at: last))
  }

  /// Forgets which of some nodes of the tree before are expanded, if they are gone.
  @inlinable mutating func forget(_ old: Tree<Value>, _ range: Range<Int>) {
    for leaf in old.values.leaves(in: range) {
      for value in leaf {
        let id = value.identity
        if isExpanded(id), !tree.contains(id) { expanded.set(id, false) }
      }
    }
  }
}

/// What two trees share, values and shape.
@usableFromInline enum SharedNodes {
  /// Stretches of nodes that are the same storage in both trees, at the same depth, and whose rows are the same if they
  /// are shown: the last node of a stretch is left out, because it may have got children, or lost them.
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
  /// The end of a stretch of nodes none of which is less deep than the first.
  @usableFromInline func endOfGroup(from position: Int, depth: Int, before limit: Int) -> Int {
    depth == 0 ? limit : min(limit, first(from: position + 1, .atMost(depth - 1)) ?? limit)
  }
}
