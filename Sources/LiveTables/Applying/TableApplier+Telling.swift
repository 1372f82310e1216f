/// How the view is told. Each of these changes what is shown, once.
extension TableApplier {
  /// Tells the view of one stage.
  ///
  /// - Returns: Why the view has to be reloaded, or `nil` if the stage is on screen.
  func perform(_ stage: PreparedStage<Section, Row>, on view: any TableView<Section, Row>) -> ReloadReason? {
    if !view.isReady { return .viewNotReady }
    if let reason = doubt(stage.sourceRowCounts, view) { return reason }
    if let fault = stage.fault {
      report(.invalid(fault))
      return .invalidBatch
    }
    let link = view.link
    var commits = 0
    do {
      try link.turn {
        try show(stage.update, on: view) {
          commits += 1
          if commits == 1 { link.commit(stage.target, .batch(stage.update.operations)) }
        }
      }
    } catch {
      report(.refused(error))
      return .refused
    }
    if commits != 1 {
      report(.batchCommits(commits))
      return .refused
    }
    machine.performed(stage.target)
    return nil
  }

  private func show(
    _ batch: BatchUpdate<Section, Row>, on view: any TableView<Section, Row>, commit: () -> Void
  ) throws {
    let animation = isAnimated ? options.animations.resolved(for: batch) : .none
    guard let aroundBatch = options.aroundBatch else {
      return try view.perform(batch, animation: animation, commit: commit)
    }
    try aroundBatch(batch.operations, animation) { try view.perform(batch, animation: $0, commit: commit) }
  }

  /// Decides how a change is shown, once for all of its stages.
  ///
  /// - Returns: Why it is to be shown by reloading, if so.
  func decide(_ change: PreparedChange<Section, Row>) -> ReloadReason? {
    isAnimated = options.isAnimated
    guard let decide = options.decide, !change.stages.isEmpty else { return nil }
    switch decide(ChangeSummary(stages: change.stages.map(\.update.operations))) {
    case .animated: return nil
    case .unanimated: isAnimated = false
    case .reload: return .asked
    }
    return nil
  }

  /// Nothing is to change on screen.
  ///
  /// The rows are swapped all the same: they look like those before, but they may carry more than is seen, and their
  /// storage is what later edits share.
  func rest(_ target: Content, on view: any TableView<Section, Row>) -> ReloadReason? {
    if view.isReady, let reason = doubt(machine.shown.table.rowCounts, view) { return reason }
    view.link.commit(target, .unseen)
    machine.performed(target)
    return nil
  }

  /// Tells the view to show a table from scratch.
  func reload(_ target: Content, on view: any TableView<Section, Row>) {
    let link = view.link
    var commits = 0
    link.turn {
      view.reload {
        commits += 1
        if commits == 1 { link.commit(target, .reload) }
      }
    }
    if commits != 1 {
      if commits == 0 { link.commit(target, .reload) }
      report(.reloadCommits(commits))
    }
    machine.performed(target)
  }

  /// Whether the view shows something else than it was given.
  private func doubt(_ expected: @autoclosure () -> [Int], _ view: any TableView<Section, Row>) -> ReloadReason? {
    guard let found = view.shownRowCounts else { return nil }
    let counts = expected()
    if found == counts { return nil }
    report(.changedOutside(expected: counts, found: found))
    return .changedOutside
  }

  func report(_ problem: TableDiagnostic.Problem) {
    if options.onReport == nil { return }
    problems.append(TableDiagnostic(name: options.name, revision: machine.revision + 1, problem: problem))
  }

  // MARK: - At rest

  /// The view has returned: what waited for that follows, one after the other.
  func settle(_ view: any TableView<Section, Row>) {
    while true {
      switch machine.settled() {
      case .show(let edit):
        show(edit, on: view)
        continue
      case .idle(let wakesLoop):
        if wakesLoop { rings.loop.yield() }
      }
      break
    }
    if let successor = view.link.applier, successor !== self { successor.takeOver(view) }
    view.link.rest()
    let reports = problems
    problems = []
    for report in reports { options.onReport?(report) }
  }

  /// The turn in which this applier took over the view is through.
  private func takeOver(_ view: any TableView<Section, Row>) {
    machine.performed(differencer.capture(view.link.state))
    settle(view)
  }
}
