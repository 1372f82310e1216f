import LiveTablesTesting
import LiveTablesOperators
import LiveTables
import TestSupport
import Testing

@Suite("Parameters of operators")
struct ParameterTests {
  private typealias Filter = FilterOperator<SampleSection, SampleRow>
  private typealias Sort = SortOperator<SampleSection, SampleRow>
  private typealias Search = SearchOperator<SampleSection, SampleRow>

  /// Changes a parameter between steps of a source, and compares with an operator created with that parameter.
  private func check<Operator: TableOperator>(
    _ parameters: [Operator.Parameter], _ make: (Operator.Parameter) -> Operator,
    seeds: Range<UInt64> = 0..<Trials.count(300)
  )
  where
    Operator.SourceSection == SampleSection, Operator.SourceRow == SampleRow, Operator.Section: Equatable,
    Operator.Row: Equatable
  {
    for seed in seeds {
      var tables = RandomTables(seed: seed)
      var source = tables.next()
      var derived = make(parameters[0])
      derived.reset(to: source)
      for (step, parameter) in (parameters + parameters.reversed()).enumerated() {
        let before = derived.table
        let reached = try? derived.changeset(setting: parameter).apply(to: before.plain)
        var fresh = make(parameter)
        fresh.reset(to: source)
        let next = tables.next(after: source)
        let isSet = derived.table == fresh.table
        let isReached = reached.map {
          TableSnapshot(sections: $0.map { TableSection($0.value, rows: $0.rows) }) == derived.table
        }
        derived.follow(next.difference(from: source))
        fresh.reset(to: next)
        if !isSet || isReached != true || derived.table != fresh.table {
          Issue.record("seed \(seed), step \(step): \(source) \(next)")
          return
        }
        source = next
      }
    }
  }

  @Test("another condition gives the same rows as filtering all rows")
  func filters() {
    check(
      [{ $0.id % 2 == 0 }, { $0.id % 2 == 1 }, { _ in true }, { $0.id % 3 == 0 }, { _ in false }],
      { FilterOperator<SampleSection, SampleRow>($0) })
  }

  @Test("another order gives the same rows as sorting all rows")
  func orders() {
    let orders: [RowOrder<SampleRow>] = [
      RowOrder(comparing: { $0.id < $1.id }), RowOrder(comparing: { $0.id > $1.id }),
      RowOrder(comparing: { $0.content < $1.content }),
    ]
    check(orders, { Sort($0) })
  }

  @Test("another query gives the same rows as searching all rows")
  func queries() {
    check(["", "r", "ro", "row 1", "row 12", "2 row", "2", "", "nothing"], { Search($0) { "Row \($0.id)" } })
  }

  @Test("a new order by key gives the same rows as sorting all rows")
  func keyOrders() {
    let orders: [RowOrder<SampleRow>] = [
      RowOrder(by: \.id, <), .unsorted, RowOrder(by: \.content, >), RowOrder(by: { $0.id / 3 }, <),
    ]
    check(orders, { Sort($0) })
  }

  @Test("smart-case queries that narrow the last one search fewer rows")
  func smartQueries() {
    check(
      [
        "", "row", "Row", "rO", "Row 1", "row 1", "Row row", "R", "r", "ß Row", "É", "é", "e", "e\u{301}", "E",
        "E\u{301}",
        "e\u{301}a",
      ],
      {
        SearchOperator<SampleSection, SampleRow>($0, isCaseSmart: true) {
          "\($0.id % 2 == 0 ? "Row" : "row") \($0.id) \(["É", "é", "E\u{301}", "e\u{301}a"][$0.content & 3])"
        }
      })
  }

  @Test(
    "a text matches if it contains all words",
    arguments: [
      ("err", "An ERROR", true, true), ("Err", "an error", true, false), ("ERR", "An ERROR", true, true),
      ("rOR err", "errOR", true, true), ("ror ERR", "ERRor", true, true), ("été", "un ÉTÉ", true, true),
      ("Été", "un ÉTÉ", true, false), ("ÉTÉ a", "un ÉTÉ", true, false), ("k", "5 \u{212A}", true, true),
      ("été", "un e\u{301}te\u{301}", true, true), ("e\u{301}te\u{301}", "un ÉTÉ", true, true),
      ("Ét", "un E\u{301}t", true, true), ("Ét", "un e\u{301}t", true, false),
      ("한", "\u{1112}\u{1161}\u{11AB}", true, true),
      ("\u{9CB}", "\u{9C7}\u{9BE}", true, true), ("\u{9C7}\u{9BE}", "\u{9CB}", true, true),
      ("\u{1F71}", "\u{3AC}", true, true), ("\u{3AC}", "\u{1F71}", true, true), ("\u{8C48}", "\u{F900}", true, true),
      ("e", "é", true, false), ("ät", "un e\u{301}t", true, false), ("ERR", "error", false, true),
      ("  ", "", true, true), ("a", "", true, false),
    ])
  func words(query: String, text: String, isCaseSmart: Bool, isFound: Bool) {
    var search = SearchOperator<OneSection, String>(query, isCaseSmart: isCaseSmart) { $0 }
    search.reset(to: TableSnapshot(rows: [text]))
    #expect(search.table.count == (isFound ? 1 : 0))
  }

  @Test("another limit gives the same rows as limiting all rows")
  func limits() {
    check([0..<3, 0..<5, 2..<9, 0..<0, 50..<90, 0..<100]) { LimitOperator<SampleSection, SampleRow>(.range($0)) }
  }

  @Test("another time removes the expired rows")
  func times() {
    check([0, 1, 2, 4]) { time in
      var expiry = ExpiryOperator<SampleSection, SampleRow, Int> { $0.id % 5 + $0.content }
      expiry.set(time) {}
      return expiry
    }
  }

  @Test("a row whose deadline is NaN expires with the first one")
  func timesThatAreNoNumber() {
    let deadlines = [3, .nan, 1, .infinity, 2]
    for times in [[0, 2, 4, 1], [.nan, 0, 4], [2, .nan, 0]] as [[Double]] {
      func expiry() -> ExpiryOperator<OneSection, Int, Double> {
        var expiry = ExpiryOperator<OneSection, Int, Double> { deadlines[$0] }
        expiry.reset(to: TableSnapshot(rows: deadlines.indices))
        return expiry
      }
      var followed = expiry()
      for time in times {
        followed.set(time) {}
        var fresh = expiry()
        fresh.set(time) {}
        #expect(followed.table == fresh.table, "\(times) at \(time)")
        #expect(Array(fresh.table) == deadlines.indices.filter { deadlines[$0] > time }, "\(time)")
      }
    }
  }

  @Test(
    "a query that extends the last one within a character searches all rows",
    arguments: [
      ("cafe\u{301}👍🏽", "café👍", "café👍🏽"), ("cafe\u{301}👍🏽", "café👍🏽", "café👍"),
      ("\u{915}\u{93C}\u{93F}", "\u{958}", "\u{958}\u{93F}"),
    ])
  func insideCharacters(text: String, query: String, next: String) {
    var followed = SearchOperator<OneSection, String>(query) { $0 }
    followed.reset(to: TableSnapshot(rows: [text]))
    followed.set(next) {}
    var fresh = SearchOperator<OneSection, String>(next) { $0 }
    fresh.reset(to: TableSnapshot(rows: [text]))
    #expect(followed.table == fresh.table)
  }

  @Test("another grouping gives the same sections as grouping all rows")
  func groupings() {
    typealias Parameter = GroupOperator<SampleRow, SampleSection>.Parameter
    check(
      [
        Parameter(by: { SampleSection($0.id % 3) }),
        Parameter(by: { SampleSection($0.id % 4, content: $0.content) }, sectionsBy: { $0.id > $1.id }),
        Parameter(by: { SampleSection($0.content) }),
      ], { FlatGroups($0) })
  }

  @Test("an inconsistent order keeps all rows", arguments: [true, false])
  func contradictions(isAlwaysTrue: Bool) throws {
    let areInIncreasingOrder: @Sendable (SampleRow, SampleRow) -> Bool = { one, two in
      isAlwaysTrue || (one.id + two.id) % 3 == 0
    }
    for seed in 0..<Trials.count(300) as Range<UInt64> {
      var tables = RandomTables(seed: seed)
      var source = tables.next()
      var derived = Sort(areInIncreasingOrder)
      derived.reset(to: source)
      for _ in 0..<6 {
        let next = tables.next(after: source)
        let before = derived.table.plain
        let changeset = derived.changeset(for: next.difference(from: source))
        #expect(try changeset.apply(to: before).map { $0.rows.count } == next.rowCounts)
        for (one, two) in zip(derived.table.sections, next.sections) {
          #expect(
            Array(one.rows).sorted { $0.description < $1.description }
              == Array(two.rows).sorted { $0.description < $1.description }, "seed \(seed)")
        }
        source = next
      }
    }
  }

  @Test(
    "an inconsistent order of sections keeps all sections and rows",
    arguments: [true, false])
  func contradictingSections(isAlwaysTrue: Bool) {
    let areInIncreasingOrder: @Sendable (SampleSection, SampleSection) -> Bool = { one, two in
      isAlwaysTrue || (one.id + two.id) % 3 == 0
    }
    for seed in 0..<Trials.count(300) as Range<UInt64> {
      var tables = RandomTables(seed: seed)
      var source = tables.next()
      var derived = FlatGroups(.init(by: { SampleSection($0.id % 6) }, sectionsBy: areInIncreasingOrder))
      derived.reset(to: source)
      for _ in 0..<6 {
        let next = tables.next(after: source)
        derived.follow(next.difference(from: source))
        let expected = Dictionary(grouping: next.map { $0 }) { $0.id % 6 }
        let found = derived.table.sections.map { ($0.value.id, Array($0.rows)) }
        #expect(Dictionary(found) { one, _ in one } == expected && found.count == expected.count, "seed \(seed)")
        source = next
      }
    }
  }

  @Test("a changeset of another table, or a reload, rebuilds the operator")
  func strangers() {
    var tables = RandomTables(seed: 5)
    for _ in 0..<50 {
      let (one, two, three) = (tables.next(), tables.next(), tables.next())
      var filter = Filter { $0.id % 2 == 0 }
      filter.reset(to: one)
      filter.follow(three.difference(from: two))
      #expect(filter.table.flatMap { [$0] } == three.filter { $0.id % 2 == 0 })
      filter.follow(Changeset(reloading: one, from: three, because: .notComparable))
      #expect(filter.table.flatMap { [$0] } == one.filter { $0.id % 2 == 0 })
    }
  }
}
