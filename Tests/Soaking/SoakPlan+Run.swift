import LiveTablesTesting

extension SoakPlan {
  /// Runs the stress test with stores.
  ///
  /// Producers submit tables and edits while views fail, leave their windows and are replaced.
  ///
  /// The method returns when all producers have finished, every view shows the last table, and all objects have been
  /// released. The method does not return if a submission never completes, so set a time limit for the test.
  ///
  /// - Returns: The counts, and descriptions of all failures, such as violated rules, lost tables, changes applied
  ///   after a cancellation, and objects that were not deallocated.
  @MainActor package func run() async -> SoakReport {
    await run { number in await SoakScreen(number, self).run() }
  }

  /// Runs the stress test with async sequences that produce tables as fast as possible for each view.
  ///
  /// In turn, a sequence finishes, throws an error, is cancelled, or loses its view. To cover all cases, use at least
  /// four ``views``.
  ///
  /// - Returns: A report like that of ``run()``. Its submissions are the tables of the sequences, and no submissions
  ///   count as applied.
  @MainActor package func runStreams() async -> SoakReport {
    await run { number in await SoakStream(number, self).run() }
  }

  @MainActor private func run(
    _ part: @escaping @MainActor (_ number: Int) async -> (SoakReport, Leftovers)
  ) async -> SoakReport {
    var report = SoakReport(seed: seed)
    let parts = (0..<max(0, views)).map { number in
      Task { @MainActor in await part(number) }
    }
    var leftovers: [Leftovers] = []
    for part in parts {
      let (result, left) = await part.value
      report.add(result)
      leftovers.append(left)
    }
    report.problems += await Leftovers.names(of: leftovers)
    return report
  }
}
