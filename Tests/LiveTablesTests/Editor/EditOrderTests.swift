import LiveTables
import TestSupport
import Testing

/// Tests that an edit applies to every table that the store accepted before it, and that a later table replaces it
/// (promise 49).
@Suite("The order of edits and tables", .timeLimit(.minutes(20))) @MainActor
struct EditOrderTests {
  private typealias Store = TableStore<OneSection, Item>

  @Test("49: an edit applies to the presented and the pending table, and not to a later one")
  func store() async throws {
    let view = FlatView()
    let store = Store()
    try await withBinding(view, store) { _ in
      try await store.submit(flat(1, 2, 3))
      let shown = try await store.edit { $0.remove(id: 2) }
      #expect(shown.table == flat(1, 3) && shown.changeset.operationCount == 1)
      view.link.beginInteraction()  // defers tables
      async let waiting = store.submit(flat(1, 2, 3, 4))
      await until { await store.table.count == 4 }
      async let edited = store.edit(.remove(id: 2))
      await until { await store.table.count == 3 }
      view.link.endInteraction()
      #expect(try await waiting.table == flat(1, 3, 4))
      #expect(try await edited.table == flat(1, 3, 4))
      #expect(try await !waiting.isSuperseded)
      try await store.submit(flat(1, 2, 3, 4))
      #expect(view.rows == [items([1, 2, 3, 4])], "a later table has the row again")
    }
  }

  @Test("49: an edit without effect is listed in the applied changeset")
  func notFound() async throws {
    let view = FlatView()
    try await view.withStore { store in
      try await store.submit(flat(1, 2))
      let applied = try await store.edit {
        let found = [$0.remove(id: 7), $0.append(Item(3)), $0.insert(Item(4), at: .after(9)), $0.replace(Item(8))]
        #expect(found == [false, true, false, false])
      }
      #expect(applied.table == flat(1, 2, 3))
      #expect(applied.notFound.map(\.description) == ["remove 7", "insert 4 after 9", "replace 8 with 8"])
      let nothing = try await store.edit(.remove(id: 7))
      #expect(nothing.changeset.isEmpty && nothing.notFound.count == 1)
      #expect(try await store.edit(.remove(id: 3)).notFound.isEmpty, "said once")
      let takenBack = try await store.edit { editor in
        editor.remove(id: 8)
        #expect(throws: Broken()) {
          try editor.transaction {
            $0.remove(id: 9)
            throw Broken()
          }
        }
      }
      #expect(takenBack.notFound.map(\.description) == ["remove 8"], "what a transaction took back was not asked for")
    }
  }

  @Test("49: an edit that throws changes nothing")
  func throwing() async throws {
    let view = FlatView()
    try await view.withStore { store in
      try await store.submit(flat(1))
      await #expect(throws: Broken()) {
        try await store.edit {
          $0.append(Item(2))
          throw Broken()
        }
      }
      #expect(await store.table == flat(1))
    }
  }

  @Test("22: edits from many tasks are all applied, whatever tables are skipped")
  func compose() async throws {
    let view = FlatView()
    let store = Store(flat(0))
    try await withBinding(view, store) { _ in
      try await withThrowingTaskGroup(of: Bool.self) { tasks in
        for number in 1...500 {
          tasks.addTask { try await store.edit(.append(Item(number))).isSuperseded }
        }
        for try await isSuperseded in tasks { #expect(!isSuperseded, "an edit is never skipped") }
      }
      #expect(Set(view.link.table.map(\.id)) == Set(0...500))
      #expect(view.link.table.count == 501)
    }
  }

  @Test("49: a user's edit is on screen at once, and then in the target")
  func atOnce() async throws {
    let view = FlatView()
    let store = Store()
    try await withBinding(view, store) { binding in
      try await store.submit(flat(1, 2, 3))
      view.link.edit(.remove(id: 2))
      #expect(view.rows == [items([1, 3])])
      var removed = BatchOperations()
      removed.deletedRows = [RowPath(section: 0, row: 1)]
      #expect(view.events.last == .batch(removed, [items([1, 3])], animated: true))
      await until { await store.table == flat(1, 3) }
      let events = view.events.count
      #expect(try await store.edit { $0.append(Item(4)) }.table == flat(1, 3, 4))
      #expect(view.events.count == events + 1, "merging it shows nothing again")
    }
  }

  @Test("49: every order of one edit and two tables ends as the store accepted them")
  func orders() async throws {
    // Each order in which the store can accept the three ends with one of four tables.
    for seed in 0..<200 {
      let view = FlatView()
      let store = Store(flat(1, 2))
      try await withBinding(view, store) { _ in
        async let edit = store.edit(.remove(id: 2))
        if seed & 1 == 0 { await Task.yield() }
        async let first = store.submit(flat(1, 2, 3))
        if seed & 2 == 0 { await Task.yield() }
        async let second = store.submit(flat(1, 2, 4))
        _ = try await (edit, first, second)
        let wanted = await store.table
        #expect(view.link.table == wanted)
        #expect([flat(1, 2, 3), flat(1, 3), flat(1, 2, 4), flat(1, 4)].contains(wanted))
      }
    }
  }
}
