import LiveTables
import LiveTablesCells
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of calls made during an update of the view or during a drag.
@Suite("Reentrancy and drags", .timeLimit(.minutes(20))) @MainActor
struct ReentrancyTests {
  @Test("7: a table submitted while a cell is configured is shown afterwards, and updates are not nested")
  func submitInside() async throws {
    let view = FlatView()
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    let binding = view.bind(silent)
    let answers = Guarded<[Int]>([])
    view.configure = { view in
      let count = view.link.table.count
      guard count < 6 else { return }
      Task {
        let applied = try await binding.store.submit(TableSnapshot(rows: items(0...count)))
        answers.with { $0.append(applied.table.count) }
      }
    }
    try await binding.store.submit(flat(0))
    await until { answers.now.count == 5 }
    #expect(view.rows == [items(0..<6)])
    #expect(answers.now == [2, 3, 4, 5, 6])
    binding.cancel()
  }

  @Test("7: edits while a cell is configured are shown afterwards in order, and updates are not nested")
  func editInside() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      view.configure = { view in
        view.configure = { view in
          view.configure = nil
          view.link.edit(.append(Item(4)))
        }
        view.link.edit(.append(Item(2)))
        view.link.edit(.append(Item(3)))
        #expect(view.rows == [items([1])], "not inside")
      }
      try await store.submit(flat(1))
      #expect(view.rows == [items([1, 2, 3, 4])])
      await until { await store.table == flat(1, 2, 3, 4) }
    }
  }

  @Test("7: edits while cells are created during scrolling are shown afterwards, each row in its cell")
  func editWhileScrolling() async throws {
    var edit: (() -> Void)?
    let view = ItemView(
      .one(ItemCell.self) { cell, item, _ in
        cell.text = "\(item)"
        if item.id == 15, let due = edit {
          edit = nil
          due()
        }
      })
    try await showing(view) { store in
      try await store.submit(TableSnapshot(rows: items(0..<30)))
      edit = {
        view.link.edit(.insert([Item(99)], at: .path(RowPath(section: 0, row: 0))))
        #expect(view.link.table.count == 30, "not inside")
      }
      view.scroll(to: 440)
      #expect(view.link.table.count == 31)
      #expect(view.visibleTexts == (10..<20).map { "\($0)" })
    }
  }

  @Test("7: an edit in a binding that began while an edit was shown is shown afterwards")
  func editAfterRebinding() {
    let view = FlatView()
    view.show([Item(1)])
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    view.configure = { view in
      view.configure = { view in
        view.configure = nil
        view.bind(silent)
        view.link.edit(.append(Item(4)))
      }
      view.link.edit(.append(Item(3)))
    }
    view.link.edit(.append(Item(2)))
    #expect(view.rows == [items([1, 2, 3, 4])])
  }

  @Test("7: cancelling while a cell is configured completes that batch and shows nothing more")
  func cancelInside() async throws {
    let view = FlatView()
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    let binding = view.bind(silent)
    try await binding.store.submit(TableSnapshot(rows: [Item(1)]))
    view.configure = { view in
      view.link.edit(.append(Item(9)))
      binding.cancel()
      view.link.edit(.append(Item(8)))
    }
    await #expect(throws: TableError.ended(.cancelled)) {
      try await binding.store.submit(TableSnapshot(rows: [Item(1, "new"), Item(2)]))
    }
    #expect(view.rows == [[Item(1, "new")]], "the first of two stages")
    #expect(view.events.count == 2)
    try await binding.finished
  }

  @Test("13: a table that arrives during a drag is diffed again and shown after it")
  func drag() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      try await store.submit(flat(1, 2, 3))
      let events = view.events.count
      view.link.beginInteraction()
      async let first = store.submit(flat(1, 2, 3, 4))
      await until { await store.table.count == 4 }
      view.link.edit(.move(.id(3), to: .path(RowPath(section: 0, row: 0))))
      await until { await store.table == flat(3, 1, 2, 4) }
      async let second = store.submit(flat(5, 3, 1, 2))
      await until { await store.table == flat(5, 3, 1, 2) }
      #expect(view.rows == [items([3, 1, 2])], "only what the user did")
      view.link.endInteraction()
      let answers = try await [first, second]
      #expect(view.events.count == events + 2, "the user's, and one batch for both tables")
      #expect(answers.map(\.isSuperseded) == [true, false])
      #expect(answers.map(\.superseded) == [1, 1])
      #expect(view.rows == [items([5, 3, 1, 2])])
    }
  }

  @Test("13: display returns after a last table that a drag postpones is on screen")
  func finishDuringDrag() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    let binding = view.bind(stream)
    try await binding.store.submit(flat(1))
    view.link.beginInteraction()
    view.link.beginInteraction()
    input.yield(items([1, 2]))
    input.finish()
    await until { await binding.store.table.count == 2 }
    let isFinished = Guarded(false)
    async let finished: Void = {
      try await binding.finished
      isFinished.with { $0 = true }
    }()
    await until { view.link.isDeferred }
    #expect(!isFinished.now && view.rows == [items([1])])
    view.link.endInteraction()
    #expect(view.link.isDeferred, "interactions nest")
    view.link.endInteraction()
    try await finished
    #expect(view.rows == [items([1, 2])])
  }

  @Test("13: consecutive drags postpone all changes and lose none")
  func manyDrags() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      try await store.submit(flat(0))
      for round in 1...200 {
        view.link.beginInteraction()
        async let answer = store.submit(flat(0, round))
        for _ in 0..<(round % 7) { await Task.yield() }
        view.link.endInteraction()
        if round.isMultiple(of: 3) { view.link.beginInteraction() }
        for _ in 0..<(round % 5) { await Task.yield() }
        if round.isMultiple(of: 3) { view.link.endInteraction() }
        _ = try await answer
        #expect(view.rows == [items([0, round])])
      }
    }
  }

  @Test("32: ten tables on one main actor are all shown, one turn for each stage")
  func fairness() async throws {
    let turns = Guarded<[Int]>([])
    var views: [FlatView] = []
    var bindings: [TableBinding<OneSection, Item>] = []
    for number in 0..<10 {
      let view = FlatView()
      view.told = { _ in turns.with { $0.append(number) } }
      let rounds = AsyncStream<[Item]> { input in
        for round in 1...50 { input.yield([Item(0, "\(round)")] + items(1...round)) }
        input.finish()
      }
      views.append(view)
      bindings.append(view.bind(rounds, initial: [Item(0, "0")]))
    }
    for binding in bindings { try await binding.finished }
    for view in views { #expect(view.rows == [[Item(0, "50")] + items(1...50)]) }
    let longest = turns.now.dropFirst(10).reduce(into: (last: -1, run: 0, most: 0)) { state, number in
      state.run = number == state.last ? state.run + 1 : 1
      state.last = number
      state.most = max(state.most, state.run)
    }
    #expect(Set(turns.now).count == 10)
    #expect(longest.most < turns.now.count / 2, "nobody has the main actor for itself")
  }

  @Test("32: other main actor jobs run between two stages of a change")
  func turnsBetweenStages() async throws {
    let view = FlatView()
    let turns = Guarded<[String]>([])
    try await view.withStore { store in
      try await store.submit(flat(1, 2))
      view.told = { _ in
        turns.with { $0.append("stage") }
        Task(priority: .high) { @MainActor in turns.with { $0.append("other") } }
      }
      let applied = try await store.submit(TableSnapshot(rows: [Item(2, "new"), Item(3)]))
      view.told = nil
      #expect(applied.changeset.stages.count == 2)
    }
    #expect(turns.now.prefix(3) == ["stage", "other", "stage"])
  }
}
