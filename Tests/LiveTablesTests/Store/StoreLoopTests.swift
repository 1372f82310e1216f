import TestSupport
import Testing

@testable import LiveTables

extension TableStore {
  /// The number of waiting callers; the larger one, if the store and its machine disagree.
  var callers: Int { max(answers.count, machine.waiting.count) }

  /// The number of notes in the next order.
  fileprivate var noted: Int {
    var machine = machine
    guard case .show(let order) = machine.next(for: machine.newestBindingNumber) else { return 0 }
    return order.notes.count
  }

  fileprivate func updatePresented(_ newest: Applier.StampedTable) {
    updatePresented(newest, of: machine.bindingNumber ?? 0)
  }
}

/// Tests of the loop between a store and its view.
@Suite("Store loop", .timeLimit(.minutes(20))) @MainActor
struct StoreLoopTests {
  @Test("30: a cancelled caller leaves nothing, and its table is shown")
  func cancelled() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      try await store.submit(flat(1))
      view.link.beginInteraction()
      let caller = Task { try await store.submit(flat(1, 2)) }
      await until { await store.callers == 1 }
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      #expect(await store.callers == 0)
      view.link.endInteraction()
      await until { view.rows == [items([1, 2])] }
    }
  }

  @Test("20: rows that are refreshed repeatedly while a view is busy are stored once")
  func refreshedWhileBusy() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>(flat(1))
    try await withBinding(view, store) { _ in
      try await store.submit(flat(1, 2))
      view.link.beginInteraction()
      try await withThrowingTaskGroup(of: Void.self) { callers in
        for number in 1...50 {
          callers.addTask { try await store.refresh(ids: [1]) }
          await until { await store.callers == number }
          for _ in 0..<20 { await Task.yield() }  // lets the loop find that the view is busy
        }
        #expect(await store.noted <= 2)
        view.link.endInteraction()
        try await callers.waitForAll()
      }
    }
  }

  @Test("49: a user's edit without effect is reported without another table")
  func notFoundAtOnce() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>(flat(1))
    try await withBinding(view, store) { binding in
      let missing = Guarded(0)
      let reader = Task { for await change in binding.changes { missing.with { $0 += change.notFound.count } } }
      view.link.edit(.remove(id: 99))
      await until { missing.now == 1 }
      reader.cancel()
    }
  }

  @Test("17: an older acknowledgement does not replace the known presented table")
  func olderBase() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      try await store.submit(flat(1))
      let older = view.link.screen.stamped
      try await store.submit(flat(1, 2))
      await store.updatePresented(older)
      let known = await store.presented?.stamp
      #expect(known == view.link.screen.stamp)
    }
  }

  @Test("17: an acknowledgement of a replaced view does not count for the next view")
  func baseOfReplacedView() async throws {
    let (first, second) = (FlatView(), FlatView())
    for _ in 0..<20 { first.show([Item(1)]) }
    let store = TableStore<OneSection, Item>(flat(1))
    let loops = [first, second].map { view in
      let applier = TableApplier(
        view: view, differencer: store.differencer, bindings: store.bindings, options: BindingOptions())
      let isShown = view === first
      return Task { await store.run(on: applier, isShown: isShown) }
    }
    #expect(await loops[0].value == .replaced)
    await until { second.rows == [items([1])] }
    let applied = try await store.submit(flat(1, 2))
    #expect(applied.mode == .batch && first.rows == [items([1])])
    loops[1].cancel()
    _ = await loops[1].value
  }

  @Test("21: withStore returns when the last table is on screen, even if no caller waits for it")
  func withStoreWaits() async throws {
    let view = FlatView()
    let (isSubmitted, isOver) = (Guarded(false), Guarded(false))
    let task = Task {
      try await view.withStore { store in
        try await store.submit(flat(1))
        view.link.beginInteraction()
        Task { try await store.submit(flat(1, 2)) }
        await until { await store.table.count == 2 }
        isSubmitted.with { $0 = true }
      }
      isOver.with { $0 = true }
    }
    await until { isSubmitted.now && view.link.isDeferred }
    #expect(!isOver.now && view.rows == [items([1])])
    view.link.endInteraction()
    try await task.value
    #expect(view.rows == [items([1, 2])])
  }
}
