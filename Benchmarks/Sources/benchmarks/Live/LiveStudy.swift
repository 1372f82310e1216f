import LiveTables
import LiveTablesOperators

/// Measures edits and reads of a live table, and the time until the reader of a derived table receives an edit.
enum LiveStudy {
  @concurrent static func results() async throws -> [LiveResult] {
    var results: [LiveResult] = []
    for size in [1_000, 100_000] {
      results += try await edits(size)
      results += try await readers(size)
      results += reads(size)
    }
    return results
  }

  // MARK: - Edits

  @concurrent private static func edits(_ size: Int) async throws -> [LiveResult] {
    let counts = [1, 100, 5_000].filter { $0 <= size }
    var results: [LiveResult] = []
    for count in counts {
      let runs = count == 1 ? 401 : 15
      results.append(
        try await edit("update by id", size, count, runs: runs) { live, round in
          let ids = picked(count, of: size, round)
          return try await measured {
            try await live.edit { editor in
              for id in ids { editor.update(.id(id)) { $0.price += 0.25 } }
            }
          }
        })
      results.append(
        try await edit("update where", size, count, runs: 15) { live, round in
          let ids = Set(picked(count, of: size, round))
          return try await measured {
            try await live.edit { editor in
              editor.update(where: { ids.contains($0.id) }, { $0.price += 0.25 })
            }
          }
        })
      results.append(
        try await edit("remove and insert by id", size, count, runs: count == 1 ? 101 : 9) { live, round in
          let ids = picked(count, of: size, round)
          return try await measured {
            try await live.edit { editor in
              for id in ids {
                editor.remove(.id(id))
                editor.insert(EightRow<Int>(number: id), at: .path(RowPath(section: 0, row: id % (size / 2))))
              }
            }
          }
        })
      results.append(
        try await edit("set an array", size, count, runs: 9) { live, round in
          var rows = Array(await live.current)
          for place in picked(count, of: size, round) { rows[place] = rows[place].ticked(round) }
          let table = TableSnapshot(rows: rows)
          return try await measured { try await live.set(table) }
        })
    }
    return results
  }

  private static func edit(
    _ what: String, _ size: Int, _ count: Int, runs: Int,
    _ time: (LiveTable<OneSection, EightRow<Int>>, _ round: Int) async throws -> Double
  ) async throws -> LiveResult {
    let live = LiveTable(EightRow<Int>.table(size))
    var times: [Double] = []
    for round in 0..<runs { times.append(try await time(live, round)) }
    return LiveResult("live-edits", size, "\(what)", count, times)
  }

  // MARK: - Readers

  @concurrent private static func readers(_ size: Int) async throws -> [LiveResult] {
    try await [
      reader("filter", size) { $0.filter { $0.isRead } },
      reader("sorted", size) { $0.sorted { $0.price < $1.price } },
      reader("filter and sorted", size) { $0.filter { $0.isRead }.sorted { $0.price < $1.price } },
    ]
  }

  private static func reader(
    _ what: String, _ size: Int,
    _ derive: (LiveTable<OneSection, EightRow<Int>>) -> DerivedTable<OneSection, EightRow<Int>>
  ) async throws -> LiveResult {
    let live = LiveTable(EightRow<Int>.table(size))
    var reader = derive(live).changes.makeAsyncIterator()
    _ = await reader.next()
    var times: [Double] = []
    for round in 0..<400 {
      let id = picked(1, of: size / 2, round)[0] * 2
      times.append(
        try await measured {
          try await live.edit { $0.update(.id(id)) { $0.price += 1 } }
          _ = await reader.next()
        })
    }
    return LiveResult("edit-to-reader", size, what, 1, times)
  }

  // MARK: - Reading

  private static func reads(_ size: Int) -> [LiveResult] {
    let table = EightRow<Int>.table(size)
    var edited = table
    for place in picked(500, of: size, 3) {
      edited[RowPath(section: 0, row: place)] = edited[RowPath(section: 0, row: place)]?.ticked(1)
    }
    let array = Array(table)
    let places = picked(1_000, of: size, 5)
    let ids = picked(100, of: size, 9)
    let rows = ids.map { EightRow<Int>(number: $0).ticked(3) }
    return [
      read("1,000 rows of an array", size) { places.reduce(0) { $0 &+ array[$1].priority } },
      read("1,000 rows by position", size) { places.reduce(0) { $0 &+ table[$1].priority } },
      read("1,000 rows by position, edited", size) { places.reduce(0) { $0 &+ edited[$1].priority } },
      read("1,000 rows by path, edited", size) {
        places.reduce(0) { $0 &+ (edited[RowPath(section: 0, row: $1)]?.priority ?? 0) }
      },
      read("all rows", size) { edited.reduce(0) { $0 &+ $1.priority } },
      read("all rows by map", size) { edited.map(\.priority).count },
      read("100 rows replaced by id, one by one", size) {
        var copy = table
        for row in rows { copy.replace(row) }
        return copy.count
      },
      read("100 rows replaced by id, at once", size) {
        var copy = table
        copy.apply(.replace(.ids(ids), with: rows))
        return copy.count
      },
      read("paths of one row by a condition", size) {
        var copy = table
        return copy.paths(of: .where { $0.id == size / 2 }).count
      },
    ]
  }

  private static func read(_ what: String, _ size: Int, _ work: () -> Int) -> LiveResult {
    var times: [Double] = []
    var sum = 0
    for _ in 0..<31 {
      let start = Stopwatch.wall
      sum &+= work()
      times.append(Stopwatch.wall - start)
    }
    precondition(sum != 1)
    return LiveResult("reads", size, what, 1, times)
  }

  // MARK: - Helpers

  /// Returns distinct random numbers below `size`, seeded by the round.
  private static func picked(_ count: Int, of size: Int, _ round: Int) -> [Int] {
    var random = SplitMix64(state: UInt64(round) &* 977 &+ 13)
    if count * 3 > size { return Array((0..<size).shuffled(using: &random).prefix(count)) }
    var seen: Set<Int> = []
    while seen.count < count { seen.insert(Int.random(in: 0..<size, using: &random)) }
    return seen.shuffled(using: &random)
  }

  private static func measured(_ work: () async throws -> Void) async rethrows -> Double {
    let start = Stopwatch.wall
    try await work()
    return Stopwatch.wall - start
  }
}

/// The times of one operation, in milliseconds.
struct LiveResult: Sendable {
  let scenario: String
  let rows: Int
  let what: String
  let count: Int
  let median: Double
  let late: Double
  let least: Double

  init(_ scenario: String, _ rows: Int, _ what: String, _ count: Int, _ times: [Double]) {
    let sorted = times.sorted()
    self.scenario = scenario
    self.rows = rows
    self.what = what
    self.count = count
    median = sorted[sorted.count / 2]
    late = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
    least = sorted[0]
  }

  var finding: Finding {
    let number = count == 1 ? "" : ", \(Format.grouped(count)) rows"
    return Finding(
      what: "\(scenario), \(Format.grouped(rows)) rows: \(what)\(number)",
      value: "\(Format.short(median * 1e3)) µs; 99th percentile \(Format.short(late * 1e3)), least "
        + "\(Format.short(least * 1e3)) µs",
      json: [
        "scenario": .text(scenario), "row": "eight", "rows": .count(rows), "edit": .text(what), "edited": .count(count),
        "median_ms": .time(median), "p99_ms": .time(late), "least_ms": .time(least),
      ])
  }
}
