import LiveTables

/// Compares the library with plain code, for work in which it was once slower.
enum RaceStudy {
  private typealias Row = EightRow<Int>

  static func findings() -> [Finding] {
    [10_000, 100_000].flatMap(large) + [36, 200, 2_000].map(texts) + small()
  }

  private static func large(_ count: Int) -> [Finding] {
    let rows = (0..<count).map { Row(number: $0) }
    let table = TableSnapshot(rows: rows)
    let positions = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
    let places = (0..<1_000).map { $0 &* 7_919 % count }
    let changed = Array(places.prefix(count / 200))
    var (edited, again) = (table, table)
    for place in changed {
      edited[RowPath(section: 0, row: place)] = rows[place].ticked(1)
      again[RowPath(section: 0, row: place)] = rows[place].ticked(1)
    }
    let (array, other) = (Array(edited), Array(again))
    for _ in 0..<9 { _ = table.row(id: count - 1) }
    return [
      finding(
        "1,000 reads by identity", count, { places.reduce(0) { $0 &+ (table.row(id: $1)?.priority ?? 0) } },
        "dictionary", { places.reduce(0) { $0 &+ (positions[$1].map { rows[$0].priority } ?? 0) } }),
      finding(
        "1,000 reads by position of an edited table", count, { places.reduce(0) { $0 &+ edited[$1].priority } },
        "array", { places.reduce(0) { $0 &+ array[$1].priority } }),
      finding(
        "equality of two equally edited copies", count, { edited == again ? 1 : 2 }, "array",
        { array == other ? 1 : 2 }),
      finding(
        "updates of 0.5 % of the rows by identity, and the diff", count,
        {
          var copy = table
          for place in changed { copy.update(.id(place)) { $0.price += 1 } }
          return copy.difference(from: table).operationCount
        }, "array edited through a dictionary, and diffed",
        {
          var copy = rows
          for place in changed { copy[positions[place, default: 0]].price += 1 }
          return TableSnapshot(rows: copy).difference(from: table).operationCount
        }),
    ]
  }

  /// Measures the diff of long identities whose last character is not ASCII.
  private static func texts(_ length: Int) -> Finding {
    func work(_ end: String) -> () -> Int {
      let rows = (0..<1_000).map { number in
        NamedRow(id: String(repeating: "x", count: length - 7) + String(100_000 + number) + end)
      }
      var random = SplitMix64(state: 3)
      let (old, new) = (TableSnapshot(rows: rows), TableSnapshot(rows: rows.shuffled(using: &random)))
      return { new.difference(from: old).operationCount }
    }
    return finding(
      "diff of shuffled identities of \(Format.grouped(length)) characters, the last of which is “ü”", 1_000, work("ü"),
      "the same with “u”", work("u"))
  }

  private struct NamedRow: Diffable, Identifiable, Equatable, Sendable {
    let id: String
  }

  private static func small() -> [Finding] {
    func table(_ numbers: [Int]) -> TableSnapshot<OneSection, Row> {
      TableSnapshot(rows: numbers.map { Row(number: $0) })
    }
    func work(_ old: [Int], _ new: [Int]) -> () -> Int {
      let (old, new) = (table(old), table(new))
      return { new.difference(from: old).stages.reduce(0) { $0 &+ $1.operations.count &+ $1.target.count } }
    }
    let distinct = Array(0..<10)
    return [
      finding(
        "diff of three rows for each identity", 10, work(distinct.map { $0 / 3 }, [2, 0, 1, 0, 2, 3, 1, 0, 1, 2]),
        "distinct identities", work(distinct, [8, 0, 4, 1, 6, 9, 3, 2, 5, 7]))
    ]
  }

  private static func finding(
    _ what: String, _ rows: Int, _ ours: @escaping () -> Int, _ name: String, _ beside: @escaping () -> Int
  ) -> Finding {
    var race = Race(runs: 15)
    let times = race.medians(of: [Contender(name: "ours", work: ours), Contender(name: "beside", work: beside)])
    return .race(what, rows, times["ours", default: 0], name, times["beside", default: 0])
  }
}
