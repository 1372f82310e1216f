import TestSupport
import Testing

@testable import LiveTables
@testable import LiveTablesOperators

/// A source that can delay its answer to a read.
private actor LateSource: TableSource {
  private var newest: SourceState<OneSection, Item>
  private var held: (asked: Gate, answer: Gate, isOld: Bool)?
  private(set) var reads = 0

  init(_ ids: [Int]) { newest = SourceState(TableSnapshot(rows: items(ids))) }

  var state: SourceState<OneSection, Item> {
    get async {
      reads += 1
      let found = newest
      guard let held else { return found }
      self.held = nil
      held.asked.open()
      await held.answer.wait()
      return held.isOld ? found : newest
    }
  }

  func subscribe(_ signal: Signal) {}

  func show(_ ids: [Int], refreshed: Set<Int> = []) {
    newest.advance(to: TableSnapshot(rows: items(ids)), refreshed: refreshed)
  }

  /// Delays the answer to the next read: the state at the time of the read if `isOld`, otherwise the newest.
  func holdNext(isOld: Bool) -> (asked: Gate, answer: Gate) {
    let gates = (asked: Gate(), answer: Gate())
    held = (gates.asked, gates.answer, isOld)
    return gates
  }
}

/// Tests reads of one source that finish in another order than they began.
@Suite("Answers that arrive late", .timeLimit(.minutes(20)))
struct LateAnswerTests {
  enum Derivation: CaseIterable {
    case filter, asyncMap, merged, optimistic

    fileprivate func source(_ source: LateSource) -> any TableSource<OneSection, Item> {
      switch self {
      case .filter: source.filter { $0.id > 0 }
      case .asyncMap: source.map(atMost: 2, placeholder: { $0 }) { $0 }
      case .merged: source.merged(with: LiveTable(rows: items([9])))
      case .optimistic: OptimisticTable(source)
      }
    }
  }

  @Test("a derived table does not return to an older table", arguments: Derivation.allCases)
  func older(_ derivation: Derivation) async {
    let source = LateSource([1, 2])
    let derived = derivation.source(source)
    #expect(await derived.state.table.first?.id == 1)
    let (asked, answer) = await source.holdNext(isOld: true)
    async let late = derived.state
    await asked.wait()
    await source.show([1, 2, 3])
    let newer = await derived.state
    #expect(newer.table.map(\.id).contains(3))
    answer.open()
    #expect(await late.table == newer.table)
    #expect(await derived.state.version == newer.version)
  }

  @Test("a late reader with a new parameter does not repeat what a newer one has read")
  func olderWithParameter() async {
    let source = LateSource([1, 2])
    let isIncluded = LiveValue<@Sendable (Item) -> Bool> { $0.id > 0 }
    let derived = source.filter(isIncluded)
    #expect(await derived.current.map(\.id) == [1, 2])
    let first = await source.holdNext(isOld: false)
    async let newer = derived.state
    await first.asked.wait()
    await isIncluded.set { $0.id > 1 }
    let second = await source.holdNext(isOld: true)
    async let late = derived.state
    await second.asked.wait()
    await source.show([1, 2, 3], refreshed: [2])
    first.answer.open()
    #expect(await newer.table.map(\.id) == [1, 2, 3])
    second.answer.open()
    let version = await late.version
    #expect(await derived.current.map(\.id) == [2, 3])
    #expect(await derived.state.version == version)
  }

  @Test("a join does not return to an older table of one side while the other side changes")
  func olderSide() async {
    let (left, right) = (LateSource([1]), LateSource([9]))
    let merged = left.merged(with: right)
    #expect(await merged.current.map(\.id) == [1, 9])
    let (asked, answer) = await right.holdNext(isOld: false)
    async let late = merged.current
    await asked.wait()
    await left.show([1, 2])
    #expect(await merged.current.map(\.id) == [1, 2, 9])
    await right.show([8, 9])
    answer.open()
    #expect(await late.map(\.id) == [1, 2, 8, 9])
    #expect(await merged.current.map(\.id) == [1, 2, 8, 9])
  }

  @Test("a read without a change is not a change", arguments: Derivation.allCases)
  func again(_ derivation: Derivation) async {
    let derived = derivation.source(LateSource([1, 2]))
    let version = await derived.state.version
    #expect(await derived.state.version == version)
  }

  @Test("a reader whose task is cancelled does not read the source")
  func cancelled() async {
    let source = LateSource([1])
    let isOver = Task {
      var reader = source.changes.makeAsyncIterator()
      _ = await reader.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return await reader.next() == nil
    }
    #expect(await isOver.value)
    #expect(await source.reads == 1)
  }

  @MainActor @Test("a reader that waits for a newer value is not woken with the same value")
  func sameValue() async {
    let value = LiveValue(0)
    let waiting = Task {
      await value.waitForChange(since: 0)
      return await value.value
    }
    await until { await value.subscribers.count == 1 }
    for _ in 0..<20 { await value.subscribe(Signal.make().signal) }
    for _ in 0..<1_000 { await Task.yield() }
    await value.set(7)
    #expect(await waiting.value == 7)
  }
}
