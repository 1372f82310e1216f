/// Finds the minimum number of moves that bring paired elements into their new order.
@usableFromInline package enum Ordering {
  /// Calls `body` with every pair that has to move, in ascending order on the new side.
  ///
  /// - Parameters:
  ///   - runs: Runs of pairs, in ascending order on both sides.
  ///   - loose: Pairs that belong to no run, in ascending order on the new side.
  ///   - reserve: A closure that is called once before `body`, with the number of moves.
  /// - Complexity: O(*k* log *k*) if *k*, the number of runs and loose pairs, is small compared with the number of
  ///   elements, otherwise O(*k* log *l* + *n*) for *n* elements, of which *l* stay.
  @inline(__always)
  static func forEachMove(
    runs: ArraySlice<Run>, loose: [Pair], reserve: (Int) -> Void = { _ in }, _ body: (Pair) -> Void
  ) {
    if loose.isEmpty { return }
    let bounds = Bounds(of: loose)
    let runs = relevant(runs, bounds)
    let (kept, moves) = kept(runs, loose, bounds)
    reserve(moves)
    var index = 0
    forEachBlock(runs, loose) { block in
      // A loop over a range takes several times as long in debug builds.
      var offset = kept[index]
      while offset < block.count {
        body(Pair(old: block.old + offset, new: block.new + offset))
        offset += 1
      }
      index += 1
    }
  }

  /// Returns the number of elements at the front of each block that stay in place, and the total number of moves.
  private static func kept(
    _ runs: ArraySlice<Run>, _ loose: [Pair], _ bounds: Bounds
  ) -> (counts: [Int32], moves: Int) {
    let elements = runs.reduce(loose.count) { $0 + Int($1.count) }
    let blockCount = runs.count + loose.count
    if elements > blockCount * 16 {
      var blocks: [Run] = []
      blocks.reserveCapacity(blockCount)
      forEachBlock(runs, loose) { blocks.append($0) }
      let isKept = HeaviestIncreasing.subsequence(of: blocks.map(\.old), weights: blocks.map(\.count))
      let counts = blocks.indices.map { isKept[$0] ? blocks[$0].count : 0 }
      return (counts, counts.reduce(elements) { $0 - Int($1) })
    }
    let least = runs.first.map { min($0.old, bounds.least.old) } ?? bounds.least.old
    let end = max(bounds.greatest.old + 1, runs.last.map { $0.old + $0.count } ?? 0)
    var longest = LongestIncreasing(capacity: blockCount, values: Int(least)..<Int(end))
    forEachBlock(runs, loose) { longest.append($0.old, count: Int($0.count)) }
    let (counts, total) = longest.finish()
    return (counts, elements - total)
  }

  /// Returns runs that ascend on both sides and together contain as many elements as possible.
  ///
  /// - Parameter runs: Runs of shared storage, ascending on the new side. If runs overlap on either side, only one of
  ///   them is kept.
  @usableFromInline package static func heaviest(of runs: [Run]) -> [Run] {
    let order = runs.indices.sorted { Int64(high: runs[$0].old, low: UInt32(bitPattern: runs[$0].new)) }
    var ranks = [Int32](repeating: 0, count: runs.count)
    for (rank, index) in order.enumerated() { ranks[index] = Int32(rank) }
    let isKept = HeaviestIncreasing.subsequence(of: ranks, weights: runs.map(\.count))
    var kept: [Run] = []
    for (index, run) in runs.enumerated() where isKept[index] {
      if let last = kept.last, last.old + last.count > run.old || last.new + last.count > run.new { continue }
      kept.append(run)
    }
    return kept
  }

  /// Returns the runs, excluding those that never move because they precede or follow all loose pairs on both sides.
  private static func relevant(_ runs: ArraySlice<Run>, _ bounds: Bounds) -> ArraySlice<Run> {
    let (least, greatest) = (bounds.least, bounds.greatest)
    var (low, high) = (runs.startIndex, runs.endIndex)
    while low < high, runs[low].old < least.old, runs[low].new < least.new { low += 1 }
    while low < high, runs[high - 1].old > greatest.old, runs[high - 1].new > greatest.new { high -= 1 }
    return runs[low..<high]
  }

  /// The first and last positions, on either side, of the loose pairs, of which there is at least one.
  private struct Bounds {
    var least: Pair
    var greatest: Pair

    init(of loose: [Pair]) {
      (least, greatest) = (loose[0], loose[loose.count - 1])
      var number = 0
      while number < loose.count {
        let old = loose[number].old
        if old < least.old { least.old = old }
        if old > greatest.old { greatest.old = old }
        number += 1
      }
    }
  }

  @inline(__always)
  private static func forEachBlock(_ runs: ArraySlice<Run>, _ loose: [Pair], _ body: (Run) -> Void) {
    var next = runs.startIndex
    // A loop over the elements takes several times as long in debug builds.
    var number = 0
    while number < loose.count {
      let pair = loose[number]
      number += 1
      while next < runs.endIndex, runs[next].new < pair.new {
        body(runs[next])
        next += 1
      }
      body(Run(old: pair.old, new: pair.new, count: 1, isShared: false))
    }
    for run in runs[next...] { body(run) }
  }
}
