@testable import LiveTablesCells
import TestSupport
import Testing

@testable import LiveTables
@testable import LiveTablesOperators

/// Tests that ends are reported; no test waits for an end, so a missing one fails the test.
@Suite("Ends of sources and immediate answers", .timeLimit(.minutes(20))) @MainActor
struct EndTests {
  @Test("a last state has an error or none")
  func states() {
    var state = SourceState(flat(1))
    #expect(state.revision == 0 && !state.isFinished)
    #expect(SourceState<OneSection, Item>().revision == -1)
    state.finish(throwing: Broken(number: 1))
    state.finish()
    #expect(state.isFinished && state.failure as? Broken == Broken(number: 1))
  }

  @Test("a state tells whether rows that compare equal may differ")
  func otherRows() {
    var states = [SourceState(flat(1))]
    for count in 2...3 {
      states.append(states[states.count - 1])
      states[states.count - 1].advance(to: TableSnapshot(rows: items(1...count)))
    }
    var other = states[2]
    other.derive(CapturedTable(TableSnapshot(rows: items(1...3))), hasOtherRows: true, with: Differencer())
    states.append(other)
    let found = states.map { state in states.map { state.hasOtherRows(than: $0) } }
    let expected = (0..<4).map { (one: Int) -> [Bool] in (0..<4).map { (one == 3) != ($0 == 3) } }
    #expect(found == expected)
  }

  @Test("a table derived from an ended source has ended")
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
    for source in all.dropLast() {
      let last = await source.state
      #expect(last.isFinished)
      #expect(await source.state.version == last.version, "to read it again changes nothing")
    }
    let tree = LiveTree<Item>()
    let outline = tree.outline()
    await tree.finish()
    #expect(await outline.state.isFinished)
  }

  @Test("a parameter that is set is available to the next reader without waiting")
  func parameter() async throws {
    let live = LiveTable(rows: items([1, 2]))
    let condition = LiveValue<@Sendable (Item) -> Bool> { $0.id > 0 }
    let filter = live.filter(condition)
    #expect(await filter.current.count == 2)
    await condition.set { $0.id > 1 }
    #expect(await filter.current == flat(2))
    try await live.edit { $0.append(Item(3)) }
    let next = Task {
      withUnsafeCurrentTask { $0?.cancel() }  // makes every wait end immediately
      return await filter.current
    }
    #expect(await next.value == flat(2, 3))
  }

  @Test("a reader gets the last table at the end, and the error")
  func readers() async throws {
    let (tables, producer) = AsyncThrowingStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
    let source = SequenceSource(tables)
    var states = source.states.makeAsyncIterator()
    producer.yield(flat(1))
    producer.finish(throwing: Broken())
    #expect(try await states.next()?.table == flat(1))
    await #expect(throws: Broken()) { _ = try await states.next() }
    let live = LiveTable(folders([(Folder(id: 7), [1]), (Folder(id: 8), [])]))
    await live.finish()
    var values = live.sectionValues { $0.id }.makeAsyncIterator()
    #expect(await values.next() == 7)
    #expect(await values.next() == nil)
  }

  @Test("a finished list of subscribers ends current and later readers")
  func signals() async {
    var subscribers = SubscriberList()
    let (early, late) = (Signal.make(), Signal.make())
    subscribers.add(early.signal)
    subscribers.finish()
    subscribers.add(late.signal)
    #expect(!early.signal.send() && !late.signal.send())
    let signals = BindingSignals<OneSection, Item>()
    do { _ = BindingSignals.Lifetime(signals) }
    signals.waker.send()
    signals.finish()
    for await _ in signals.wakeups { Issue.record("the view has gone, and with it the lifetime of its signals") }
  }

  @Test("a closed binding has ended, and cancelling a binding ends only its own waits")
  func bindings() async throws {
    let bindings = StoreBindings<OneSection, Item>()
    #expect(!bindings.isBound)
    let view = FlatView()
    let applier = TableApplier(
      view: view, differencer: Differencer(), bindings: bindings, options: BindingOptions())
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

  @Test("finished tasks of a scope are forgotten, and a failure is reported first")
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

  @Test("every edit of an ended live table throws, and none waits")
  func editsTooLate() async {
    let live = LiveTable(rows: items([1]))
    await live.finish()
    let thrown = Guarded(0)
    for number in 1...2 {
      Task {
        await #expect(throws: TableError.ended(.finished)) { try await live.set(flat(2)) }
        thrown.with { $0 += 1 }
      }
      await until { thrown.now == number }
    }
  }

  @Test("an optimistic table contains an edit before its answer arrives")
  func optimistic() async throws {
    let table = OptimisticTable(LiveTable(rows: items([1, 2])))
    let shown = Guarded<TableSnapshot<OneSection, Item>?>(nil)
    await #expect(throws: Broken()) {
      try await table.edit {
        $0.remove(id: 1)
        $0.append(Item(3))
      } until: {
        let now = await table.current
        shown.with { $0 = now }
        throw Broken()
      }
    }
    #expect(shown.now == flat(2, 3))
    #expect(await table.current == flat(1, 2))
  }

  @Test("an edit that waits for an answer ends with any answer")
  func waitingEdits() async {
    let live = LiveTable(rows: items([1, 2]))
    let table = OptimisticTable(live)
    let ended = Guarded<[String]>([])
    func edit(
      timeout: Duration? = nil, until answer: @escaping @Sendable () async throws -> EditReceipt<OneSection, Item>
    ) -> Task<Void, Never> {
      Task {
        do {
          try await table.edit(timeout: timeout) {
            $0.append(Item(3))
          } until: {
            try await answer()
          }
          ended.with { $0.append("taken") }
        } catch {
          ended.with { $0.append("\(error)") }
        }
      }
    }
    @Sendable func silence() async throws -> EditReceipt<OneSection, Item> {
      await Gate().wait()  // until the task is cancelled
      throw CancellationError()
    }
    _ = edit { .confirmed }
    await until { ended.now == ["taken"] }
    _ = edit { throw Broken(number: 7) }
    await until { ended.now.last == "\(Broken(number: 7))" }
    _ = edit(timeout: .zero) { try await silence() }
    await until { ended.now.last == "\(TableError.timedOut)" }
    #expect(ended.now.count == 3)
  }

  @Test("readers of a table with pending edits are notified when an edit is added or removed")
  func waitingEditsAreSignalled() async throws {
    let table = OptimisticTable(LiveTable(rows: items([1, 2])))
    _ = await table.state
    let (made, gone) = (Signal.make(), Signal.make())
    /// Returns whether the signal has been sent so far.
    @Sendable func isSent(_ reader: (signal: Signal, received: AsyncStream<Void>)) async -> Bool {
      reader.signal.finish()
      for await _ in reader.received { return true }
      return false
    }
    await table.subscribe(made.signal)
    try await table.edit {
      $0.append(Item(3))
    } until: {
      #expect(await isSent(made))
      await table.subscribe(gone.signal)
      return .confirmed
    }
    #expect(await isSent(gone))
  }

  @Test("a store without a view, and an ended store, read no more of a sequence")
  func offers() async throws {
    let store = TableStore<OneSection, Item>()
    #expect(await !store.offer(TableState(flat(1)), at: .now))
    let binding = FlatView().show(flat(1))
    binding.cancel()
    try await binding.finished
    #expect(await !binding.store.offer(TableState(flat(1)), at: .now))
  }

  @Test("edits that a store receives twice are applied once")
  func heardTwice() async {
    let store = TableStore<OneSection, Item>(flat(1))
    let edits = [2, 3].map { UnmergedChange(number: $0 - 1, change: UserChange<OneSection, Item>(.append(Item($0)))) }
    for _ in 0..<2 { await store.merge(UnmergedBatch(bindingNumber: 1, changes: edits)) }
    #expect(await store.table == flat(1, 2, 3))
  }

  @Test(
    "a table of a sequence replaces the user's earlier edits, even if the store receives them later")
  func replacedBySequence() async {
    let store = TableStore<OneSection, Item>(for: BindingOptions())
    let edits = [2, 3].map { UnmergedChange(number: $0 - 1, change: UserChange<OneSection, Item>(.append(Item($0)))) }
    #expect(await store.offer(TableState(flat(1)), at: .origin))
    await store.merge(UnmergedBatch(bindingNumber: 1, changes: [edits[0]]))
    #expect(await store.table == flat(1))
    let later = UnmergedChange(number: 2, change: edits[1].change, time: .origin + .nanoseconds(1))
    await store.merge(UnmergedBatch(bindingNumber: 1, changes: [edits[0], later]))
    #expect(await store.table == flat(1, 3))
  }

  @Test("a source ends with its sequence")
  func sequence() async {
    let (tables, producer) = AsyncStream.makeStream(of: [Item].self)
    let source = SequenceSource<OneSection, Item>(tables)
    await source.subscribe(Signal.make().signal)
    producer.yield(items([1]))
    await until { await source.state.table.count == 1 }
    #expect(await !source.state.isFinished)
    producer.finish()
    await until { await source.state.isFinished }
  }

  @Test("display returns when the tables end, and throws their error")
  func displays() async {
    let view = FlatView()
    let ended = Guarded<[String]>([])
    func run(_ body: @escaping @MainActor () async throws -> Void) {
      Task {
        do {
          try await body()
          ended.with { $0.append("returned") }
        } catch {
          ended.with { $0.append("\(error)") }
        }
      }
    }
    @Sendable func tables(_ failure: Broken?) -> AsyncThrowingStream<[Item], any Error> {
      let (tables, producer) = AsyncThrowingStream.makeStream(of: [Item].self)
      producer.yield(items([1]))
      producer.finish(throwing: failure)
      return tables
    }
    run { try await view.display(tables(nil)) }
    await until { ended.now == ["returned"] }
    run { try await view.display(tables(Broken(number: 1))) }
    await until { ended.now.last == "\(Broken(number: 1))" }
    run { await view.withStore { _ in } }
    await until { ended.now.count == 3 }
    run { try await view.withStore { (_) -> Void in throw Broken(number: 2) } }
    await until { ended.now.count == 4 }
    #expect(ended.now.suffix(2) == ["returned", "\(Broken(number: 2))"])
  }

  @Test("a join has no table before both of its sources have one")
  func halfJoined() async {
    let live = LiveTable(rows: items([1]))
    let (silent, producer) = AsyncStream.makeStream(of: [Item].self)
    let source = SequenceSource<OneSection, Item>(silent)
    #expect(await live.merged(with: source).state.revision == -1)
    #expect(await source.merged(with: live).state.revision == -1)
    producer.finish()
  }

  @Test("rows that wait for other rows to be mapped are mapped in the end")
  func mapped() async {
    let live = LiveTable(rows: items(0..<9))
    let mapped = live.map(atMost: 2, placeholder: { $0 }) { Item($0.id, "mapped") }
    await until { await mapped.state.table.allSatisfy { $0.text == "mapped" } }
    #expect(await mapped.state.table.count == 9)
  }

  @Test("a binding ends when its store is bound to another view")
  func replaced() async {
    let store = TableStore(flat(1))
    let views = [FlatView(), FlatView()]
    let first = views[0].bind(store)
    await until { views[0].rows == [items([1])] }
    let isEnded = Guarded(false)
    Task {
      try? await first.finished
      isEnded.with { $0 = true }
    }
    let second = views[1].bind(store)
    await until { isEnded.now && views[1].rows == [items([1])] }
    second.cancel()
  }

  @Test("edits of several tasks all end")
  func edits() async {
    let live = LiveTable<OneSection, Item>()
    let ended = Guarded(0)
    for _ in 0..<4 {
      Task.detached {
        for id in 0..<100 { _ = try? await live.edit { $0.append(Item(id)) } }
        ended.with { $0 += 1 }
      }
    }
    await until { ended.now == 4 }
    #expect(await live.table.count == 400)
    await live.finish()
    Task {
      await #expect(throws: TableError.ended(.finished)) { try await live.edit { $0.remove(id: 0) } }
      ended.with { $0 += 1 }
    }
    await until { ended.now == 5 }
  }

  @Test("a finished turn makes room for the next")
  func turns() {
    var turns = Turns()
    let first = turns.begin()
    let second = turns.begin()
    turns.end()
    let third = turns.begin()
    #expect(first && !second && third)
  }
}
