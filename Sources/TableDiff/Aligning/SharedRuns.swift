/// The elements of any type that a walk along two ropes has found in both ropes.
@usableFromInline package struct SharedRuns {
  /// The number of leaves that may be pending on one side.
  private static let patience = 32

  private let stride: Int
  /// The shared runs that the walk has found, in ascending order on both sides.
  @usableFromInline package private(set) var runs: [Run] = []
  @usableFromInline package private(set) var end = (old: 0, new: 0)
  /// The leaves, or ends of leaves, that the walk has passed but not yet found on the other side.
  private var olds: [Segment] = []
  private var news: [Segment] = []

  @usableFromInline package init(stride: Int) { self.stride = stride }

  @usableFromInline package var place: (old: Int, new: Int) {
    (olds.first.map { Int($0.position) } ?? end.old, news.first.map { Int($0.position) } ?? end.new)
  }

  /// The next action of a walk along two ropes.
  @usableFromInline package enum Action {
    /// Descend into the higher of the next nodes, or into both.
    case descend
    case passOld
    case passNew
    case finish
    case giveUp
  }

  /// Returns the next action if the next nodes are not identical.
  ///
  /// - Parameter heights: The heights of the nodes: 0 for a leaf, or -1 at the end.
  @usableFromInline package func next(_ heights: (old: Int, new: Int)) -> Action {
    if heights.old < 0 && (olds.isEmpty || heights.new < 0) || heights.new < 0 && news.isEmpty { return .finish }
    if olds.isEmpty, news.isEmpty, min(heights.old, heights.new) >= 0, max(heights.old, heights.new) > 0 {
      return .descend
    }
    if max(olds.count, news.count) > Self.patience { return .giveUp }
    return heights.new < 0 || heights.old >= 0 && olds.count <= news.count ? .passOld : .passNew
  }

  @usableFromInline package mutating func passBoth(_ count: Int) {
    append(Int32(end.old), Int32(end.new), count)
    olds.removeAll(keepingCapacity: true)
    news.removeAll(keepingCapacity: true)
    end.old += count
    end.new += count
  }

  @usableFromInline package mutating func passOld(_ leaf: Segment) {
    end.old += leaf.count
    var rest = leaf
    while let (old, new, count) = Self.match(&rest, &news, stride: stride) {
      append(old, new, count)
      olds.removeAll(keepingCapacity: true)
    }
    if rest.count > 0 { olds.append(rest) }
  }

  @usableFromInline package mutating func passNew(_ leaf: Segment) {
    end.new += leaf.count
    var rest = leaf
    while let (new, old, count) = Self.match(&rest, &olds, stride: stride) {
      append(old, new, count)
      news.removeAll(keepingCapacity: true)
    }
    if rest.count > 0 { news.append(rest) }
  }

  /// Finds the first pending segment in the same memory, and drops all segments up to its end.
  private static func match(
    _ leaf: inout Segment, _ waiting: inout [Segment], stride: Int
  ) -> (position: Int32, waiting: Int32, count: Int)? {
    var first = 0
    while first < waiting.count, waiting[first].count(in: leaf, stride: stride) == 0 { first += 1 }
    if first == waiting.count { return nil }
    waiting.removeFirst(first)
    let count = waiting[0].count(in: leaf, stride: stride)
    let start = max(leaf.start, waiting[0].start)
    leaf.dropFirst((start - leaf.start) / stride, stride: stride)
    waiting[0].dropFirst((start - waiting[0].start) / stride, stride: stride)
    defer {
      leaf.dropFirst(count, stride: stride)
      waiting[0].dropFirst(count, stride: stride)
      if waiting[0].count == 0 { waiting.removeFirst() }
    }
    return (leaf.position, waiting[0].position, count)
  }

  private mutating func append(_ old: Int32, _ new: Int32, _ count: Int) {
    if count == 0 { return }
    if let last = runs.last, last.old + last.count == old, last.new + last.count == new {
      runs[runs.count - 1].count += Int32(count)
    } else {
      runs.append(Run(old: old, new: new, count: Int32(count), isShared: true))
    }
  }
}

extension SharedRuns {
  /// Returns the runs of elements that both lists store in the same memory, keeping as many as possible in order.
  @usableFromInline package static func runs(_ old: [Segment], _ new: [Segment], stride: Int) -> [Run] {
    var pieces = old.sorted { $0.start }
    // Pieces overlap if an array was adopted more than once. Only the first of these pieces is kept.
    var end: UnsafeRawPointer?
    pieces.removeAll { piece in
      if let end, piece.start < end { return true }
      end = piece.endInMemory(stride: stride)
      return false
    }
    var matches: [Run] = []
    var isAscending = true
    for leaf in new {
      var next = pieces.partitioningIndex { $0.endInMemory(stride: stride) > leaf.start }
      while next < pieces.count, pieces[next].start < leaf.endInMemory(stride: stride) {
        let piece = pieces[next]
        let start = max(leaf.start, piece.start)
        let run = Run(
          old: piece.position + Int32((start - piece.start) / stride),
          new: leaf.position + Int32((start - leaf.start) / stride),
          count: Int32(piece.count(in: leaf, stride: stride)), isShared: true)
        if let last = matches.last, last.old + last.count > run.old { isAscending = false }
        matches.append(run)
        next += 1
      }
    }
    return isAscending ? matches : Ordering.heaviest(of: matches)
  }
}

extension Segment {
  fileprivate func endInMemory(stride: Int) -> UnsafeRawPointer { start + count &* stride }

  fileprivate func count(in other: Segment, stride: Int) -> Int {
    let end = min(endInMemory(stride: stride), other.endInMemory(stride: stride))
    return max(0, end - max(start, other.start)) / stride
  }
}
