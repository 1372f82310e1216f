import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Live tables as arrays, sets and dictionaries")
struct LiveCollectionTests {
  @Test("60: edits by index agree with an array", arguments: 0..<200)
  func array(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var expected = Array(0..<Int.random(in: 0...8, using: &random))
    let live = LiveTable(rows: expected)
    var reader = live.changes.makeAsyncIterator()
    var shown = await reader.next().map { Array($0.table) } ?? []
    for step in 0..<20 {
      let count = expected.count
      let (one, two) = (
        Int.random(in: 0...max(0, count - 1), using: &random), Int.random(in: 0...max(0, count - 1), using: &random)
      )
      let (new, kind) = (100 + step * 2, Int.random(in: 0...8, using: &random))
      if count == 0 || kind == 0 {
        expected += [new, new + 1]
        try await live.edit { $0.append(contentsOf: [new, new + 1]) }
      } else if kind == 1 {
        expected.insert(new, at: one)
        try await live.edit { $0.insert(new, at: one) }
      } else if kind == 2 {
        expected.remove(at: one)
        try await live.edit { $0.remove(at: one) }
      } else if kind == 3 {
        expected.swapAt(one, two)
        try await live.edit { $0.swapAt(one, two) }
      } else if kind == 4 {
        expected.insert(expected.remove(at: one), at: two)
        try await live.edit { $0.move(from: one, to: two) }
      } else if kind == 5 {
        let range = min(one, two)..<max(one, two)
        expected.replaceSubrange(range, with: [new, new + 1])
        try await live.edit { $0.replaceSubrange(range, with: [new, new + 1]) }
      } else if kind == 6 {
        expected.sort(by: >)
        try await live.edit { $0.sort { $0 > $1 } }
      } else if kind == 7 {
        expected.reverse()
        expected.removeFirst(min(2, count))
        try await live.edit {
          $0.set($0.table.reversed())
          $0.replaceSubrange(0..<min(2, $0.table.count), with: [])
        }
      } else {
        expected[one] = new
        expected.removeAll { $0 % 3 == 0 }
        try await live.edit {
          $0[one] = new
          $0.removeAll { $0 % 3 == 0 }
        }
      }
      #expect(await Array(live.table) == expected, "seed \(seed), step \(step)")
      // An edit without effect sends no change.
      if shown != expected, let change = await reader.next() { shown = try change.changeset.apply(to: shown) }
      #expect(shown == expected, "seed \(seed), step \(step)")
    }
  }

  @Test("an invalid index changes nothing, and the method returns that")
  func outOfRange() async throws {
    let change = try await LiveTable(rows: [1, 2, 3]).edit {
      #expect(!$0.insert(9, at: 4) && !$0.insert(9, at: -1) && !$0.remove(at: 3) && !$0.swapAt(0, 3))
      #expect(
        !$0.replaceSubrange(2..<4, with: [9]) && !$0.replaceSubrange(-1..<1, with: []) && !$0.move(from: 3, to: 0))
      $0[3] = 9
      $0[-1] = nil
      #expect($0[3] == nil && $0[1] == 2)
    }
    #expect(change.revision == 0)
  }

  @Test("swapping a row with itself, and setting an equal row, are not changes")
  func sameAgain() async throws {
    let live = LiveTable(rows: items([1, 2, 3]), undoLimit: 3)
    let change = try await live.edit {
      #expect($0.swapAt(1, 1) == true)
      $0[0] = Item(1)
      $0[RowPath(0, 1)] = Item(2)
      $0[id: 3] = Item(3)
      $0.upsert(Item(1))
    }
    #expect(change.changeset.isEmpty && change.revision == 0)
    #expect(await live.undoCount == 0)
    let twins = LiveTable(rows: items([1, 1]))
    let swap = try await twins.edit { $0.swapAt(0, 1) }
    #expect(swap.changeset.isEmpty && swap.revision == 0, "rows that look the same are exchanged unseen")
    #expect(try await live.edit { $0.replace(Item(2)) }.changeset.operationCount == 1, "a replacement is shown again")
  }

  @Test("60: a set has one row for each identity, in any order", arguments: 0..<200)
  func set(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let live = LiveTable(rows: [Item]())
    let sorted = live.sorted { ($0.text, $0.id) < ($1.text, $1.id) }
    var expected: [Item] = []
    for step in 0..<20 {
      let item = Item(Int.random(in: 0..<10, using: &random), "\(Int.random(in: 0..<4, using: &random))")
      let index = expected.firstIndex { $0.id == item.id }
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        if index == nil { expected.append(item) }
        try await live.edit {
          let isNew = $0.appendIfAbsent(item); #expect(isNew == (index == nil))
        }
      case 1, 2:
        if let index { expected[index] = item } else { expected.append(item) }
        try await live.edit { $0.upsert(item) }
      default:
        expected.removeAll { $0.id == item.id }
        try await live.edit { #expect($0.remove(id: item.id) == (index != nil)) }
      }
      #expect(await Array(live.table) == expected, "seed \(seed), step \(step)")
      let order = expected.sorted { ($0.text, $0.id) < ($1.text, $1.id) }
      #expect(await Array(sorted.current) == order, "seed \(seed), step \(step)")
    }
  }

  @Test("60: a dictionary has a row for each key")
  func dictionary() async throws {
    let live = LiveTable(rows: [Keyed(2, id: "b"), Keyed(1, id: "a")], undoLimit: 1)
    let change = try await live.edit {
      $0[key: "c"] = 3
      $0[key: "a"] = nil
      $0[key: "b", default: 0] += 5
      $0[key: "e", default: 7] += 1
      $0[key: "d"] = 4
      $0[key: "d"] = nil
      #expect($0[key: "b"] == 7 && $0[key: "x"] == nil)
    }
    #expect(change.table.map(\.identity) == ["b", "c", "e"] && change.table.map(\.value) == [7, 3, 8])
    #expect(change.changeset.stages.map { $0.operations.count } == [1, 3], "\(change)")
    #expect(try await live.edit { $0[key: "x"] = nil }.changeset.isEmpty)
    #expect(try await live.undo()?.table.map(\.value) == [2, 1])
  }

  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0.key, rows: items($0.value)) })
  }

  @Test("60: a dictionary of arrays has a section for each key")
  func sections() async throws {
    let live = LiveTable<String, Item>(undoLimit: 1)
    try await live.edit {
      $0[section: "b", default: []] += items([1, 3])
      $0[section: "a"] = items([2])
    }
    #expect(await live.table == table(["b": [1, 3], "a": [2]]))
    let change = try await live.edit {
      #expect($0.move(.id(1), to: .end(of: "a")) && !$0.move(.id(9), to: .end(of: "a")))
      $0[section: "c"] = items([4])
      $0[section: "b"] = nil
      $0[section: "q"] = nil
      $0.append(Item(5), to: "a")
      $0[section: "d"] = []
      $0.removeSections(.where { $0.rows.isEmpty })
      $0.sortSections { $0 > $1 }
    }
    #expect(change.table == table(["c": [4], "a": [2, 1, 5]]))
    #expect(try await live.undo()?.table == table(["b": [1, 3], "a": [2]]))
  }

  @MainActor @Test("60: views and operators follow tables that are edited as collections")
  func view() async throws {
    let view = StrictTableView<OneSection, Item>()
    let live = LiveTable(rows: items([3, 1, 2]))
    let binding = view.bind(live.filter { $0.id != 2 }.sorted { $0.id < $1.id })
    try await live.edit { $0.upsert(Item(0)) }
    await live.finish()
    try await binding.finished
    #expect(view.drawn.map(\.id) == [0, 1, 3] && view.violations.isEmpty)
  }
}
