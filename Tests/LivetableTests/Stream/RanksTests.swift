import Testing

@testable import livetable

@Suite struct RanksTests {
  @Test(arguments: seeds) func aRankIsTheNumberOfElementsBefore(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var ranks = Ranks()
    var slots: [Int] = []
    for _ in 0..<300 {
      if slots.isEmpty || Int.random(in: 0..<3, using: &generator) > 0 {
        slots.append(ranks.append())
      } else {
        ranks.remove(slots.remove(at: Int.random(in: 0..<slots.count, using: &generator)))
      }
      #expect(ranks.count == slots.count)
      let place = slots.isEmpty ? nil : Int.random(in: 0..<slots.count, using: &generator)
      if let place { #expect(ranks.rank(of: slots[place]) == place) }
    }
    #expect(slots.map { ranks.rank(of: $0) } == Array(slots.indices))
  }
}
