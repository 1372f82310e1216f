import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

struct OrderingTests {
  /// A permutation cut into ascending runs and loose pairs, as an alignment may leave it.
  private struct Paired {
    var runs: [Run] = []
    var loose: [Pair] = []
    var permutation: [Int] = []

    /// - Parameter runLength: The maximum length of a run.
    init(seed: Int, blocks: Int, runLength: Int) {
      var random = SeededGenerator(seed)
      // The length of each run, or 1 for a loose pair, in the order of the new side.
      var kinds = (0..<blocks).map { _ in
        Int.random(in: 0...2, using: &random) == 0 ? 1 : Int.random(in: 2...max(2, runLength), using: &random)
      }
      if runLength == 1 { kinds = kinds.map { _ in 1 } }
      let looseBlocks = kinds.indices.filter { kinds[$0] == 1 }
      // On the old side, runs keep their order, and loose pairs are anywhere.
      var order = kinds.indices.filter { kinds[$0] > 1 }
      for block in looseBlocks { order.insert(block, at: Int.random(in: 0...order.count, using: &random)) }
      var oldStart = [Int](repeating: 0, count: blocks)
      var next = 0
      for block in order {
        oldStart[block] = next
        next += kinds[block]
      }
      var new = 0
      for (block, count) in kinds.enumerated() {
        if count == 1 {
          loose.append(Pair(old: Int32(oldStart[block]), new: Int32(new)))
        } else {
          runs.append(Run(old: Int32(oldStart[block]), new: Int32(new), count: Int32(count), isShared: false))
        }
        permutation += (0..<count).map { oldStart[block] + $0 }
        new += count
      }
    }

    var moves: (announced: Int, pairs: [Pair]) {
      var announced = -1
      var pairs: [Pair] = []
      Ordering.forEachMove(
        runs: runs[...], loose: loose, reserve: { announced = $0 }, { pairs.append($0) })
      return (announced, pairs)
    }
  }

  private func check(_ paired: Paired, _ seed: Int) {
    let (announced, moves) = paired.moves
    let least = paired.permutation.count - longestIncreasing(paired.permutation)
    #expect(moves.count == least, "seed \(seed)")
    #expect(announced == moves.count || (announced == -1 && paired.loose.isEmpty), "seed \(seed)")
    let moved = Set(moves.map { Int($0.new) })
    #expect(moves.map(\.new) == moved.sorted().map { Int32($0) }, "seed \(seed): ascending on the new side")
    #expect(moves.allSatisfy { paired.permutation[Int($0.new)] == Int($0.old) }, "seed \(seed)")
    let stays = paired.permutation.indices.filter { !moved.contains($0) }.map { paired.permutation[$0] }
    #expect(stays == stays.sorted(), "seed \(seed): what stays is in order")
  }

  @Test func movesAreTheFewestAmongShortRunsAndLoosePairs() {
    for seed in 0..<2_000 { check(Paired(seed: seed, blocks: 1 + seed % 30, runLength: 1 + seed % 5), seed) }
  }

  @Test
  func movesAreTheFewestAmongRunsSoLongThatWholeBlocksAreWeighed() {
    for seed in 0..<300 {
      let paired = Paired(seed: seed, blocks: 2 + seed % 10, runLength: 100)
      check(paired, seed)
    }
    let long = Paired(seed: 7, blocks: 12, runLength: 100)
    #expect(long.permutation.count > 16 * 12, "the test is worth its name")
  }

  @Test func withoutLoosePairsNothingMoves() {
    let run = Run(old: 3, new: 0, count: 5, isShared: true)
    Ordering.forEachMove(runs: [run][...], loose: []) { _ in Issue.record("a move") }
  }

  @Test func runsOfStorageThatStandTwiceAreKeptOnce() {
    func run(_ old: Int32, _ new: Int32, _ count: Int32) -> Run {
      Run(old: old, new: new, count: count, isShared: true)
    }
    #expect(Ordering.heaviest(of: [run(0, 0, 10), run(0, 10, 10)]).count == 1)
    #expect(Ordering.heaviest(of: [run(0, 0, 10), run(10, 0, 10)]).count == 1)
    #expect(
      Ordering.heaviest(of: [run(50, 0, 5), run(0, 5, 10), run(10, 15, 10)]) == [run(0, 5, 10), run(10, 15, 10)])
    #expect(Ordering.heaviest(of: []).isEmpty)
  }
}
