import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

/// A source that uses only public API.
private actor Thermometer: TableSource {
  private(set) var state = SourceState(TableSnapshot(rows: items([20])), value: "begin")
  private var subscribers = SubscriberList()

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  func show(_ rows: [Item], value: String? = nil, refreshed: Set<Int> = []) {
    state.advance(to: TableSnapshot(rows: rows), value: value, refreshed: refreshed)
    subscribers.notify()
  }

  func finish(_ failure: (any Error)? = nil) {
    state.finish(throwing: failure)
    subscribers.notify()
  }
}

/// A source that creates its state on every request.
private struct Constant: TableSource {
  var state: SourceState<OneSection, Item> {
    get async {
      var state = SourceState(TableSnapshot(rows: items([1, 2])))
      state.finish()
      return state
    }
  }

  func subscribe(_ signal: Signal) async {}
}

@Suite("Custom sources")
struct CustomSourceTests {
  @Test("readers get every change, and late readers one for all missed changes with the rows to refresh")
  func readers() async throws {
    let source = Thermometer()
    var prompt = source.changes.makeAsyncIterator()
    var late = source.changes.makeAsyncIterator()
    #expect(await prompt.next()?.changeset.reload == .firstTable)
    #expect(await late.next()?.table.map(\.id) == [20])
    await source.show(items([20, 21]))
    #expect(await prompt.next()?.changeset.operationCount == 1)
    await source.show(items([20, 21]), refreshed: [20])
    let refreshed = await prompt.next()
    #expect(refreshed?.changeset.refreshed == [20] && refreshed?.revision == 2 && refreshed?.spanned == 1)
    await source.show(items([20, 22]))
    let missed = await late.next()
    #expect(missed?.spanned == 3 && missed?.changeset.refreshed == [20] && missed?.table.map(\.id) == [20, 22])
    await source.finish()
    #expect(await late.next() == nil)
    #expect(await prompt.next()?.table.map(\.id) == [20, 22])
    #expect(await prompt.next() == nil)
  }

  @Test("operators on a custom source get its value, and end with it")
  func operators() async throws {
    let source = Thermometer()
    let warm = source.filter { $0.id > 20 }.sorted { $0.id > $1.id }
    #expect(await warm.current.isEmpty)
    await source.show(items([20, 30, 25]), value: "noon")
    #expect(await warm.current.map(\.id) == [30, 25])
    #expect(await warm.state.value as? String == "noon")
    await source.show(items([20, 30, 25, 7]), value: "night")
    #expect(await warm.state.value as? String == "night", "also where what is derived is the same")
    let mapped = source.map(atMost: 1, placeholder: { $0 }) { $0 }
    #expect(await mapped.state.value as? String == "night")
    await source.show(items([20, 30, 25, 7]))
    for derived in [await warm.state, await mapped.state] { #expect(derived.value == nil, "no value is news, too") }
    await source.finish(Broken(number: 1))
    let state = await warm.state
    #expect(state.isFinished && state.failure as? Broken == Broken(number: 1))
  }

  @Test("a join ends with both sources, and fails with either", arguments: [true, false])
  func joins(failsLeft: Bool) async throws {
    let (left, right) = (Thermometer(), Thermometer())
    let joined = left.joined(with: right, by: { $0.id }, and: { $0.id })
    let merged = left.merged(with: right)
    await left.show(items([20, 21]))
    #expect(await joined.current.count == 1)
    #expect(await merged.current.map(\.id) == [20, 21])
    await (failsLeft ? right : left).finish()
    #expect(await joined.state.isFinished == false)
    await (failsLeft ? left : right).finish(Broken(number: 1))
    for state in [await joined.state.failure, await merged.state.failure] {
      #expect(state as? Broken == Broken(number: 1))
    }
    #expect(await joined.state.isFinished)
    let other = Thermometer()
    let both = other.merged(with: Thermometer())
    await other.finish(Broken(number: 2))
    #expect(await both.state.failure as? Broken == Broken(number: 2), "the other source goes on")
  }

  @Test("rows of a join change if either side changes")
  func joinedIdentity() async {
    let (left, right) = (LiveTable(rows: items([1, 2])), LiveTable(rows: items([7, 8])))
    let rows = Array(await left.joined(with: right, by: { _ in 0 }, and: { _ in 0 }).current)
    #expect(rows.map(\.left?.id) == [1, 1, 2, 2] && rows.map(\.right?.id) == [7, 8, 7, 8])
    for one in rows.indices {
      for other in rows.indices { #expect((rows[one].identity == rows[other].identity) == (one == other)) }
    }
  }

  @MainActor @Test("a view shows a custom source, and its binding throws the source's error")
  func view() async throws {
    let source = Thermometer()
    let view = StrictTableView<OneSection, Item>()
    var reports: [String] = []
    let binding = view.bind(source.filter { $0.id > 20 }, options: BindingOptions { reports.append("\($0)") })
    await source.show(items([19, 30]))
    await until { view.drawn.map(\.id) == [30] }
    await source.finish(Broken(number: 2))
    await #expect(throws: Broken(number: 2)) { try await binding.finished }
    #expect(reports == ["table: the sequence has failed: \(Broken(number: 2))"])
    #expect(view.violations.isEmpty && view.mismatch == nil)
  }

  @Test("a custom source can create a state on request that has already ended")
  func constant() async throws {
    var tables: [[Int]] = []
    for await table in Constant().map({ Item($0.id * 2) }).tables { tables.append(table.map(\.id)) }
    #expect(tables == [[2, 4]])
  }

  /// A row with content that its comparison ignores.
  struct Mail: Diffable, Identifiable, Sendable {
    let id: Int
    var subject: String
    var note = 0

    func hasSameContent(as other: Mail) -> Bool { subject == other.subject }
  }

  @MainActor @Test("invisible changes of rows reach views and derived tables")
  func ignoredContent() async throws {
    let live = LiveTable(rows: (0..<1_000).map { Mail(id: $0, subject: "\($0)") })
    let looked = Guarded(0)
    let derived = live.map { mail in
      looked.with { $0 += 1 }
      return mail
    }.filter { $0.id % 2 == 1 }
    let view = StrictTableView<OneSection, Mail>()
    let other = StrictTableView<OneSection, Mail>()
    view.bind(live)
    other.bind(derived)
    await until { view.drawn.count == 1_000 && other.drawn.count == 500 }
    var changes = derived.changes.makeAsyncIterator()
    _ = await changes.next()
    let (batches, before) = (view.batches + other.batches, looked.now)
    let change = try await live.edit { $0.update(.id(7)) { $0.note = 1 } }
    #expect(await live.table.row(id: 7)?.note == 1)
    #expect(change.changeset.isEmpty && change.revision == 0)
    #expect(await derived.current.row(id: 7)?.note == 1)
    #expect(looked.now - before <= 300, "only rows near the edited one are looked at")
    await until { view.link.table.row(id: 7)?.note == 1 && other.link.table.row(id: 7)?.note == 1 }
    #expect(view.batches + other.batches == batches)
    try await live.edit { $0.remove(id: 1) }
    let next = try #require(await changes.next())
    #expect(next.changeset.operationCount == 1 && next.spanned == 1 && next.table.row(id: 7)?.note == 1)
  }

  @Test("invisible changes reach late readers of operators together with visible ones")
  func ignoredContentBesides() async throws {
    let live = LiveTable(rows: (0..<1_000).map { Mail(id: $0, subject: "\($0)") })
    let derived = live.map { $0 }.filter { $0.id % 2 == 1 }
    #expect(await derived.current.count == 500)
    try await live.edit { editor in
      editor.update(.id(7)) { $0.note = 1 }
      editor.update(.id(9)) { $0.subject = "new" }
    }
    #expect(await derived.current.row(id: 7)?.note == 1)
    try await live.edit { $0.update(.id(7)) { $0.note = 2 } }
    try await live.edit { $0.remove(id: 1) }
    #expect(await derived.current.row(id: 7)?.note == 2)
    #expect(await derived.current.count == 499)
  }

  @MainActor @Test("invisible changes pass through segments and joined tables, also after another selection")
  func ignoredContentOfParts() async throws {
    let live = LiveTable(rows: (0..<1_000).map { Mail(id: $0, subject: "\($0)") })
    let segments = TableSegments<OneSection, Mail>()
    segments.add("All", live)
    let joined = JoinedTables<OneSection, Mail>()
    joined.add(live)
    let looked = Guarded(0)
    let selected = segments.map { $0 }
    let derived = joined.map { mail in
      looked.with { $0 += 1 }
      return mail
    }
    #expect(await joined.current.count == 1_000)
    #expect(await selected.current.count == 1_000)
    #expect(await derived.current.count == 1_000)
    let before = looked.now
    try await live.edit { $0.update(.id(7)) { $0.note = 1 } }
    #expect(await selected.current.row(id: 7)?.note == 1)
    #expect(await derived.current.row(id: 7)?.note == 1)
    #expect(looked.now - before <= 300, "only rows near the edited one are looked at")
    segments.add("One", TableSnapshot(rows: [Mail(id: 7, subject: "7", note: 2)]))
    segments.select(1)
    #expect(await selected.current.map(\.note) == [2])
  }

  @Test("invisible changes reach outlines and tables of a tree, and survive edits of an outline")
  func ignoredContentOfTrees() async throws {
    let live = LiveTree(Tree([Mail(id: 1, subject: "1"), Mail(id: 2, subject: "2")], parent: { $0.id == 2 ? 1 : nil }))
    let outline = live.outline()
    let rows = live.depthFirst
    #expect(await outline.current.count == 1)
    #expect(await rows.current.count == 2)
    try await live.edit { $0.update(1) { $0.note = 1 } }
    #expect(await rows.current.row(id: 1)?.note == 1)
    #expect(await outline.current.map(\.value.note) == [1], "also before the outline is edited")
    try await outline.edit { $0.expand(1) }
    #expect(await live.tree[1]?.note == 1)
    #expect(await outline.current.map(\.value.note) == [1, 0])
  }
}

extension TableSnapshot {
  fileprivate func row(id: Row.Identity) -> Row? { first { $0.identity == id } }
}

@Suite("Sources made of sequences")
struct SequenceSourceTests {
  @Test("operators on a sequence read it once for all readers, and end with its error")
  func operators() async throws {
    let (sequence, producer) = AsyncStream.makeStream(of: [Item].self)
    let failing = sequence.map { rows in
      if rows.isEmpty { throw Broken(number: 3) }
      return rows
    }
    let source = SequenceSource(failing)
    let odd = source.filter { $0.id % 2 == 1 }
    var (one, two) = (odd.changes.makeAsyncIterator(), source.tables.makeAsyncIterator())
    #expect(await source.current.isEmpty)
    #expect(await odd.current.isEmpty)
    producer.yield(items([1, 2, 3]))
    #expect(await one.next()?.table.map(\.id) == [1, 3])
    #expect(await two.next()?.map(\.id) == [1, 2, 3])
    producer.yield([])
    #expect(await one.next() == nil)
    #expect(await two.next() == nil)
    #expect(await odd.state.failure as? Broken == Broken(number: 3))
  }

  @MainActor @Test("a sequence is released with its source")
  func released() async {
    let (sequence, producer) = AsyncStream.makeStream(of: [Item].self)
    do {
      let source = SequenceSource(sequence)
      var tables = source.tables.makeAsyncIterator()
      producer.yield(items([1]))
      #expect(await tables.next()?.map(\.id) == [1])
    }
    await until { if case .terminated = producer.yield([]) { true } else { false } }
  }
}
