import LiveTables
import Testing

/// What happens while a difference is being made.
@Suite("Store: while a difference is being made", .serialized, .timeLimit(.minutes(1))) @MainActor
struct HeldDifferenceTests {
  @Test("49: the user's edit is merged while a difference is being made, and that difference is not shown")
  func whileDifferencing() async throws {
    let held = Held()
    let (view, store) = (held.view, held.store)
    try await withBinding(view, store) { _ in
      try await store.submit(held.table([1, 2, 3]))
      let (begun, barrier) = held.holdNextDifference()
      async let answer = store.submit(held.table([1, 2, 3, 4], "new"))
      await begun.wait()
      view.link.edit(.remove(id: 2))
      #expect(view.rows[0].map(\.id) == [1, 3])
      await until { await store.table.map(\.id) == [1, 3, 4] }
      barrier.open()
      #expect(try await answer.table.map(\.id) == [1, 3, 4])
      for case .batch(_, let rows, _) in view.events {
        #expect(!rows[0].map(\.id).contains(2), "the row was never seen again")
      }
    }
  }

  @Test("49: a table that comes after the user's edit was merged replaces it, also while a difference is being made")
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

  @Test("17: a user who edits during every difference is not undone, and is not kept waiting for ever")
  func alwaysStale() async throws {
    let held = Held()
    let (view, store, watch) = (held.view, held.store, held.watch)
    try await withBinding(view, store) { _ in
      try await store.submit(Table(rows: [Watched(id: 0, watch: watch)]))
      let edits = Guarded(0)
      watch.act.with {
        $0 = { _ in
          // The first comparison of every difference: the user is faster than the machine.
          let barrier = Barrier()
          Task { @MainActor in
            let act = watch.act.now
            watch.act.with { $0 = nil }
            let number = edits.with {
              $0 += 1
              return $0
            }
            view.link.edit(.append(Watched(id: 100 + number, watch: watch)))
            watch.act.with { $0 = act }
            barrier.open()
          }
          barrier.hold()
        }
      }
      let applied = try await store.submit(Table(rows: [Watched(id: 0, text: "new", watch: watch)]))
      watch.act.with { $0 = nil }
      #expect(applied.mode == .reload(.alwaysStale))
      #expect(edits.now >= 3)
      #expect(view.rows[0].count == edits.now + 1, "every edit is on screen")
      await until { await store.table.map(\.id) == view.rows[0].map(\.id) }
    }
  }
}
