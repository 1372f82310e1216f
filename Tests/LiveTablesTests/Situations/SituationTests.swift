import TestSupport
import Testing

/// Tests of combined events in the pipeline; every pair of choices occurs in at least one run.
struct SituationTests {
  @Test("every pair of choices occurs")
  func covered() {
    let array = Situation.array
    print("\(array.allPairs.count) pairs in \(array.rows.count) rows, \(Situation.all.count) runs, and 500 drawn ones")
    let pairs = array.rows.reduce(into: Set()) { $0.formUnion(array.pairs(of: $1)) }
    #expect(pairs == array.allPairs)
    #expect(array.allPairs.count == 682)
    #expect(array.rows.count < 60)
  }
}

extension HeldDifferenceTests {
  @Test("edits stay on screen, answers are correct, and the newest table is shown in every situation")
  func everyPair() async throws {
    for situation in Situation.all {
      let problems = try await SituationRun(situation).allProblems()
      #expect(problems.isEmpty, "\(situation.testDescription): \(problems)")
    }
  }

  @Test(
    "edits stay on screen, answers are correct, and the newest table is shown in random situations",
    arguments: 1...5 as ClosedRange<UInt64>)
  func drawnSituations(seed: UInt64) async throws {
    for situation in Situation.drawn(100, seed: seed) {
      let problems = try await SituationRun(situation).allProblems()
      #expect(problems.isEmpty, "\(situation.testDescription): \(problems)")
    }
  }
}
