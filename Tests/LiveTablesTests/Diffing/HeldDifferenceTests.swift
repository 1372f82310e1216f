import LiveTables
import TestSupport
import Testing

/// Tests of events during a diff.
@Suite("Events during a diff", .serialized, .holdsThreads, .timeLimit(.minutes(20))) @MainActor
struct HeldDifferenceTests {
  @Test("35: the main actor is free during a diff")
  func mainActorIsFree() async throws {
    let held = Held()
    let (view, store) = (held.view, held.store)
    try await withBinding(view, store) { _ in
      try await store.submit(held.table([1, 2]))
      let (begun, barrier) = held.holdNextDifference()
      async let answer = store.submit(held.table([1, 2, 3], "new"))
      await begun.wait()
      MainActor.preconditionIsolated()  // the main actor is free although the diff has not returned
      #expect(view.rows[0].map(\.id) == [1, 2])
      barrier.open()
      #expect(try await answer.table.map(\.id) == [1, 2, 3])
    }
  }

  @Test("the first diff of a view includes edits that the store has not received from the earlier view")
  func editBeforeNextView() async throws {
    for round in 0..<100 {
      let store = TableStore<OneSection, Item>(flat(1))
      var one: FlatView? = FlatView()
      one?.bind(store, options: BindingOptions(priority: .background))
      await until { one?.rows == [items([1])] }
      let (begun, barrier) = (Gate(), Barrier())
      let busy = Task {
        try await store.edit { _ in
          begun.open()
          barrier.hold()
        }
      }
      await begun.wait()
      one?.link.edit(.append(Item(2)))
      if round.isMultiple(of: 2) { one = nil }
      let two = FlatView()
      // The store serves the task of this view first, because its priority is higher.
      let second = two.bind(store, options: BindingOptions(priority: .high))
      barrier.open()
      await until { await store.table == flat(1, 2) && two.link.table == flat(1, 2) }
      #expect(two.events == [.reload([items([1, 2])])])
      _ = try await busy.value
      second.cancel()
    }
  }

  @Test("49: a user's edit during a diff is merged, and the diff is discarded")
  func whileDifferencing() async throws {
    let held = Held()
    let (view, store) = (held.view, held.store)
    try await withBinding(view, store) { _ in
      try await store.submit(held.table([1, 2, 3]))
      let (begun, barrier) = held.holdNextDifference()
      async let answer = store.submit(held.table([1, 2, 3, 4], "new"))
      await begun.wait()
      let events = view.events.count
      view.link.edit(.remove(id: 2))
      #expect(view.rows[0].map(\.id) == [1, 3])
      await until { await store.table.map(\.id) == [1, 3, 4] }
      barrier.open()
      #expect(try await answer.table.map(\.id) == [1, 3, 4])
      for case .batch(_, let rows, _) in view.events[events...] {
        #expect(!rows[0].map(\.id).contains(2), "the row was never seen again")
      }
    }
  }

  @Test("49: a table after a merged user's edit replaces it, also during a diff")
  func replacedWhileDifferencing() async throws {
    let held = Held()
    let (view, store) = (held.view, held.store)
    try await withBinding(view, store) { _ in
      try await store.submit(held.table([1, 2, 3]))
      let (begun, barrier) = held.holdNextDifference()
      async let first = store.submit(held.table([1, 2, 3, 4], "new"))
      await begun.wait()
      view.link.edit(.remove(id: 2))
      await until { await store.table.map(\.id) == [1, 3, 4] }
      async let second = store.submit(held.table([1, 2, 5], "newer"))
      await until { await store.table.map(\.id) == [1, 2, 5] }
      barrier.open()
      _ = try await first
      #expect(try await second.table.map(\.id) == [1, 2, 5])
      #expect(view.rows[0].map(\.id) == [1, 2, 5])
    }
  }

  @Test("17: a user who edits during every diff keeps the edits and is not blocked")
  func alwaysStale() async throws {
    let held = Held()
    let (view, store, watch) = (held.view, held.store, held.watch)
    try await withBinding(view, store) { _ in
      try await store.submit(TableSnapshot(rows: [Watched(id: 0, watch: watch)]))
      let before = watch.comparisons.now
      try await store.submit(TableSnapshot(rows: [Watched(id: 0, text: "once", watch: watch)]))
      let comparisons = watch.comparisons.now - before
      let edits = Guarded(0)
      watch.act.with {
        $0 = { _ in
          // The user makes an edit at every comparison of every diff.
          let barrier = Barrier()
          Task { @MainActor in
            let act = watch.act.now
            watch.act.with { $0 = nil }
            let number = edits.with {
              $0 += 1
              return $0
            }
            view.link.edit(.append(Watched(id: 100 + number, watch: Watched.Watch())))
            if number < 100 { watch.act.with { $0 = act } }  // without a limit, this test would hang rather than fail
            barrier.open()
          }
          barrier.hold()
        }
      }
      let applied = try await store.submit(TableSnapshot(rows: [Watched(id: 0, text: "new", watch: watch)]))
      watch.act.with { $0 = nil }
      #expect(applied.mode == .reload(.alwaysStale))
      #expect(edits.now / comparisons == 3, "after three stale diffs the view is reloaded")
      #expect(view.rows[0].count == edits.now + 1, "every edit is on screen")
      await until { await store.table.map(\.id) == view.rows[0].map(\.id) }
    }
  }

  @Test("17: stale attempts are counted for each change")
  func staleForOneChange() async throws {
    let held = Held()
    try await withBinding(held.view, held.store) { _ in
      try await held.store.submit(held.table([0]))
      try await staleTwice(held, held.store, rounds: 1...3)
    }
    // The first table is on screen at once, so that the first change of the loop has a base.
    let binding = held.view.show(held.table([0]))
    try await staleTwice(held, binding.store, rounds: 4...4)
    binding.cancel()
    try await binding.finished
  }

  private func staleTwice(
    _ held: Held, _ store: TableStore<OneSection, Watched>, rounds: ClosedRange<Int>
  ) async throws {
    let (view, watch) = (held.view, held.watch)
    for round in rounds {
      let edits = Guarded(0)
      watch.act.with {
        $0 = { _ in
          let barrier = Barrier()
          Task { @MainActor in
            let act = watch.act.now
            watch.act.with { $0 = nil }
            let number = edits.with {
              $0 += 1
              return $0
            }
            view.link.edit(.append(Watched(id: 10 * round + number, watch: Watched.Watch())))
            if number < 2 { watch.act.with { $0 = act } }
            barrier.open()
          }
          barrier.hold()
        }
      }
      let applied = try await store.submit(held.table([0], "\(round)"))
      #expect(applied.mode == .batch && edits.now == 2)
    }
  }

  @Test("13: a drag postpones diffs, and only the first one is discarded")
  func calmDuringDrag() async throws {
    let held = Held()
    let (view, store, watch) = (held.view, held.store, held.watch)
    try await withBinding(view, store) { _ in
      try await store.submit(held.table([1, 2]))
      let before = watch.comparisons.now
      view.link.beginInteraction()
      async let first = store.submit(held.table([1, 2], "new"))
      await until { watch.comparisons.now == before + 2 }
      async let second = store.submit(held.table([1, 2], "newer"))
      await until { await store.table.first?.text == "newer" && view.link.isDeferred }
      #expect(watch.comparisons.now == before + 2)
      view.link.endInteraction()
      _ = try await (first, second)
      #expect(watch.comparisons.now == before + 4)
    }
  }

  @Test("25: a diff that is cancelled visits at most 4,096 more rows")
  func cancelledInside() async throws {
    let held = Held()
    let (view, store, watch) = (held.view, held.store, held.watch)
    let binding = view.bind(store)
    try await store.submit(held.table(Array(0..<200_000)))
    let before = watch.comparisons.now
    let barrier = Barrier()
    watch.act.with {
      $0 = { count in
        if count != before + 1000 { return }
        Task { @MainActor in
          binding.cancel()
          barrier.open()
        }
        barrier.hold()
      }
    }
    let applied = try await store.submit(held.table(Array(0..<200_000), "new"))
    #expect(applied.mode == .reload(.noView))
    try await binding.finished
    #expect(watch.comparisons.now - before <= 1000 + 4096)
    #expect(view.rows[0][0].text == "")
  }

  @Test("31: the end of a view ends its diff")
  func disposal() async throws {
    for round in 0..<4 {
      let held = Held()
      let (store, watch) = (held.store, held.watch)
      var view: TestView<OneSection, Watched>? = TestView()
      weak let weakView = view
      let (silent, _) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Watched>.self)
      var binding = view?.bind(store)
      try await store.submit(held.table(Array(0..<200_000)))
      let before = watch.comparisons.now
      let (begun, barrier) = held.holdNextDifference()
      async let answer = store.submit(held.table(Array(0..<200_000), "new"))
      await begun.wait()
      switch round {
      case 0: binding?.cancel()
      case 1: view = nil
      case 2: view?.bind(silent).cancel()
      default:
        let other = TestView<OneSection, Watched>()
        other.bind(store).cancel()
        binding?.cancel()
      }
      // The end must reach the loop before the diff continues, so that the diff can notice it.
      if round != 0 { for _ in 0..<1000 { await Task.yield() } }
      barrier.open()
      #expect(try await answer.mode == .reload(.noView))
      try await binding?.finished
      #expect(watch.comparisons.now - before < 100_000)
      binding = nil
      if round == 1 { #expect(weakView == nil) }
    }
  }
}
