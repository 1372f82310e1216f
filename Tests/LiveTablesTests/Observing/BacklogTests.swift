import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

@Suite("Backlog") struct BacklogTests {
  @Test("a backlog can be popped at both ends", arguments: 0..<20) func list(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var backlog = Backlog<Int>()
    var expected: [Int] = []
    for number in 0..<500 {
      switch Int.random(in: 0..<(seed.isMultiple(of: 2) ? 4 : 6), using: &random) {
      case 0: #expect(backlog.popLast() == expected.popLast())
      case 1, 4, 5: #expect(backlog.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      default:
        backlog.append(number)
        expected.append(number)
      }
      #expect(backlog.count == expected.count && backlog.last == expected.last)
      #expect(backlog.last { $0.isMultiple(of: 7) } == expected.last { $0.isMultiple(of: 7) })
    }
  }

  @Test("the slots of removed elements are reused") func places() {
    var backlog = Backlog<Int>()
    for number in 0..<10 { backlog.append(number) }
    for number in 10..<1_000 {
      backlog.append(number)
      #expect(backlog.popFirst() == number - 10)
      #expect(backlog.slots.count <= 2 * backlog.count + 2)
    }
  }

  @Test("a removed element is released at once") func letGo() {
    let living = Guarded((now: 0, most: 0))
    var backlog = Backlog<Counted>()
    for id in 0..<10 { backlog.append(Counted(id, living)) }
    for _ in 0..<3 { _ = backlog.popFirst() }
    #expect(living.now.now == 7)
  }
}
