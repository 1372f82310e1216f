import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// A source that counts its readers.
private struct CountedSource: TableSource {
  let state = SourceState(flat(2))
  let readers: Guarded<Int>

  init(_ readers: Guarded<Int>) { self.readers = readers }

  func subscribe(_ signal: Signal) { readers.with { $0 += 1 } }
}

/// A source whose reads wait for a gate.
private struct LateSource: TableSource {
  let mayAnswer = Gate()

  var state: SourceState<OneSection, Item> {
    get async {
      await mayAnswer.wait()
      return SourceState(flat(2))
    }
  }

  func subscribe(_ signal: Signal) {}
}

@MainActor struct TableSegmentsTests {
  typealias Segments = TableSegments<OneSection, Item>

  @Test("segments without sources have no selection and no rows")
  func empty() async {
    let segments = Segments()
    #expect(segments.selected == nil && segments.titles.isEmpty)
    #expect(!segments.select(0))
    #expect(await segments.current == TableSnapshot())
  }

  @Test("segments have titles, and check the index of a selection")
  func selecting() async {
    let segments = Segments()
    segments.add("One", flat(1))
    segments.add("Two", flat(2, 3))
    #expect(segments.titles == ["One", "Two"])
    #expect(segments.selected == 0)
    #expect(await segments.current == flat(1))
    #expect(segments.select(1))
    #expect(segments.titles[1] == "Two")
    #expect(await segments.current == flat(2, 3))
    #expect(!segments.select(2) && !segments.select(-1) && segments.selected == 1)
  }

  @Test("switching is a normal change, and a sequence is read from its first selection on")
  func switching() async throws {
    let segments = Segments()
    let begun = Gate()
    let (rows, producer) = AsyncStream.makeStream(of: [Item].self)
    segments.add("All", flat(1, 2, 3))
    segments.add("Odd", SequenceSource(rows.map { TableSnapshot(rows: $0) }.prefixed(by: begun)))
    let view = StrictTableView<OneSection, Item>()
    let binding = view.bind(segments)
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    #expect(view.drawn == flat(1, 2, 3))
    producer.yield(items([1, 3]))
    segments.select(1)
    await begun.wait()
    await until { await segments.current == flat(1, 3) }
    await until { view.drawn == flat(1, 3) }
    segments.select(0)
    await until { view.drawn == flat(1, 2, 3) }
    producer.yield(items([3]))  // read although another segment is selected
    segments.select(1)
    await until { view.drawn == flat(3) }
    #expect(view.reloads == 1 && view.violations.isEmpty && view.mismatch == nil)
    segments.finish()
    #expect(segments.select(0) && segments.selected == 1)
    producer.finish()
    try await binding.finished
  }

  @Test("no empty table is shown before the first table of a segment")
  func firstSelection() async throws {
    let live = LiveTable(rows: items([1, 2, 3]))
    let segments = Segments()
    segments.add("All", live)
    segments.add("Odd", live.filter { $0.id % 2 == 1 })
    var changes = segments.changes.makeAsyncIterator()
    #expect(await changes.next()?.table == flat(1, 2, 3))
    segments.select(1)
    let change = try #require(await changes.next())
    #expect(change.table == flat(1, 3) && change.changeset.operationCount == 1)
    segments.add("None", SequenceSource(AsyncStream<TableSnapshot<OneSection, Item>>.makeStream().stream))
    segments.select(2)
    #expect(await changes.next()?.table == TableSnapshot())
  }

  @Test("a segment that is deselected before its source has answered is never shown")
  func leftEarly() async {
    let (segments, late) = (Segments(), LateSource())
    segments.add("One", flat(1))
    segments.add("Two", late)
    #expect(await segments.state.table == flat(1))
    segments.select(1)
    #expect(segments.selected == 1)
    #expect(await segments.state.table == flat(1))
    segments.select(0)
    late.mayAnswer.open()
    for _ in 0..<100 { await Task.yield() }
    #expect(await segments.state.revision == 0)
    #expect(await segments.state.table == flat(1))
    segments.select(1)
    await until { await segments.state.table == flat(2) }
  }

  @Test("a segment that is selected again continues from its newest table")
  func again() async {
    let segments = Segments()
    let readers = Guarded(0)
    segments.add("One", flat(1))
    segments.add("Two", CountedSource(readers))
    for index in [1, 0, 1, 0, 1] { segments.select(index) }
    await until { await segments.current == flat(2) }
    for _ in 0..<100 { await Task.yield() }
    #expect(readers.now == 1)
  }

  @Test("a segment has its source's value and its rows' new identities")
  func marks() async {
    let source = RenamingSource()
    let segments = Segments()
    segments.add("One", source)
    await until { await segments.current == flat(1, 2) }
    let before = await segments.state
    #expect(before.value as? String == "old")
    await source.rename()
    await until { await segments.current == flat(1, 3) }
    #expect(await segments.state.value as? String == "new")
    #expect(await segments.state.renamed(since: before) == [2: 3])
    segments.add("None", flat())
    segments.select(1)
    #expect(await segments.state.value == nil)
  }

  @Test("segments without readers do not accumulate refreshed and renamed rows")
  func unread() async throws {
    let live = LiveTable(rows: items([0]))
    let segments = Segments()
    segments.add("One", live)
    await until { await segments.current.count == 1 }
    let before = await segments.state
    for step in 1...1_100 {
      var next = TableState(flat(step))
      next.refreshed = [-2 * step, -2 * step - 1]
      next.renamed = [step - 1: step]
      try await live.set(next)
      await until { await segments.current == flat(step) }
    }
    let state = await segments.state
    #expect(state.refreshed(since: before).count <= 1_024 && state.renamed(since: before).count <= 1_024)
  }

  @Test("a failed segment keeps its last table, and the failure names the segment")
  func failure() async throws {
    let segments = Segments()
    let failed = Guarded<[Int]>([])
    segments.onFailure = { index, error in if error is Broken { failed.with { $0.append(index) } } }
    let (tables, producer) = AsyncThrowingStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
    segments.add("One", flat(1))
    segments.add("Two", SequenceSource(tables))
    segments.select(1)
    producer.yield(flat(2))
    producer.finish(throwing: Broken())
    await until { failed.now == [1] }
    #expect(await segments.current == flat(2))
    segments.select(0)
    #expect(await segments.current == flat(1))
  }

  @Test("changes in a segment that is not selected are not shown")
  func unselected() async throws {
    let segments = Segments()
    let failed = Guarded(false)
    segments.onFailure = { _, _ in failed.with { $0 = true } }
    let (tables, producer) = AsyncThrowingStream.makeStream(of: TableSnapshot<OneSection, Item>.self)
    segments.add("One", flat(1))
    segments.add("Two", SequenceSource(tables))
    segments.select(1)
    producer.yield(flat(2))
    await until { await segments.current == flat(2) }
    segments.select(0)
    let revision = await segments.state.revision
    producer.yield(flat(2, 3))
    producer.finish(throwing: Broken())
    await until { failed.now }
    #expect(await segments.state.revision == revision)
    #expect(await segments.current == flat(1))
    segments.select(1)
    #expect(await segments.current == flat(2, 3))
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the same sequence, which opens the gate when it creates an iterator.
  fileprivate func prefixed(by gate: Gate) -> Announced<Self> { Announced(base: self, gate: gate) }
}

private struct Announced<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  let base: Base
  let gate: Gate

  func makeAsyncIterator() -> Base.AsyncIterator {
    gate.open()
    return base.makeAsyncIterator()
  }
}
