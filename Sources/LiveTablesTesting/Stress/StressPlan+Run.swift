extension StressPlan {
  /// Carries out the plan with stores: producers submit tables and edits, while the views are disturbed.
  ///
  /// Returns when every producer has its answers, the last table is on every screen, and everything has been let go. If
  /// one answer never comes, neither does the end: give the test a time limit.
  ///
  /// - Returns: The figures, and what was not as it is promised: a rule broken, a table lost, an answer that is none of
  ///   those there may be, something applied after a cancel, something alive that should be gone.
  @MainActor public func run() async -> StressReport {
    await run { number in
      let screen = StressScreen(number, self)
      return (await screen.run(), screen.leftovers)
    }
  }

  /// Carries out the plan with streams, each of which floods a view.
  ///
  /// In turn they finish, fail, are cancelled, and lose their view; with fewer than four ``views`` not all of these.
  ///
  /// - Returns: As ``run()``; submissions are the tables of the streams, and there are no answers.
  @MainActor public func runStreams() async -> StressReport {
    await run { number in await StressStream(number, self).run() }
  }

  @MainActor private func run(
    _ part: @escaping @MainActor (_ number: Int) async -> (StressReport, Leftovers)
  ) async -> StressReport {
    var report = StressReport(seed: seed)
    let parts = (0..<max(0, views)).map { number in
      Task { @MainActor in await part(number) }
    }
    var leftovers: [Leftovers] = []
    for part in parts {
      let (result, left) = await part.value
      report.add(result)
      leftovers.append(left)
    }
    for _ in 0..<1_000 where leftovers.contains(where: { !$0.names.isEmpty }) { await Task.yield() }
    report.problems += leftovers.flatMap(\.names)
    return report
  }
}
