import LiveTables
import LiveTablesOperators

/// Compares live tables and operators with plain code, for work in which the library was once slower.
enum LiveRaceStudy {
  private typealias Row = EightRow<Int>
  private typealias Table = TableSnapshot<OneSection, Row>
  /// Runs one round and returns the milliseconds of its timed part.
  private typealias Work = (_ round: Int) async throws -> Double

  @concurrent static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [10_000, 100_000] {
      findings.append(try await condition(size))
      findings.append(try await order(size))
      findings.append(try await edits(size, of: 5_000))
      findings.append(try await edits(size, of: size))
      findings.append(try await whole(size))
      findings.append(try await firstSorted(size))
      findings += try await joined(size)
    }
    return findings
  }

  // MARK: - Conditions and orders

  private static func condition(_ size: Int) async throws -> Finding {
    let table = Row.table(size)
    let conditions: [@Sendable (Row) -> Bool] = [{ $0.isRead }, { _ in true }]
    let condition = LiveValue(conditions[0])
    var reader = LiveTable(table).filter(condition).changes.makeAsyncIterator()
    _ = await reader.next()
    let rows = Array(table)
    var last = TableSnapshot(rows: rows.filter(conditions[0]))
    return try await race("setting the condition of a filter", size, "array filtered and diffed") { round in
      await measured {
        await condition.set(conditions[(round + 1) % 2])
        _ = await reader.next()
      }
    } beside: { round in
      await measured {
        let next = TableSnapshot(rows: rows.filter(conditions[(round + 1) % 2]))
        precondition(!next.difference(from: last).isEmpty)
        last = next
      }
    }
  }

  private static func order(_ size: Int) async throws -> Finding {
    let table = Row.table(size)
    let orders = [RowOrder<Row>(by: \.price) { $0 > $1 }, RowOrder<Row>(by: \.price) { $0 < $1 }]
    let order = LiveValue(orders[0])
    var reader = LiveTable(table).sorted(by: order).changes.makeAsyncIterator()
    _ = await reader.next()
    let rows = Array(table)
    var last = TableSnapshot(rows: rows.sorted { $0.price > $1.price })
    return try await race("setting the order of a sorted table", size, "array sorted and diffed") { round in
      await measured {
        await order.set(orders[(round + 1) % 2])
        _ = await reader.next()
      }
    } beside: { round in
      await measured {
        let next = TableSnapshot(
          rows: round % 2 == 0 ? rows.sorted { $0.price < $1.price } : rows.sorted { $0.price > $1.price })
        precondition(!next.difference(from: last).isEmpty)
        last = next
      }
    }
  }

  // MARK: - Edits

  private static func edits(_ size: Int, of count: Int) async throws -> Finding {
    let live = LiveTable(Row.table(size))
    var last = Row.table(size)
    var rows = Array(last)
    let positions = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
    let ids = (0..<count).map { $0 &* 7_919 % size }
    let what = "\(Format.grouped(count)) rows updated by identity in a live table"
    return try await race(what, size, "array edited through a dictionary, and diffed") { _ in
      try await measured {
        try await live.edit { editor in for id in ids { editor.update(.id(id)) { $0.price += 1 } } }
      }
    } beside: { _ in
      await measured {
        var copy = rows
        for id in ids { copy[positions[id, default: 0]].price += 1 }
        let next = TableSnapshot(rows: copy)
        precondition(!next.difference(from: last).isEmpty)
        (rows, last) = (copy, next)
      }
    }
  }

  /// Compares setting a whole table in a live table with submitting it to a store, each bound to a view.
  private static func whole(_ size: Int) async throws -> Finding {
    let change = FlatChange<Row>(.edits1pct, count: size)
    let tables = [TableSnapshot(rows: change.old), TableSnapshot(rows: change.new(.rebuilt))]
    let (live, store) = (LiveTable(tables[0]), TableStore<OneSection, Row>(tables[0]))
    let (views, bindings) = await MainActor.run {
      let views = (HeadlessView<Row>(), HeadlessView<Row>())
      return (views, [views.0.bind(live), views.1.bind(store)])
    }
    var shown = bindings[0].changes.makeAsyncIterator()
    _ = await shown.next()
    try await store.submit(tables[0])
    let what = "setting a whole table, until a view shows it"
    let finding = try await race(what, size, "submitting it to a store") { round in
      try await measured {
        try await live.set(tables[(round + 1) % 2])
        _ = await shown.next()
      }
    } beside: { round in
      try await measured { try await store.submit(tables[(round + 1) % 2]) }
    }
    let batches = await MainActor.run { (views.0.batches, views.1.batches) }
    precondition(batches.0 > 5 && batches.1 > 5, "a view was not shown what it was given")
    for binding in bindings { await binding.cancel() }
    return finding
  }

  // MARK: - First tables

  private static func firstSorted(_ size: Int) async throws -> Finding {
    let table = Row.table(size)
    let rows = Array(table)
    return try await race("first table of `sorted`", size, "array sorted") { _ in
      let live = LiveTable(table)
      return await measured { sink(await live.sorted { $0.price < $1.price }.current.count, size) }
    } beside: { _ in
      await measured { precondition(rows.sorted { $0.price < $1.price }.count == size) }
    }
  }

  /// Measures the first table of a join, and the table after all right rows have changed.
  private static func joined(_ size: Int) async throws -> [Finding] {
    let table = Row.table(size)
    let rows = Array(table)
    let senders = (0..<1_000).map { Row(number: size + $0) }
    let (left, right) = (LiveTable(table), LiveTable(rows: senders))
    var reader = left.joined(with: right, by: { $0.id % 1_000 }, and: { ($0.id - size) % 1_000 }).changes
      .makeAsyncIterator()
    _ = await reader.next()
    let first = try await race("first table of `joined`", size, "array joined through a dictionary") { _ in
      let (left, right) = (LiveTable(table), LiveTable(rows: senders))
      return await measured {
        let joined = left.joined(with: right, by: { $0.id % 1_000 }, and: { ($0.id - size) % 1_000 })
        sink(await joined.current.count, size)
      }
    } beside: { _ in
      await measured {
        let byKey = Dictionary(grouping: senders) { ($0.id - size) % 1_000 }
        precondition(rows.flatMap { row in (byKey[row.id % 1_000] ?? []).map { (row, $0) } }.count == size)
      }
    }
    let changed = try await race("changing all right rows of a join", size, "a new join") { round in
      try await measured {
        try await right.set(TableSnapshot(rows: senders.map { $0.ticked(round) }))
        _ = await reader.next()
      }
    } beside: { round in
      let (left, right) = (LiveTable(table), LiveTable(rows: senders.map { $0.ticked(round) }))
      return await measured {
        let joined = left.joined(with: right, by: { $0.id % 1_000 }, and: { ($0.id - size) % 1_000 })
        sink(await joined.current.count, size)
      }
    }
    return [first, changed]
  }

  // MARK: - Helpers

  private static func race(
    _ what: String, _ size: Int, _ name: String, _ work: Work, beside: Work
  ) async throws -> Finding {
    var (ours, others): ([Double], [Double]) = ([], [])
    for round in 0..<11 {
      ours.append(try await work(round))
      others.append(try await beside(round))
    }
    // The first round warms up.
    return .race(
      what, size, Race.median(Array(ours.dropFirst())), name, Race.median(Array(others.dropFirst())))
  }

  /// Uses a result, so that the compiler cannot remove the work.
  private static func sink(_ count: Int, _ expected: Int) { precondition(count == expected, "rows are missing") }

  private static func measured(_ work: () async throws -> Void) async rethrows -> Double {
    let start = Stopwatch.wall
    try await work()
    return Stopwatch.wall - start
  }
}
