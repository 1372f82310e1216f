import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import livetable

private func row(_ id: String, _ content: Int = 0) -> Record {
  Record(identity: id, object: ["id": .string(id), "n": .number("\(content)")])
}

@Suite struct StreamModelTests {
  @Test func rowsAreInsertedUpdatedAndRemovedByIdentity() {
    var model = StreamModel()
    #expect(model.table.isEmpty)
    for id in ["a", "b", "c"] { model.put(row(id)) }
    model.put(row("b", 7))
    #expect(Array(model.table) == [row("a"), row("b", 7), row("c")])
    let removals = [model.remove(ExactText("a")), model.remove(ExactText("a"))]
    #expect(removals == [true, false])
    model.put(row("a"))
    #expect(Array(model.table) == [row("b", 7), row("c"), row("a")])
  }

  @Test func aWholeTableTakesThePlaceOfAll() {
    var model = StreamModel()
    model.put(row("1"))
    model.replace(with: [row("2"), row("3"), row("2", 1)])
    #expect(Array(model.table) == [row("2"), row("3"), row("2", 1)])
    model.put(row("2", 2))
    #expect(Array(model.table) == [row("2", 2), row("3"), row("2", 1)])
    model.remove(ExactText("2"))
    #expect(Array(model.table) == [row("3")])
    model.replace(with: [])
    #expect(model.table.isEmpty)
  }

  @Test(arguments: seeds) func itIsTheSameAsAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = StreamModel()
    var plain: [Record] = []
    for step in 0..<3000 {
      let next = row("\(Int.random(in: 0..<40, using: &generator))", step)
      switch Int.random(in: 0..<200, using: &generator) {
      case 0:
        plain = plain.shuffled(using: &generator) + [next]
        model.replace(with: plain)
      case 1..<10:
        let count = Int.random(in: 0..<50, using: &generator)
        plain = plain.suffix(count)
        model.keepLast(count)
      case 10..<80:
        plain.removeAll { $0.identity == next.identity }
        model.remove(next.identity)
      default:
        if let place = plain.firstIndex(where: { $0.identity == next.identity }) {
          plain[place] = next
        } else {
          plain.append(next)
        }
        model.put(next)
      }
      if step % 50 == 0 { #expect(Array(model.table) == plain, "seed \(seed), step \(step)") }
    }
  }

  @Test func theFirstRowsLeaveOneByOneAlsoWithTheSameIdentity() {
    var model = StreamModel()
    model.replace(with: [row("1"), row("1", 1), row("2"), row("1", 2)])
    model.put(row("3"))
    model.keepLast(4)
    #expect(Array(model.table) == [row("1", 1), row("2"), row("1", 2), row("3")])
    model.put(row("1", 7))
    model.keepLast(3)
    #expect(Array(model.table) == [row("2"), row("1", 2), row("3")])
    model.put(row("1", 8))
    #expect(Array(model.table) == [row("2"), row("1", 8), row("3")])
  }

  @Test func slotsOfRowsThatAreGoneAreUsedAgain() {
    var model = StreamModel()
    for number in 0..<10_000 {
      model.put(Record(identity: "\(number)", object: ["id": .number("\(number)")]))
      model.remove(ExactText("\(number)"))
      #expect(model.ranks.count <= 1026)
    }
  }
}
