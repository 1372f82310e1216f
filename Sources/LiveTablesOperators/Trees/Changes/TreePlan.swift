public import LiveTables

/// The difference between two trees, stored as positions.
@usableFromInline struct TreePlan: Sendable {
  /// The old positions of deleted nodes, excluding nodes under other deleted nodes.
  @usableFromInline var deleted: [Int] = []
  /// The new positions of inserted nodes, excluding nodes under other inserted nodes.
  @usableFromInline var inserted: [Int] = []
  /// The moved nodes, in the order of their new positions.
  @usableFromInline var moved: [Pair] = []
  /// The nodes whose content has changed, in the order of their old positions.
  @usableFromInline var updated: [Pair] = []
  var segments = TreeSegments()

  @usableFromInline init() {}

  @usableFromInline init(_ alignment: Alignment, _ matching: Matching, old: TreeShape, new: TreeShape) {
    segments = TreeSegments(alignment, matching, old: old, new: new)
    var planner = TreePlanner(segments: segments, old: old, new: new)
    planner.run()
    deleted = planner.deleted
    inserted = planner.inserted
    moved = planner.moved.sorted { $0.new < $1.new }
    updated = alignment.updates
    for number in matching.changed {
      let match = Int(matching.pairs[Int(number)])
      updated.append(Pair(old: alignment.oldLeft[match], new: alignment.newLeft[Int(number)]))
    }
    updated.sort { $0.old < $1.old }
  }
}

/// Finds the fewest moves of subtrees, and the roots of inserted and deleted subtrees.
///
/// A node moves if its parent changes. Among the children that a parent keeps, the children in a heaviest increasing
/// subsequence are not moved. In a segment, only nodes whose parents are outside the segment can move. The depth of
/// these nodes is less than or equal to the depth of all earlier nodes in the segment. Nodes are collected by depth, so
/// that a long segment costs no more than a short segment.
struct TreePlanner {
  let segments: TreeSegments
  let old: TreeShape
  let new: TreeShape
  private(set) var deleted: [Int] = []
  private(set) var inserted: [Int] = []
  private(set) var moved: [Pair] = []
  /// The siblings that keep their parent, keyed by the parent's new position.
  private(set) var blocks: [Int: [Block]] = [:]

  /// Siblings that are adjacent in both trees.
  struct Block {
    var old: Int
    var new: Int
    var count: Int
    /// The number of subsequent nodes in the segment with the same or a greater depth.
    var length: Int
  }

  init(segments: TreeSegments, old: TreeShape, new: TreeShape) {
    self.segments = segments
    self.old = old
    self.new = new
  }

  mutating func run() {
    for segment in segments.all { place(segment) }
    for list in blocks.values where list.count > 1 { order(list) }
    let oldStretches = segments.byOld.lazy.map { (start: $0.old, count: $0.count) }
    for gap in TreeSegments.gaps(between: oldStretches, upTo: old.count) {
      Self.forEachGroup(in: gap, of: old) { group in
        let parent = old.parent(of: group.lowerBound)
        if parent < 0 || segments.new(ofOld: parent) != nil { deleted += Self.siblings(in: group, of: old) }
      }
    }
    let newStretches = segments.all.lazy.map { (start: $0.new, count: $0.count) }
    for gap in TreeSegments.gaps(between: newStretches, upTo: new.count) {
      Self.forEachGroup(in: gap, of: new) { group in
        let parent = new.parent(of: group.lowerBound)
        if parent < 0 || segments.old(ofNew: parent) != nil { inserted += Self.siblings(in: group, of: new) }
      }
    }
  }

  private mutating func place(_ segment: TreeSegment) {
    Self.forEachGroup(in: segment.old..<segment.old + segment.count, of: old) { group in
      let start = segment.new + group.lowerBound - segment.old
      let parents = (old: old.parent(of: group.lowerBound), new: new.parent(of: start))
      let isKept = parents.old < 0 ? parents.new < 0 : segments.new(ofOld: parents.old) == parents.new
      if isKept {
        let count = old.countNodes(in: group, atDepth: old.depth(at: group.lowerBound))
        blocks[parents.new, default: []].append(
          Block(old: group.lowerBound, new: start, count: count, length: group.count))
      } else {
        move(group, to: start)
      }
    }
  }

  private mutating func order(_ list: [Block]) {
    let isStaying = HeaviestIncreasing.subsequence(
      of: list.map { Int32($0.old) }, weights: list.map { Int32($0.count) })
    for (block, isStaying) in zip(list, isStaying) where !isStaying {
      move(block.old..<block.old + block.length, to: block.new)
    }
  }

  private mutating func move(_ group: Range<Int>, to start: Int) {
    for position in Self.siblings(in: group, of: old) {
      moved.append(Pair(old: Int32(position), new: Int32(start + position - group.lowerBound)))
    }
  }

  /// Calls `body` with each group of nodes in a range.
  ///
  /// A group consists of a node whose parent is outside the range, its later siblings in the range, and their
  /// descendants.
  private static func forEachGroup(in range: Range<Int>, of shape: TreeShape, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      let depth = shape.depth(at: start)
      let end = range.count == 1 || depth == 0 ? nil : shape.first(from: start + 1, depthAtMost: depth - 1)
      let group = start..<min(end ?? range.upperBound, range.upperBound)
      body(group)
      start = group.upperBound
    }
  }

  private static func siblings(in range: Range<Int>, of shape: TreeShape) -> [Int] {
    var found: [Int] = []
    var position = range.lowerBound
    while position < range.upperBound {
      found.append(position)
      position = shape.end(of: position)
    }
    return found
  }
}
