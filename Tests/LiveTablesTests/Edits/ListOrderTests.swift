import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

@Suite("Orders of lists")
struct ListOrderTests {
  @Test(
    "labels ascend after elements are inserted and removed",
    arguments: ["front", "middle", "end", "one place", "anywhere"])
  func ascends(place: String) {
    var random = SeededGenerator(3)
    var order = ListOrder()
    var list = ListOrder.Tokens(order.list(count: 10))
    for step in 0..<Trials.count(3_000) {
      let position =
        switch place {
        case "front": 0
        case "middle": list.count / 2
        case "end": list.count
        case "one place": 5
        default: Int.random(in: 0...list.count, using: &random)
        }
      let count = step % 7 == 0 ? 3 : 1
      let tokens = order.insert(Array(position..<position + count), into: &list)
      #expect(tokens == Array(list)[position..<position + count].map { $0 })
      if step % 5 == 0 {
        let gone = Int.random(in: 0..<list.count, using: &random)
        order.release([list[gone]])
        list.remove(at: [gone])
      }
      if step % 100 == 0 || step < 100 {
        let all = Array(list)
        #expect(zip(all, all.dropFirst()).allSatisfy { order.precedes($0, $1) }, "after \(step) steps")
        for (index, token) in all.enumerated() where order.position(of: token, in: list) != index {
          Issue.record("\(token) is not found after \(step) steps")
        }
      }
    }
    #expect(Set(list).count == list.count)
  }

  @Test("an insertion changes few other labels")
  func keepsLabels() {
    var order = ListOrder()
    var list = ListOrder.Tokens(order.list(count: 1_000))
    var changed = 0
    for _ in 0..<300 {
      let before = order.labels
      _ = order.insert([500], into: &list)
      changed += zip(before, order.labels).count { $0 != $1 }
    }
    #expect(changed <= 300 * 16)
  }

  @Test("many elements are inserted together in many places")
  func bulk() {
    var order = ListOrder()
    var list = ListOrder.Tokens(order.list(count: 500))
    _ = order.insert((0..<400).map { $0 * 2 }, into: &list)
    let all = Array(list)
    #expect(all.count == 900)
    #expect(zip(all, all.dropFirst()).allSatisfy { order.precedes($0, $1) })
  }
}
