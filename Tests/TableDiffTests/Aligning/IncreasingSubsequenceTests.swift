import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

struct IncreasingSubsequenceTests {
  @Test("equal values keep one element, and of two in the wrong order the heavier is kept")
  func fewValues() {
    #expect(HeaviestIncreasing.subsequence(of: [7], weights: [3]) == [true])
    #expect(HeaviestIncreasing.subsequence(of: [8, 7], weights: [3, 4]) == [false, true])
    #expect(HeaviestIncreasing.subsequence(of: [8, 7], weights: [4, 3]) == [true, false])
  }

  /// Returns blocks of consecutive values, cut from a permutation.
  private func blocks(_ random: inout SeededGenerator, size: Int) -> [(first: Int32, count: Int)] {
    var cuts: [(first: Int32, count: Int)] = []
    var next: Int32 = 0
    while cuts.count < size {
      let count = Int.random(in: 1...4, using: &random)
      cuts.append((next, count))
      next += Int32(count) + Int32.random(in: 0...1, using: &random)
    }
    switch Int.random(in: 0...3, using: &random) {
    case 0: cuts.shuffle(using: &random)
    case 1: cuts.reverse()
    default:
      if size > 1 {
        for _ in 0..<size / 4 + 1 {
          let place = Int.random(in: 0..<size, using: &random)
          cuts.swapAt(place, Int.random(in: 0..<size, using: &random))
        }
      }
    }
    return cuts
  }

  @Test
  func theLongestOneIsAsLongAsTheQuadraticReferenceSaysAndIncreasing() {
    for seed in 0..<3_040 {
      var random = SeededGenerator(seed)
      // The last sizes lead to more than 64 piles, which are found using bits.
      let size = seed < 3_000 ? seed % 40 : 400 + seed
      let blocks = blocks(&random, size: size)
      // In every third round, the values are too far apart for bits.
      let values = -7..<(seed % 3 == 0 ? Int(Int32.max) : blocks.map { Int($0.first) + $0.count }.max() ?? 0)
      var longest = LongestIncreasing(capacity: blocks.count, values: values)
      for block in blocks { longest.append(block.first, count: block.count) }
      let (counts, total) = longest.finish()
      let all = blocks.flatMap { block in (0..<block.count).map { Int(block.first) + $0 } }
      #expect(total == longestIncreasing(all), "seed \(seed)")
      let kept = zip(blocks, counts).flatMap { block, count in (0..<Int(count)).map { Int(block.first) + $0 } }
      #expect(kept.count == total && kept == Set(kept).sorted(), "seed \(seed)")
      #expect(zip(blocks, counts).allSatisfy { $0.count >= $1 }, "seed \(seed)")
    }
  }

  @Test
  func theHeaviestOneWeighsWhatTheQuadraticReferenceSaysAndIsIncreasing() {
    for seed in 0..<3_000 {
      var random = SeededGenerator(seed)
      let values = (0..<Int32(seed % 40)).shuffled(using: &random).map { $0 * 3 }
      let weights = values.map { _ in Int32.random(in: 1...9, using: &random) }
      let isKept = HeaviestIncreasing.subsequence(of: values, weights: weights)
      let kept = values.indices.filter { isKept[$0] }
      #expect(kept.map { values[$0] } == kept.map { values[$0] }.sorted(), "seed \(seed)")
      var heaviest: [Int] = []
      for (index, value) in values.enumerated() {
        var best = 0
        for before in 0..<index where values[before] < value { best = max(best, heaviest[before]) }
        heaviest.append(best + Int(weights[index]))
      }
      #expect(kept.reduce(0) { $0 + Int(weights[$1]) } == heaviest.max() ?? 0, "seed \(seed)")
    }
  }

  @Test func nothingHasNothing() {
    let longest = LongestIncreasing(capacity: 0, values: 0..<0)
    let (counts, total) = longest.finish()
    #expect(counts.isEmpty && total == 0)
    #expect(HeaviestIncreasing.subsequence(of: [], weights: []).isEmpty)
  }
}
