import LiveTables
import LiveTablesOperators

/// Measures a changed row through several operators, pending edits over a changing table, and changes by index.
enum ChainStudy {
  @concurrent static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [10_000, 100_000, 1_000_000] { findings.append(try await chain(size)) }
    findings.append(try await pending(rows: 100_000, edits: 1_000))
    findings.append(try await indexed(rows: 100_000, changes: 1_000))
    return findings
  }

  private struct Kind: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
  }

  /// Measures one changed row of a table that is sorted, joined with a thousand rows, and summed.
  private static func chain(_ size: Int) async throws -> Finding {
    let live = LiveTable(rows: (0..<size).map { IntRow(number: $0, revision: 0) })
    let kinds = LiveTable(rows: (0..<1_000).map { Kind(id: $0, name: Texts.content($0, 2)) })
    let derived = live.sorted { $0.text < $1.text }.joined(with: kinds, by: { $0.id % 1_000 }, and: { $0.id })
      .aggregated(by: .sum { $0.left?.text.utf8.count ?? 0 })
    var reader = derived.changes.makeAsyncIterator()
    _ = await reader.next()
    var random = SplitMix64(state: 13)
    var times: [Double] = []
    for _ in 0..<1_000 {
      let row = RowPath(section: 0, row: Int.random(in: 0..<size, using: &random))
      let start = Stopwatch.wall
      try await live.edit { $0.update(.path(row)) { $0 = $0.revised() } }
      _ = await reader.next()
      times.append((Stopwatch.wall - start) * 1e3)
    }
    times.sort()
    let (rows, others) = (Array(await live.current), Array(await kinds.current))
    var anew: [Double] = []
    var sum = 0
    for _ in 0..<3 {
      let start = Stopwatch.wall
      let byID = Dictionary(grouping: others, by: \.id)
      let joined = rows.sorted { $0.text < $1.text }.flatMap { row in (byID[row.id % 1_000] ?? []).map { (row, $0) } }
      sum = joined.reduce(0) { $0 + $1.0.text.utf8.count }
      anew.append((Stopwatch.wall - start) * 1e3)
    }
    let found = await derived.current.sections.first?.value.value
    let (median, last) = (times[times.count / 2], times[times.count * 99 / 100])
    return Finding(
      what: "sorted, joined, summed: one row of \(Format.grouped(size)) changed",
      value:
        "\(Format.short(median)) µs; 99th percentile \(Format.short(last)) µs; from scratch \(Format.short(Race.median(anew))) µs",
      target: ("at most 150 µs, and right", median <= 150 && found == sum),
      json: [
        "scenario": "operators", "rows": .count(size), "chain": "sorted, joined, aggregated",
        "subject_us": .time(median),
        "p99_us": .time(last), "anew_us": .time(Race.median(anew)),
      ])
  }

  /// Measures applying pending edits to a newer table of their source, against copying all rows.
  private static func pending(rows size: Int, edits count: Int) async throws -> Finding {
    let live = LiveTable(rows: (0..<size).map { IntRow(number: $0, revision: 0) })
    let table = OptimisticTable(live)
    let gate = AsyncStream.makeStream(of: Void.self)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      var random = SplitMix64(state: 17)
      var updated: [Int] = []
      for number in 0..<count {
        let id = Int.random(in: 0..<size, using: &random)
        if number % 4 == 3 { updated.append(id) }
        let edit: TableEdit<OneSection, IntRow> =
          switch number % 4 {
          case 0: .remove(.id(id))
          case 1: .insert([IntRow(number: size + number, revision: 0)], at: .after(id))
          case 2: .move(.id(id), to: .before((id + 7) % size))
          default: .patch(.id(id)) { $0 = $0.revised() }
          }
        let begun = AsyncStream.makeStream(of: Void.self)
        tasks.addTask {
          try? await table.edit {
            $0.apply(edit)
          } until: {
            begun.continuation.finish()
            for await _ in gate.stream {}
            throw CancellationError()
          }
        }
        for await _ in begun.stream {}
      }
      var (times, named, copies): ([Double], [Double], [Double]) = ([], [], [])
      for round in 0..<41 {
        try await live.edit { $0.update(.path(RowPath(section: 0, row: round * 97))) { $0 = $0.revised() } }
        var start = Stopwatch.wall
        _ = await table.current
        times.append((Stopwatch.wall - start) * 1e3)
        try await live.edit { $0.update(.id(updated[round])) { $0 = $0.revised() } }
        start = Stopwatch.wall
        _ = await table.current
        named.append((Stopwatch.wall - start) * 1e3)
        let rows = Array(await live.current)
        start = Stopwatch.wall
        let copy = rows.map { $0 }
        copies.append((Stopwatch.wall - start) * 1e3)
        precondition(copy.count == size)
      }
      tasks.cancelAll()
      let (median, copy, again) = (Race.median(times.dropFirst().map { $0 }), Race.median(copies), Race.median(named))
      return Finding(
        what: "\(Format.grouped(count)) pending edits, over \(Format.grouped(size)) rows",
        value:
          "\(Format.short(median)) µs with the diff; \(Format.short(again)) µs if one of them refers to the changed row; "
          + "a copy of the rows \(Format.short(copy)) µs",
        target: ("at most 2,000 µs", median <= 2_000),
        json: [
          "scenario": "pending-edits", "rows": .count(size), "edits": .count(count), "subject_us": .time(median),
          "named_us": .time(again), "copy_us": .time(copy),
        ])
    }
  }

  /// Measures applying changes by index as one changeset, against the standard library's `applying(_:)`.
  private static func indexed(rows size: Int, changes count: Int) async throws -> Finding {
    let rows = (0..<size).map { IntRow(number: $0, revision: 0) }
    var random = SplitMix64(state: 19)
    var (changed, changes): ([IntRow], [IndexedChange<IntRow>]) = (rows, [])
    for number in 0..<count {
      let (index, row) = (Int.random(in: 0..<changed.count, using: &random), IntRow(number: size + number, revision: 0))
      switch number % 3 {
      case 0:
        changed.insert(row, at: index)
        changes.append(.insert(row, at: index))
      case 1:
        changed[index] = changed[index].revised()
        changes.append(.set(changed[index], at: index))
      default:
        changed.remove(at: index)
        changes.append(.remove(at: index))
      }
    }
    let (difference, all) = (changed.difference(from: rows), changes)
    var (times, others): ([Double], [Double]) = ([], [])
    for _ in 0..<15 {
      let live = LiveTable(rows: rows)
      var start = Stopwatch.wall
      let change = try await live.edit { try $0.apply(all) }
      times.append((Stopwatch.wall - start) * 1e3)
      start = Stopwatch.wall
      let applied = rows.applying(difference)
      others.append((Stopwatch.wall - start) * 1e3)
      precondition(applied == changed && change.table.elementsEqual(changed))
    }
    let (median, other) = (Race.median(times), Race.median(others))
    return Finding(
      what: "\(Format.grouped(count)) changes by index in \(Format.grouped(size)) rows, as one changeset",
      value: "\(Format.short(median)) µs; the standard library's difference applied \(Format.short(other)) µs",
      json: [
        "scenario": "indexed-changes", "rows": .count(size), "edits": .count(count), "subject_us": .time(median),
        "applying_us": .time(other),
      ])
  }
}
