import LiveTablesTesting
import Testing

@testable import LiveTablesOperators

/// Tests the stable sort of numbers by key, and its cost.
struct StableSortTests {
  @Test("numbers are sorted stably, whatever the order of their keys", arguments: 0..<200)
  func stable(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 0..<300, using: &random)
    let range = Int.random(in: 1...(count + 1), using: &random)
    var keys = (0..<count).map { _ in Int.random(in: 0..<range, using: &random) }
    // Ascending and descending runs, as in a table that was sorted by another column.
    let parts = Int.random(in: 1...20, using: &random)
    if seed % 2 == 0 {
      for part in 0..<parts {
        let rows = count * part / parts..<count * (part + 1) / parts
        if Bool.random(using: &random) { keys[rows].sort() } else { keys[rows].sort(by: >) }
      }
    }
    let sorted = keys.indices.stablySorted { keys[$0] < keys[$1] }
    #expect(sorted == keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) })
  }

  @Test("numbers in order, or in the opposite order, are compared once", arguments: [0, 1, 2, 1_000])
  func ordered(count: Int) {
    for descends in [false, true] {
      var comparisons = 0
      let sorted = (0..<count).stablySorted {
        comparisons += 1
        return descends ? $0 > $1 : $0 < $1
      }
      #expect(sorted == (descends ? (0..<count).reversed() : Array(0..<count)))
      #expect(comparisons == max(0, count - 1))
    }
  }

  @Test("an inconsistent predicate loses no number, and an error ends the sort")
  func inconsistent() {
    var random = SeededGenerator(seed: 1)
    let sorted = (0..<500).stablySorted { _, _ in Bool.random(using: &random) }
    #expect(sorted.sorted() == Array(0..<500))
    var comparisons = 0
    #expect(throws: CancellationError.self) {
      try (0..<500).stablySorted { _, _ in
        comparisons += 1
        if comparisons == 700 { throw CancellationError() }
        return comparisons % 3 == 0
      }
    }
    #expect(comparisons == 700)
  }
}
