import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@Suite("Live tables")
struct LiveTableTests {
  @MainActor @Test("57: an editing closure runs on the caller's actor")
  func onTheMainActor() async throws {
    let controller = Controller(LiveTable(rows: items(0..<6)))
    try await controller.removeSelected()
    #expect(await controller.live.table == flat(0, 2, 4, 5))
    #expect(controller.marked == [2, 4])
    #expect(try await controller.live.set(items([7])).table == flat(7))
  }

  @concurrent private func appendElsewhere(to live: LiveTable<OneSection, Item>) async throws {
    for id in 0..<50 { try await live.edit { $0.append(Item(id)) } }
  }

  @concurrent private func throwElsewhere(in live: LiveTable<OneSection, Item>) async throws {
    for _ in 0..<50 {
      await #expect(throws: CancellationError.self) { try await live.edit { _ in throw CancellationError() } }
    }
  }

  @Test("a state that is set has its value and its rows to refresh") func setState() async throws {
    let live = LiveTable(rows: items([1, 2]))
    var changes = live.changes.makeAsyncIterator()
    _ = await changes.next()
    var state = TableState(flat(1, 2), value: "second")
    state.refreshed = [2]
    let change = try await live.set(state)
    #expect(change.changeset.stages.map(\.operations.updatedRows) == [[RowPath(0, 1)]])
    #expect(await live.state.value as? String == "second")
    #expect(await changes.next()?.changeset.operationCount == 1)
    try await live.edit { $0.remove(id: 1) }
    #expect(await live.state.value as? String == "second", "edits keep it")
  }

  @Test("a reader that keeps up gets the edit's own changeset, and no tables are diffed")
  func knownChange() async throws {
    let watch = Watched.Watch()
    let live = LiveTable(rows: (0..<50).map { Watched(id: $0, watch: watch) })
    var changes = live.changes.makeAsyncIterator()
    _ = await changes.next()
    try await live.edit { $0.update(.id(7)) { $0.text = "new" } }
    let asked = watch.comparisons.now
    let change = await changes.next()
    #expect(change?.changeset.operationCount == 1 && watch.comparisons.now == asked)
  }

  @MainActor
  @Test("57: closures of several actors run one after another, also after one throws")
  func turns() async throws {
    let live = LiveTable<OneSection, Item>()
    async let elsewhere: Void = appendElsewhere(to: live)
    async let thrown: Void = throwElsewhere(in: live)
    for id in 0..<50 {
      try await live.edit { $0.append(Item(100 + id)) }
    }
    _ = try await (elsewhere, thrown)
    #expect(await live.table.count == 100)
    #expect(await live.revision == 100)
    await live.finish()
    await #expect(throws: TableError.ended(.finished)) { try await live.edit { $0.remove(at: 0) } }
    await #expect(throws: TableError.ended(.finished)) { try await live.set(items([1])) }
    #expect(await live.table.count == 100)
  }

  @MainActor @Test("an edit that throws changes nothing, and the next one runs") func thrownEdit() async {
    let live = LiveTable(rows: items([1]))
    await #expect(throws: Broken()) {
      try await live.edit {
        $0.append(Item(2))
        throw Broken()
      }
    }
    let table = Guarded<TableSnapshot<OneSection, Item>?>(nil)
    Task {
      let change = try await live.edit { $0.append(Item(3)) }
      table.with { $0 = change.table }
    }
    await until { table.now != nil }
    #expect(table.now == flat(1, 3))
  }

  @Test("updated rows in sections that are never diffed give the same result as a diff")
  func neverDiffed() async throws {
    let live = LiveTable(TableSnapshot(sections: [TableSection(Opaque("a"), rows: items([1, 2]))]))
    let change = try await live.edit { $0.update(.id(2)) { $0.text = "new" } }
    let diff = change.table.difference(from: change.changeset.source)
    #expect(change.changeset.stages.map(\.operations) == diff.stages.map(\.operations))
    #expect(change.changeset.stages.first?.operations.updatedRows != [RowPath(0, 1)])
  }

  @Test("an edit changes the table, and sends the smallest change")
  func edits() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    let change = try await live.edit {
      $0.append(Item(4))
      $0.remove(id: 4)
      $0.remove(id: 2)
    }
    #expect(change.changeset.stages.map(\.operations.deletedRows) == [[RowPath(section: 0, row: 1)]])
    #expect(change.revision == 1 && change.spanned == 1 && "\(change)".hasPrefix("revision 1: "))
    #expect(await live.table == flat(1, 3))
  }

  @Test("edits without effect are not changes")
  func nothing() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    let change = try await live.edit {
      $0.append(Item(4))
      $0.remove(id: 4)
    }
    #expect(change.changeset.isEmpty && change.revision == 0 && change.spanned == 0)
  }

  @Test("the changeset of an editing closure leads from the old table to the new one", arguments: 0..<40)
  func closuresOfManyEdits(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = seed % 4 == 0 ? 3_000 : 90
    let ids = (0..<count).map { seed % 3 == 0 ? $0 / 2 : $0 }
    let live = LiveTable(rows: ids.map { Item($0) })
    for round in 0..<12 {
      let before = await live.table
      let picks = (0..<Int.random(in: 0...60, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
      let texts = picks.map { _ in ["", "a", "b"].randomElement(using: &random) ?? "" }
      let structural = Int.random(in: 0..<4, using: &random) == 0 ? picks.count / 2 : -1
      let fails = Int.random(in: 0..<8, using: &random) == 0
      let change = try? await live.edit { editor in
        for (number, (pick, text)) in zip(picks, texts).enumerated() {
          switch (pick + number) % 4 {
          case 0: editor.update(.id(ids[pick])) { $0.text = text }
          case 1: editor.update(.path(RowPath(0, pick))) { $0.text = text }
          case 2: editor.replace(.path(RowPath(0, pick)), with: Item(editor.table[pick].id, text))
          default: editor.apply(.patch(.ids([ids[pick], ids[0]])) { $0.text = text })
          }
          if number == structural {
            let row = editor.table[pick]
            editor.remove(.path(RowPath(0, pick)))
            editor.insert(row, at: .path(RowPath(0, count / 2)))
          }
        }
        if fails { throw Broken() }
      }
      let after = await live.table
      #expect(fails == (change == nil))
      guard let change else {
        #expect(after == before, "seed \(seed), round \(round)")
        continue
      }
      #expect(change.changeset.source == before && change.changeset.target == after)
      #expect(try change.changeset.apply(to: Array(before)) == Array(after), "seed \(seed), round \(round)")
    }
  }

  @Test("the changeset of updates contains exactly the rows that changed in the end", arguments: 0..<40)
  func updatesAlone(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = seed % 4 == 0 ? 3_000 : 90
    let ids = (0..<count).map { seed % 3 == 0 ? $0 / 2 : $0 }
    let live = LiveTable(rows: ids.map { Item($0) })
    for round in 0..<12 {
      let before = await live.table
      let picks = (0..<Int.random(in: 0...60, using: &random)).map { _ in Int.random(in: 0..<count, using: &random) }
      let texts = picks.map { _ in ["", "a", "b"].randomElement(using: &random) ?? "" }
      let change = try await live.edit { editor in
        for (pick, text) in zip(picks, texts) { editor.update(.id(ids[pick])) { $0.text = text } }
      }
      let after = await live.table
      #expect(
        change.changeset.stages.map(\.operations) == after.difference(from: before).stages.map(\.operations),
        "seed \(seed), round \(round)")
      #expect(change.revision == (await live.revision))
      let last = Int.random(in: 0..<count, using: &random)
      try await live.edit { editor in
        // The index finds the row at its current path.
        #expect(editor.paths(of: .id(ids[last])).first == after.path(of: ids[last]))
      }
    }
  }

  @Test("a closure that throws changes nothing")
  func rollsBack() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    await #expect(throws: Broken()) {
      try await live.edit {
        $0.remove(id: 1)
        throw Broken()
      }
    }
    #expect(await live.table == flat(1, 2, 3))
    #expect(await live.revision == 0)
  }

  @Test("a nested transaction is rolled back alone")
  func nested() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    try await live.edit { editor in
      editor.remove(id: 1)
      editor.remove(id: 77)  // not found, which the editor records
      #expect(throws: Broken()) {
        try editor.transaction {
          $0.remove(id: 2)
          $0.remove(id: 78)
          throw Broken()
        }
      }
      editor.transaction { $0.append(Item(4)) }
    }
    #expect(await live.table == flat(2, 3, 4))
  }

  @Test("a transaction that was rolled back is not a change")
  func takenBack() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    for isAlone in [false, true] {
      let change = try await live.edit { editor in
        if !isAlone { editor.update(.id(3)) { $0.text = "new" } }
        #expect(throws: Broken()) {
          try editor.transaction {
            $0.update(.id(1)) { $0.text = "lost" }
            throw Broken()
          }
        }
      }
      let updated = change.changeset.stages.map(\.operations.updatedRows)
      #expect(updated == (isAlone ? [] : [[RowPath(0, 2)]]))
      #expect(change.revision == 1)
    }
  }

  @Test("edits from many tasks are all applied")
  func manyTasks() async throws {
    let live = LiveTable<OneSection, Item>()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for number in 0..<200 {
        tasks.addTask { try await live.edit { $0.append(Item(number)) } }
      }
      try await tasks.waitForAll()
    }
    #expect(await Set(live.table.map(\.id)) == Set(0..<200))
    #expect(await live.revision == 200)
  }

  @Test("edits throw after the end, and readers end")
  func ends() async throws {
    let live = LiveTable(rows: items([1]))
    var reader = live.changes.makeAsyncIterator()
    #expect(await reader.next()?.table == flat(1))
    try await live.edit { $0.append(Item(2)) }
    await live.finish()
    #expect(await reader.next()?.table == flat(1, 2))
    #expect(await reader.next() == nil)
    await #expect(throws: TableError.ended(.finished)) { try await live.edit { $0.append(Item(3)) } }
  }

  @Test("a late reader gets one changeset for all missed changes")
  func late() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    var reader = live.changes.makeAsyncIterator()
    let first = await reader.next()
    #expect(first?.changeset.reload == .firstTable && first?.table == flat(1, 2, 3) && first?.spanned == 1)
    try await live.edit { $0.append(Item(4)) }
    try await live.edit { $0.remove(id: 1) }
    try await live.edit { $0.remove(id: 4) }
    let change = try #require(await reader.next())
    #expect(change.spanned == 3 && "\(change)".hasPrefix("revision 3, spanning 3: "))
    #expect(change.changeset.operationCount == 1)
    #expect(try change.changeset.apply(to: items([1, 2, 3])) == items([2, 3]))
  }

  @Test("changes that restore what a reader has seen are not sent to it")
  func ledBack() async throws {
    let live = LiveTable(rows: items([1]))
    var reader = live.changes.makeAsyncIterator()
    #expect(await reader.next()?.table == flat(1))
    try await live.edit { $0.append(Item(2)) }
    try await live.edit { $0.remove(id: 2) }
    await live.finish()
    #expect(await reader.next() == nil)
  }

  @Test("readers get changes at their own pace")
  func readers() async throws {
    let live = LiveTable(rows: items([1]))
    var slow = live.changes.makeAsyncIterator()
    var fast = live.changes.makeAsyncIterator()
    #expect(await slow.next() != nil)
    #expect(await fast.next() != nil)
    for number in 2...20 {
      try await live.edit { $0.append(Item(number)) }
      let change = try #require(await fast.next())
      #expect(change.spanned == 1 && change.changeset.operationCount == 1)
    }
    #expect(await slow.next()?.spanned == 19)
  }

  @Test("a reader that is cancelled ends")
  func cancelled() async throws {
    let live = LiveTable(rows: items([1]))
    let begun = Gate()
    let reader = Task {
      var count = 0
      for await _ in live.changes {
        count += 1
        begun.open()
      }
      return count
    }
    await begun.wait()
    reader.cancel()
    #expect(await reader.value == 1)
  }

  @Test("changes are undone and redone one by one")
  func undo() async throws {
    let live = LiveTable(rows: items([1, 2, 3]), undoLimit: 3)
    #expect(try await live.undo()?.table == nil)
    for number in 4...7 { try await live.edit { $0.append(Item(number)) } }
    #expect(await live.undoCount == 3)
    let change = try #require(try await live.undo())
    #expect(change.table == flat(1, 2, 3, 4, 5, 6) && change.changeset.operationCount == 1 && change.revision == 5)
    try await live.undo()
    try await live.undo()
    #expect(try await live.undo()?.table == nil)
    #expect(await live.table == flat(1, 2, 3, 4))
    #expect(try await live.redo()?.table == flat(1, 2, 3, 4, 5))
    #expect(try await live.redo()?.table == flat(1, 2, 3, 4, 5, 6))
    #expect(try await live.undo()?.table == flat(1, 2, 3, 4, 5))
    #expect(await live.undoCount == 1)
    #expect(await live.redoCount == 2)
    try await live.edit { $0.remove(id: 1) }
    #expect(try await live.redo()?.table == nil)
    #expect(try await live.undo()?.table == flat(1, 2, 3, 4, 5))
  }

  @Test("a released chain leaves nothing")
  func disposal() async throws {
    let living = Guarded((now: 0, most: 0))
    weak var table: LiveTable<OneSection, Counted>?
    do {
      let live = LiveTable(rows: (0..<10).map { Counted($0, living) })
      table = live
      let derived = live.filter { $0.id % 2 == 0 }.sorted { $0.id > $1.id }
      var reader = derived.changes.makeAsyncIterator()
      #expect(await reader.next()?.table.map(\.id) == [8, 6, 4, 2, 0])
      try await live.edit { $0.remove(id: 4) }
      #expect(await reader.next()?.table.map(\.id) == [8, 6, 2, 0])
      #expect(living.now.now > 0)
    }
    #expect(table == nil)
    #expect(living.now.now == 0)
  }
}

@MainActor private final class Controller {
  let live: LiveTable<OneSection, Item>
  var selected = [1, 3]
  var marked: [Int] = []

  init(_ live: LiveTable<OneSection, Item>) { self.live = live }

  func removeSelected() async throws {
    try await live.edit {
      $0.remove(.ids(selected))
      selected = []
      $0.update(.where { $0.id % 2 == 0 && $0.id > 0 }) { row in
        row.text = ""
        marked.append(row.id)
      }
    }
  }
}
