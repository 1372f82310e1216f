@_spi(Adapters) import LiveTablesTesting
import Testing

@testable import TableDiff

/// What operators and indices ask of rows, and what they keep of those that have gone.
struct OperatorCostTests {
  @Test("the least value is asked of all rows again when the last row that has it goes, and not before")
  func leastValue() {
    let tally = Tally()
    var table = TableSnapshot(
      sections: [TableSection(0, rows: (0..<1_000).map { CountedRow($0, content: max(1, $0), tally) })])
    var least = AggregateOperator<Int, CountedRow, (Int, Int)?, Int?>(
      .min {
        $0.identity.tally.countHash()
        return $0.content
      })
    least.reset(to: table)
    for (value, most) in [(1, 10), (2, 2_000)] {
      var next = table
      next.remove(at: RowPath(section: 0, row: 0))
      let changeset = next.difference(from: table)
      tally.reset()
      least.follow(changeset)
      #expect(least.table.sections[0].value.value == value)
      #expect(tally.hashes <= most)
      table = next
    }
  }

  @Test("rows that come and go leave nothing behind in groups")
  func groupsForget() {
    var table = TableSnapshot(rows: (0..<100).map { SampleRow($0) })
    var groups = GroupOperator<SampleRow, SampleSection>(.init(by: { SampleSection($0.id % 5) }))
    groups.reset(to: table)
    for id in 100..<600 {
      var next = table
      next.remove(at: RowPath(section: 0, row: 0))
      next.append(SampleRow(id))
      groups.follow(next.difference(from: table))
      table = next
    }
    #expect(groups.table.count == 100)
    #expect(groups.list.capacity <= 101 && groups.groups.count <= 101)
  }

  @Test("an index that follows a change hashes what has come")
  func followed() {
    let tally = Tally()
    let table = TableSnapshot(rows: (0..<2_000).map { CountedRow($0, tally) })
    var index = RowIndex(table)
    var next = table
    next.remove(at: RowPath(0, 700))
    next.append(CountedRow(2_000, tally))
    let changeset = next.difference(from: table)
    tally.reset()
    index.follow(changeset)
    #expect(tally.hashes == 1)
    #expect(index.path(of: CountedRow.ID(number: 2_000, tally: tally)) == RowPath(0, 1_999))
  }

  @Test("which rows were made of others is looked for in one pass, and of none in no pass")
  func mapped() {
    struct Row: Diffable, Equatable {
      let number: Int
      // Safe: tests ask on one thread.
      nonisolated(unsafe) let tally: Tally
      var identity: Int {
        tally.countHash()
        return number
      }
      static func == (one: Row, two: Row) -> Bool { one.number == two.number }
    }
    let tally = Tally()
    var doubled = MapOperator<OneSection, Row, Int> { $0.number * 2 }
    doubled.reset(to: TableSnapshot(rows: (0..<1_000).map { Row(number: $0, tally: tally) }))
    tally.reset()
    #expect(doubled.identities(derivedFrom: []).isEmpty && tally.hashes == 0)
    #expect(doubled.identities(derivedFrom: [7, 5_000, 3]) == [6, 14] && tally.hashes == 1_000)
  }

  @Test("an index asks nothing of rows that have other hashes")
  func indexed() {
    let tally = Tally()
    var table = TableSnapshot(rows: (0..<2_000).map { CountedRow($0, tally) })
    var finder = RowFinder(indexing: table)
    // More rows than the index has room for at first.
    for number in 2_000..<4_100 { table.append(CountedRow(number, tally)) }
    _ = finder.path(of: CountedRow.ID(number: 0, tally: tally), in: table)
    let numbers = [7, 700, 4_099, 3, 1_999]
    tally.reset()
    let paths = finder.paths(of: (numbers + [5_000]).map { CountedRow.ID(number: $0, tally: tally) }, in: table)
    #expect(paths == numbers.map { RowPath(section: 0, row: $0) } + [nil])
    #expect(tally.hashes == 6 && tally.equalities <= 20)
  }
}
