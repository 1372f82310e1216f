import LiveTables
import Observation
import TestSupport
import Testing

@MainActor @Observable private final class ObservedModel {
  var rows: [Item] = []
}

@Suite("Displaying and binding sequences", .timeLimit(.minutes(20))) @MainActor
struct DisplayTests {
  @Test("the rows of a sequence are shown until it ends")
  func rows() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    view.told = { view in
      switch view.events.count {
      case 1: input.yield(items([1, 2, 3, 4]))
      case 2: input.finish()
      default: Issue.record("too many events")
      }
    }
    input.yield(items([1, 2, 3]))
    try await view.display(stream)
    var inserted = BatchOperations()
    inserted.insertedRows = [RowPath(section: 0, row: 3)]
    #expect(
      view.events == [
        .reload([items([1, 2, 3])]), .batch(inserted, [items([1, 2, 3, 4])], animated: true),
      ])
    #expect(view.link.revision == 2)
  }

  @Test("the last table of a sequence that throws stays on screen")
  func tables() async throws {
    let view = FlatView()
    let stream = AsyncThrowingStream(TableSnapshot<OneSection, Item>.self) { input in
      input.yield(flat(1))
      input.yield(flat(1, 2))
      input.finish(throwing: Broken())
    }
    await #expect(throws: Broken()) { try await view.display(stream, options: BindingOptions(animated: false)) }
    #expect(view.rows == [items([1, 2])])
    for case .batch(_, _, let animated) in view.events { #expect(!animated) }
  }

  @Test("a sequence that has ended already shows nothing")
  func empty() async throws {
    let view = FlatView()
    try await view.display(AsyncStream<[Item]> { $0.finish() })
    #expect(view.events == [] && view.link.revision == 0)
  }

  @Test("sections are inserted and deleted with their rows")
  func sections() async throws {
    let view = TestView<String, Int>()
    let store = TableStore<String, Int>()
    try await withBinding(view, store) { _ in
      try await store.submit(TableSnapshot(grouping: [1, 2, 3, 10, 20, 30]) { $0 < 10 ? "units" : "tens" })
      let applied = try await store.submit(
        TableSnapshot(grouping: [10, 30, 4, 3, 2, 400]) { $0 < 10 ? "units" : $0 < 100 ? "tens" : "more" })
      #expect(applied.mode == .batch)
      #expect(view.rows == [[10, 30], [4, 3, 2], [400]])
      #expect(view.link.table.sections.map(\.value) == ["tens", "units", "more"])
    }
  }

  @Test("bind shows a sequence, and its store accepts other tables and edits")
  func bind() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    let binding = view.bind(stream, options: BindingOptions(name: "inbox"))
    #expect(binding.store.name == "inbox")
    input.yield(items([1]))
    await until { view.rows == [items([1])] }
    let applied = try await binding.store.edit { $0.append(Item(2)) }
    #expect(applied.table == flat(1, 2) && view.rows == [items([1, 2])])
    try await binding.store.submit(flat(3))
    #expect(view.rows == [items([3])])
    input.finish()
    try await binding.finished
    await #expect(throws: TableError.ended(.finished)) { try await binding.store.submit(flat(4)) }
  }

  @Test("a second binding replaces the first, and begins with a reload")
  func rebind() async throws {
    let view = FlatView()
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    let first = view.bind(silent)
    try await first.store.submit(flat(1))
    let second = view.bind(silent)
    try await second.store.submit(flat(1, 2))
    try await first.finished
    await #expect(throws: TableError.ended(.replaced)) { try await first.store.submit(flat(9)) }
    #expect(view.events == [.reload([items([1])]), .reload([items([1, 2])])])
    second.cancel()
  }

  @Test("38: bind shows a first table before it returns, and later tables are diffed with it")
  func initial() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    let binding = view.bind(stream, initial: items([1, 2]))
    #expect(view.events == [.reload([items([1, 2])])])
    #expect(view.link.revision == 1)
    input.yield(items([2]))
    input.finish()
    try await binding.finished
    var deleted = BatchOperations()
    deleted.deletedRows = [RowPath(section: 0, row: 0)]
    #expect(view.events.dropFirst() == [.batch(deleted, [items([2])], animated: true)])
  }

  @Test("38: a first table during a drag or a batch is shown afterwards")
  func initialWhileBusy() async throws {
    let view = FlatView()
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    view.link.beginInteraction()
    let dragged = view.bind(silent, initial: items([1]))
    #expect(view.events == [])
    view.link.endInteraction()
    await until { view.rows == [items([1])] }
    var inner: TableBinding<OneSection, Item>?
    view.configure = { view in
      view.configure = nil
      inner = view.bind(silent, initial: items([7, 8]))
      view.link.edit(.append(Item(9)))
    }
    try await dragged.store.submit(flat(1, 2))
    try await dragged.finished
    await until { view.rows == [items([7, 8, 9])] }
    let binding = try #require(inner)
    #expect(await binding.store.table == flat(7, 8, 9))
    binding.cancel()
  }

  @Test("37: an observation skips whole tables, so no change is lost")
  func observations() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) else { return }
    let model = ObservedModel()
    let view = FlatView()
    let binding = view.bind(Observations { model.rows })
    for count in 1...500 {
      model.rows.append(Item(count))
      if count % 100 == 0 { await until { view.rows == [model.rows] } }
    }
    #expect(view.rows == [items(1...500)])
    #expect(view.events.count < 500, "it outpaced the iteration")
    binding.cancel()
    try await binding.finished
  }

  @Test("39: the loop has the given priority, or that of the calling task")
  func priority() async throws {
    func priority(_ given: TaskPriority?) async throws -> TaskPriority? {
      let seen = Guarded<TaskPriority?>(nil)
      let watch = Watched.Watch()
      watch.act.with { $0 = { _ in seen.with { $0 = $0 ?? Task.basePriority } } }
      let view = TestView<OneSection, Watched>()
      let options = BindingOptions(priority: given)
      try await view.withStore(options: options) { store in
        try await store.submit(TableSnapshot(rows: [Watched(id: 1, watch: watch)]))
        try await store.submit(TableSnapshot(rows: [Watched(id: 1, text: "new", watch: watch)]))
      }
      return seen.now
    }
    #expect(try await Task(priority: .low) { try await priority(.high) }.value == .high)
    #expect(try await Task(priority: .high) { try await priority(nil) }.value == .high)
  }
}
