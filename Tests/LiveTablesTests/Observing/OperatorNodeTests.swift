import LiveTablesTesting
import Testing

@testable import LiveTables

/// A source that ends, while something else happens, between a reader's look and its wait.
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
  @Test("a source that ends while a parameter is set that changes nothing ends what is derived")
  func endsWithParameter() async throws {
    let condition = LiveValue<@Sendable (Item) -> Bool> { $0.id > 0 }
    let source = EndingSource { await condition.set { $0.id < 10 } }
    let derived = source.filter(condition)
    let begun = Gate()
    let reader = Task {
      var tables: [[Int]] = []
      for await change in derived.changes {
        tables.append(change.table.map(\.id))
        begun.open()
      }
      return tables
    }
    await begun.wait()
    await source.signal()
    #expect(await reader.value == [[1, 2]])
  }
}

extension HeldDifferenceTests {
  @Test("a reader that finds a parameter being set for another one waits, and goes on with it")
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
    async let two = node.state
    await until { await node.waiting.count == 1 }
    barrier.open()
    #expect(await one.table.count == 10)
    #expect(await two.table.count == 10)
  }
}
