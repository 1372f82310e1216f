import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

/// Tests how often operators and indices hash and compare rows, and that they do not keep deleted rows.
struct OperatorCostTests {
  @Test("a minimum visits all rows again only after its last row is removed")
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
    for (row, value, most) in [(0, 1, 10), (0, 2, 2_000), (900, 2, 10)] {
      var next = table
      next.remove(at: RowPath(section: 0, row: row))
      let changeset = next.difference(from: table)
      tally.reset()
      least.follow(changeset)
      #expect(least.table.sections[0].value.value == value)
      #expect(tally.hashes <= most)
      table = next
    }
  }

  @Test("removing a row from a sum or an average visits no other row")
  func sums() {
    let tally = Tally()
    let table = TableSnapshot(
      sections: [TableSection(0, rows: (0..<1_000).map { CountedRow($0, content: $0, tally) })])
    func check<State, Value>(_ aggregate: RowAggregate<CountedRow, State, Value>, _ value: Value) {
      var derived = AggregateOperator<Int, CountedRow, State, Value>(aggregate)
      derived.reset(to: table)
      var before = table
      for id in [400, 0] {
        var next = before
        next.remove(at: RowPath(section: 0, row: id))
        let changeset = next.difference(from: before)
        tally.reset()
        derived.follow(changeset)
        #expect(tally.hashes == 1)
        before = next
      }
      #expect(derived.table.sections[0].value.value == value)
    }
    let content: @Sendable (CountedRow) -> Int = {
      $0.identity.tally.countHash()
      return $0.content
    }
    check(.sum(content), 499_100)
    check(.sum { Double(content($0)) }, 499_100)
    check(.average { Double(content($0)) }, 499_100 / 998)
  }

  @Test("groups keep no data of removed rows")
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
    #expect(groups.list.capacity <= 101 && groups.groupOfToken.count <= 101)
  }

  @Test("orders and indices keep no data of removed sections")
  func sectionsAreForgotten() {
    func section(_ id: Int) -> TableSection<SampleSection, SampleRow> {
      TableSection(SampleSection(id), rows: (0..<10).map { SampleRow(id * 10 + $0) })
    }
    var table = TableSnapshot(sections: [section(0), section(1)])
    var sort = SortOperator<SampleSection, SampleRow> { $0.id > $1.id }
    sort.reset(to: table)
    var index = RowIndex(table)
    for id in 2..<200 {
      var next = table
      next.remove(section: 0)
      next.insert(section(id), atSection: 1)
      let changeset = next.difference(from: table)
      sort.follow(changeset)
      index.follow(changeset)
      table = next
    }
    #expect(sort.table.map(\.id) == Array((1_980..<1_990).reversed()) + (1_990..<2_000).reversed())
    #expect(index.path(of: 1_995) == RowPath(1, 5))
    #expect(sort.list.capacity <= 30)
    #expect(index.tokens.sectionCapacity <= 3 && index.tokens.capacity <= 30)
  }

  @Test("new content recomputes the group of its row only")
  func groupOfNewContent() {
    let tally = Tally()
    let table = TableSnapshot(rows: (0..<100).map { CountedRow($0, tally) })
    var groups = GroupOperator<CountedRow, SampleSection>(
      .init(by: {
        $0.identity.tally.countHash()
        return SampleSection($0.identity.number % 5)
      }))
    groups.reset(to: table)
    var next = table
    next.update(at: RowPath(0, 51)) { $0.content = 1 }
    let changeset = next.difference(from: table)
    tally.reset()
    groups.follow(changeset)
    #expect(groups.table[RowPath(1, 10)]?.content == 1)
    #expect(tally.hashes == 1)
  }

  @Test("a join recomputes only the blocks that a change affects")
  func joined() {
    let tally = Tally()
    let left = TableSnapshot(rows: (0..<1_000).map { CountedRow($0, tally) })
    let right = TableSnapshot(rows: (0..<1_000).map { SampleRow($0) })
    var join = JoinOperator<CountedRow, SampleRow, Int, CountedRow>(
      { $0.identity.number }, { $0.id },
      block: { row, partners, rows in
        row.identity.tally.countHash()
        rows.append(CountedRow(row.identity.number, content: partners.first?.content ?? -1, row.identity.tally))
      }, unmatched: nil)
    join.follow(left: left.difference(from: TableSnapshot(rows: [])))
    join.follow(right: right.difference(from: TableSnapshot(rows: [])))
    var next = left
    next.update(at: RowPath(0, 500)) { $0.content = 1 }
    let changeset = next.difference(from: left)
    tally.reset()
    join.follow(left: changeset)
    #expect(tally.hashes == 1)
    var other = right
    other.update(at: RowPath(0, 700)) { $0.content = 7 }
    tally.reset()
    join.follow(right: other.difference(from: right))
    #expect(tally.hashes == 1 && join.table[700].content == 7 && join.table[500].content == 0)
  }

  @Test("a changed partner is joined again with each of its rows, and no other partner is")
  func changedPartner() {
    let tally = Tally()
    let left = TableSnapshot(rows: (0..<10).map { CountedRow($0, tally) })
    let right = TableSnapshot(rows: (0..<100).map { SampleRow($0) })
    var join = JoinOperator<CountedRow, SampleRow, Int, CountedRow>(
      { $0.identity.number / 5 }, { $0.id / 50 },
      block: { row, partners, rows in
        for partner in partners {
          row.identity.tally.countHash()
          rows.append(
            CountedRow(row.identity.number * 100 + partner.id, content: partner.content, row.identity.tally))
        }
      }, unmatched: nil)
    join.follow(left: left.difference(from: TableSnapshot(rows: [])))
    join.follow(right: right.difference(from: TableSnapshot(rows: [])))
    var next = right
    for id in [30, 70, 71] { next.update(at: RowPath(0, id)) { $0.content = 7 } }
    tally.reset()
    join.follow(right: next.difference(from: right))
    #expect(tally.hashes == 15)
    let changed = join.table.filter { $0.content == 7 }.map(\.identity.number)
    #expect(changed == [30, 130, 230, 330, 430, 570, 571, 670, 671, 770, 771, 870, 871, 970, 971])
    #expect(join.table.count == 500)
  }

  @Test("a changed partner of most rows recomputes the join")
  func changedPartnerOfMostRows() {
    let tally = Tally()
    let left = TableSnapshot(rows: (0..<1_000).map { CountedRow($0, tally) })
    let right = TableSnapshot(rows: [SampleRow(0), SampleRow(1)])
    var join = JoinOperator<CountedRow, SampleRow, Int, CountedRow>(
      { $0.identity.number < 900 ? 0 : 1 }, { $0.id },
      block: { row, partners, rows in
        row.identity.tally.countHash()
        rows.append(CountedRow(row.identity.number, content: partners.first?.content ?? -1, row.identity.tally))
      }, unmatched: nil)
    join.follow(left: left.difference(from: TableSnapshot(rows: [])))
    join.follow(right: right.difference(from: TableSnapshot(rows: [])))
    for (partner, blocks) in [(0, 1_000), (1, 100)] {
      var next = join.right.source
      next.update(at: RowPath(0, partner)) { $0.content = 7 }
      tally.reset()
      join.follow(right: next.difference(from: join.right.source))
      #expect(tally.hashes == blocks)
      let changed = join.table.count { $0.content == 7 }
      #expect(changed == (partner == 0 ? 900 : 1_000))
    }
  }

  @Test("expired rows are found without visiting other rows")
  func expired() {
    let tally = Tally()
    var expiry = ExpiryOperator<OneSection, CountedRow, Int> {
      $0.identity.tally.countHash()
      return $0.identity.number
    }
    expiry.reset(to: TableSnapshot(rows: (0..<1_000).map { CountedRow($0, tally) }))
    for time in [9, 19] {
      tally.reset()
      expiry.set(time) {}
      #expect(expiry.table.count == 999 - time && tally.hashes <= 100)
    }
  }

  @Test("a query that extends the last one searches only the matching rows, in either case mode")
  func narrowed() {
    let tally = Tally()
    var search = SearchOperator<OneSection, CountedRow>("", isCaseSmart: true) {
      $0.identity.tally.countHash()
      return $0.identity.number % 10 == 0 ? "Row \($0.identity.number)" : "none"
    }
    search.reset(to: TableSnapshot(rows: (0..<1_000).map { CountedRow($0, tally) }))
    for (query, narrower) in [("ro", "row"), ("ro", "Row"), ("Ro", "Row")] {
      search.set(query) {}
      tally.reset()
      search.set(narrower) {}
      #expect(search.table.count == 100 && tally.hashes == 100)
    }
  }

  @Test("rebuilding checks for cancellation every 1,024 rows")
  func asksWhetherToGoOn() {
    var doubled = MapOperator<OneSection, Int, Int> { $0 * 2 }
    doubled.reset(to: TableSnapshot(rows: 0..<3_000))
    var asked = 0
    doubled.set({ $0 * 3 }, check: { asked += 1 })
    #expect(asked == 3 && doubled.table[2_999] == 8_997)
  }

  @Test("an index hashes only inserted rows")
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

  @Test("an index with many inserted rows still finds rows by hash")
  func manyAtOnce() {
    let tally = Tally()
    let table = TableSnapshot(rows: (0..<30_000).map { CountedRow($0, tally) })
    var index = RowIndex(table)
    var next = table
    next.append(contentsOf: (30_000..<57_000).map { CountedRow($0, tally) })
    index.follow(next.difference(from: table))
    tally.reset()
    #expect(index.path(of: CountedRow.ID(number: 56_000, tally: tally)) == RowPath(0, 56_000))
    #expect(tally.hashes == 1 && tally.equalities <= 10)
  }

  @Test("the sources of rows are found in one pass, and no pass is made for none")
  func mapped() {
    struct Row: Diffable, Equatable {
      let number: Int
      // Safe because tests use the tally on one thread.
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

  @Test("an index compares no rows with other hashes")
  func indexed() {
    let tally = Tally()
    var table = TableSnapshot(rows: (0..<2_000).map { CountedRow($0, tally) })
    var finder = RowFinder(indexing: table)
    // Inserts more rows than the index has capacity for at first.
    for number in 2_000..<4_100 { table.append(CountedRow(number, tally)) }
    _ = finder.path(of: CountedRow.ID(number: 0, tally: tally), in: table)
    let numbers = [7, 700, 4_099, 3, 1_999]
    tally.reset()
    let paths = finder.paths(of: (numbers + [5_000]).map { CountedRow.ID(number: $0, tally: tally) }, in: table)
    #expect(paths == numbers.map { RowPath(section: 0, row: $0) } + [nil])
    #expect(tally.hashes == 6 && tally.equalities <= 20)
  }
}
