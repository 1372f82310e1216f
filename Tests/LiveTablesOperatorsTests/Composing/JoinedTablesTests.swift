import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

@MainActor struct JoinedTablesTests {
  typealias Joined = JoinedTables<String, Item>
  typealias View = StrictTableView<JoinedSection<String>, Item>

  private func table(_ sections: KeyValuePairs<String, [Int]>) -> TableSnapshot<String, Item> {
    TableSnapshot(sections: sections.map { TableSection($0.key, rows: items($0.value)) })
  }

  private func seen(_ table: TableSnapshot<JoinedSection<String>, Item>) -> [String] {
    table.sections.map { "\($0.value) \($0.rows.map(\.id))" }
  }

  @Test("rows that change their identity in a source change it in the join")
  func renames() async {
    let source = RenamingSource()
    let joined = JoinedTables<OneSection, Item>()
    joined.add(source)
    await until { await joined.current.count == 2 }
    let before = await joined.state
    await source.rename()
    await until { await joined.current.row(id: 3) != nil }
    #expect(await joined.state.renamed(since: before) == [2: 3])
  }

  @Test("sources form one table in order, and keep their sections even if these have equal identities")
  func joined() async throws {
    let joined = Joined()
    let (inbox, first) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
    let (rows, second) = AsyncStream.makeStream(of: [Int].self)
    #expect(await joined.state.table.isEmpty, "nothing has changed yet")
    #expect(await joined.state.revision == 0, "nothing has changed yet")
    joined.add(table(["pinned": [1]]))
    #expect(await joined.state.table.count == 1)
    let source = joined.add(SequenceSource(inbox))
    joined.add(SequenceSource(rows.map { TableSnapshot(sections: [TableSection("a", rows: items($0))]) }))
    let view = View()
    let binding = view.bind(joined)
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    #expect(seen(view.drawn) == ["pinned [1]"])
    second.yield([9])
    _ = await changes.next()
    #expect(seen(view.drawn) == ["pinned [1]", "a [9]"])
    first.yield(table(["a": [2], "b": [3, 4]]))
    let inserted = await changes.next()?.changeset
    #expect(inserted?.stages.map(\.operations.insertedSections) == [[1, 2]])
    #expect(seen(view.drawn) == ["pinned [1]", "a [2]", "b [3, 4]", "a [9]"])
    joined.remove(source)
    let removed = await changes.next()?.changeset
    #expect(removed?.stages.map(\.operations.deletedSections) == [[1, 2]])
    await until { if case .terminated = first.yield(TableSnapshot()) { true } else { false } }
    #expect(view.violations.isEmpty && view.mismatch == nil)
  }

  @Test("a row that moves from one source to another moves in the join")
  func moves() async throws {
    let joined = Joined()
    let (one, first) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
    let (two, second) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
    joined.add(SequenceSource(one))
    joined.add(SequenceSource(two))
    first.yield(table(["a": [1, 2]]))
    second.yield(table(["b": [3]]))
    await until { await joined.current.count == 3 }
    let before = await joined.current
    first.yield(table(["a": [1]]))
    second.yield(table(["b": [3, 2]]))
    await until { await joined.current.rowCounts == [1, 2] }
    let change = await joined.current.difference(from: before)
    #expect(change.operationCount == 1 && change.stages.first?.operations.movedRows.count == 1)
  }

  @Test("a failed source keeps its last table, and the others continue until all have ended")
  func failure() async throws {
    let joined = Joined()
    let failures = Guarded<[JoinedTables<String, Item>.Source]>([])
    joined.onFailure = { source, error in if error is Broken { failures.with { $0.append(source) } } }
    let (one, first) = AsyncThrowingStream.makeStream(of: TableSnapshot<String, Item>.self)
    let (two, second) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
    let failing = joined.add(SequenceSource(one))
    joined.add(SequenceSource(two))
    joined.finish()
    #expect(await joined.current.isEmpty)
    joined.add(table(["late": [1]]))
    let view = View()
    let binding = view.bind(joined)
    first.yield(table(["a": [1]]))
    first.finish(throwing: Broken())
    await until { !failures.now.isEmpty }
    second.yield(table(["b": [2]]))
    second.finish()
    try await binding.finished
    #expect(seen(view.drawn) == ["a [1]", "b [2]"] && failures.now == [failing])
  }

  @Test("a source that is added after the end is not read, and does not delay the end")
  func addedTooLate() async {
    let joined = Joined()
    joined.finish()
    let (late, input) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
    joined.add(SequenceSource(late))
    #expect(await joined.state.isFinished)
    #expect(await joined.current.isEmpty)
    withExtendedLifetime(input) {}
  }

  @Test("a removed source does not delay the end of the join")
  func removedBefore() async {
    let joined = Joined()
    let (tables, input) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
    joined.remove(joined.add(SequenceSource(tables)))
    joined.finish()
    #expect(await joined.state.isFinished)
    withExtendedLifetime(input) {}
  }

  @Test("a joined section has the headers of the source's section")
  func supplements() async {
    let joined = JoinedTables<HeaderFooter, Item>()
    joined.add(
      TableSnapshot(sections: [TableSection(HeaderFooter("One", header: "One", footer: "Foot"), rows: items([1]))]))
    let section = await joined.current.sections[0].value
    #expect(section.header == "One" && section.footer == "Foot" && section.indexTitle == nil)
    let other = JoinedTables<HeaderFooter, Item>()
    other.add(
      TableSnapshot(sections: [TableSection(HeaderFooter("One", header: "One", footer: "Other"), rows: items([1]))]))
    #expect(await other.current.difference(from: joined.current).stages.map(\.operations.updatedSections) == [[0]])
  }

  @Test("the join of random sources is the concatenation of their tables", arguments: 0..<20)
  func random(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let joined = Joined()
    var parts:
      [(source: Joined.Source, producer: AsyncStream<TableSnapshot<String, Item>>.Continuation, table: [String])] = []
    let view = View()
    let binding = view.bind(joined)
    for step in 0..<30 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        let (tables, producer) = AsyncStream.makeStream(of: TableSnapshot<String, Item>.self)
        parts.append((joined.add(SequenceSource(tables)), producer, []))
      case 1 where !parts.isEmpty:
        joined.remove(parts.remove(at: Int.random(in: 0..<parts.count, using: &generator)).source)
      case _ where !parts.isEmpty:
        let index = Int.random(in: 0..<parts.count, using: &generator)
        let ids = (0..<3).map { _ in Int.random(in: 0..<9, using: &generator) }
        let new = table(["a": ids, "b": [step]])
        parts[index].producer.yield(new)
        parts[index].table = new.sections.map { "\($0.value) \($0.rows.map(\.id))" }
      default: break
      }
      let expected = parts.flatMap(\.table)
      await until { await seen(joined.current) == expected }
    }
    joined.finish()
    for part in parts { part.producer.finish() }
    try await binding.finished
    #expect(seen(view.drawn) == parts.flatMap(\.table), "seed \(seed)")
    #expect(view.violations.isEmpty && view.mismatch == nil, "seed \(seed)")
  }

  @Test("operators on a join follow its sources, and end when all of them have ended")
  func sources() async throws {
    let one = LiveTable(TableSnapshot(sections: [TableSection("a", rows: items([1, 2]))]))
    let two = LiveTable(
      TableSnapshot(sections: [TableSection("b", rows: items([3])), TableSection("c", rows: items([4]))]))
    let joined = Joined()
    joined.add(one.filter { $0.id != 2 })
    joined.add(two)
    joined.finish()
    var reader = joined.map { Item($0.id * 10) }.changes.makeAsyncIterator()
    var change = await reader.next()
    while let next = change, next.table.count < 3 { change = await reader.next() }
    #expect(change?.table.sections.map(\.value.value) == ["a", "b", "c"])
    try await one.edit { $0.append(TableSection("d", rows: items([5]))) }
    change = await reader.next()
    #expect(change?.table.map(\.id) == [10, 50, 30, 40])
    #expect(change?.changeset.operationCount == 1)
    await one.finish()
    try await two.edit { $0.append(TableSection("e", rows: [])) }
    #expect(await reader.next()?.table.sections.map(\.value.value) == ["a", "d", "b", "c", "e"])
    await two.finish()
    #expect(await reader.next() == nil)
  }

  @Test("rows that are refreshed in a source are refreshed in the join")
  func refreshed() async throws {
    let live = LiveTable<String, Item>(TableSnapshot(sections: [TableSection("a", rows: items([1, 2]))]))
    let joined = Joined()
    joined.add(live)
    var reader = joined.changes.makeAsyncIterator()
    while await reader.next()?.table.count != 2 {}
    // The appended row ensures that there is a change to read.
    try await live.edit {
      $0.replace(Item(2))
      $0.append(Item(3))
    }
    #expect(await reader.next()?.changeset.refreshed == [2])
    try await live.edit { $0.append(Item(4)) }
    #expect(await reader.next()?.changeset.refreshed == [], "once")
  }
}
