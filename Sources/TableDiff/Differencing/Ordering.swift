/// Finds the fewest moves that bring paired elements into their new order.
@usableFromInline enum Ordering {
  /// Calls `body` with every pair that has to move, ascending on the new side.
  ///
  /// - Parameters:
  ///   - runs: Pairs in order, ascending on both sides.
  ///   - loose: Pairs in any order on the old side, ascending on the new one, that are in no run.
  /// - Complexity: O(*k* log *k*) where *k*, the number of runs and loose pairs, is small beside the number of elements
  ///   that they hold; else O(*n* log *n*) for *n* elements, and O(*n*) where few are out of order.
  static func forEachMove(runs: ArraySlice<Run>, loose: [Pair], _ body: (Pair) -> Void) {
    if loose.isEmpty { return }
    let runs = relevant(runs, loose)
    let elements = runs.reduce(loose.count) { $0 + Int($1.count) }
    if elements > (runs.count + loose.count) * 16 {
      var blocks: [Run] = []
      blocks.reserveCapacity(runs.count + loose.count)
      forEachBlock(runs, loose) { blocks.append($0) }
      let isKept = IncreasingSubsequence.heaviest(of: blocks.map(\.old), weights: blocks.map(\.count))
      for (index, block) in blocks.enumerated() where !isKept[index] {
        for offset in 0..<block.count { body(Pair(old: block.old + offset, new: block.new + offset)) }
      }
    } else {
      var values: [Int32] = []
      values.reserveCapacity(elements)
      forEachBlock(runs, loose) { block in
        for offset in 0..<block.count { values.append(block.old + offset) }
      }
      let isKept = IncreasingSubsequence.longest(of: values)
      var index = 0
      forEachBlock(runs, loose) { block in
        for offset in 0..<block.count {
          if !isKept[index] { body(Pair(old: block.old + offset, new: block.new + offset)) }
          index += 1
        }
      }
    }
  }

  /// Runs that are ascending on both sides and hold as many elements as possible.
  ///
  /// - Parameter runs: Runs of storage, ascending on the new side. One that stands twice on either side is kept once.
  @usableFromInline static func heaviest(of runs: [Run]) -> [Run] {
    let order = runs.indices.sorted { (runs[$0].old, runs[$0].new) < (runs[$1].old, runs[$1].new) }
    var ranks = [Int32](repeating: 0, count: runs.count)
    for (rank, index) in order.enumerated() { ranks[index] = Int32(rank) }
    let isKept = IncreasingSubsequence.heaviest(of: ranks, weights: runs.map(\.count))
    var kept: [Run] = []
    for (index, run) in runs.enumerated() where isKept[index] {
      if let last = kept.last, last.old + last.count > run.old || last.new + last.count > run.new { continue }
      kept.append(run)
    }
    return kept
  }

  /// Runs before or after all loose pairs on both sides stay where they are in any case.
  private static func relevant(_ runs: ArraySlice<Run>, _ loose: [Pair]) -> ArraySlice<Run> {
    var (oldLow, oldHigh) = (Int32.max, Int32.min)
    for pair in loose {
      oldLow = min(oldLow, pair.old)
      oldHigh = max(oldHigh, pair.old)
    }
    let (newLow, newHigh) = (loose[0].new, loose[loose.count - 1].new)
    var runs = runs
    while let run = runs.first, run.old < oldLow, run.new < newLow, run.old + run.count <= oldLow,
      run.new + run.count <= newLow
    {
      runs.removeFirst()
    }
    while let run = runs.last, run.old > oldHigh, run.new > newHigh { runs.removeLast() }
    return runs
  }

  /// Runs and loose pairs in the new order.
  @inline(__always)
  private static func forEachBlock(_ runs: ArraySlice<Run>, _ loose: [Pair], _ body: (Run) -> Void) {
    var next = runs.startIndex
    for pair in loose {
      while next < runs.endIndex, runs[next].new < pair.new {
        body(runs[next])
        next += 1
      }
      body(Run(old: pair.old, new: pair.new, count: 1, isShared: false))
    }
    for run in runs[next...] { body(run) }
  }
}
