import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

@MainActor @Suite("Events") struct TableEventsTests {
  private typealias View = StrictTableView<OneSection, Item>

  private let view = View()
  private var events: TableEvents<OneSection, Item> { view.link.events }

  private func path(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

  @Test("every reader gets its own sequence of events in order, until the binding ends")
  func readers() async throws {
    let store = TableStore(flat(1, 2, 3))
    try await withBinding(view, store) { binding in
      let shared = events.willDisplay
      let first = collected(shared)
      let second = collected(shared)
      let third = collected(events.willDisplay)
      await Task.yield()
      for row in 0..<3 { events.report(.willDisplay, at: path(row)) }
      let late = collected(events.willDisplay)
      events.report(.willDisplay, at: path(0))
      events.report(.willDisplay, at: path(9))
      binding.cancel()
      events.report(.willDisplay, at: path(1))
      // The first of the two readers receives every event since the sequence was requested.
      let both = await [first.value, second.value].map { $0.map(\.row.id) }
      #expect(both.contains([1, 2, 3, 1]))
      #expect(await third.value.map(\.path) == [path(0), path(1), path(2), path(0)])
      #expect(await late.value.map(\.row.id) == [1])
    }
  }

  @Test("a sequence that was requested before a binding lasts until that binding ends", arguments: [0, 1, 2, 3])
  func ends(how: Int) async throws {
    let displayed = collected(events.willDisplay)
    let store = TableStore(flat(1))
    let binding = view.bind(store)
    await until { view.link.revision > 0 }
    events.report(.willDisplay, at: path(0))
    switch how {
    case 0: binding.cancel()
    case 1: view.bind(TableStore(flat(2)))
    case 2:
      let (stream, input) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
      view.bind(stream)  // replaces the first binding, which ends the sequence
      input.finish()
    default: events.end()
    }
    var read: [Int]?
    Task { read = await displayed.value.map(\.row.id) }
    await until { read != nil }
    #expect(read == [1])
    displayed.cancel()
  }

  @Test("a sequence that is read again after the end of the binding has ended")
  func readAgain() async throws {
    try await withBinding(view, TableStore(flat(1))) { binding in
      let sequence = events.highlighted
      let first = collected(sequence)
      await Task.yield()
      binding.cancel()
      #expect(await first.value.isEmpty)
      var isOver = false
      let again = Task {
        for await _ in sequence {}
        isOver = true
      }
      await until { isOver }
      again.cancel()
    }
  }

  @Test("readers end when the view is deallocated, and do not retain it") func viewGoes() async {
    weak var weakView: View?
    let readers: [Task<[RowEvent<Item>], Never>]
    do {
      let view = View()
      weakView = view
      readers = [collected(view.link.events.willDisplay), collected(view.link.events.highlighted)]
      view.bind(TableStore(flat(1)))
      await until { view.link.revision > 0 }
      await Task.yield()
    }
    for reader in readers { #expect(await reader.value.isEmpty) }
    #expect(weakView == nil)
  }

  @Test("readers end when a link is deallocated that was never bound") func linkGoes() async {
    let reader: Task<[RowEvent<Item>], Never>
    do {
      let link = TableLink<OneSection, Item>()
      reader = collected(link.events.highlighted)
      await Task.yield()
    }
    #expect(await reader.value.isEmpty)
  }

  @Test("cancelling a reader ends no other reader") func cancelled() async throws {
    try await withBinding(view, TableStore(flat(1, 2))) { binding in
      let first = collected(events.highlighted)
      let second = collected(events.highlighted)
      await Task.yield()
      first.cancel()
      _ = await first.value
      events.report(.highlighted, at: path(1))
      binding.cancel()
      #expect(await second.value.map(\.row.id) == [2])
    }
  }

  @Test("highlights are reported as long as a reader exists") func highlights() async {
    #expect(!events.isHeard(.highlighted))
    let sequence = events.highlighted
    #expect(events.isHeard(.highlighted))
    #expect(!events.isHeard(.unhighlighted))
    let reader = Task { for await _ in sequence {} }
    await Task.yield()
    reader.cancel()
    await reader.value
    withExtendedLifetime(sequence) { #expect(events.isHeard(.highlighted)) }
    let other = events.unhighlighted
    withExtendedLifetime(other) { #expect(events.isHeard(.unhighlighted)) }
  }

  @Test("only the newest events are kept for a slow reader") func slow() async throws {
    try await withBinding(view, TableStore(flat(1))) { binding in
      let sequence = events.highlighted
      for id in 0..<EventSource<Int>.bufferSize + 500 { events.report(.highlighted, Item(id), at: path(0)) }
      binding.cancel()
      #expect(await collected(sequence).value.map(\.row.id) == Array(500..<EventSource<Int>.bufferSize + 500))
    }
  }

  @Test("sequences without readers do not accumulate") func dropped() {
    let source = EventSource<Int>()
    for _ in 0..<100 { _ = source.sequence() }
    #expect(source.listeners.count == 1 && !source.isHeard)
  }

  // MARK: - Cells

  private enum Button: Equatable { case star }

  @Test("a cell's event is delivered at once if no change is pending") func cellAtRest() async throws {
    try await withBinding(view, TableStore(flat(1, 2))) { binding in
      let told = collected(events.custom(Button.self))
      events.send(Button.star, from: path(1))
      events.send("another type", from: path(1))
      events.send(Button.star, from: path(7))
      events.send(Button.star, from: path(0)) { _ in false }
      binding.cancel()
      #expect(await told.value.map(\.row.id) == [2])
      #expect(await told.value.map(\.event) == [.star])
    }
  }

  @Test("a cell's event during a pending change is delivered with the row that the cell shows afterwards")
  func cellInABatch()
    async throws
  {
    let store = TableStore(flat(1, 2, 3))
    try await withBinding(view, store) { binding in
      let told = collected(events.custom(Button.self))
      var hasSaid = false
      view.onDraw = { [view] _, _ in
        if hasSaid { return }
        hasSaid = true
        for row in view.link.table.paths { view.link.events.send(Button.star, from: row) }
      }
      // The first stage updates 2 and 3, and cells send events meanwhile; the second deletes 1 and inserts 9.
      try await store.submit(TableSnapshot(rows: [Item(9), Item(2, "new"), Item(3, "new")]))
      binding.cancel()
      let rows = await told.value.map(\.row)
      #expect(hasSaid)
      #expect(rows == [Item(2, "new"), Item(3, "new")], "and 1 is gone")
    }
  }

  @Test("a cell's event is not delivered after its row was deleted", arguments: [10_000, 0])
  func cellGone(budget: Int) async throws {
    let store = TableStore(flat(1, 2, 3))
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: budget)) { binding in
      let told = collected(events.custom(Button.self))
      var hasSaid = false
      view.onDraw = { [view] row, path in
        if hasSaid { return }
        hasSaid = true
        view.link.events.send(Button.star, from: path)
        view.link.edit(.remove(id: row.id))  // is applied after this update
      }
      try await store.submit(flat(1, 2, 3, 4))
      await until { view.link.table.count == 3 }
      view.onDraw = nil
      binding.cancel()
      #expect(hasSaid)
      #expect(await told.value.isEmpty)
    }
  }

  // MARK: - The end of the table

  @Test("nearEnd is reported once for each number of rows") func prefetchMachine() {
    var machine = PrefetchMachine(distance: 3)
    #expect(machine.check(last: nil, count: 0) == nil)
    #expect(machine.check(last: 5, count: 10) == nil)
    #expect(machine.check(last: 7, count: 10) == 10)
    #expect(machine.check(last: 9, count: 10) == nil)
    #expect(machine.check(last: 9, count: 20) == nil)
    #expect(machine.check(last: 17, count: 20) == 20)
    machine.reset()
    #expect(machine.check(last: 19, count: 20) == 20)
    #expect(machine.check(last: 30, count: 21) == nil, "a row that is gone")
    #expect(machine.check(last: 21, count: 21) == nil, "the last row was the one that is gone")
    var never = PrefetchMachine(distance: 0)
    #expect(never.check(last: 9, count: 10) == nil)
  }

  @Test("nearEnd requests pages as the end approaches, also if a page does not fill the screen")
  func pages() async throws {
    let store = TableStore(TableSnapshot(rows: items(0..<10)))
    try await withBinding(view, store) { binding in
      for row in 0..<5 { events.report(.willDisplay, at: path(row)) }
      let near = events.nearEnd(within: 4)
      var asked: [Int] = []
      let pages = Task {
        for await request in near {
          asked.append(request)
          // The first page is so short that the rows already on screen must request the next one.
          if request < 25 {
            _ = try? await store.submit(TableSnapshot(rows: items(0..<request + [1, 10][asked.count / 2])))
          }
        }
      }
      await Task.yield()
      #expect(asked.isEmpty)
      events.report(.willDisplay, at: path(7))
      await until { asked == [10, 11] }
      await until { view.link.table.count == 21 }
      events.report(.willDisplay, at: path(17))
      await until { asked == [10, 11, 21] }
      binding.cancel()
      await pages.value
    }
  }

  @Test("nearEnd is not kept for released readers")
  func nearEndForgotten() {
    let events = FlatView().link.events
    for _ in 0..<100 { _ = events.nearEnd(within: 1) }
    #expect(events.prefetches.count == 1)
  }

  @Test("a slow reader of nearEnd gets only the newest number of rows")
  func nearEndUnread() async throws {
    let store = TableStore(TableSnapshot(rows: items(0..<10)))
    try await withBinding(view, store) { binding in
      let near = events.nearEnd(within: 1)
      events.report(.willDisplay, at: path(9))
      try await store.submit(TableSnapshot(rows: items(0..<20)))
      events.report(.willDisplay, at: path(19))
      binding.cancel()
      #expect(await collected(near).value == [20])
    }
  }

  @Test("nearEnd is reported after a reload only for rows that are displayed again")
  func nearEndAfterReload() async throws {
    let store = TableStore(TableSnapshot(rows: items(0..<20)))
    try await withBinding(view, store, options: BindingOptions(maximumBatchSize: 0)) { binding in
      for row in 0..<20 { events.report(.willDisplay, at: path(row)) }
      var near = events.nearEnd(within: 2).makeAsyncIterator()
      #expect(await near.next() == 20)
      let applied = try await store.submit(TableSnapshot(rows: items(20..<40)))
      #expect(applied.mode != .batch)
      for row in 0..<5 { events.report(.willDisplay, at: path(row)) }
      binding.cancel()
      #expect(await near.next() == nil)
    }
  }
}
