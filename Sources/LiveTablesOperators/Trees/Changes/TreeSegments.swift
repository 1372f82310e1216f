import LiveTables

/// A run of nodes that are adjacent in both trees, with the same depth changes between them.
@usableFromInline struct TreeSegment: Sendable {
  @usableFromInline var old: Int
  @usableFromInline var new: Int
  @usableFromInline var count: Int
}

/// The correspondence between the nodes of two trees.
@usableFromInline struct TreeSegments: Sendable {
  let all: [TreeSegment]
  let byOld: [TreeSegment]

  init(_ segments: [TreeSegment] = []) {
    all = segments.sorted { $0.new < $1.new }
    byOld = segments.sorted { $0.old < $1.old }
  }

  /// Returns the new position of an old node, or `nil` if the node was deleted.
  ///
  /// - Complexity: O(log *k*).
  func new(ofOld position: Int) -> Int? {
    let segment = Self.last(in: byOld) { $0.old <= position }
    guard let segment, position < segment.old + segment.count else { return nil }
    return segment.new + position - segment.old
  }

  /// Returns the old position of a new node, or `nil` if the node was inserted.
  ///
  /// - Complexity: O(log *k*).
  func old(ofNew position: Int) -> Int? {
    let segment = Self.last(in: all) { $0.new <= position }
    guard let segment, position < segment.new + segment.count else { return nil }
    return segment.old + position - segment.new
  }

  /// Returns the first new position in a range for which there is an old position.
  func firstKept(from position: Int, before limit: Int) -> Int {
    if old(ofNew: position) != nil { return position }
    let next = all.partitioningIndex { $0.new >= position }
    return next < all.count ? min(all[next].new, limit) : limit
  }

  /// Returns the ranges of one tree that belong to no segment.
  ///
  /// Ranges may be empty.
  static func gaps(between stretches: some Sequence<(start: Int, count: Int)>, upTo end: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var position = 0
    for (start, count) in stretches {
      gaps.append(position..<start)
      position = start + count
    }
    return gaps + [position..<end]
  }

  private static func last(in list: [TreeSegment], where isBefore: (TreeSegment) -> Bool) -> TreeSegment? {
    let next = list.partitioningIndex { !isBefore($0) }
    return next == 0 ? nil : list[next - 1]
  }
}

extension TreeSegments {
  /// Creates the segments of two trees from an alignment, and from the pairs among nodes that the alignment left over.
  ///
  /// - Complexity: O(*k* log *k*) for *k* segments, plus the cost of visiting each node whose storage is not shared.
  init(_ alignment: Alignment, _ matching: Matching, old: TreeShape, new: TreeShape) {
    var segments: [TreeSegment] = []
    let shared = old.rope.runs(sharedWith: new.rope)
    for run in alignment.runs {
      var segment = TreeSegment(old: Int(run.old), new: Int(run.new), count: 1)
      let end = segment.old + Int(run.count)
      while segment.old + segment.count < end {
        let position = segment.old + segment.count
        var stop = end
        if let known = shared[shared.partitioningIndex { Int($0.old + $0.count) > position }...].first {
          if Int(known.old) > position {
            stop = min(Int(known.old), end)
          } else if known.new - known.old == run.new - run.old {
            segment.count = min(Int(known.old + known.count), end) - segment.old
            continue
          } else {
            stop = min(Int(known.old + known.count), end)
          }
        }
        let start = position + Int(run.new - run.old)
        let ones = old.depthChanges(in: position..<stop)
        let twos = new.depthChanges(in: start..<start + ones.count)
        for offset in ones.indices {
          if ones[offset] == twos[offset] {
            segment.count += 1
          } else {
            segments.append(segment)
            segment = TreeSegment(old: position + offset, new: start + offset, count: 1)
          }
        }
      }
      segments.append(segment)
    }
    var last: TreeSegment?
    for (number, match) in matching.pairs.enumerated() where match >= 0 {
      let pair = (old: Int(alignment.oldLeft[Int(match)]), new: Int(alignment.newLeft[number]))
      if var segment = last, segment.old + segment.count == pair.old, segment.new + segment.count == pair.new,
        old.rope[pair.old].depthChange == new.rope[pair.new].depthChange
      {
        segment.count += 1
        last = segment
      } else {
        if let last { segments.append(last) }
        last = TreeSegment(old: pair.old, new: pair.new, count: 1)
      }
    }
    if let last { segments.append(last) }
    self.init(segments)
  }
}
