import LiveTables

/// Measures updates per second of 1, 10 and 100 views, each with a producer that waits for every update.
@MainActor enum ThroughputStudy {
  private nonisolated static let updates = 2000
  private nonisolated static let rounds = 7
  private nonisolated static let rows = 10_000

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for views in [1, 10, 100] { findings.append(try await finding(views: views)) }
    return findings
  }

  private static func finding(views count: Int) async throws -> Finding {
    let test = PipelineCase<IntRow>(count: rows)
    let views = (0..<count).map { _ in HeadlessView<IntRow>() }
    let plains = (0..<count).map { _ in PlainView<IntRow>() }
    let stores = views.map { _ in TableStore<OneSection, IntRow>() }
    let bindings = zip(views, stores).map { $0.bind($1) }
    var rates: ([Rate], [Rate]) = ([], [])
    for _ in 0..<rounds {
      rates.0.append(
        try await rate(of: count) { place, number in _ = try await stores[place].submit(test.tables[number % 2]) })
      rates.1.append(
        try await rate(of: count) { place, number in
          await MainActor.run { plains[place].show(test.tables[number % 2]) }
        })
    }
    // `submit` returns only after the view has shown the table.
    precondition(views.allSatisfy { $0.batches > rounds }, "a view was not shown what it was given")
    for binding in bindings { binding.cancel() }
    return Finding(
      what: "updates a second, \(count) view\(count == 1 ? "" : "s") of \(Format.grouped(rows)) rows, 1 % edits, fresh",
      value: "\(Rate.median(rates.0)); plain \(Rate.median(rates.1))")
  }

  private struct Rate {
    let updates: Double
    /// The fraction of the time for which the main actor was busy.
    let busy: Double

    static func median(_ rates: [Rate]) -> String {
      let busy = Format.fixed(Race.median(rates.map(\.busy)) * 100, digits: 0)
      return "\(Format.fixed(Race.median(rates.map(\.updates)), digits: 0)), main actor \(busy) % busy"
    }
  }

  /// Returns the rate of updates by concurrent producers, one for each view.
  private static func rate(
    of producers: Int, _ update: @escaping @Sendable (_ place: Int, _ number: Int) async throws -> Void
  ) async throws -> Rate {
    let each = max(updates / producers / 7, 4)
    let start = (Stopwatch.wall, MainLoop.processorTime)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in 0..<producers {
        group.addTask { @concurrent in for number in 0..<each { try await update(place, number) } }
      }
      try await group.waitForAll()
    }
    let spent = (Stopwatch.wall - start.0, MainLoop.processorTime - start.1)
    return Rate(updates: Double(each * producers) / spent.0 * 1000, busy: spent.1 / spent.0)
  }
}
