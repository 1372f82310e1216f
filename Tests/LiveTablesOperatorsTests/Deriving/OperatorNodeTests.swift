import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import LiveTablesOperators

/// A source that finishes and runs a closure during its third read, before the reader waits for a change.
private actor EndingSource: TableSource {
  private var newest = SourceState(TableSnapshot(rows: items([1, 2])))
  private var subscribers = SubscriberList()
  private var reads = 0
  private let meanwhile: @Sendable () async -> Void

  init(_ meanwhile: @escaping @Sendable () async -> Void) { self.meanwhile = meanwhile }

  var state: SourceState<OneSection, Item> {
    get async {
      let found = newest
      reads += 1
      if reads == 3 {
        newest.finish()
        await meanwhile()
        subscribers.notify()
      }
      return found
    }
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  func signal() { subscribers.notify() }
}

@Suite(.timeLimit(.minutes(20)))
struct OperatorNodeTests {
  @Test("a row that compares equal replaces the previous one in both sides of a join")
  func unseenInJoins() async throws {
    let (left, right) = (LiveTable(rows: [Noted(id: 1, note: "a")]), LiveTable(rows: [Noted(id: 1, note: "b")]))
    let joined = left.joined(with: right, .inner, by: \.id, and: \.id)
    #expect(await joined.current.map { [$0.left?.note, $0.right?.note] } == [["a", "b"]])
    try await left.set([Noted(id: 1, note: "c")])
    #expect(await joined.current.map { [$0.left?.note, $0.right?.note] } == [["c", "b"]])
    try await right.set([Noted(id: 1, note: "d")])
    #expect(await joined.current.map { [$0.left?.note, $0.right?.note] } == [["c", "d"]])
  }

  @Test("a row that compares equal replaces the previous one if it is the first with its key")
  func unseenAmongDistinct() async throws {
    let live = LiveTable(rows: [Noted(id: 1, note: "a"), Noted(id: 2, note: "b"), Noted(id: 3, note: "c")])
    let distinct = live.distinct { $0.id % 2 }
    #expect(await distinct.current.map(\.note) == ["a", "b"])
    try await live.set([Noted(id: 1, note: "d"), Noted(id: 2, note: "b"), Noted(id: 3, note: "c")])
    #expect(await distinct.current.map(\.note) == ["d", "b"])
    try await live.edit {
      $0.replace(Noted(id: 2, note: "e"))
      $0.move(.id(2), to: .before(1))
    }
    #expect(await distinct.current.map(\.note) == ["e", "d"])
  }

  @Test("a row that compares equal replaces the previous one under a pending edit")
  func unseenUnderEdits() async throws {
    let live = LiveTable(rows: [Noted(id: 1, note: ""), Noted(id: 2, note: "")])
    let table = OptimisticTable(live)
    try await table.edit {
      $0.remove(id: 1)
    } until: {
      for number in 0..<20 {
        try await live.set([Noted(id: 1, note: ""), Noted(id: 2, note: "\(number)")])
        #expect(await table.current.map(\.note) == ["\(number)"])
      }
      return .confirmed
    }
  }

  @Test("a row that compares equal replaces the previous one together with a new parameter")
  func unseenWithParameter() async throws {
    let live = LiveTable(rows: [Noted(id: 1, note: "a"), Noted(id: 2, note: "b")])
    let condition = LiveValue<@Sendable (Noted) -> Bool> { _ in true }
    let derived = live.filter(condition).map { $0 }
    #expect(await derived.current.map(\.note) == ["a", "b"])
    try await live.edit { $0.update(.id(1)) { $0.note = "c" } }
    await condition.set { $0.id < 3 }
    #expect(await derived.current.map(\.note) == ["c", "b"])
    try await live.edit { $0.update(.id(1)) { $0.note = "d" } }
    await condition.set { $0.id < 2 }
    #expect(await derived.current.map(\.note) == ["d"])
  }

  @Test("a new transform whose rows compare equal is used, also by derived tables")
  func unseenByTransform() async throws {
    let live = LiveTable(rows: [Noted(id: 1, note: "")])
    let transform = LiveValue<@Sendable (Noted) -> Noted> { Noted(id: $0.id, note: "a") }
    let mapped = live.map(transform, initial: { $0 })
    let kept = mapped.filter { $0.note == "b" }
    #expect(await mapped.current.map(\.note) == ["a"])
    #expect(await kept.current.isEmpty)
    await transform.set { Noted(id: $0.id, note: "b") }
    #expect(await mapped.current.map(\.note) == ["b"])
    #expect(await kept.current.map(\.note) == ["b"])
  }

  @Test("a new transform whose rows have another type is used, too")
  func unseenByOtherTransform() async throws {
    let live = LiveTable(rows: [1])
    let transform = LiveValue<@Sendable (Int) -> Noted> { Noted(id: $0, note: "a") }
    let mapped = live.map(transform, initial: { Noted(id: $0, note: "") })
    #expect(await mapped.current.map(\.note) == ["a"])
    await transform.set { Noted(id: $0, note: "b") }
    #expect(await mapped.current.map(\.note) == ["b"])
  }

  @Test("a waiting reader of a join is woken by either side")
  func eitherSide() async throws {
    let (left, right) = (LiveTable(rows: items([1])), LiveTable(rows: items([1])))
    let joined = left.joined(with: right, .full, by: \.id, and: \.id)
    for side in [left, right] {
      let (signal, received) = Signal.make()
      await joined.subscribe(signal)
      try await side.edit { $0.append(Item(2)) }
      signal.finish()
      var count = 0
      for await _ in received { count += 1 }
      #expect(count == 1)
    }
  }

  @Test("a derived table ends if its source ends while a parameter without effect is set")
  func endsWithParameter() async throws {
    let condition = LiveValue<@Sendable (Item) -> Bool> { $0.id > 0 }
    let source = EndingSource { await condition.set { $0.id < 10 } }
    let derived = source.filter(condition)
    let begun = Gate()
    let isOver = Guarded(false)
    let reader = Task {
      defer { isOver.with { $0 = true } }
      var tables: [[Int]] = []
      for await change in derived.changes {
        tables.append(change.table.map(\.id))
        begun.open()
      }
      return tables
    }
    await begun.wait()
    await source.signal()
    await until { isOver.now }
    reader.cancel()
    #expect(await reader.value == [[1, 2]])
  }
}

extension HeldOperatorTests {
  @Test("a reader waits for a parameter that is being set for another reader")
  func waitsForParameter() async throws {
    let live = LiveTable(rows: 0..<100)
    let condition = LiveValue<@Sendable (Int) -> Bool> { _ in true }
    let filter = RunningOperator(FilterOperator<OneSection, Int> { _ in false })
    let node = OperatorNode(filter, source: live, parameter: condition)
    #expect(await node.state.table.count == 100)
    let (begun, barrier, isFirst) = (Gate(), Barrier(), Guarded(true))
    await condition.set { row in
      let isHeld = isFirst.with { first in
        defer { first = false }
        return first
      }
      if isHeld {
        begun.open()
        barrier.hold()
      }
      return row < 10
    }
    async let one = node.state
    await begun.wait()
    let last = Guarded(0)
    let two = Task {
      let count = await node.state.table.count
      last.with { $0 = count }
    }
    await until { await node.waiting.count == 1 }
    let three = Task { await node.state.table.count }
    await until { await node.waiting.count == 2 }
    three.cancel()
    #expect(await three.value == 100, "one that is cancelled does not wait")
    barrier.open()
    #expect(await one.table.count == 10)
    await until { last.now == 10 }
    two.cancel()
  }

  @Test("rows of a join without a partner stay unchanged when other rows change")
  func withoutPartner() async throws {
    let (left, right) = (LiveTable(rows: items(1...4)), LiveTable(rows: items([9])))
    var reader = left.joined(with: right, .full, by: \.id, and: \.id).changes.makeAsyncIterator()
    #expect(await reader.next()?.table.count == 5)
    try await right.edit { $0.insert(Item(2), at: 0) }
    let paired = try #require(await reader.next()).changeset
    #expect(paired.stages.flatMap(\.operations.updatedRows).isEmpty)
    try await left.edit { $0.insert(Item(5), at: 2) }
    let come = try #require(await reader.next()).changeset
    #expect(come.operationCount == 1)
    let alone = JoinedRow<Item, Item>(Item(1), nil)
    #expect(alone.hasSameContent(as: JoinedRow(Item(1), nil)))
    #expect(!alone.hasSameContent(as: JoinedRow(Item(1), Item(1))))
    #expect(!alone.hasSameContent(as: JoinedRow(Item(1, "other"), nil)))
  }

  @Test("a parameter is applied once")
  func setOnce() async throws {
    let live = LiveTable(rows: 0..<100)
    let parameter = LiveValue(0)
    let sets = Guarded(0)
    let isAwaited = Guarded(false)
    let node = OperatorNode(
      RunningOperator(Patient(sets: sets, isAwaited: isAwaited)), source: live, parameter: parameter)
    #expect(await node.state.table.count == 100)
    sets.with { $0 = 0 }
    #expect(await node.state.table.count == 100)
    #expect(sets.now == 0, "it was set before")
    await parameter.set(1)
    let watch = Task {
      while await parameter.subscribers.count == 0, !Task.isCancelled { await Task.yield() }
      isAwaited.with { $0 = true }
    }
    #expect(await node.state.table.count == 100)
    #expect(sets.now == 1)
    watch.cancel()
  }
}

/// An operator whose first `set(_:check:)` to 1 lasts until `isAwaited` is true.
private struct Patient: TableOperator {
  let sets: Guarded<Int>
  let isAwaited: Guarded<Bool>
  private(set) var table = TableSnapshot<OneSection, Int>()

  init(sets: Guarded<Int>, isAwaited: Guarded<Bool>) {
    self.sets = sets
    self.isAwaited = isAwaited
  }

  mutating func reset(to source: TableSnapshot<OneSection, Int>) { table = source }
  mutating func follow(_ changeset: Changeset<OneSection, Int>) { table = changeset.target }
  mutating func set(_ parameter: Int, check: () throws -> Void) throws {
    let count = sets.with {
      $0 += 1
      return $0
    }
    while parameter == 1, count == 1, !isAwaited.now { try check() }
  }
}
