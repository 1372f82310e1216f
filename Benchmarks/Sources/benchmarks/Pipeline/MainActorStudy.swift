import LiveTables

/// Measures how long an update keeps the main actor busy, and how long its submitter waits.
@MainActor enum MainActorStudy {
  private nonisolated static let updates = 20
  private nonisolated static let rounds = 7

  static func findings() async throws -> [Finding] {
    try await findings(IntRow.self, count: 10_000) + findings(IntRow.self, count: 100_000)
      + findings(StringRow.self, count: 100_000)
  }

  private static func findings<Row: BenchmarkRow>(_: Row.Type, count: Int) async throws -> [Finding] {
    let test = PipelineCase<Row>(count: count)
    let view = HeadlessView<Row>()
    let plain = PlainView<Row>()
    let heckel = HeckelView<Row>()
    var busy: [[Double]] = [[], [], []]
    var waits: [[Double]] = [[], [], []]
    try await view.withStore { store in
      try await store.submit(test.tables[1])
      plain.show(test.tables[1])
      heckel.show(test.arrays[1])
      for _ in 0..<rounds {
        try await measure(0, &busy, &waits) { try await store.submit(test.tables[$0]) }
        try await measure(1, &busy, &waits) { number in await MainActor.run { plain.show(test.tables[number]) } }
        // Four updates are enough to see the cost of Heckel's diff.
        try await measure(2, &busy, &waits, updates: 4) { number in
          await MainActor.run { heckel.show(test.arrays[number]) }
        }
      }
    }
    precondition(view.batches > updates * rounds, "the view was not shown what it was given")
    let times = busy.map(Race.median)
    let kind = Row.self == IntRow.self ? "int" : "string"
    let name = "\(Format.grouped(count)) rows, \(kind) ids, 1 % edits, fresh"
    return [
      Finding(
        what: "main actor per update: \(name)",
        value: "\(Format.short(times[0])) ms, plain \(Format.short(times[1])) ms, Heckel \(Format.short(times[2])) ms",
        target: ("less than the plain way", times[0] < times[1])),
      Finding(what: "submit to answer, median and 99th percentile: \(name)", value: latencies(waits)),
    ]
  }

  /// Runs one round from off the main actor, and records its main-actor time per update and the time of each update.
  private static func measure(
    _ index: Int, _ busy: inout [[Double]], _ waits: inout [[Double]], updates: Int = updates,
    _ update: @escaping @Sendable (_ table: Int) async throws -> Void
  ) async throws {
    let start = MainLoop.processorTime
    let times = try await Task.detached {
      var times: [Double] = []
      for number in 0..<updates {
        let start = Stopwatch.wall
        try await update(number % 2)
        times.append(Stopwatch.wall - start)
      }
      return times
    }.value
    busy[index].append((MainLoop.processorTime - start) / Double(updates))
    waits[index] += times
  }

  private static func latencies(_ waits: [[Double]]) -> String {
    zip(["", "plain ", "Heckel "], waits).map { name, times in
      let sorted = times.sorted()
      let late = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
      return "\(name)\(Format.short(Race.median(sorted))) and \(Format.short(late)) ms"
    }.joined(separator: "; ")
  }
}
