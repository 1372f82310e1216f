public import LiveTables

extension Outline {
  /// A range of rows, and their nodes.
  @usableFromInline struct Drawing {
    @usableFromInline var rows: [OutlineRow<Value>] = []
    @usableFromInline var positions: [Int] = []
    @inlinable init() {}
  }

  /// A node whose descendants are all hidden.
  @usableFromInline struct Cover {
    @usableFromInline let position: Int
    @usableFromInline let depth: Int
    @inlinable init(position: Int, depth: Int) {
      self.position = position
      self.depth = depth
    }
  }

  /// The number of nodes to visit before checking whether the rest can be skipped.
  @inlinable static var stretch: Int { 256 }

  /// Returns the rows for a range of nodes.
  ///
  /// - Parameter cover: The ancestor that hides the first node, if any.
  /// - Complexity: O(*k* log *n*) for *k* rows, or less if they are close together.
  @inlinable func draw(_ range: Range<Int>, under cover: Cover?) -> Drawing {
    var drawing = Drawing()
    var cover = cover
    var start = range.lowerBound
    while start < range.upperBound {
      let end = Swift.min(start + Self.stretch, range.upperBound)
      // One additional step shows whether the last node has children.
      let depthChanges = tree.shape.depthChanges(in: start..<Swift.min(end + 1, tree.count))
      var depth = tree.shape.depth(at: start - 1)
      var offset = 0
      for leaf in tree.values.leaves(in: start..<end) {
        for value in leaf {
          depth += Int(depthChanges[offset])
          offset += 1
          if let above = cover, depth > above.depth { continue }
          let isExpandable = offset < depthChanges.count && depthChanges[offset] == 1
          let isOpen = isExpandable && isExpanded(value.identity)
          cover = isOpen ? nil : Cover(position: start + offset - 1, depth: depth)
          drawing.rows.append(OutlineRow(value, depth: depth, isExpandable: isExpandable, isExpanded: isOpen))
          drawing.positions.append(start + offset - 1)
        }
      }
      start = end
      if let cover, start < range.upperBound { start = Swift.max(start, tree.shape.end(of: cover.position)) }
    }
    return drawing
  }

  @inlinable mutating func replaceRows(_ range: Range<Int>, with new: [OutlineRow<Value>]) {
    if range.isEmpty, new.isEmpty { return }
    rows.edit(0) { $0.rope.replace(range, with: new) }
  }

  /// Updates the rows of a node and its descendants, if the node is visible.
  @inlinable mutating func redraw(under position: Int) {
    guard marks[position] else { return }
    let range = position..<tree.shape.end(of: position)
    let old = marks.rows(in: range)
    let drawing = draw(range, under: nil)
    marks.set(marks.shownPositions(in: range), isShown: false)
    marks.set(drawing.positions, isShown: true)
    replaceRows(old, with: drawing.rows)
  }

  @inlinable mutating func redrawAll() {
    let drawing = draw(0..<tree.count, under: nil)
    marks = OutlineMarks()
    marks.replace(0..<0, count: tree.count, shown: drawing.positions)
    rows = TableSnapshot(rows: drawing.rows)
  }

  @inlinable mutating func setAll(in range: Range<Int>, isExpanded: Bool) {
    let depthChanges = tree.shape.depthChanges(in: range)
    for (offset, value) in tree.values.leaves(in: range).joined().enumerated() {
      let hasChildren = offset + 1 < depthChanges.count && depthChanges[offset + 1] == 1
      if hasChildren || !isExpanded { expanded.set(value.identity, isExpanded) }
    }
  }
}
