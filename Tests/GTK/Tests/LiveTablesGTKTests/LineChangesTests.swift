@testable import LiveTablesGTK
@testable import LiveTablesOperators
import XCTest

/// Tests the signals of a batch by applying each one to a model of GTK's list.
final class LineChangesTests: XCTestCase {
  func testRandomSteps() {
    for seed in 0..<2_000 as Range<UInt64> {
      var generator = Splitter(state: seed)
      let limits = LineChanges.Limits(changes: Int(6 + seed % 20), gap: Int(seed % 3), lines: 6, distance: 3)
      let old = Array(0..<Int.random(in: 0...12, using: &generator))
      var (new, steps, fresh) = (old, [LineStep](), 100)
      for _ in 0..<Int.random(in: 0...8, using: &generator) {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where !new.isEmpty:
          let first = Int.random(in: new.indices, using: &generator)
          let range = first..<Int.random(in: first + 1...new.count, using: &generator)
          new.removeSubrange(range)
          steps.append(.remove(range, section: 0))
        case 1 where !new.isEmpty:
          let (from, to) = (
            Int.random(in: new.indices, using: &generator), Int.random(in: new.indices, using: &generator)
          )
          new.insert(new.remove(at: from), at: to)
          steps.append(.move(from: from, to: to))
        default:
          let line = Int.random(in: 0...new.count, using: &generator)
          let count = Int.random(in: 1...3, using: &generator)
          new.insert(contentsOf: (0..<count).map { fresh + $0 }, at: line)
          fresh += count
          steps.append(.insert(line..<line + count, section: 0))
        }
      }
      var changes = LineChanges(steps, count: old.count, newCount: new.count, limits: limits) { $0 % 3 != 0 }
      // Each signal replaces lines; GTK asks for the added lines, and keeps the others.
      var shown: [Int?] = old
      XCTAssertEqual(changes.count, old.count)
      while let signal = changes.next() {
        let added = signal.new.map { line in changes.final(line).map { new[$0] } }
        let start = signal.new.lowerBound
        shown.replaceSubrange(start..<start + signal.old.count, with: added)
        XCTAssertEqual(shown.count, changes.count, "seed \(seed)")
        // After each signal, all kept lines equal the current lines of the model.
        for (line, kept) in shown.enumerated() {
          if let final = changes.final(line) {
            XCTAssertEqual(kept, new[final], "seed \(seed)")
            XCTAssertEqual(changes.current(final), line, "seed \(seed)")
          }
        }
      }
      XCTAssertEqual(shown, new, "seed \(seed): \(steps)")
    }
  }
}

private struct Splitter: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
