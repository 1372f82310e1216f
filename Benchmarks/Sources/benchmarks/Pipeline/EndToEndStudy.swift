import LiveTables

/// From a submission to its answer, and the main actor's share of it; beside the plain way, on the main actor, with the
/// library's own difference and with Heckel's.
enum EndToEndStudy {
  @MainActor static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [100, 1_000, 10_000, 100_000] {
      for scenario in [Scenario.update1, .edits1pct, .shuffle] {
        findings.append(try await finding(scenario, size))
      }
    }
    return findings
  }

  @MainActor private static func finding(_ scenario: Scenario, _ size: Int) async throws -> Finding {
    typealias Row = EightRow<Int>
    let change = FlatChange<Row>(scenario, count: size)
    let arrays = [change.old, change.new(.rebuilt)]
    let tables = arrays.map { TableSnapshot(rows: $0) }
    let view = HeadlessView<Row>()
    let (plain, heckel) = (PlainView<Row>(), HeckelView<Row>())
    let store = TableStore<OneSection, Row>()
    let binding = view.bind(store)
    try await store.submit(tables[0])
    plain.show(tables[0])
    heckel.show(arrays[0])
    let count = size > 10_000 ? 6 : 40
    var times: (submit: [Double], main: [Double], plain: [Double], heckel: [Double]) = ([], [], [], [])
    for _ in 0..<7 {
      let start = MainLoop.processorTime
      times.submit += try await waits(count) { number in try await store.submit(tables[(number + 1) % 2]) }
      times.main.append((MainLoop.processorTime - start) / Double(count))
      times.plain += try await waits(count) { number in await MainActor.run { plain.show(tables[(number + 1) % 2]) } }
      times.heckel += try await waits(min(count, 10)) { number in
        await MainActor.run { heckel.show(arrays[(number + 1) % 2]) }
      }
    }
    binding.cancel()
    let (submit, main) = (Race.median(times.submit), Race.median(times.main))
    let (alone, textbook) = (Race.median(times.plain), Race.median(times.heckel))
    return Finding(
      what: "submit to answer, \(Format.grouped(size)) rows, \(scenario.rawValue)",
      value: "\(Format.short(submit)) ms, main actor \(Format.short(main)); plain \(Format.short(alone)), "
        + "with Heckel's difference \(Format.short(textbook))",
      json: [
        "scenario": "end-to-end", "row": "eight", "rows": .count(size), "change": .text(scenario.rawValue),
        "submit_ms": .time(submit), "main_ms": .time(main), "plain_ms": .time(alone), "heckel_ms": .time(textbook),
      ])
  }

  /// How long each of some updates took, one after the other, off the main actor.
  @concurrent private static func waits(
    _ count: Int, _ update: @Sendable (Int) async throws -> Void
  ) async throws -> [Double] {
    var times: [Double] = []
    for number in 0..<count {
      let start = Stopwatch.wall
      try await update(number)
      times.append(Stopwatch.wall - start)
    }
    return times
  }
}
