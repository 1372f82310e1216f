import LiveTables
import LiveTablesTesting
import Testing

@testable import livetable

@MainActor @Suite struct ArrangedRowsTests {
  private static let columns = ["id", "n", "g"]

  private static func record(_ id: Int, _ number: String?, _ group: String?) -> Record {
    Record(
      identity: "\(id)",
      object: [
        "id": .number("\(id)"), "n": number.map { .string($0) } ?? .null, "g": group.map { .string($0) } ?? .null,
      ])
  }

  /// Returns the table that an arrangement produces from scratch.
  private static func plain(_ records: [Record], _ arrangement: Arrangement) -> RecordTable {
    var records = records
    if let order = arrangement.sortBy.first {
      let keys = records.map { SortKey(RowColumn(order.column).value(in: $0.object)) }
      records = keys.indices.sorted { SortKey.precedes(keys[$0], keys[$1], isDescending: order.isDescending) }.map {
        records[$0]
      }
    }
    let words = arrangement.search.split(separator: " ").map(String.init)
    records.removeAll { record in
      !words.allSatisfy { word in
        word == word.lowercased() ? record.text.lowercased().contains(word) : record.text.contains(word)
      }
    }
    return RecordTable(records, groupedBy: arrangement.groupBy.map { RowColumn($0) })
  }

  private static func description(_ table: RecordTable) -> [String] {
    table.sections.map { "\($0.value.isAll ? "*" : $0.value.name.string): \($0.rows.map(\.identity.string))" }
  }

  @Test(arguments: seeds) func itIsWhatArrangingFromScratchGives(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let rows = ArrangedRows()
    var arrangement = Arrangement()
    var summed: RowColumn?
    var records: [Record] = []
    var number = 0
    for step in 0..<60 {
      var list: RecordList?
      if Int.random(in: 0..<3, using: &random) > 0 {
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
          let values = ["1", "10", "9", "2K", "50%", "x", "Xa", "", nil]
          let new = Self.record(
            number, values.randomElement(using: &random)!, ["A", "B", "Ba", nil].randomElement(using: &random)!)
          let place = Int.random(in: 0...records.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: records.insert(new, at: place)
          case 1 where place < records.count: records.remove(at: place)
          case 2 where place < records.count:
            records[place] = Self.record(
              Int(records[place].identity.string)!, "\(place)", new.text.last.map { "\($0)" })
          default: records.append(new)
          }
          number += 1
        }
        if Int.random(in: 0..<10, using: &random) == 0 { records.shuffle(using: &random) }
        list = RecordList(rows: records)
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: arrangement.search = ["", "1", "x", "X", "a 1", "b x", "nothing"].randomElement(using: &random)!
      case 1: arrangement.groupBy = ["g", "G", "n", nil].randomElement(using: &random)!
      case 2:
        let column = ["n", "N", "g", "id", "gone", nil].randomElement(using: &random)!
        arrangement.sortBy = column.map { [SortOrder(column: $0, isDescending: Bool.random(using: &random))] } ?? []
      default: break
      }
      let found = try await rows.table(of: list, by: arrangement, columns: Self.columns)
      let expected = list == nil && step == 0 ? Self.plain([], arrangement) : Self.plain(records, arrangement)
      #expect(
        Self.description(found) == Self.description(expected), "seed \(seed), step \(step): \(arrangement) \(records)")
      #expect(found.map(\.object) == expected.map(\.object), "seed \(seed), step \(step)")
      if Int.random(in: 0..<4, using: &random) == 0 {
        summed = ["n", "id", nil].randomElement(using: &random)!.map { RowColumn($0) }
      }
      let sums = await rows.sums(of: summed)
      let scratch = expected.sections.map { section in
        var sum = ColumnSum()
        for row in section.rows { sum.add(summed?.value(in: row.object)) }
        return (section.value, sum.value)
      }
      #expect(sums == (summed == nil ? [:] : Dictionary(uniqueKeysWithValues: scratch)), "seed \(seed), step \(step)")
    }
  }

  @Test func rowsMayHaveOtherColumnsOrTheSameInAnotherOrder() async throws {
    let rows = ArrangedRows()
    let objects: [JSONObject] = [
      ["id": .number("1"), "Name": .string("b")], ["NAME": .string("a"), "id": .number("2")], ["id": .number("3")],
      ["id": .number("4"), "name": .string("c"), "Name": .string("0")],
    ]
    let list = RecordList(
      rows: objects.map { Record(identity: $0.values[$0.columns.names[0] == "id" ? 0 : 1].printed, object: $0) })
    let loose = try await rows.table(
      of: list, by: Arrangement(sortBy: [SortOrder(column: "nAME")]), columns: ["id", "Name"])
    #expect(loose.map(\.identity.string) == ["4", "2", "1", "3"])
    let exact = try await rows.table(
      of: nil, by: Arrangement(sortBy: [SortOrder(column: "name")]), columns: ["id", "Name", "NAME", "name"])
    #expect(exact.map(\.identity.string) == ["4", "1", "2", "3"])
  }

  @Test func whatStandsBeforeAColonNamesAColumnAsSoonAsThereIsOne() async throws {
    let rows = ArrangedRows()
    let list = RecordList(rows: (0..<3).map { Self.record($0, "\($0)", "n:1") })
    let arrangement = Arrangement(search: "n:1")
    let before = try await rows.table(of: list, by: arrangement, columns: ["id", "g"])
    #expect(before.map(\.identity.string) == ["0", "1", "2"], "so far it is a word")
    let after = try await rows.table(of: nil, by: arrangement, columns: Self.columns)
    #expect(after.map(\.identity.string) == ["1"])
  }

  @Test(
    "a word finds the same rows whatever other terms exist, and is highlighted",
    arguments: [
      "cafe", "CAFE", "é", "e\u{301}", "É", "i", "ß", "ss", "가", "\u{1100}", "⚠", "k", "σ", "ς", "b",
    ])
  func words(word: String) async throws {
    let texts = [
      "cafe\u{301} x", "caf\u{E9} x", "CAFE", "CAFE\u{301}", "İstanbul", "straße", "STRASSE", "\u{1100}\u{1161}", "가",
      "⚠\u{FE0F} ok", "a\u{A0}b", "Kelvin", "\u{212A}", "ΑΣ", "b", "a\r\nb",
    ]
    let rows = ArrangedRows()
    let list = RecordList(rows: texts.enumerated().map { Self.record($0, $1, nil) })
    func found(_ search: String) async throws -> [Int] {
      try await rows.table(of: list, by: Arrangement(search: search), columns: Self.columns).compactMap {
        Int($0.identity.string)
      }
    }
    let plain = try await found(word)
    for search in ["\(word) /./", "n:\(word)"] { #expect(try await found(search) == plain, "\(search)") }
    #expect(try await found("!\(word)") == texts.indices.filter { !plain.contains($0) })
    let query = RowQuery(word, columns: Self.columns)
    #expect(texts.indices.filter { !query.ranges(in: texts[$0], column: "n").isEmpty } == plain)
  }

  @Test("any white space separates terms") func blanks() async throws {
    let rows = ArrangedRows()
    let list = RecordList(rows: ["b, a", "a"].enumerated().map { Self.record($0, $1, nil) })
    for search in ["a\u{A0}b", "a\u{A0}b /./", "!c\ta\u{3000}b"] {
      let found = try await rows.table(of: list, by: Arrangement(search: search), columns: Self.columns)
      #expect(found.map(\.identity.string) == ["0"], "\(search)")
    }
  }

  @Test("250m is a quarter beside plain numbers, and minutes beside times") func thousandths() async throws {
    let rows = ArrangedRows()
    let cases = [
      (["250m", "1", "1500m", "0.3"], ["0", "3", "1", "2"], "3.05", true),
      (["45m", "3h", "0", "4m10s"], ["2", "3", "0", "1"], "3h49m", true),
      (["250m", "1"], ["0", "1"], "1.25", false), (["250m", "100m"], ["1", "0"], "5h50m", true),
    ]
    for (values, order, sum, isMet) in cases {
      let list = RecordList(rows: values.enumerated().map { Self.record($0, $1, nil) })
      let sorted = try await rows.table(
        of: list, by: Arrangement(sortBy: [SortOrder(column: "N")]), columns: Self.columns)
      #expect(sorted.map(\.identity.string) == order)
      #expect(await rows.sums(of: RowColumn("n")).values.map { "\($0)" } == [sum])
      #expect(try EndCondition("n>1").isMet(by: sorted, columns: Self.columns) == isMet)
    }
  }

  @Test func changedRowsDifferFromThoseOfTheTimeWhenTheyWereAskedFor() async throws {
    let rows = ArrangedRows()
    func list(_ values: String...) -> RecordList {
      RecordList(rows: values.enumerated().map { Self.record($0, $1, "A") })
    }
    func shown(_ list: RecordList, _ search: String) async throws -> [String] {
      let arrangement = Arrangement(search: search, onlyChanged: true)
      return try await rows.table(of: list, by: arrangement, columns: Self.columns).map(\.identity.string)
    }
    rows.previousList = list("1", "1", "1")
    #expect(try await shown(list("1", "2", "1"), "") == ["1"])
    rows.previousList = list("1", "2", "1")
    #expect(try await shown(list("3", "2", "1"), "A") == ["0", "1"], "another search changes nothing about that")
  }

  @Test func anArrangementThatStaysTheSameMakesNothingNew() async throws {
    let rows = ArrangedRows()
    let list = RecordList(rows: (0..<100).map { Self.record($0, "\($0 % 7)", "A") })
    let arrangement = Arrangement(search: "a", sortBy: [SortOrder(column: "n")], groupBy: "g")
    let first = try await rows.table(of: list, by: arrangement, columns: Self.columns)
    let second = try await rows.table(of: nil, by: arrangement, columns: Self.columns)
    let third = try await rows.table(of: list, by: arrangement, columns: Self.columns)
    #expect(first == second && second == third)
    #expect(third.difference(from: first).isEmpty)
  }
}
