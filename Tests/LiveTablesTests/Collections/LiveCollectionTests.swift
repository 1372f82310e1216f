import LiveTables
import LiveTablesTesting
import Testing

@Suite("Live arrays, sets and dictionaries")
struct LiveCollectionTests {
  @Test("an array's edits are those of an array", arguments: 0..<200)
  func array(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var expected = Array(0..<Int.random(in: 0...8, using: &random))
    let live = LiveArray(expected)
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
        try await live.append(contentsOf: [new, new + 1])
      } else if kind == 1 {
        expected.insert(new, at: one)
        try await live.insert(new, at: one)
      } else if kind == 2 {
        expected.remove(at: one)
        try await live.remove(at: one)
      } else if kind == 3 {
        expected.swapAt(one, two)
        try await live.swapAt(one, two)
      } else if kind == 4 {
        expected.insert(expected.remove(at: one), at: two)
        try await live.move(from: one, to: two)
      } else if kind == 5 {
        let range = min(one, two)..<max(one, two)
        expected.replaceSubrange(range, with: [new, new + 1])
        try await live.replaceSubrange(range, with: [new, new + 1])
      } else if kind == 6 {
        expected.sort(by: >)
        try await live.sort { $0 > $1 }
      } else if kind == 7 {
        expected.reverse()
        expected.removeFirst(min(2, count))
        try await live.edit {
          $0.reverse()
          $0.removeFirst(min(2, $0.count))
        }
      } else {
        expected.removeAll { $0 % 3 == 0 }
        try await live.removeAll { $0 % 3 == 0 }
      }
      #expect(await live.elements == expected, "seed \(seed), step \(step)")
      // A change that comes to nothing is none.
      if shown != expected, let change = await reader.next() { shown = try change.changeset.apply(to: shown) }
      #expect(shown == expected, "seed \(seed), step \(step)")
    }
  }

  @Test("an index that an array does not have changes nothing")
  func outOfRange() async throws {
    let live = LiveArray([1, 2, 3])
    #expect(try await live.insert(9, at: 4).changeset.isEmpty)
    #expect(try await live.insert(9, at: -1).changeset.isEmpty)
    #expect(try await live.remove(at: 3).changeset.isEmpty)
    #expect(try await live.replaceSubrange(2..<4, with: [9]).changeset.isEmpty)
    #expect(try await live.replaceSubrange(-1..<1, with: []).changeset.isEmpty)
    #expect(try await live.swapAt(0, 3).changeset.isEmpty)
    let change = try await live.edit { #expect(!$0.removeFirst(4) && !$0.removeLast(4) && !$0.removeLast(-1)) }
    #expect(change.revision == 0)
    #expect(await live[3] == nil)
    #expect(await live[1] == 2)
    #expect(try await LiveArray<Int>().insert(1, at: 0).table.map { $0 } == [1])
  }

  @Test("a set has one element for each identity, in the order they came or in one of its own", arguments: 0..<200)
  func set(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let isSorted = seed % 2 == 0
    let start = (0..<6).map { _ in Item(Int.random(in: 0..<10, using: &random), "0") }
    let order: @Sendable (Item, Item) -> Bool = { ($0.text, $0.id) < ($1.text, $1.id) }
    let live = LiveSet(start, sortedBy: isSorted ? order : nil)
    var expected: [Item] = []
    for item in start where !expected.contains(where: { $0.id == item.id }) { expected.append(item) }
    for step in 0..<20 {
      let item = Item(Int.random(in: 0..<10, using: &random), "\(Int.random(in: 0..<4, using: &random))")
      let index = expected.firstIndex { $0.id == item.id }
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        if index == nil { expected.append(item) }
        try await live.insert(item)
      case 1, 2:
        if let index { expected[index] = item } else { expected.append(item) }
        try await live.update(with: item)
      default:
        expected.removeAll { $0.id == item.id }
        try await live.remove(id: item.id)
      }
      if isSorted { expected.sort(by: order) }
      #expect(await Array(live.current) == expected, "seed \(seed), step \(step)")
    }
  }

  @Test("a set's edits are one change; an element whose place changes is moved and updated")
  func setTransaction() async throws {
    let live = LiveSet(items([1, 2, 3]), undoLimit: 2) { $0.text < $1.text || ($0.text == $1.text && $0.id < $1.id) }
    let change = try await live.edit {
      $0.insert(Item(4, "b"))
      $0.remove(id: 4)
      $0.update(id: 1) { $0.text = "z" }
      #expect(!$0.update(id: 2) { $0 = Item(3) })
      $0.formUnion([Item(2, "again"), Item(5, "a")])
    }
    #expect(change.table.map(\.id) == [2, 3, 5, 1])
    #expect(change.changeset.stages.map(\.operations.count) == [1, 2], "\(change)")
    await #expect(throws: Broken()) {
      try await live.edit {
        $0.removeAll()
        throw Broken()
      }
    }
    #expect(await live.count == 4)
    #expect(try await live.undo()?.table == flat(1, 2, 3))
    #expect(try await live.redo()?.table.map(\.id) == [2, 3, 5, 1])
    #expect(await live[id: 5] == Item(5, "a"))
  }

  @Test("a dictionary has a row for each key")
  func dictionary() async throws {
    let live = LiveDictionary([("b", 2), ("a", 1), ("b", 9)], undoLimit: 1, sortedBy: <)
    #expect(await live.current.map(\.identity) == ["a", "b"])
    #expect(await live["b"] == 2)
    let change = try await live.edit {
      $0["c"] = 3
      $0["a"] = nil
      $0["b", default: 0] += 5
      $0["d"] = 4
      $0["d"] = nil
      $0.merge([("b", 10), ("e", 5)]) { $0 + $1 }
      #expect($0.keys == ["b", "c", "e"] && $0.values == [17, 3, 5])
    }
    let counts = change.changeset.stages.map { $0.operations.count }
    #expect(counts == [1, 3], "\(change)")
    #expect(try await live.set(17, forKey: "b").changeset.operationCount == 1, "set anew, so shown anew")
    #expect(try await live.removeValue(forKey: "x").changeset.isEmpty)
    #expect(try await live.undo()?.table.count == 3)
    #expect(await live.count == 3)
    await live.finish()
    await #expect(throws: TableEndedError.self) { try await live.set(1, forKey: "z") }
  }

  @Test("a dictionary of lists has a section for each key")
  func sections() async throws {
    let live = LiveSections<String, Item>(undoLimit: 1, sortedBy: <)
    try await live.append(Item(1), to: "b")
    try await live.append(Item(2), to: "a")
    try await live.append(Item(3), to: "b")
    #expect(await live.current.sections.map(\.value) == ["a", "b"])
    #expect(await live["b"] == items([1, 3]))
    let change = try await live.edit {
      #expect($0.move(id: 1, to: "a") && !$0.move(id: 9, to: "q"))
      $0["c"] = items([4])
      $0["b"] = nil
      $0.append(Item(5), to: "aa")
      #expect($0.keys == ["a", "aa", "c"] && $0.update(Item(2, "new")) && $0.remove(id: 5))
      $0.removeEmpty()
    }
    #expect(change.table.sections.map(\.value) == ["a", "c"])
    #expect(await live["a"]?.map(\.description) == ["2new", "1"])
    #expect(try await live.undo()?.table.sections.map(\.value) == ["a", "b"])
    #expect(try await live.redo()?.table.count == 3)
    #expect(try await live.removeRows(forKey: "a").changeset.operationCount == 1)
  }

  @MainActor @Test("views and operators follow arrays, sets and dictionaries")
  func view() async throws {
    let view = StrictTableView<OneSection, Item>()
    let live = LiveSet(items([3, 1, 2])) { $0.id < $1.id }
    let binding = view.bind(live.filter { $0.id != 2 })
    try await live.insert(Item(0))
    await live.finish()
    try await binding.finished
    #expect(view.drawn.map(\.id) == [0, 1, 3] && view.violations.isEmpty)
  }
}
