import LiveTables
import TestSupport
import Testing

@Suite("Readers of applied changes", .timeLimit(.minutes(20))) @MainActor
struct AppliedChangesTests {
  private func open() -> (view: FlatView, binding: TableBinding<OneSection, Item>) {
    let view = FlatView()
    let (silent, _) = AsyncStream.makeStream(of: [Item].self)
    return (view, view.bind(silent))
  }

  @Test("a reader that keeps up gets every change")
  func keepsUp() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    var reader = binding.changes.makeAsyncIterator()
    for count in 1...5 {
      async let applied = binding.store.submit(TableSnapshot(rows: items(0..<count)))
      let change = try #require(await reader.next())
      let answer = try await applied
      #expect(change.revision == count && change.spanned == 1 && change.superseded == 0 && !change.isSuperseded)
      #expect(change.table == answer.table && change.mode == answer.mode)
      #expect(change.changeset.description == answer.changeset.description)
      #expect(change.changeset.source.count == count - 1)
    }
    binding.cancel()
    #expect(await reader.next() == nil)
  }

  @Test("a slow reader gets one changeset from the last table that it saw, with the number of changes")
  func lags() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    var reader = binding.changes.makeAsyncIterator()
    try await binding.store.submit(flat(1, 2))
    #expect(await reader.next()?.table == flat(1, 2))
    for count in 3...9 { try await binding.store.submit(TableSnapshot(rows: items(1...count))) }
    try await binding.store.submit(flat(2, 10))
    let change = try #require(await reader.next())
    #expect(change.spanned == 8 && change.revision == 9)
    #expect(change.changeset.source == flat(1, 2) && change.changeset.target == flat(2, 10))
    #expect(change.changeset.operationCount == 2, "delete 1, insert 10")
    #expect(change.mode == .batch)
    try await binding.store.submit(flat(2))
    #expect(await reader.next()?.spanned == 1)
    binding.cancel()
  }

  @Test("a late reader gets the presented table, also after the end")
  func late() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    for count in 1...3 { try await binding.store.submit(TableSnapshot(rows: items(0..<count))) }
    var late = binding.changes.makeAsyncIterator()
    let change = try #require(await late.next())
    #expect(change.spanned == 3 && change.mode == .reload(.firstTable) && change.table.count == 3)
    binding.cancel()
    try await binding.finished
    #expect(await late.next() == nil)
    var later = binding.changes.makeAsyncIterator()
    #expect(await later.next()?.table.count == 3)
    #expect(await later.next() == nil)
    #expect(await later.next() == nil)
  }

  @Test("the end of a binding ends all of its readers and waiting tasks")
  func end() async {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    let ended = Guarded(0)
    func wait() {
      Task {
        for await _ in binding.changes {}
        ended.with { $0 += 1 }
      }
      Task {
        try? await binding.finished
        ended.with { $0 += 1 }
      }
    }
    wait()
    await Task.yield()
    binding.cancel()
    await until { ended.now == 2 }
    wait()
    await until { ended.now == 4 }
  }

  @Test("27: three readers get all changes at their own pace, and cancelling one affects no other")
  func three() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    func read(every pause: Int) -> Task<(changes: Int, last: TableSnapshot<OneSection, Item>?), Never> {
      Task.detached {
        var seen = (changes: 0, last: TableSnapshot<OneSection, Item>?.none)
        for await change in binding.changes {
          if let last = seen.last { #expect(change.changeset.source == last) }
          seen = (seen.changes + change.spanned, change.table)
          for _ in 0..<pause { await Task.yield() }
        }
        return seen
      }
    }
    let readers = [read(every: 0), read(every: 20), read(every: 3)]
    for count in 1...100 {
      try await binding.store.submit(TableSnapshot(rows: items((0..<count).filter { $0 % 7 != count % 7 })))
      if count == 50 { readers[2].cancel() }
    }
    binding.cancel()
    try await binding.finished
    for reader in readers.prefix(2) {
      let seen = await reader.value
      #expect(seen.changes == 100)
      #expect(seen.last == TableSnapshot(rows: items((0..<100).filter { $0 % 7 != 2 })))
    }
    #expect(await readers[2].value.changes <= 100)
  }

  @Test("a first table, and a user's edit, have replaced no tables") func firstTable() async throws {
    let view = FlatView()
    let binding = view.show(flat(1, 2))
    var reader = binding.changes.makeAsyncIterator()
    let first = try #require(await reader.next())
    #expect(first.mode == .reload(.firstTable) && first.superseded == 0 && first.notFound.isEmpty)
    view.link.edit(.remove(id: 1))
    let edited = try #require(await reader.next())
    #expect(edited.table == flat(2) && edited.superseded == 0)
    binding.cancel()
  }

  @Test("replaced tables are counted, also for slow readers")
  func superseded() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    var reader = binding.changes.makeAsyncIterator()
    try await binding.store.submit(flat(0))
    _ = await reader.next()
    for round in 1...3 {
      view.link.beginInteraction()
      for number in 1...4 {
        async let _ = binding.store.submit(flat(round * 10 + number))
        await until { await binding.store.table == flat(round * 10 + number) }
        if number == 4 { view.link.endInteraction() }
        if number == 4 { await until { view.link.table == flat(round * 10 + 4) } }
      }
    }
    let change = try #require(await reader.next())
    #expect(change.spanned == 3 && change.superseded == 9)
    binding.cancel()
  }

  @Test("the user's edits are changes, and merging them is not")
  func edits() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    try await binding.store.submit(flat(1, 2))
    var reader = binding.changes.makeAsyncIterator()
    _ = await reader.next()
    view.link.edit(.remove(id: 1))
    let change = try #require(await reader.next())
    #expect(change.table == flat(2) && change.revision == 2 && change.mode == .batch)
    await until { await binding.store.table == flat(2) }
    try await binding.store.submit(flat(2))
    let next = try #require(await reader.next())
    #expect(next.changeset.isEmpty && next.revision == 3 && next.spanned == 1)
    binding.cancel()
  }

  @Test("a reader whose task is cancelled ends")
  func cancelled() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    let reader = Task { () -> Int in
      var count = 0
      for await _ in binding.changes { count += 1 }
      return count
    }
    try await binding.store.submit(flat(1))
    reader.cancel()
    #expect(await reader.value <= 1)
    try await binding.store.submit(flat(2))
    binding.cancel()
  }

  @Test("waiting for the end of a binding can be cancelled")
  func finishedCancelled() async throws {
    let (view, binding) = open()
    defer { withExtendedLifetime(view) {} }
    let waiting = Task { try await binding.finished }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    try await binding.store.submit(flat(1))
    #expect(view.rows == [items([1])])
    binding.cancel()
    try await binding.finished
  }
}
