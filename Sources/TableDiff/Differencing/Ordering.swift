/// Finds the fewest moves that bring paired elements into their new order.
enum Ordering {
  /// The pairs that have to move.
  ///
  /// - Parameters:
  ///   - runs: Pairs in order, ascending on both sides.
  ///   - loose: Pairs in any order on the old side, ascending on the new one, that are in no run.
  /// - Complexity: O(*k* log *k*) where *k*, the number of runs and loose pairs, is small beside the number of elements
  ///   that they hold; else O(*n* log *n*) for *n* elements, and O(*n*) where few are out of order.
  static func moves(runs: ArraySlice<Run>, loose: [Pair]) -> [Pair] {
    if loose.isEmpty { return [] }
    let blocks = merged(relevant(runs, loose), loose)
    let elements = blocks.reduce(0) { $0 + Int($1.count) }
    var moves: [Pair] = []
    if elements > blocks.count * 16 {
      let isKept = IncreasingSubsequence.heaviest(of: blocks.map(\.old), weights: blocks.map(\.count))
      for (index, block) in blocks.enumerated() where !isKept[index] {
        for offset in 0..<block.count { moves.append(Pair(old: block.old + offset, new: block.new + offset)) }
      }
    } else {
      var values: [Int32] = []
      values.reserveCapacity(elements)
      for block in blocks { for offset in 0..<block.count { values.append(block.old + offset) } }
      let isKept = IncreasingSubsequence.longest(of: values)
      var index = 0
      for block in blocks {
        for offset in 0..<block.count {
          if !isKept[index] { moves.append(Pair(old: block.old + offset, new: block.new + offset)) }
          index += 1
        }
      }
    }
    return moves
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

  /// Runs and loose pairs in the new order, as blocks.
  private static func merged(_ runs: ArraySlice<Run>, _ loose: [Pair]) -> [Run] {
    var blocks: [Run] = []
    blocks.reserveCapacity(runs.count + loose.count)
    var next = runs.startIndex
    for pair in loose {
      while next < runs.endIndex, runs[next].new < pair.new {
        blocks.append(runs[next])
        next += 1
      }
      blocks.append(Run(old: pair.old, new: pair.new, count: 1, isShared: false))
    }
    blocks += runs[next...]
    return blocks
  }
}
