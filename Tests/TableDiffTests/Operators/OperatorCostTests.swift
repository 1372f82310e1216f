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
