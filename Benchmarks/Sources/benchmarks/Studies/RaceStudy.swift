import LiveTables

/// Work in which the library was once behind the plain way, beside that way, with fixed JSON.
enum RaceStudy {
  private typealias Row = EightRow<Int>

  static func findings() -> [Finding] {
    [10_000, 100_000].flatMap(large) + small()
  }

  private static func large(_ count: Int) -> [Finding] {
    let rows = (0..<count).map { Row(number: $0) }
    let table = TableSnapshot(rows: rows)
    let positions = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
    let places = (0..<1_000).map { $0 &* 7_919 % count }
    let changed = Array(places.prefix(count / 200))
    var edited = table
    for place in changed { edited[RowPath(section: 0, row: place)] = rows[place].ticked(1) }
    let array = Array(edited)
    for _ in 0..<9 { _ = table.row(id: count - 1) }
    return [
      finding(
        "1,000 rows by identity", count, { places.reduce(0) { $0 &+ (table.row(id: $1)?.priority ?? 0) } },
        "dictionary", { places.reduce(0) { $0 &+ (positions[$1].map { rows[$0].priority } ?? 0) } }),
      finding(
        "1,000 rows by position, edited", count, { places.reduce(0) { $0 &+ edited[$1].priority } },
        "array", { places.reduce(0) { $0 &+ array[$1].priority } }),
      finding("equality of an edited copy", count, { edited == table ? 1 : 2 }, "array", { array == rows ? 1 : 2 }),
      finding(
        "updates by identity and their difference", count,
        {
          var copy = table
          for place in changed { copy.update(.id(place)) { $0.price += 1 } }
          return copy.difference(from: table).operationCount
        }, "array, dictionary and difference",
        {
          var copy = rows
          for place in changed { copy[positions[place, default: 0]].price += 1 }
          return TableSnapshot(rows: copy).difference(from: table).operationCount
        }),
    ]
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
        "three rows for each identity", 10, work(distinct.map { $0 / 3 }, [2, 0, 1, 0, 2, 3, 1, 0, 1, 2]),
        "distinct identities", work(distinct, [8, 0, 4, 1, 6, 9, 3, 2, 5, 7]))
    ]
  }

  private static func finding(
    _ what: String, _ rows: Int, _ ours: @escaping () -> Int, _ name: String, _ beside: @escaping () -> Int
  ) -> Finding {
    var race = Race(runs: 15)
    let times = race.medians(of: [Contender(name: "ours", work: ours), Contender(name: "beside", work: beside)])
    let (mine, other) = (times["ours", default: 0], times["beside", default: 0])
    return Finding(
      what: "\(what), \(Format.grouped(rows)) rows",
      value: "\(Format.short(mine * 1e3)) µs; \(name) \(Format.short(other * 1e3)) µs",
      json: [
        "scenario": "race", "case": .text(what), "rows": .count(rows), "ours_ms": .time(mine),
        "beside_ms": .time(other), "beside": .text(name),
      ])
  }
}
