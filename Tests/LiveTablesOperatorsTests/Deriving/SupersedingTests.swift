import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

/// Tests events that arrive while an operator visits all rows.
@Suite(.serialized, .holdsThreads, .timeLimit(.minutes(20))) @MainActor struct HeldOperatorTests {
  @Test("66: a new filter replaces an earlier filter that is being applied")
  func superseded() async throws {
    let size = 60_000
    let live = LiveTable(rows: 0..<size)
    let condition = LiveValue<@Sendable (Int) -> Bool> { _ in true }
    let filtered = live.filter(condition)
    var reader = filtered.changes.makeAsyncIterator()
    var other = filtered.changes.makeAsyncIterator()
    #expect(await reader.next()?.table.count == size)
    #expect(await other.next()?.table.count == size)
    let (calls, begun) = (Guarded(0), Gate())
    await condition.set { _ in
      let call = calls.with {
        $0 += 1
        return $0
      }
      if call == 2_000 {
        begun.open()
        let end = ContinuousClock.now + .seconds(Patience.seconds)
        while !Task.isCancelled, ContinuousClock.now < end {}
      }
      return false
    }
    async let first = filtered.current
    await begun.wait()
    try await live.edit { $0.append(size) }
    await condition.set { $0 % 2 == 0 }
    #expect(await first.count == size / 2 + 1)
    #expect(calls.now <= 2_000 + 4_096)
    let change = try #require(await reader.next())
    #expect(change.table.count == size / 2 + 1 && change.spanned == 1)
    #expect(await other.next()?.table == change.table)
  }
}

@Suite("Slow parameters", .timeLimit(.minutes(20)))
struct SupersedingTests {
  @Test("a cancelled reader stops its work, and the next reader does it")
  func cancelled() async throws {
    let size = 20_000
    let live = LiveTable(rows: 0..<size)
    let condition = LiveValue<@Sendable (Int) -> Bool> { _ in true }
    let filtered = live.filter(condition)
    #expect(await filtered.current.count == size)
    let calls = Guarded(0)
    let reading = Guarded<Task<Int, Never>?>(nil)
    await condition.set { _ in
      let call = calls.with {
        $0 += 1
        return $0
      }
      if call == 2_000 { reading.now?.cancel() }
      return false
    }
    let started = Gate()
    let task = Task {
      await started.wait()
      return await filtered.current.count
    }
    reading.with { $0 = task }
    started.open()
    #expect(await task.value == size)
    #expect(calls.now <= 2_000 + 4_096)
    let before = calls.now
    #expect(await filtered.current.isEmpty)
    #expect(calls.now == before + size)
  }

  @Test("66: a reader that is cancelled at the last rows does not continue with the source's next table")
  func cancelledLate() async throws {
    let size = 20_000
    let live = LiveTable(rows: 0..<size)
    let condition = LiveValue<@Sendable (Int) -> Bool> { _ in true }
    let filtered = live.filter(condition)
    #expect(await filtered.current.count == size)
    let calls = Guarded(0)
    let reading = Guarded<Task<Int, Never>?>(nil)
    await condition.set { _ in
      let call = calls.with {
        $0 += 1
        return $0
      }
      if call == size - 10 { reading.now?.cancel() }
      return false
    }
    try await live.set(TableSnapshot<OneSection, Int>(rows: size..<2 * size))
    let started = Gate()
    let task = Task {
      await started.wait()
      return await filtered.current.count
    }
    reading.with { $0 = task }
    started.open()
    #expect(await task.value == size)
    #expect(calls.now == size)
    #expect(await filtered.current.isEmpty)
  }

  /// An operator that reverses the rows.
  private struct Turning: TableOperator {
    private var isTurned = false
    private(set) var table = TableSnapshot<OneSection, Watched>()

    mutating func reset(to source: TableSnapshot<OneSection, Watched>) {
      table = isTurned ? TableSnapshot(rows: source.reversed()) : source
    }
    mutating func follow(_ changeset: Changeset<OneSection, Watched>) { reset(to: changeset.target) }
    mutating func set(_ parameter: Bool, check: () throws -> Void) {
      if parameter != isTurned { table = TableSnapshot(rows: table.reversed()) }
      isTurned = parameter
    }
  }

  @Test("a cancelled reader stops the diff for a new parameter")
  func cancelledDiff() async throws {
    let (size, watch, parameter) = (20_000, Watched.Watch(), LiveValue(false))
    let live = LiveTable(rows: (0..<size).map { Watched(id: $0, watch: watch) })
    let derived = DerivedTable(from: live, by: Turning(), parameter: parameter)
    #expect(await derived.current.first?.id == 0)
    let reading = Guarded<Task<Int?, Never>?>(nil)
    watch.act.with { $0 = { _ in reading.now?.cancel() } }
    await parameter.set(true)
    let (before, started) = (watch.comparisons.now, Gate())
    let task = Task {
      await started.wait()
      return await derived.current.first?.id
    }
    reading.with { $0 = task }
    started.open()
    #expect(await task.value == 0)
    #expect((1...4_096).contains(watch.comparisons.now - before))
    #expect(await derived.current.first?.id == size - 1)
  }

  struct DiffCancellation: Error {}

  /// Tests that an operator checks for cancellation at least every 1,024 rows, and stops when a check throws.
  private func poll<Operator: TableOperator>(
    _ make: (@escaping @Sendable () -> Void) -> (Operator, Operator.Parameter)
  ) where Operator.SourceSection == OneSection, Operator.SourceRow == Int {
    let looked = Guarded(0)
    var (machine, parameter) = make { looked.with { $0 += 1 } }
    machine.reset(to: TableSnapshot(rows: (0..<20_000).map { $0 &* 7_919 % 20_011 }))
    var (last, most, questions) = (looked.now, 0, 0)
    var copy = machine
    #expect(throws: Never.self) {
      try copy.set(parameter) {
        most = max(most, looked.now - last)
        last = looked.now
        questions += 1
      }
    }
    #expect(most <= 1_024 && questions >= 19, "\(most) rows between two of \(questions) questions")
    let before = looked.now
    #expect(throws: DiffCancellation.self) {
      var asked = 0
      try machine.set(parameter) {
        asked += 1
        if asked == 3 { throw DiffCancellation() }
      }
    }
    #expect(looked.now - before <= 2 * 1_024)
  }

  @Test("operators that visit all rows often check for cancellation")
  func polling() {
    poll { look in
      let parameter: @Sendable (Int) -> Bool = {
        look()
        return $0 % 2 == 0
      }
      return (FilterOperator<OneSection, Int> { _ in true }, parameter)
    }
    poll { look in
      let parameter: @Sendable (Int) -> Int = {
        look()
        return $0 + 1
      }
      return (MapOperator<OneSection, Int, Int> { $0 }, parameter)
    }
    poll { look in
      let parameter = RowOrder<Int>(comparing: {
        look()
        return $0 < $1
      })
      return (SortOperator<OneSection, Int> { $0 > $1 }, parameter)
    }
    poll { look in
      let parameter = RowOrder<Int>(
        by: {
          look()
          return $0
        }, <)
      return (SortOperator<OneSection, Int>(RowOrder(by: { $0 }, >)), parameter)
    }
    poll { look in
      let parameter = RowOrder<Int>(by: { $0 }) {
        look()
        return $0 < $1
      }
      return (SortOperator<OneSection, Int>(RowOrder(by: { $0 }, >)), parameter)
    }
    poll { look in
      let parameter = RowGrouping<Int, Int>(by: {
        look()
        return $0 % 10
      })
      return (GroupOperator<Int, Int>(.init(by: { _ in 0 })), parameter)
    }
    poll { look in
      let parameter = RowGrouping<Int, Int>(by: { $0 }) {
        look()
        return $0 < $1
      }
      return (GroupOperator<Int, Int>(.init(by: { _ in 0 })), parameter)
    }
    for (before, after) in [(0, 30_000), (30_000, 0)] {
      poll { look in
        var machine = ExpiryOperator<OneSection, Int, Int> {
          look()
          return $0
        }
        machine.set(before) {}
        return (machine, after)
      }
    }
    poll { look in
      (
        SearchOperator<OneSection, Int>("") {
          look()
          return "\($0)"
        }, "7"
      )
    }
  }
}
