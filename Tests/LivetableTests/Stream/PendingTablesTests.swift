import LiveTables
import LiveTablesTesting
import Testing

@testable import livetable

extension PendingTables {
  /// Adds a table that is identified by a number.
  fileprivate mutating func add(_ number: Int, byteCount: Int, isAwaited: Bool = false) {
    add(FeedTable(table: RecordList(), columns: ["\(number)"]), byteCount: byteCount, isAwaited: isAwaited)
  }

  /// Removes all tables, and returns the number and the skipped count of each.
  fileprivate mutating func takeAll() -> [[Int]] {
    var all: [[Int]] = []
    while let table = next() { all.append([Int(table.columns[0]) ?? 0, table.skippedCount]) }
    return all
  }
}

@Suite struct PendingTablesTests {
  @Test func aFewAreKeptInOrder() {
    var pending = PendingTables(countLimit: 3, byteLimit: 100)
    for table in 1...3 { pending.add(table, byteCount: 10) }
    #expect(pending.takeAll() == [[1, 0], [2, 0], [3, 0]])
    #expect(pending.takeAll() == [])
  }

  @Test func ofTooManyTheNewestStays() {
    var pending = PendingTables(countLimit: 3, byteLimit: 100)
    for table in 1...4 { pending.add(table, byteCount: 10) }
    pending.add(5, byteCount: 10)
    #expect(pending.takeAll() == [[4, 3], [5, 0]])
  }

  @Test func ofTooLargeOnesTheNewestStays() {
    var pending = PendingTables(countLimit: 10, byteLimit: 100)
    pending.add(1, byteCount: 60)
    pending.add(2, byteCount: 60)
    pending.add(3, byteCount: 1000)
    #expect(pending.takeAll() == [[3, 2]])
  }

  @Test func theOneThatTheToolWaitsForStaysToo() {
    var pending = PendingTables(countLimit: 3, byteLimit: 100)
    for table in 1...9 { pending.add(table, byteCount: 10, isAwaited: table == 2 || table == 3) }
    #expect(pending.takeAll() == [[2, 1], [8, 5], [9, 0]])
    pending.add(1, byteCount: 1000, isAwaited: true)
    pending.add(2, byteCount: 1000)
    pending.add(3, byteCount: 1000)
    #expect(pending.takeAll() == [[1, 0], [3, 1]])
  }

  @Test(arguments: seeds) func everyTableIsShownOrCounted(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pending = PendingTables(
      countLimit: Int.random(in: 1...5, using: &generator), byteLimit: Int.random(in: 1...50, using: &generator))
    var counted = 0
    for table in 1...500 {
      let isAwaited = seed.isMultiple(of: 2) && Int.random(in: 0..<4, using: &generator) == 0
      pending.add(table, byteCount: Int.random(in: 0...20, using: &generator), isAwaited: isAwaited)
      guard Bool.random(using: &generator), let next = pending.next() else { continue }
      counted += 1 + next.skippedCount
      #expect(next.columns == ["\(counted)"])
    }
    for next in pending.takeAll() {
      counted += 1 + next[1]
      #expect(next[0] == counted)
    }
    #expect(counted == 500)
  }
}
