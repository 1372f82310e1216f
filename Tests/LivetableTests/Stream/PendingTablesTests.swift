import Testing

@testable import livetable

extension PendingTables {
  fileprivate mutating func takeAll() -> [(Element, Int)] {
    var all: [(Element, Int)] = []
    while let entry = next() { all.append((entry.table, entry.superseded)) }
    return all
  }
}

@Suite struct PendingTablesTests {
  @Test func aFewAreKeptInOrder() {
    var pending = PendingTables<Int>(countLimit: 3, byteLimit: 100)
    for table in 1...3 { pending.add(table, bytes: 10) }
    #expect(pending.takeAll().map(\.0) == [1, 2, 3])
    #expect(pending.next() == nil)
  }

  @Test func ofTooManyTheNewestStays() {
    var pending = PendingTables<Int>(countLimit: 3, byteLimit: 100)
    for table in 1...4 { pending.add(table, bytes: 10) }
    pending.add(5, bytes: 10)
    #expect(pending.takeAll().map { [$0.0, $0.1] } == [[4, 3], [5, 0]])
  }

  @Test func ofTooLargeOnesTheNewestStays() {
    var pending = PendingTables<Int>(countLimit: 10, byteLimit: 100)
    pending.add(1, bytes: 60)
    pending.add(2, bytes: 60)
    pending.add(3, bytes: 1000)
    #expect(pending.takeAll().map { [$0.0, $0.1] } == [[3, 2]])
  }

  @Test(arguments: seeds) func everyTableIsShownOrCounted(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pending = PendingTables<Int>(
      countLimit: Int.random(in: 1...5, using: &generator), byteLimit: Int.random(in: 1...50, using: &generator))
    var counted = 0
    for table in 1...500 {
      pending.add(table, bytes: Int.random(in: 0...20, using: &generator))
      guard Bool.random(using: &generator), let entry = pending.next() else { continue }
      counted += 1 + entry.superseded
      #expect(entry.table == counted)
    }
    for (table, superseded) in pending.takeAll() {
      counted += 1 + superseded
      #expect(table == counted)
    }
    #expect(counted == 500)
  }
}
