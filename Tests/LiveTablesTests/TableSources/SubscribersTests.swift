import TestSupport
import Testing

@testable import LiveTables

struct SubscribersTests {
  @Test("the next signal removes deallocated readers")
  func notified() {
    var subscribers = SubscriberList()
    let (kept, received) = Signal.make()
    subscribers.add(kept)
    for _ in 0..<4 { subscribers.add(Signal.make().signal) }
    #expect(subscribers.count == 5)
    subscribers.notify()
    #expect(subscribers.count == 1)
    withExtendedLifetime(received) {}
  }

  @Test("readers that come and go without a change do not accumulate")
  func added() {
    var subscribers = SubscriberList()
    for _ in 0..<1_000 {
      subscribers.add(Signal.make().signal)
      #expect(subscribers.count <= 9)
    }
  }

  @Test("remaining readers are checked less and less often")
  @MainActor func staying() async {
    var subscribers = SubscriberList()
    var received: [AsyncStream<Void>] = []
    func add() {
      let (signal, stream) = Signal.make()
      received.append(stream)
      subscribers.add(signal)
    }
    for _ in 0..<8 { add() }
    let (count, first) = (Guarded(0), received[0])
    let reader = Task { for await _ in first { count.with { $0 += 1 } } }
    add()
    await until { count.now == 1 }  // adding the ninth subscriber signals all of them
    for _ in 9..<18 { add() }
    subscribers.finish()
    await reader.value
    #expect(count.now == 1, "and not before there are twice as many")
  }

  @Test("several signals are combined, and the end follows them")
  func coalesced() async {
    var subscribers = SubscriberList()
    let (signal, received) = Signal.make()
    subscribers.add(signal)
    for _ in 0..<3 { subscribers.notify() }
    subscribers.finish()
    var count = 0
    for await _ in received { count += 1 }
    #expect(count == 1)
    let (late, end) = Signal.make()
    subscribers.add(late)
    for await _ in end { Issue.record("a source that has ended sends no signals") }
    #expect(!late.send())
  }
}

struct RefreshLogTests {
  @Test("not more deleted rows are remembered than the table has rows")
  func bounded() {
    var log = RefreshLog<Int>()
    let table = TableSnapshot(rows: 0..<10)
    for revision in 1...5_000 { log.note([revision], at: revision, in: table) }
    #expect(log.count <= 1_025)
    #expect(log.ids(after: 4).isSuperset(of: 5..<10), "rows that are there")
    log.note([3], at: 5_001, in: table)
    #expect(log.ids(after: 5_000) == [3] && log.ids(after: 5_001).isEmpty)
  }
}

extension RefreshLogTests {
  @Test("the table is checked occasionally, not for every row")
  func amortised() {
    var log = RefreshLog<Int>()
    var looks = 0
    func table() -> TableSnapshot<OneSection, Int> {
      looks += 1
      return TableSnapshot(rows: 0..<10)
    }
    for revision in 1...5_000 { log.note([revision], at: revision, in: table()) }
    #expect(looks <= 10)
  }
}

struct RenameLogTests {
  @Test("renames are chained since a revision, and the last thousand are remembered")
  func bounded() {
    var log = RenameLog<Int>()
    log.note([:], at: 0)
    for version in 1...3_000 { log.note([version: version + 1], at: version) }
    #expect(log.names(after: 2_998) == [2_999: 3_001, 3_000: 3_001])
    #expect(log.names(after: 3_000).isEmpty)
    #expect(log.names(after: -1).count == 1_024 && log.names(after: -1)[1_977] == 3_001)
  }
}

@MainActor struct CatchUpReaderTests {
  private struct Number: ReadableState {
    let version: Int
    let value: Int
    let isFinished = false
  }

  @Test("a reader that finds a known state continues counting from it")
  func ledBack() async throws {
    let newest = Guarded(Number(version: 0, value: 1))
    let (reads, signal) = (Guarded(0), Guarded<Signal?>(nil))
    var reader = CatchUpReader<Number, Int>(
      subscribe: { new in signal.with { $0 = new } },
      read: {
        let found = newest.now
        reads.with { $0 += 1 }
        return found
      },
      update: { seen, now in
        guard let seen else { return 0 }
        return now.value == seen.value ? nil : now.version - seen.version
      })
    #expect(try await reader.next() == 0)
    newest.with { $0 = Number(version: 2, value: 1) }
    let next = Task { [reader] in
      var reader = reader
      return try await reader.next()
    }
    await until { reads.now == 2 }
    newest.with { $0 = Number(version: 3, value: 2) }
    signal.now?.send()
    #expect(try await next.value == 3)
  }
}
