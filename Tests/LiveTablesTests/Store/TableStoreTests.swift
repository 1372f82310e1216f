import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

@Suite("Store", .timeLimit(.minutes(20))) @MainActor
struct TableStoreTests {
  private typealias Store = TableStore<OneSection, Item>

  @Test("a submission without a view is accepted at once, and a later view shows everything by reloading")
  func ownStore() async throws {
    let store = Store(flat(1), name: "inbox")
    let applied = try await store.submit(flat(1, 2))
    #expect(applied.mode == .reload(.noView) && applied.table == flat(1, 2) && !applied.isAnimated)
    #expect(try await store.edit { $0.remove(id: 9) }.notFound.map(\.description) == ["remove 9"])
    for round in 0..<3 {
      let view = FlatView()
      try await withBinding(view, store) { _ in
        #expect(view.events == [.reload([items([1, 2] + Array(10..<(10 + round)))])])
        let applied = try await store.edit(.append(Item(10 + round)))
        #expect(applied.mode == .batch)
      }
    }
    #expect(try await store.submit(flat(7)).mode == .reload(.noView), "it outlives its views")
  }

  private actor Server {
    func table() -> TableSnapshot<OneSection, Item> { flat(1) }
  }

  // Outside of the test, so that no code runs on the main actor between the two calls.
  private func editAfterLoading(_ server: Server, _ store: Store) async throws {
    _ = await server.table()
    try await store.edit { $0.append(Item(2)) }
  }

  private func submitLoaded(_ server: Server, _ store: Store) async throws { try await store.submit(server.table()) }

  @Test("code outside of the main actor can submit and edit")
  func fromElsewhere() async throws {
    let (server, store) = (Server(), Store())
    try await submitLoaded(server, store)
    try await editAfterLoading(server, store)
    #expect(await store.table == flat(1, 2))
  }

  @Test("a submission right after bind waits for that view")
  func submitAfterBind() async throws {
    for _ in 0..<100 {
      let view = FlatView()
      let store = Store()
      let binding = view.bind(store)
      let applied = try await store.submit(flat(1))
      #expect(view.rows == [items([1])])
      _ = applied
      binding.cancel()
    }
  }

  @Test("a caller that waits for a deallocated view waits for the next bound view")
  func nextView() async throws {
    for _ in 0..<100 {
      let (one, two) = (FlatView(), FlatView())
      let store = Store(flat(1))
      let first = one.bind(store)
      await until { one.rows == [items([1])] }
      one.link.beginInteraction()
      async let submitted = store.submit(flat(1, 2))
      await until { await store.table == flat(1, 2) }
      first.cancel()
      let second = two.bind(store)
      let applied = try await submitted
      #expect(two.rows == [items([1, 2])] && applied.table == flat(1, 2))
      second.cancel()
    }
  }

  @Test("an edit without effect is reported exactly once, also right after bind")
  func editAfterBind() async throws {
    for _ in 0..<100 {
      let view = FlatView()
      let store = Store(flat(1))
      let binding = view.bind(store)
      #expect(try await store.edit { $0.remove(id: 9) }.notFound.map(\.description) == ["remove 9"])
      #expect(view.rows == [items([1])])
      binding.cancel()
    }
  }

  @Test("an edit without effect is reported even if the view is deallocated before the answer")
  func editWithoutAnswer() async throws {
    let view = FlatView()
    let store = Store(flat(1))
    let binding = view.bind(store)
    await until { view.rows == [items([1])] }
    view.link.beginInteraction()
    async let applied = store.edit { $0.remove(id: 9) }
    await until { await store.state.revision == 1 }
    binding.cancel()
    #expect(try await applied.notFound.map(\.description) == ["remove 9"])
  }

  @Test("a store that was created for one view shows its table in another one")
  func ownStoreMoves() async throws {
    let (one, two) = (FlatView(), FlatView())
    let store = one.show(flat(1, 2)).store
    let binding = two.bind(store)
    await until { two.rows == [items([1, 2])] }
    try await store.submit(flat(1, 3))
    #expect(one.rows == [items([1, 2])] && two.rows == [items([1, 3])])
    binding.cancel()
  }

  @Test("a store that was created for one view can be bound to that view again", arguments: 0..<50)
  func boundAgain(round: Int) async throws {
    let view = FlatView()
    let first = view.show(flat(1))
    for _ in 0..<round { await Task.yield() }
    let second = view.bind(first.store)
    try await second.store.submit(flat(1, 2))
    #expect(view.rows == [items([1, 2])])
    second.cancel()
    try await first.finished
    try await second.finished
    await #expect(throws: TableError.self) { try await second.store.submit(flat(3)) }
  }

  @Test("a second view takes over a store, and the first view is released with its rows")
  func takenOver() async throws {
    let store = Store(flat(1))
    let (one, two) = (FlatView(), FlatView())
    let first = one.bind(store)
    await until { one.rows == [items([1])] }
    let second = two.bind(store)
    try await first.finished
    try await store.submit(flat(1, 2))
    #expect(one.rows == [items([1])] && two.rows == [items([1, 2])])
    one.link.edit(.append(Item(9)))
    #expect(one.rows == [items([1])])
    second.cancel()
  }

  @Test("a user's last edit reaches a custom store even if the binding ends at once")
  func lastEdit() async throws {
    let store = Store(flat(1, 2))
    let view = FlatView()
    let binding = view.bind(store)
    await until { view.rows == [items([1, 2])] }
    view.link.edit(.remove(id: 1))
    binding.cancel()
    try await binding.finished
    #expect(await store.table == flat(2))
  }

  @Test("refresh lists rows as updated that compare equal")
  func refresh() async throws {
    let view = FlatView()
    try await view.withStore { store in
      try await store.submit(flat(1, 2, 3))
      let applied = try await store.refresh(ids: [3, 1, 99])
      var updated = BatchOperations()
      updated.updatedRows = [RowPath(section: 0, row: 0), RowPath(section: 0, row: 2)]
      #expect(applied.changeset.stages.map(\.operations) == [updated])
      #expect(view.events.last == .batch(updated, [items([1, 2, 3])], animated: true))
      #expect(try await store.submit(flat(1, 2, 3)).changeset.isEmpty, "once")
    }
  }

  @Test("rows are refreshed by the next change, moved or not, and inserted rows are not updated, too")
  func refreshWithTable() async throws {
    let view = FlatView()
    let store = Store(flat(1, 2, 3))
    try await withBinding(view, store) { _ in
      view.link.beginInteraction()
      async let refreshed = store.refresh(ids: [1, 3, 4])
      await until { await store.callers == 1 }
      async let submitted = store.submit(flat(3, 2, 4))
      await until { await store.table == flat(3, 2, 4) }
      view.link.endInteraction()
      let changeset = try await submitted.changeset
      _ = try await refreshed
      #expect(changeset.stages.first?.operations.updatedRows == [RowPath(section: 0, row: 2)])
      #expect(changeset.stages.dropFirst().allSatisfy { $0.operations.updatedRows.isEmpty })
      #expect(view.rows == [items([3, 2, 4])])
    }
  }

  @Test("an update to an equal row refreshes it")
  func update() async throws {
    struct Plain: Diffable, Identifiable, Equatable, Sendable {
      let id: Int
      var hidden = 0
      static func == (one: Plain, two: Plain) -> Bool { one.id == two.id }
    }
    let view = TestView<OneSection, Plain>()
    let store = TableStore<OneSection, Plain>(TableSnapshot(rows: [Plain(id: 1), Plain(id: 2)]))
    try await withBinding(view, store) { _ in
      let applied = try await store.edit { $0.replace(Plain(id: 2, hidden: 5)) }
      #expect(applied.changeset.stages.map(\.operations.updatedRows) == [[RowPath(section: 0, row: 1)]])
      #expect(view.rows[0][1].hidden == 5)
      let events = view.events.count
      view.link.edit(.replace(Plain(id: 1, hidden: 6)))
      #expect(view.events.count == events + 1 && view.rows[0][0].hidden == 6)
    }
  }

  @Test("an answer contains the revision, the mode, and whether a newer table was shown")
  func answers() async throws {
    let view = FlatView()
    let store = Store()
    try await withBinding(view, store) { _ in
      let first = try await store.submit(flat(1))
      #expect(first.revision == 2 && first.mode == .batch && first.isAnimated && !first.isSuperseded)
      let same = try await store.submit(flat(1))
      #expect(same.revision == 3 && same.changeset.isEmpty && same.mode == .batch)
      #expect("\(same)" == "revision 3: 0 operations")
    }
  }

  @Test("many producers submit and edit at random, and the view ends with the target")
  func stress() async throws {
    let view = StrictTableView<OneSection, Item>()
    let store = Store()
    try await withBinding(view, store) { binding in
      let reader = Task {
        var last: TableSnapshot<OneSection, Item>?
        for await change in binding.changes {
          if let last { #expect(change.changeset.source == last) }
          last = change.table
        }
        return last
      }
      await withTaskGroup(of: Void.self) { tasks in
        for producer in 0..<8 {
          tasks.addTask {
            var random = SeededGenerator(seed: UInt64(producer))
            for _ in 0..<100 {
              let id = Int.random(in: 0..<20, using: &random)
              switch Int.random(in: 0..<6, using: &random) {
              case 0:
                let rows = (0..<Int.random(in: 0..<20, using: &random)).map { Item(($0 * 7 + id) % 40) }
                _ = try? await store.submit(TableSnapshot(rows: rows))
              case 1: _ = try? await store.edit(.remove(id: id))
              case 2: _ = try? await store.edit(.append(Item(id + 100 * producer, "x")))
              case 3: _ = try? await store.refresh(ids: [id])
              case 4: await view.link.edit(.move(.id(id), to: .path(RowPath(section: 0, row: 0))))
              default:
                await view.link.beginInteraction()
                await view.link.edit(.replace(Item(id, "user")))
                await view.link.endInteraction()
              }
            }
          }
        }
      }
      // The producers have finished, but the store may not have received the last edit yet.
      await until {
        let wanted = await store.table
        return view.link.table == wanted
      }
      try await store.submit(flat(1))
      #expect(view.link.table == flat(1))
      binding.cancel()
      #expect(await reader.value == flat(1))
      #expect(view.violations.isEmpty && view.mismatch == nil)
    }
  }
}
