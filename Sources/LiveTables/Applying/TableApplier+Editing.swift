extension TableApplier {
  /// The presented table, including the changes that wait for the current view update, or `nil` if there is no view.
  var upcoming: Content? {
    guard var table = view?.link.screen.presented else { return nil }
    for change in machine.queued { _ = table.apply(change) }
    return table
  }

  /// Shows a user's change immediately or, if the view is being updated, after the update.
  ///
  /// - Parameters:
  ///   - change: A change whose positions are valid in every version of the table.
  ///   - marks: Identifies the source's tables that include the change, if the source has accepted it.
  func edit(_ change: UserChange<Section, Row>, at time: ContinuousClock.Instant, marks: InboxMarks = InboxMarks()) {
    guard let view else { return end(.viewGone) }
    let link = view.link
    guard machine.handle(change, at: time, marks: marks, on: &link.screen) == .show else { return }
    show(change, on: view)
    link.settle()
  }

  /// Shows the next change that waited for the current update, as part of this update.
  ///
  /// - Returns: `false` if no change is waiting.
  func showQueuedChange() -> Bool {
    guard let view, let change = machine.nextQueuedChange() else { return false }
    show(change, on: view)
    return true
  }

  /// Shows a user's change in a batch update of its own.
  ///
  /// The store's table may contain the rows of the change even if the presented table does not.
  private func show(_ change: UserChange<Section, Row>, on view: any TableView<Section, Row>) {
    let link = view.link
    defer { signals.send(.init(presented: link.screen.stamped, unmerged: machine.unmerged)) }
    let source = link.screen.stamped
    var target = source.content
    let effect = target.apply(change)
    if effect == .notFound { return }
    let update =
      deletion(change, from: source.content, to: target) ?? prepare(effect, from: source.content, to: target)
    var (isAnimated, reloadReason) = update.reloadReason.map { (false, $0) } ?? decide(update)
    if case .ended = machine.phase { return }  // the decision ended the binding
    for stage in update.stages where reloadReason == nil {
      if case .ended = machine.phase { return }  // the previous stage ended the binding
      reloadReason = perform(stage, isAnimated: isAnimated, on: view)
    }
    if reloadReason != nil {
      reload(target, refreshing: effect.refreshed, on: view)
      isAnimated = false
    }
    publish(
      Applied(
        changeset: update.changeset, revision: link.screen.complete(),
        mode: reloadReason.map { .reload($0) } ?? .batch, isAnimated: isAnimated), since: source.stamp, on: link)
  }

  /// Returns an update that deletes exactly the edit's rows, or `nil` if the edit does not delete rows.
  ///
  /// A diff could delete other rows with the same identities.
  private func deletion(
    _ change: UserChange<Section, Row>, from source: Content, to target: Content
  ) -> PreparedUpdate<Section, Row>? {
    guard change.reversals.isEmpty, case .remove(let rows) = change.edit else { return nil }
    var finder = RowFinder<Section, Row>()
    var operations = BatchOperations()
    operations.deletedRows = Set(source.paths(of: rows, with: &finder)).ascending()
    let changeset = Changeset(source: source.table, target: target.table, structure: operations)
    return PreparedUpdate(changeset, from: source, to: target, limit: maximumBatchSize, captured: { nil })
  }

  private func prepare(
    _ effect: Edit.Effect, from source: Content, to target: Content
  ) -> PreparedUpdate<Section, Row> {
    differencer.uncancelledUpdate(
      from: source, to: target, hints: DiffHints(refreshed: effect.refreshed), limit: maximumBatchSize)
  }
}

extension TableEdit.Effect {
  fileprivate var refreshed: Set<Row.Identity> { if case .refreshed(let ids) = self { Set(ids) } else { [] } }
}
