import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

@MainActor struct TableViewShowTests {
  @Test("a static table is shown before the call returns, and a missing path is nil")
  func shown() {
    let view = StrictTableView<Int, Item>()
    view.show(TableSnapshot(sections: (0..<4).map { section in TableSection(section, rows: items(0..<5)) }))
    #expect(view.drawn.rowCounts == [5, 5, 5, 5])
    #expect(view.link.table[RowPath(section: 0, row: 4)] == Item(4))
    #expect(view.link.table[RowPath(section: 0, row: 5)] == nil)
    #expect(view.link.table[RowPath(section: 4, row: 0)] == nil && view.link.table[RowPath(section: -1, row: 0)] == nil)
  }

  @Test("another table can be submitted to the store of a static table, and is shown in batches")
  func submitting() async throws {
    let view = StrictTableView<OneSection, Item>()
    let binding = view.show(flat(1, 2))
    let applied = try await binding.store.submit(flat(1, 2, 3))
    #expect(applied.mode == .batch && view.drawn == flat(1, 2, 3) && view.reloads == 1)
    view.link.edit(.remove(id: 1))
    #expect(view.drawn == flat(2, 3))
  }

  @Test("arrays are accepted in place of tables, also empty ones and tables with a value")
  func plainArrays() async throws {
    let view = StrictTableView<OneSection, Item>()
    let binding = view.show([Item(1), Item(2)])
    #expect(view.drawn == flat(1, 2))
    try await binding.store.submit([Item(2)])
    #expect(view.drawn == flat(2))
    try await binding.store.submit(TableState(flat(2, 3), value: "read"))
    #expect(view.drawn == flat(2, 3) && view.link.value as? String == "read")
    try await binding.store.submit([])
    #expect(view.drawn == TableSnapshot(rows: []))
    try await binding.store.submit(TableSnapshot())
    #expect(view.drawn == TableSnapshot())
    view.show([])
    #expect(view.drawn == TableSnapshot(rows: []))
  }

  @Test("showing a static table ends the earlier binding, also during a drag")
  func replacing() async throws {
    let view = StrictTableView<OneSection, Item>()
    let first = view.show(flat(1))
    view.link.beginInteraction()
    view.show(flat(2))
    #expect(view.drawn == flat(1))
    try await first.finished
    view.link.endInteraction()
    await until { view.drawn == flat(2) }
    await #expect(throws: TableError.ended(.replaced)) { try await first.store.submit(flat(3)) }
  }

  @Test("38: a first table is shown even if the caller's task is cancelled")
  func inACancelledTask() async throws {
    let view = StrictTableView<OneSection, Item>()
    let (tables, input) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
    let binding = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      view.show(flat(1, 2))
      #expect(view.drawn == flat(1, 2) && view.link.isBound)
      return view.bind(tables, initial: flat(3))
    }.value
    #expect(view.drawn == flat(3))
    input.yield(flat(3, 4))
    await until { view.drawn == flat(3, 4) }
    input.finish()
    try await binding.finished
  }

  @Test("nothing retains the view")
  func released() async throws {
    weak var gone: StrictTableView<OneSection, Item>?
    let binding: TableBinding<OneSection, Item>
    do {
      let view = StrictTableView<OneSection, Item>()
      binding = view.show(flat(1))
      gone = view
    }
    #expect(gone == nil)
    try await binding.finished
  }
}
