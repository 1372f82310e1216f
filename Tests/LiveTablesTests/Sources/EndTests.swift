import Testing

@testable import LiveTables

/// What ends is said to have ended; none of these tests waits for an end, so that one that does not come fails them.
@Suite("Ends, and what comes at once", .timeLimit(.minutes(20))) @MainActor
struct EndTests {
  @Test("a state that is the last one says so, and why")
  func states() {
    var state = SourceState(flat(1))
    #expect(state.revision == 0 && !state.isFinished)
    #expect(SourceState<OneSection, Item>().revision == -1)
    state.finish(throwing: Broken(number: 1))
    state.finish()
    #expect(state.isFinished && state.failure as? Broken == Broken(number: 1))
  }

  @Test("what is derived from a source that has ended has ended")
  func derived() async throws {
    let live = LiveTable(rows: items([1, 2]))
    let condition = LiveValue<@Sendable (Item) -> Bool> { $0.id > 0 }
    let filter = live.filter(condition)
    #expect(await filter.state.table.count == 2)
    let all: [any TableSource<OneSection, Item>] = [
      live, live.filter { _ in true }, live.merged(with: live), OptimisticTable(live),
      live.map(atMost: 1, placeholder: { $0 }) { $0 },
    ]
    for source in all {
      let state = await source.state
      #expect(state.table.count == 2 && !state.isFinished)
    }
    await condition.set { $0.id > 1 }
    await live.finish()
    let last = await filter.state
    #expect(last.isFinished && last.table == flat(2), "also where another parameter comes with the end")
    for source in all.dropLast() { #expect(await source.state.isFinished) }
    let tree = LiveTree<Item>()
    let outline = tree.outline()
    await tree.finish()
    #expect(await outline.state.isFinished)
  }

  @Test("a parameter that was set is set: whoever comes next need not wait")
  func parameter() async throws {
    let live = LiveTable(rows: items([1, 2]))
    let condition = LiveValue<@Sendable (Item) -> Bool> { $0.id > 0 }
    let filter = live.filter(condition)
    #expect(await filter.current.count == 2)
    await condition.set { $0.id > 1 }
    #expect(await filter.current == flat(2))
    try await live.edit { $0.append(Item(3)) }
    let next = Task {
      withUnsafeCurrentTask { $0?.cancel() }  // it would wait no longer
      return await filter.current
    }
    #expect(await next.value == flat(2, 3))
  }

  @Test("a reader gets what there is at the end, and the error")
  func readers() async throws {
    let (tables, producer) = AsyncThrowingStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
    let source = SequenceSource(tables)
    var states = source.states.makeAsyncIterator()
    producer.yield(flat(1))
    producer.finish(throwing: Broken())
    #expect(try await states.next()?.table == flat(1))
    await #expect(throws: Broken()) { _ = try await states.next() }
    let live = LiveTable(rows: items([1]))
    await live.finish()
    var values = live.sectionValues { _ in 7 }.makeAsyncIterator()
    #expect(await values.next() == 7)
    #expect(await values.next() == nil)
  }

  @Test("a list of readers that has ended ends them, also those that come later")
  func signals() async {
    var subscribers = SubscriberList()
    let (early, late) = (Signal.make(), Signal.make())
    subscribers.add(early.signal)
    subscribers.finish()
    subscribers.add(late.signal)
    #expect(!early.signal.send() && !late.signal.send())
    let signals = BindingSignals<OneSection, Item>()
    do { _ = BindingSignals.Lifetime(signals) }
    signals.wake()
    signals.finish()
    for await _ in signals.wakeups { Issue.record("the view has gone, and with it the lifetime of its signals") }
  }

  @Test("a binding whose session is closed has ended, and one that is cancelled ends no wait but its own")
  func bindings() async throws {
    let bindings = StoreBindings<OneSection, Item>()
    #expect(!bindings.isBound)
    let view = FlatView()
    let applier = TableApplier(
      view: view, differencer: Differencer(), bindings: bindings, options: TableOptions())
    #expect(bindings.isBound)
    _ = applier.close(.cancelled)
    #expect(!bindings.isBound)
    let (reader, received) = Signal.make()
    applier.log.subscribe(reader)
    #expect(!reader.send())
    withExtendedLifetime(received) {}

    let binding = view.show(flat(1))
    let waiting = Task { try await binding.finished }
    waiting.cancel()
    binding.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await binding.finished
    #expect(await binding.store.state.isFinished)
  }

  @Test("what a scope has done is forgotten, and a failure is said before")
  func scopes() async {
    let scope = CellScope(isEnded: false)
    var isDone = false
    scope.task { isDone = true }
    await until { isDone }
    #expect(scope.tasks.isEmpty)
    var failure: (any Error)?
    let (numbers, producer) = AsyncThrowingStream.makeStream(of: Int.self)
    scope.forEach(numbers, onFailure: { failure = $0 }) { _ in }
    producer.finish(throwing: Broken(number: 2))
    await until { scope.tasks.isEmpty }
    #expect(failure as? Broken == Broken(number: 2))
  }

  @Test("a turn that has ended leaves room for the next")
  func turns() {
    var turns = Turns()
    let first = turns.begin()
    let second = turns.begin()
    turns.end()
    let third = turns.begin()
    #expect(first && !second && third)
  }
}
