/// Methods that update the view. Each method changes the presented table once, during an update that has begun.
extension TableApplier {
  /// Shows one batch update.
  ///
  /// - Returns: The reason why the view must be reloaded, or `nil`.
  func perform(
    _ stage: PreparedStage<Section, Row>, isAnimated: Bool, on view: any TableView<Section, Row>
  ) -> ReloadReason? {
    if !view.isReady { return .viewNotReady }
    if let reason = mismatch(stage.sourceRowCounts, view) { return reason }
    let link = view.link
    if let fault = stage.fault {
      report(.invalid(fault), on: link)
      return .invalidBatch
    }
    var commits = 0
    do {
      try callView(stage.batch, isAnimated: isAnimated, on: view) {
        commits += 1
        if commits == 1 { link.commit(stage.target, .batch(stage.batch.operations)) }
      }
    } catch {
      report(.refused(error), on: link)
      return .refused
    }
    if commits != 1 {
      report(.batchCommits(commits), on: link)
      return .refused
    }
    return nil
  }

  private func callView(
    _ batch: BatchUpdate<Section, Row>, isAnimated: Bool, on view: any TableView<Section, Row>, commit: () -> Void
  ) throws {
    let animation = isAnimated ? options.animations.resolved(for: batch, view.link.sectionAnimations) : .none
    guard let performBatch = options.performBatch else {
      return try view.perform(batch, animation: animation, commit: commit)
    }
    var calls = 0
    try performBatch(batch.operations, animation) {
      calls += 1
      if calls == 1 { try view.perform(batch, animation: $0, commit: commit) }
    }
    if calls > 1 { throw RepeatedBatch(calls: calls) }
  }

  /// Returns whether an update is animated, and the reason why the view must be reloaded instead, or `nil`.
  func decide(_ update: PreparedUpdate<Section, Row>) -> (isAnimated: Bool, reloadReason: ReloadReason?) {
    guard let shouldAnimate = options.shouldAnimate, !update.stages.isEmpty else { return (options.isAnimated, nil) }
    return switch shouldAnimate(ChangeSummary(stages: update.stages.map(\.batch.operations))) {
    case .animated: (options.isAnimated, nil)
    case .unanimated: (false, nil)
    case .reload: (false, .asked)
    }
  }

  /// Replaces rows that look the same but may have different values, without updating the view.
  func commitUnseen(_ target: Content, on view: any TableView<Section, Row>) -> ReloadReason? {
    let link = view.link
    if view.isReady, let reason = mismatch(link.table.rowCounts, view) { return reason }
    link.commit(target, .unseen)
    return nil
  }

  func reload(_ target: Content, refreshing refreshed: Set<Row.Identity>, on view: any TableView<Section, Row>) {
    let link = view.link
    link.refreshed = refreshed
    defer { link.refreshed = [] }
    var commits = 0
    view.reload {
      commits += 1
      if commits == 1 { link.commit(target, .reload) }
    }
    if commits != 1 {
      if commits == 0 { link.commit(target, .reload) }
      report(.reloadCommits(commits), on: link)
    }
  }

  private func mismatch(_ expected: @autoclosure () -> [Int], _ view: any TableView<Section, Row>) -> ReloadReason? {
    guard let found = view.shownRowCounts else { return nil }
    let counts = expected()
    if found == counts { return nil }
    report(.changedOutside(expected: counts, found: found), on: view.link)
    return .changedOutside
  }

  func report(_ failure: any Error) {
    if let view { report(.sequenceFailed(failure), on: view.link) }
  }

  private func report(_ problem: TableDiagnostic.Problem, on link: TableLink<Section, Row>) {
    link.report(problem, of: options)
  }
}

/// Reported if ``BindingOptions/performBatch`` calls `perform` more than once.
private struct RepeatedBatch: Error, CustomStringConvertible {
  let calls: Int

  var description: String { "performBatch called perform \(calls) times, not once" }
}
