import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

@Suite struct IndexMapTests {
  @Test("counting agrees with doing it", arguments: 0..<200) func countingAgreesWithDoingIt(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let before = Array(0..<Int.random(in: 0...12, using: &random))
    let gone = before.filter { _ in Bool.random(using: &random) }
    var after: [Int?] = before.filter { !gone.contains($0) }
    let taken = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0...12, using: &random) }
    var places: [Int] = []
    for place in Set(taken).sorted() where place <= after.count {
      after.insert(nil, at: place)
      places.append(place)
    }
    let map = IndexMap(gone: gone.shuffled(using: &random), taken: places.shuffled(using: &random))
    for index in before {
      #expect(map.target(of: index) == after.firstIndex(of: index), "seed \(seed)")
      #expect(map.isGone(index) == gone.contains(index))
    }
  }
}
