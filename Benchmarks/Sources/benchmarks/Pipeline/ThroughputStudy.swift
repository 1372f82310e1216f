import LiveTables

/// How many updates a second reach 1, 10 and 100 views, each of which has a producer that waits for every answer.
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
    var rates: ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      rates.0.append(
        try await rate(of: count) { place, number in _ = try await stores[place].submit(test.tables[number % 2]) })
      rates.1.append(
        try await rate(of: count) { place, number in
          await MainActor.run { plains[place].show(test.tables[number % 2]) }
        })
    }
    // Whoever got an answer has seen it on screen.
    precondition(views.allSatisfy { $0.batches > rounds }, "a view was not shown what it was given")
    for binding in bindings { binding.cancel() }
    let (piped, plain) = (Race.median(rates.0), Race.median(rates.1))
    return Finding(
      what: "updates a second, \(count) view\(count == 1 ? "" : "s") of \(rows) rows, 1 % edits, fresh",
      value: "\(Format.short(piped)), plain \(Format.short(plain))")
  }

  /// Updates a second of as many producers as there are views.
  private static func rate(
    of producers: Int, _ update: @escaping @Sendable (_ place: Int, _ number: Int) async throws -> Void
  ) async throws -> Double {
    let each = max(updates / producers / 7, 4)
    let start = Stopwatch.wall
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in 0..<producers {
        group.addTask { @concurrent in for number in 0..<each { try await update(place, number) } }
      }
      try await group.waitForAll()
    }
    return Double(each * producers) / (Stopwatch.wall - start) * 1000
  }
}
