import LiveTables
import TestSupport
import Testing

@Suite("Cancellation and errors at every step", .timeLimit(.minutes(20))) @MainActor
struct CancellationTests {
  @Test("23: nothing is applied after cancel has returned on the main actor")
  func cancelAtEveryStep() async throws {
    for step in 0..<40 {
      let view = FlatView()
      let (stream, input) = AsyncStream.makeStream(of: [Item].self)
      let binding = view.bind(stream)
      let producer = Task.detached {
        for round in 0..<20 { input.yield([Item(0, "\(round)")] + items(1...(round % 4 + 1))) }
      }
      if step.isMultiple(of: 2) {
        // Cancels between two turns of the main actor, at any point of the pipeline.
        for _ in 0..<step { await Task.yield() }
        binding.cancel()
      } else {
        // Cancels in the middle of the n-th update of the view.
        var told = 0
        view.configure = { _ in
          told += 1
          if told == (step + 1) / 2 { binding.cancel() }
        }
        await until { told >= (step + 1) / 2 || view.rows.first?.first == Item(0, "19") }
        binding.cancel()
      }
      let (events, shown) = (view.events, view.link.table)
      await producer.value
      input.yield(items([99]))
      view.link.edit(.append(Item(98)))
      try await binding.finished
      #expect(view.events == events && view.link.table == shown)
      if let first = view.link.table.rowCounts.first { #expect(view.counts == [first]) }
    }
  }

  @Test("23: nothing is applied after the task of display was cancelled")
  func cancelTask() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    let call = Task { try await view.display(stream) }
    input.yield(items([1]))
    await until { view.rows == [items([1])] }
    input.yield(items([1, 2]))
    call.cancel()
    let events = view.events
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(view.events == events)
  }

  @Test("23: display in a cancelled task leaves the view's binding")
  func cancelledBefore() async throws {
    let view = FlatView()
    let binding = view.show(flat(1))
    let (live, store) = (LiveTable(rows: items([8])), TableStore<OneSection, Item>(flat(9)))
    let displays: [@MainActor @Sendable () async throws -> Void] = [
      { try await view.display(AsyncStream<[Item]> { $0.yield(items([7])) }) }, { try await view.display(live) },
      { try await view.display(store) },
    ]
    for display in displays {
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await display()
      }
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    try await binding.store.submit(flat(1, 2))
    #expect(view.rows == [items([1, 2])])
    binding.cancel()
  }

  @Test("23: a change that was enqueued on the main actor when its task was cancelled is not applied")
  func cancelOnTheWay() async throws {
    for _ in 0..<30 {
      let view = FlatView()
      let source = Announced()
      let call = Task { try await view.display(source) }
      await until { source.asked.now == 1 }
      source.input.yield(items([1]))
      // This loop blocks the main actor, so the table is enqueued on it and waits.
      var patience = 50_000
      while patience > 0 || source.asked.now < 2 { patience -= 1 }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(view.events == [])
    }
  }

  @Test("24: the next binding starts from the presented table after a cancellation between diff and update")
  func cancelBeforeApply() async throws {
    let view = FlatView()
    for round in 0..<30 {
      let (stream, input) = AsyncStream.makeStream(of: [Item].self)
      let first = view.bind(stream, initial: items([1, 2, 3]))
      input.yield([Item(3, "\(round)"), Item(1)])
      for _ in 0..<round { await Task.yield() }
      first.cancel()
      let shown = view.link.table
      #expect(view.counts == shown.rowCounts)
      let (silent, _) = AsyncStream.makeStream(of: [Item].self)
      let second = view.bind(silent, initial: Array(shown))
      try await second.store.submit(flat(2, 3, 1))
      #expect(view.rows == [items([2, 3, 1])])
      second.cancel()
    }
  }

  @Test("30: cancelling the caller of submit ends only its wait")
  func cancelSubmitter() async throws {
    let view = FlatView()
    let store = TableStore<OneSection, Item>()
    try await withBinding(view, store) { _ in
      try await store.submit(flat(1))
      view.link.beginInteraction()
      let call = Task { try await store.submit(flat(1, 2)) }
      await until { await store.table.count == 2 }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      view.link.endInteraction()
      await until { view.rows == [items([1, 2])] }
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.submit(flat(1, 2, 3))
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      await until { view.rows == [items([1, 2, 3])] }
    }
  }

  @Test("30: every submission returns exactly once, whenever and however the binding ends")
  func everybodyReturns() async throws {
    for round in 0..<60 {
      var view: FlatView? = FlatView()
      let (stream, input) = AsyncStream.makeStream(of: [Item].self)
      let binding = try #require(view?.bind(stream))
      let answers = Guarded((applied: 0, ended: 0))
      if round.isMultiple(of: 7) { view?.link.beginInteraction() }
      let submitters = Task.detached {
        await withTaskGroup(of: Void.self) { tasks in
          for number in 0..<20 {
            tasks.addTask {
              do {
                try await binding.store.submit(flat(number))
                answers.with { $0.applied += 1 }
              } catch {
                answers.with { $0.ended += 1 }
              }
            }
          }
        }
      }
      for _ in 0..<(round / 4) { await Task.yield() }
      switch round % 4 {
      case 0: binding.cancel()
      case 1: view = nil
      case 2: view?.bind(stream).cancel()
      default:
        view?.link.endInteraction()
        input.finish()
      }
      await submitters.value
      #expect(answers.now.applied + answers.now.ended == 20)
      try await binding.finished
      withExtendedLifetime(view) {}
    }
  }

  @Test("28: an error of a sequence is delivered once, and the last table stays")
  func errorAtEveryStep() async throws {
    for step in 0..<8 {
      let view = FlatView()
      let stream = AsyncThrowingStream([Item].self) { input in
        for count in 0..<step { input.yield(items(0...count)) }
        input.finish(throwing: Broken(number: step))
      }
      var reports: [String] = []
      let binding = view.bind(stream, options: BindingOptions { reports.append("\($0)") })
      await #expect(throws: Broken(number: step)) { try await binding.finished }
      #expect(reports == ["table: the sequence has failed: \(Broken(number: step))"])
      #expect(view.rows == (step == 0 ? [] : [items(0..<step)]))
      await #expect(throws: TableError.ended(.finished)) { try await binding.store.submit(flat(9)) }
      #expect(view.rows == (step == 0 ? [] : [items(0..<step)]))
    }
  }

  @Test("28: an error of a bound sequence is reported, and an error of a displayed sequence is thrown")
  func errorReported() async throws {
    let view = FlatView()
    let reports = Guarded<[String]>([])
    let options = BindingOptions(name: "inbox") { report in reports.with { $0.append(report.description) } }
    func failing() -> AsyncThrowingStream<[Item], any Error> {
      AsyncThrowingStream { input in
        input.yield(items([1]))
        input.finish(throwing: Broken())
      }
    }
    await #expect(throws: Broken()) { try await view.display(failing(), options: options) }
    #expect(reports.now == [])
    let binding = view.bind(failing(), options: options)
    await #expect(throws: Broken()) { try await binding.finished }
    #expect(reports.now == ["table \"inbox\": the sequence has failed: \(Broken())"])
  }

  @Test("28: an error during a drag is delivered after the last table was shown")
  func errorDuringDrag() async throws {
    let view = FlatView()
    let (stream, input) = AsyncThrowingStream.makeStream(of: [Item].self)
    var reports: [String] = []
    let binding = view.bind(stream, options: BindingOptions { reports.append("\($0)") })
    try await binding.store.submit(flat(1))
    view.link.beginInteraction()
    input.yield(items([1, 2]))
    input.finish(throwing: Broken())
    await until { await binding.store.table.count == 2 }
    view.link.endInteraction()
    await #expect(throws: Broken()) { try await binding.finished }
    #expect(view.rows == [items([1, 2])] && reports == ["table: the sequence has failed: \(Broken())"])
  }

  @Test("27: cancelling one of three views on one source affects no other view")
  func threeViews() async throws {
    let views = [FlatView(), FlatView(), FlatView()]
    let fan = views.map { _ in AsyncStream.makeStream(of: [Item].self) }
    let bindings = zip(views, fan).map { $0.bind($1.stream) }
    let readers = bindings.map { binding in
      Task {
        var last: TableSnapshot<OneSection, Item>?
        for await change in binding.changes { last = change.table }
        return last
      }
    }
    for count in 1...50 {
      for (_, input) in fan { input.yield(items(0..<count)) }
      if count == 25 { bindings[1].cancel() }
      await Task.yield()
    }
    for (_, input) in fan { input.finish() }
    for binding in bindings { try await binding.finished }
    #expect(views[0].rows == [items(0..<50)] && views[2].rows == [items(0..<50)])
    #expect(views[1].link.table.count <= 25)
    #expect(await readers[0].value == TableSnapshot(rows: items(0..<50)))
    #expect(await readers[2].value == TableSnapshot(rows: items(0..<50)))
  }

  @Test("a store that another view has taken over continues when the sequence of its first view is cancelled")
  func takenOver() async throws {
    for fails in [false, true] {
      let (first, second) = (FlatView(), FlatView())
      let (stream, input) = AsyncThrowingStream.makeStream(of: [Item].self)
      let cancellation = AsyncThrowingStream<[Item], any Error>(unfolding: {
        for try await rows in stream { return rows }
        if fails { throw Broken() }
        return nil
      })
      let binding = first.bind(cancellation)
      input.yield(items([1]))
      await until { first.rows == [items([1])] }
      let other = second.bind(binding.store)
      try await binding.finished
      try await binding.store.submit(flat(1, 2))
      #expect(second.rows == [items([1, 2])])
      other.cancel()
      try await other.finished
    }
  }

  @Test("29: a termination handler and a diagnostic handler can call the table")
  func callbacks() async throws {
    let view = FlatView()
    let (stream, input) = AsyncStream.makeStream(of: [Item].self)
    let ended = Gate()
    var reports = 0
    let options = BindingOptions { _ in
      reports += 1
      view.link.edit(.append(Item(100 + reports)))
      view.link.beginInteraction()
      view.link.endInteraction()
    }
    let binding = view.bind(stream, options: options)
    input.onTermination = { _ in
      Task { @MainActor in
        binding.cancel()
        view.link.edit(.append(Item(7)))
        ended.open()
      }
    }
    try await binding.store.submit(flat(1))
    view.tampered = [5]
    try await binding.store.submit(flat(1, 2))
    #expect(reports == 1)
    await until { view.rows == [items([1, 2, 101])] }
    binding.cancel()
    await ended.wait()
    try await binding.finished
    #expect(view.rows == [items([1, 2, 101])])
  }
}

/// A stream that counts requests for elements; a request shows that the previous element was admitted.
private struct Announced: AsyncSequence, Sendable {
  let asked = Guarded(0)
  let stream: AsyncStream<[Item]>
  let input: AsyncStream<[Item]>.Continuation

  init() { (stream, input) = AsyncStream.makeStream(of: [Item].self) }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(asked: asked, stream: stream) }

  struct AsyncIterator: AsyncIteratorProtocol {
    let asked: Guarded<Int>
    let stream: AsyncStream<[Item]>

    mutating func next() async -> [Item]? {
      asked.with { $0 += 1 }
      for await element in stream { return element }
      return nil
    }
  }
}
