import LiveTablesTesting
import LiveTablesOperators
import LiveTables
import TestSupport
import Testing

@Suite("Operators")
struct OperatorTests {
  @Test("map gives the same rows as mapping all rows", arguments: OperatorPlan.all)
  func mapping(plan: OperatorPlan) {
    let transform: @Sendable (SampleRow) -> SampleRow = { SampleRow($0.id * 2, content: $0.content % 2) }
    check(plan) {
      MapOperator<SampleSection, SampleRow, SampleRow>(transform)
    } expected: { source in
      source.plain.map { ($0.value, $0.rows.map(transform)) }
    }
  }

  @Test("filter gives the same rows as filtering all rows", arguments: OperatorPlan.all)
  func filtering(plan: OperatorPlan) {
    let isKept: @Sendable (SampleRow) -> Bool = { ($0.id + $0.content) % 3 != 0 }
    check(plan) {
      FilterOperator<SampleSection, SampleRow>(isKept)
    } expected: { source in
      source.plain.map { ($0.value, $0.rows.filter(isKept)) }
    }
  }

  @Test("sorted gives the same rows as sorting all rows, with ties in the source's order", arguments: OperatorPlan.all)
  func sorting(plan: OperatorPlan) {
    let areInIncreasingOrder: @Sendable (SampleRow, SampleRow) -> Bool = {
      ($0.content, $0.id / 4) < ($1.content, $1.id / 4)
    }
    check(plan) {
      SortOperator<SampleSection, SampleRow>(areInIncreasingOrder)
    } expected: { source in
      source.plain.map { ($0.value, $0.rows.sorted(by: areInIncreasingOrder)) }
    }
  }

  @Test("sorted by a key gives the same rows as sorting all rows by it", arguments: OperatorPlan.all)
  func sortingByKey(plan: OperatorPlan) {
    check(plan) {
      SortOperator<SampleSection, SampleRow>(RowOrder(by: { $0.id / 4 }, >))
    } expected: { source in
      source.plain.map { ($0.value, $0.rows.sorted { $0.id / 4 > $1.id / 4 }) }
    }
  }

  @Test("sorting and grouping give the same result if most rows change together")
  func manyChanges() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var source = TableSnapshot(rows: (0..<400).map { SampleRow($0, content: $0 % 7) })
      var sort = SortOperator<OneSection, SampleRow> { $0.content < $1.content }
      var group = GroupOperator<SampleRow, SampleSection>(.init(by: { SampleSection($0.content) }))
      sort.reset(to: source)
      group.reset(to: source)
      for step in 0..<8 {
        var rows = Array(source)
        let count = [400, 3, 200, 60, 70][step % 5]
        for _ in 0..<count {
          let place = Int.random(in: 0..<rows.count, using: &random)
          rows[place] = SampleRow(rows[place].id, content: Int.random(in: 0..<9, using: &random))
        }
        if step % 3 == 0 { rows.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 } }
        let next = TableSnapshot(rows: rows)
        let change = next.difference(from: source)
        let (before, groupsBefore) = (sort.table.plain, group.table.plain)
        let changes = (sort.changeset(for: change), group.changeset(for: change))
        let label = "seed \(seed), step \(step)"
        #expect(Array(sort.table) == rows.sorted { $0.content < $1.content }, "\(label)")
        #expect(group.table == TableSnapshot(grouping: rows) { SampleSection($0.content) }, "\(label)")
        #expect(try changes.0.apply(to: before).map(\.rows) == sort.table.plain.map(\.rows), "\(label)")
        #expect(try changes.1.apply(to: groupsBefore).map(\.rows) == group.table.plain.map(\.rows), "\(label)")
        source = next
      }
    }
  }

  @Test("flattened gives all rows in order", arguments: OperatorPlan.all)
  func flattening(plan: OperatorPlan) {
    check(plan) {
      FlattenOperator<SampleSection, SampleRow>()
    } expected: { source in
      [(OneSection(), source.plain.flatMap(\.rows))]
    }
  }

  @Test("grouped gives the same sections as grouping all rows", arguments: OperatorPlan.all)
  func grouping(plan: OperatorPlan) {
    check(plan) {
      FlatGroups(.init(by: { SampleSection($0.id % 5 + $0.content, content: $0.id % 2) }))
    } expected: { source in
      TableSnapshot(grouping: source) { SampleSection($0.id % 5 + $0.content, content: $0.id % 2) }.plain
    }
    check(plan) {
      FlatGroups(.init(by: { SampleSection($0.id % 5, content: $0.content) }))
    } expected: { source in
      TableSnapshot(grouping: source) { SampleSection($0.id % 5, content: $0.content) }.plain
    }
  }

  @Test("aggregated gives the same values as aggregating all rows of a section", arguments: OperatorPlan.all)
  func aggregating(plan: OperatorPlan) {
    check(plan) {
      AggregateOperator<SampleSection, SampleRow, Int, Int>(.sum { $0.id + $0.content })
    } expected: { source in
      source.plain.map { (AggregatedSection($0.value, $0.rows.reduce(0) { $0 + $1.id + $1.content }), $0.rows) }
    }
    check(plan) {
      AggregateOperator<SampleSection, SampleRow, (Int, Int)?, Int?>(.min { $0.content })
    } expected: { source in
      source.plain.map { (AggregatedSection($0.value, $0.rows.map(\.content).min()), $0.rows) }
    }
  }

  @Test("groups can have their own order", arguments: OperatorPlan.all)
  func groupingInOrder(plan: OperatorPlan) {
    let areInIncreasingOrder: @Sendable (SampleSection, SampleSection) -> Bool = {
      ($0.content, -$0.id) < ($1.content, -$1.id)
    }
    check(plan) {
      FlatGroups(.init(by: { SampleSection($0.id % 7, content: $0.content) }, sectionsBy: areInIncreasingOrder))
    } expected: { source in
      TableSnapshot(grouping: source) { SampleSection($0.id % 7, content: $0.content) }.plain
        .sorted { areInIncreasingOrder($0.value, $1.value) }
    }
  }

  @Test("prefix gives the first rows", arguments: OperatorPlan.all, [0, 1, 4, 1_000])
  func limiting(plan: OperatorPlan, limit: Int) {
    check(plan) {
      LimitOperator<SampleSection, SampleRow>(.first(limit))
    } expected: { source in
      var left = limit
      var result: PlainTable<SampleSection, SampleRow> = []
      for section in source.plain where left > 0 || result.isEmpty || limit >= source.count {
        result.append((section.value, Array(section.rows.prefix(left))))
        left -= min(left, section.rows.count)
      }
      return result
    }
  }

  @Test("prefix and suffix keep empty sections, except on the side where rows are omitted")
  func limitingEmptySections() {
    func sections(_ counts: [Int], _ window: RowWindow) -> [[Int]] {
      var limited = LimitOperator<Int, Int>(window)
      limited.reset(to: TableSnapshot(sections: counts.enumerated().map { TableSection($0, rows: 0..<$1) }))
      return limited.table.sections.map { [$0.value, $0.rows.count] }
    }
    #expect(sections([3, 0], .first(3)) == [[0, 3], [1, 0]] && sections([3, 0], .first(2)) == [[0, 2]])
    #expect(sections([0, 3], .first(2)) == [[0, 0], [1, 2]] && sections([0, 3], .first(0)).map(\.last) == [0])
    #expect(sections([0, 3], .last(3)) == [[0, 0], [1, 3]] && sections([0, 3], .last(2)) == [[1, 2]])
    #expect(sections([3, 0], .last(2)) == [[0, 2], [1, 0]] && sections([3, 0], .last(0)).map(\.last) == [0])
    #expect(sections([0, 3, 0], .range(1..<2)) == [[1, 1]] && sections([0, 0], .first(0)) == [[0, 0], [1, 0]])
  }

  @Test("searching gives the rows with all words", arguments: OperatorPlan.all)
  func searching(plan: OperatorPlan) {
    let text: @Sendable (SampleRow) -> String = { "Row \($0.id) NUMBER \($0.content)" }
    check(plan) {
      SearchOperator<SampleSection, SampleRow>("number 1", in: text)
    } expected: { source in
      source.plain.map { ($0.value, $0.rows.filter { text($0).contains("1") }) }
    }
  }

  @Test("letters are matched ignoring case, and other characters exactly")
  func searchingLetters() {
    @Sendable func text(_ row: SampleRow) -> String { String(UnicodeScalar(UInt8(row.id))) }
    let rows = (0x21..<0x7F).map { SampleRow($0) }
    for word in rows.map(text) {
      var search = SearchOperator<OneSection, SampleRow>(word, in: text)
      search.reset(to: TableSnapshot(rows: rows))
      let expected = rows.filter { text($0).lowercased() == word.lowercased() }
      #expect(Array(search.table) == expected, "\(word)")
    }
  }

  private func check<Operator: TableOperator>(
    _ plan: OperatorPlan, _ make: @escaping () -> Operator,
    expected: @escaping (SampleTable) -> PlainTable<Operator.Section, Operator.Row>
  )
  where
    Operator.SourceSection == SampleSection, Operator.SourceRow == SampleRow, Operator.Section: Equatable,
    Operator.Row: Equatable
  {
    let run = OperatorRun(make: make, expected: expected)
    let complaint = run.firstComplaint(seeds: plan.seeds, plan.kind, steps: plan.steps)
    #expect(complaint == nil, "\(complaint.map { "\($0)" } ?? "")")
  }
}

extension OperatorTests {
  @Test("async map maps a row that is inserted later, and does not map a moved row again")
  func mappedLater() {
    var mapper = AsyncMapper<OneSection, SampleRow, SampleRow>(limit: 9) { $0 }
    var (before, started) = (TableSnapshot<OneSection, SampleRow>(rows: []), [[Int]]())
    for ids in [[1, 2], [3, 2, 1]] {
      let table = TableSnapshot(rows: ids.map { SampleRow($0) })
      let cancelled = mapper.follow(table.difference(from: before))
      #expect(cancelled.isEmpty)
      started.append(mapper.start().map(\.row.id))
      before = table
    }
    #expect(started == [[1, 2], [3]])
  }

  @Test("an aggregate that cannot remove rows is recomputed when a row is removed")
  func withoutRemoval() {
    let bits = RowAggregate<SampleRow, Int, Int>(initial: 0, add: { $0 |= $1.content }, value: { $0 })
    let before = TableSnapshot(sections: [TableSection(0, rows: (0..<4).map { SampleRow($0, content: 1 << $0) })])
    var derived = AggregateOperator<Int, SampleRow, Int, Int>(bits)
    derived.reset(to: before)
    var after = before
    after.remove(at: RowPath(0, 3))
    derived.follow(after.difference(from: before))
    #expect(derived.table.sections.map(\.value.value) == [7])
  }

  @Test("a sum is infinite or NaN as long as one of its numbers makes it so")
  func infiniteSum() {
    var sum = ExactSum()
    sum.add(1.5)
    for number in [Double.infinity, -.infinity] {
      sum.add(number)
      #expect(sum.value == number)
      sum.remove(number)
      #expect(sum.value == 1.5)
    }
    sum.add(.nan)
    #expect(sum.value.isNaN)
    sum.remove(.nan)
    #expect(sum.value == 1.5)
  }
}

/// Groups the rows of a table with sections, with two operators in a chain.
struct FlatGroups: TableOperator {
  private var flat = FlattenOperator<SampleSection, SampleRow>()
  private var groups: GroupOperator<SampleRow, SampleSection>

  init(_ parameter: GroupOperator<SampleRow, SampleSection>.Parameter) { groups = GroupOperator(parameter) }

  var table: SampleTable { groups.table }

  mutating func reset(to source: SampleTable) {
    flat.reset(to: source)
    groups.reset(to: flat.table)
  }

  mutating func follow(_ changeset: Changeset<SampleSection, SampleRow>) {
    groups.follow(flat.changeset(for: changeset))
  }

  mutating func set(_ parameter: GroupOperator<SampleRow, SampleSection>.Parameter, check: () throws -> Void) throws {
    try groups.set(parameter, check: check)
  }
}
