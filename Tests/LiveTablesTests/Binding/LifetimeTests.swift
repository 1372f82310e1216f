import LiveTables
import LiveTablesCells
import TestSupport
import Testing

/// Tests that views, bindings and tables are released.
@Suite("Lifetimes of bindings", .timeLimit(.minutes(20))) @MainActor
struct LifetimeTests {
  /// The current and the highest number of living rows, which shows whether tables are retained.
  private typealias Living = Guarded<(now: Int, most: Int)>

  private func rows(_ count: Int, _ living: Living) -> [Counted] { (0..<count).map { Counted($0, living) } }

  @Test("26: a binding retains neither the view nor any row while its sequence is open")
  func bind() async throws {
    let living = Living((0, 0))
    let (stream, input) = AsyncStream.makeStream(of: [Counted].self)
    var view: TestView<OneSection, Counted>? = TestView()
    weak let weakView = view
    weak let weakLink = view?.link
    let binding = try #require(view?.bind(stream))
    input.yield(rows(10, living))
    await until { weakView?.rows.first?.count == 10 }
    view = nil
    #expect(weakView == nil && weakLink == nil)
    try await binding.finished
    await #expect(throws: TableError.ended(.viewGone)) { try await binding.store.submit(TableSnapshot()) }
    await until {
      if case .terminated = input.yield([]) { true } else { false }
    }
  }

  @Test("26: an edit by the link of a deallocated view ends the binding with a reason")
  func editWithoutView() async throws {
    var view: FlatView? = FlatView()
    let link = try #require(view?.link)
    let binding = try #require(view?.show(flat(1)))
    view = nil
    link.edit(.remove(id: 1))
    #expect(link.table == flat(1))
    try await binding.finished
    await #expect(throws: TableError.ended(.viewGone)) { try await binding.store.submit(flat(2)) }
  }

  @Test("26: readers of user input end when the view is deallocated, even if they retain its editing")
  func readersEnd() async throws {
    var view: FlatView? = FlatView()
    view?.show(flat(1))
    let events = try #require(view?.link.events)
    let selection = try #require(view?.link.selection)
    let editing = try #require(view?.link.editing)
    let (selected, selections, edits) =
      (collected(events.selected), collected(selection.values), collected(editing.edits))
    let isReviewed = Guarded(false)
    let review = Task {
      isReviewed.with { $0 = true }
      await editing.review { _ in true }
    }
    await until { isReviewed.now }
    view = nil
    #expect(await selected.value.isEmpty)
    #expect(await selections.value == [[]])
    #expect(await edits.value.isEmpty)
    await review.value
    withExtendedLifetime((events, selection)) {}
  }

  @Test("26: a view that is retained by its binding's options is released when the binding is cancelled")
  func keptByOptions() async throws {
    var view: FlatView? = FlatView()
    weak let weakView = view
    var options = BindingOptions { [view] _ in _ = view }
    options.shouldAnimate = { [view] _ in
      _ = view
      return .animated
    }
    options.performBatch = { [view] _, animation, perform in
      _ = view
      try perform(animation)
    }
    let binding = try #require(view).bind(LiveTable(rows: items([1])), options: options)
    await until { weakView?.rows == [items([1])] }
    options = BindingOptions()
    view = nil
    #expect(weakView != nil)
    binding.cancel()
    try await binding.finished
    await until { weakView == nil }
  }

  @Test("26: another binding releases the closures of the previous options")
  func keptByOlderOptions() async throws {
    var view: FlatView? = FlatView()
    weak let weakView = view
    var options = BindingOptions { [view] _ in _ = view }
    view?.bind(LiveTable(rows: items([1])), options: options)
    options = BindingOptions()
    await until { weakView?.rows == [items([1])] }
    view?.bind(LiveTable(rows: items([2])))
    await until { weakView?.rows == [items([2])] }
    view = nil
    await until { weakView == nil }
  }

  @Test("26: all rows are released with the view and the binding, also without a cancellation")
  func rowsGo() async throws {
    let living = Living((0, 0))
    for cancels in [true, false] {
      let (stream, input) = AsyncStream.makeStream(of: [Counted].self)
      var view: TestView<OneSection, Counted>? = TestView()
      var binding = view?.bind(stream)
      weak let weakStore = binding?.store
      for count in 1...20 { input.yield(rows(count, living)) }
      await until { view?.rows.first?.count == 20 }
      if cancels { binding?.cancel() }
      view = nil
      try await binding?.finished
      binding = nil
      await until { living.now.now == 0 && weakStore == nil }
    }
  }

  @Test("26: display releases its view while its sequence is silent, and returns when the view is deallocated")
  func display() async throws {
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    try await letsGo({ input.yield(items([1])) }) { try await $0.take()?.display(stream) }
    let (tables, source) = AsyncStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
    try await letsGo({ source.yield(flat(1)) }) { try await $0.take()?.display(tables) }
  }

  private func letsGo(
    _ feed: () -> Void, _ display: @escaping @MainActor (Box<FlatView>) async throws -> Void
  ) async throws {
    var view: FlatView? = FlatView()
    weak let weakView = view
    let box = Box(view)
    let call = Task { try await display(box) }
    feed()
    await until { weakView?.rows == [items([1])] }
    view = nil
    #expect(weakView == nil)
    try await call.value
  }

  @Test("26: withStore releases its view, and its store then accepts nothing")
  func withStore() async throws {
    var view: FlatView? = FlatView()
    weak let weakView = view
    let box = Box(view)
    let reason = try await box.take()?.withStore { store -> EndReason? in
      try await store.submit(flat(1))
      view = nil
      #expect(weakView == nil)
      do {
        try await store.submit(flat(2))
        return nil
      } catch TableError.ended(let reason) {
        return reason
      }
    }
    #expect(reason == .viewGone)
  }

  @Test("33: a view can be released at any time on any thread")
  func releasedElsewhere() async throws {
    for _ in 0..<50 {
      let (stream, input) = AsyncStream.makeStream(of: [Item].self)
      let box = Box<FlatView>(FlatView())
      weak let weakView = box.value
      let binding = try #require(box.value?.bind(stream))
      let producer = Task.detached { for count in 0..<20 { input.yield(items(0..<count)) } }
      try await binding.store.submit(flat(1))
      let release = Task.detached { await box.letGo() }
      _ = await (producer.value, release.value)
      await until { weakView == nil }
      try await binding.finished
    }
  }

  @Test("20: only a few tables of a fast sequence are alive")
  func flood() async throws {
    let living = Living((0, 0))
    let view = TestView<OneSection, Counted>()
    view.remembers = false
    let binding = view.bind(Flood(count: 20_000, living: living))
    let slow = Task {
      var spanned = 0
      for await change in binding.changes {
        spanned += change.spanned
        for _ in 0..<50 { await Task.yield() }
      }
      return spanned
    }
    try await binding.finished
    #expect(view.rows.first?.first?.id == 20_000)
    #expect(living.now.most <= 12, "shown, wanted, on its way, the base; what a reader saw last and is to see")
    #expect(await slow.value == view.link.revision)
    binding.cancel()
  }

  @Test("21: the last table is always shown")
  func last() async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for seed in 0..<300 {
        tasks.addTask {
          let view = await FlatView()
          let (stream, input) = AsyncStream.makeStream(of: [Item].self)
          let producer = Task.detached {
            for step in 0..<(seed % 17 + 1) {
              input.yield(items((0..<step).reversed()) + [Item(100, "\(step)")])
              if (seed >> (step % 5)) & 1 == 0 { await Task.yield() }
            }
            input.yield(items([seed]))
            input.finish()
          }
          try await view.display(stream)
          await producer.value
          #expect(await view.rows == [items([seed])])
        }
      }
      try await tasks.waitForAll()
    }
  }

  @Test("19: tables are shown in the order in which the store accepted them, from tasks of any priority")
  func order() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    var shown: [Int] = []
    try await withBinding(view, store) { _ in
      view.told = { shown.append($0.rows.first?.first?.id ?? -1) }
      let admitted = Guarded(0)
      await withTaskGroup(of: Void.self) { tasks in
        for number in 0..<100 {
          tasks.addTask(priority: [.low, .medium, .high][number % 3]) {
            // The closure runs on the store, so the number is the edit's place in the order.
            _ = try? await store.edit { editor in
              let place = admitted.with {
                $0 += 1
                return $0
              }
              for row in editor.table { editor.remove(id: row.id) }
              editor.append(Item(place))
            }
          }
        }
      }
    }
    #expect(shown.last == 100)
    let steps = shown.filter { $0 > 0 }
    #expect(steps == steps.sorted())
  }
}

/// A sequence that returns every table immediately.
private struct Flood: AsyncSequence, Sendable {
  let count: Int
  let living: Guarded<(now: Int, most: Int)>

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(flood: self) }

  struct AsyncIterator: AsyncIteratorProtocol {
    let flood: Flood
    var number = 0

    mutating func next() async -> [Counted]? {
      if number == flood.count { return nil }
      number += 1
      return [Counted(number, flood.living)]
    }
  }
}

/// Holds the last reference to an object.
@MainActor final class Box<Value: AnyObject> {
  private(set) var value: Value?

  init(_ value: Value?) { self.value = value }

  func take() -> Value? {
    defer { value = nil }
    return value
  }

  /// Releases the object off the main actor.
  nonisolated func letGo() async {
    let last = await handOver()
    _ = last
  }

  private func handOver() -> Unchecked { Unchecked(value: take()) }

  struct Unchecked: @unchecked Sendable {
    let value: Value?  // only ever released
  }
}
