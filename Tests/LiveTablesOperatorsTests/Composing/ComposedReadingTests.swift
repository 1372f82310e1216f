import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests that a read of tables composed on the main actor includes every earlier change.
@MainActor @Suite("Reading composed tables", .timeLimit(.minutes(20)))
struct ComposedReadingTests {
  private typealias Joined = JoinedTables<OneSection, Item>
  private typealias Segments = TableSegments<OneSection, Item>

  @Test("70: a joined table contains every earlier change of its sources, also in tables derived from it")
  func joined() async throws {
    for round in 0..<20 {
      let live = LiveTable(rows: items([1]))
      let joined = Joined()
      let derived = joined.flattened().map { Item($0.id + 100) }
      joined.add(live)
      if round % 2 == 0 {
        let view = StrictTableView<OneSection, Item>()
        view.bind(derived)
        await until { view.drawn.count == 1 }
      }
      try await live.edit { $0.append(Item(2)) }
      #expect(await derived.current.map(\.id) == [101, 102])
      let other = joined.add(live.filter { $0.id == 2 })
      #expect(await derived.current.map(\.id) == [101, 102, 102])
      joined.remove(other)
      #expect(await derived.current.map(\.id) == [101, 102])
    }
  }

  @Test("70: segments contain every earlier change of the selected source, and every earlier selection")
  func segments() async throws {
    for round in 0..<20 {
      let live = LiveTable(rows: items([1]))
      let segments = Segments()
      segments.add("all", live)
      segments.add("even", live.filter { $0.id % 2 == 0 })
      segments.add("none", flat())
      let derived = segments.map { Item($0.id + 100) }
      if round % 2 == 0 {
        let view = StrictTableView<OneSection, Item>()
        view.bind(derived)
        await until { view.drawn.count == 1 }
      }
      try await live.edit { $0.append(Item(2)) }
      #expect(await derived.current.map(\.id) == [101, 102])
      segments.select(1)
      #expect(await derived.current.map(\.id) == [102])
      try await live.edit { $0.append(Item(4)) }
      #expect(await derived.current.map(\.id) == [102, 104])
      segments.select(2)
      #expect(await derived.current.isEmpty)
      segments.select(0)
      #expect(await derived.current.map(\.id) == [101, 102, 104])
    }
  }

  @Test("a source that is added, removed or selected during a read is read, too")
  func meanwhile() async {
    let (one, two) = (LiveTable(rows: items([1])), LiveTable(rows: items([2])))
    let joined = Joined()
    let first = Interrupted(one.map { $0 })
    let source = joined.add(first)
    let flattened = joined.flattened()
    #expect(await flattened.current.map(\.id) == [1])
    await first.interrupt { _ = await joined.add(two) }
    await until { await flattened.current.map(\.id) == [1, 2] }
    await first.interrupt { await joined.remove(source) }
    await until { await flattened.current.map(\.id) == [2] }
    let segments = Segments()
    let second = Interrupted(one.map { $0 })
    segments.add("one", second)
    segments.add("two", two)
    #expect(await segments.current.map(\.id) == [1])
    await second.interrupt { _ = await segments.select(1) }
    await until { await segments.current.map(\.id) == [2] }
  }

  @Test("segments wait for the first segment's source unless another segment is selected")
  func firstAnswer() async {
    let live = LiveTable(rows: items([1]))
    let (asked, mayAnswer) = (Gate(), Gate())
    let late = Interrupted(live.map { $0 })
    await late.interrupt {
      asked.open()
      await mayAnswer.wait()
    }
    let segments = Segments()
    segments.add("late", late)
    segments.add("other", flat(7))
    await asked.wait()
    async let first = segments.current
    segments.select(1)
    #expect(await first == flat(7))
    segments.select(0)
    #expect(await segments.current == flat(7), "until the source has answered")
    mayAnswer.open()
    await until { await segments.current == flat(1) }
  }

  @Test func onlySourcesThatWaitForNothingButTurnsAnswerAtOnce() async {
    let live = LiveTable(rows: items([1]))
    let late = Interrupted(live.map { $0 })
    let joined = Joined()
    #expect(live.isPrompt && live.map { $0 }.isPrompt && TableStore<OneSection, Item>().isPrompt)
    #expect(!late.isPrompt && !late.map { $0 }.isPrompt)
    // Sources can be added and removed, so these are never prompt.
    #expect(!joined.isPrompt && !joined.flattened().isPrompt && !Segments().isPrompt)
    let (asked, mayAnswer) = (Gate(), Gate())
    await late.interrupt {
      asked.open()
      await mayAnswer.wait()
    }
    joined.add(late)
    await asked.wait()
    let (again, mayAnswerAgain) = (Gate(), Gate())
    await late.interrupt {
      again.open()
      await mayAnswerAgain.wait()
    }
    let segments = Segments()
    segments.add("other", flat(7))
    segments.add("joined", joined.flattened())
    segments.select(1)
    await again.wait()
    #expect(await segments.current == flat(7), "until the joined source has answered")
    mayAnswer.open()
    mayAnswerAgain.open()
    await until { await segments.current == flat(1) }
  }

  @Test("a finished join ends only after the last table of a source that ends during a read")
  func lastTable() async throws {
    for _ in 0..<20 {
      let live = LiveTable(rows: items([1]))
      let joined = Joined()
      let source = Interrupted(live.map { $0 })
      joined.add(source)
      joined.finish()
      var tables = joined.tables.makeAsyncIterator()
      #expect(await tables.next()?.map(\.id) == [1])
      await source.interrupt {
        await #expect(throws: Never.self) { try await live.edit { $0.append(Item(2)) } }
        await live.finish()
      }
      _ = try? await live.edit { $0.append(Item(3)) }
      var last: [Int] = []
      while let table = await tables.next() { last = table.map(\.id) }
      #expect(last.count >= 2)
      #expect(await last == live.current.map(\.id))
    }
  }
}
