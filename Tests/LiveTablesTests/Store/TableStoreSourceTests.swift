import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@MainActor struct TableStoreSourceTests {
  @Test("a reader of a store gets the target and every later target, without a view")
  func reading() async throws {
    let store = TableStore<OneSection, Item>(flat(1))
    var tables = store.tables.makeAsyncIterator()
    #expect(await tables.next() == flat(1))
    #expect(await store.state.revision == 0)
    try await store.submit(flat(1, 2))
    #expect(await tables.next() == flat(1, 2))
    #expect(await store.state.revision == 1)
    try await store.edit(.remove(id: 1))
    try await store.edit(.append(Item(3)))
    #expect(await tables.next() == flat(2, 3))  // a slow reader gets the newest table
    var late = store.tables.makeAsyncIterator()
    #expect(await late.next() == flat(2, 3))
  }

  @Test("a reader of a store receives refreshed rows of an edit, a table or a refresh")
  func refreshing() async throws {
    let store = TableStore<OneSection, Item>(flat(1, 2, 3))
    var changes = store.changes.makeAsyncIterator()
    _ = await changes.next()
    // Each step also changes rows, so that there is a change in any case.
    try await store.edit {
      $0.replace(Item(2))
      $0.append(Item(4))
    }
    #expect(await changes.next()?.changeset.refreshed == [2])
    try await store.refresh(ids: [3])
    try await store.edit { $0.append(Item(5)) }
    #expect(await changes.next()?.changeset.refreshed == [3])
    var state = TableState(flat(1, 2, 3))
    state.refreshed = [1]
    try await store.submit(state)
    #expect(await changes.next()?.changeset.refreshed == [1])
  }

  @Test("a row that gets another identity in a source is updated in the store's view")
  func renaming() async throws {
    let store = TableStore<OneSection, Item>(flat(1, 2))
    let view = StrictTableView<OneSection, Item>()
    try await withBinding(view, store) { _ in
      var state = TableState(flat(1, 3))
      state.renamed = [2: 3]
      let applied = try await store.submit(state)
      #expect(applied.changeset.operationCount == 1)
      #expect(applied.changeset.stages.map { $0.operations.updatedRows } == [[RowPath(section: 0, row: 1)]])
      #expect(view.drawn == flat(1, 3) && view.violations.isEmpty)
    }
  }

  @Test("a reader of a store receives a row that the user restores")
  func refreshedByUser() async throws {
    let store = TableStore<OneSection, Item>(flat(1, 2))
    let view = StrictTableView<OneSection, Item>()
    try await withBinding(view, store) { _ in
      var changes = store.changes.makeAsyncIterator()
      _ = await changes.next()
      view.link.edit(.replace(Item(2)))
      try await store.edit { $0.append(Item(3)) }  // ensures that there is a change in any case
      #expect(await changes.next()?.changeset.refreshed == [2])
    }
  }

  @Test("a table derived from a store has the newest rows, also after invisible changes")
  func unseen() async throws {
    let store = TableStore<OneSection, Noted>(TableSnapshot(rows: [Noted(id: 1, note: "a")]))
    let derived = store.filter { $0.id > 0 }
    #expect(await derived.current.map(\.note) == ["a"])
    try await store.edit(.patch(.id(1)) { $0.note = "b" })
    #expect(await derived.current.map(\.note) == ["b"])
    let view = StrictTableView<OneSection, Noted>()
    try await withBinding(view, store) { _ in
      view.link.edit(.patch(.id(1)) { $0.note = "c" })
      await until { await store.current.map(\.note) == ["c"] }
    }
    #expect(await derived.current.map(\.note) == ["c"])
  }

  @Test("a store that ends with its view ends the sequence, and keeps the last target")
  func ending() async throws {
    let view = StrictTableView<OneSection, Item>()
    let binding = view.show(flat(1))
    var tables = binding.store.tables.makeAsyncIterator()
    #expect(await tables.next() == flat(1))
    view.link.edit(.append(Item(2)))
    #expect(await tables.next() == flat(1, 2))
    binding.cancel()
    try await binding.finished
    #expect(await tables.next() == nil)
  }

  @Test("several stores can be joined, and receive edits")
  func joined() async throws {
    let stores = [TableStore<OneSection, Item>(flat(1)), TableStore<OneSection, Item>(flat(2))]
    let joined = JoinedTables<OneSection, Item>()
    for store in stores { joined.add(store) }
    let view = StrictTableView<JoinedSection<OneSection>, Item>()
    view.bind(joined)
    await until { view.drawn.map(\.id) == [1, 2] }
    try await stores[0].edit(.append(Item(3)))
    await until { view.drawn.map(\.id) == [1, 3, 2] }
    #expect(view.drawn.rowCounts == [2, 1] && view.violations.isEmpty && view.mismatch == nil)
  }
}
