import LiveTables
import Testing

@testable import livetable

private func row(_ id: String, _ group: String = "", _ content: Int = 0) -> Record {
  Record(
    identity: id, group: group,
    object: ["id": .string(id), "g": .string(group), "n": .number("\(content)")])
}

private func list(_ table: RecordTable) -> [String] {
  table.sections.map { "\($0.value.name.string): " + $0.rows.map(\.identity.string).joined(separator: " ") }
}

@Suite struct StreamModelTests {
  @Test func rowsAreInsertedUpdatedAndRemovedByIdentity() {
    var model = StreamModel(isGrouped: false)
    #expect(list(model.table) == [": "])
    for id in ["a", "b", "c"] { model.put(row(id)) }
    model.put(row("b", "", 7))
    #expect(list(model.table) == [": a b c"])
    #expect(model.table[1].object == row("b", "", 7).object)
    let removals = [model.remove(ExactText("a")), model.remove(ExactText("a"))]
    #expect(removals == [true, false])
    model.put(row("a"))
    #expect(list(model.table) == [": b c a"])
  }

  @Test func sectionsComeAndGoWithTheirRows() {
    var model = StreamModel(isGrouped: true)
    #expect(list(model.table) == [])
    model.put(row("1", "A"))
    model.put(row("2", "B"))
    model.put(row("3", "A"))
    #expect(list(model.table) == ["A: 1 3", "B: 2"])
    model.put(row("1", "B"))
    #expect(list(model.table) == ["A: 3", "B: 2 1"])
    model.put(row("3", "C"))
    #expect(list(model.table) == ["B: 2 1", "C: 3"])
    model.remove(ExactText("2"))
    model.remove(ExactText("1"))
    #expect(list(model.table) == ["C: 3"])
  }

  @Test func aWholeTableTakesThePlaceOfAll() {
    var model = StreamModel(isGrouped: true)
    model.put(row("1", "A"))
    model.replace(with: [row("2", "B"), row("3", "A"), row("2", "B", 1)])
    #expect(list(model.table) == ["B: 2 2", "A: 3"])
    model.put(row("2", "B", 2))
    #expect(model.table.map(\.object) == [row("2", "B", 2), row("2", "B", 1), row("3", "A")].map(\.object))
    model.remove(ExactText("2"))
    #expect(list(model.table) == ["A: 3"])
    model.replace(with: [])
    #expect(list(model.table) == [])
  }

  @Test(arguments: seeds) func itIsTheSameAsAPlainList(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let isGrouped = Bool.random(using: &generator)
    var model = StreamModel(isGrouped: isGrouped)
    var plain: [Record] = []
    for step in 0..<3000 {
      let id = "\(Int.random(in: 0..<40, using: &generator))"
      let next = row(id, isGrouped ? "\(Int.random(in: 0..<4, using: &generator))" : "", step)
      switch Int.random(in: 0..<200, using: &generator) {
      case 0:
        plain = plain.shuffled(using: &generator) + [next]
        model.replace(with: plain)
      case 1..<80:
        plain.removeAll { $0.identity == next.identity }
        model.remove(next.identity)
      default:
        let place = plain.firstIndex { $0.identity == next.identity && $0.group == next.group }
        let elsewhere = plain.firstIndex { $0.identity == next.identity && $0.group != next.group }
        if let place, elsewhere == nil {
          plain[place] = next
          model.put(next)
        } else if elsewhere == nil || plain.count(where: { $0.identity == next.identity }) == 1 {
          if let elsewhere { plain.remove(at: elsewhere) }
          plain.append(next)
          model.put(next)
        }
      }
      guard step % 50 == 0 else { continue }
      // Sections stay where they are while the plain list forgets, so they are compared by name.
      let expected = Dictionary(grouping: plain, by: \.group)
      let found = Dictionary(
        uniqueKeysWithValues: model.table.sections.filter { !$0.rows.isEmpty }.map { ($0.value.name, Array($0.rows)) })
      #expect(found == expected)
    }
  }
}
