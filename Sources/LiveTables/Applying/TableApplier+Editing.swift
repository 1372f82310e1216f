extension TableApplier {
  /// The shown table, including the edits that wait for the current view update, or `nil` if there is no view.
  var upcoming: Content? {
    guard var table = view?.link.screen.presented else { return nil }
    for change in machine.queued { _ = table.apply(change) }
    return table
  }

  /// Shows a user's change immediately or, if the view is being updated, after the update.
  ///
  /// - Parameters:
  ///   - change: The user's change. Its positions are valid in every version of the table.
  ///   - marks: Identifies the source's tables that include the change, if the source has accepted it.
  func edit(_ change: UserChange<Section, Row>, at time: ContinuousClock.Instant, marks: InboxMarks = InboxMarks()) {
    guard let view else { return end(.viewGone) }
    let link = view.link
    guard machine.edited(change, at: time, marks: marks, on: &link.screen) == .show else { return }
    show(change, on: view)
    link.settle()
  }

  /// Shows the next edit that waited for the current update, as part of this update.
  ///
  /// - Returns: `false` if no edit is waiting.
  func showQueuedEdit() -> Bool {
    guard let view, let change = machine.nextEdit() else { return false }
    show(change, on: view)
    return true
  }

  /// Shows a user's change in a batch update of its own.
  ///
  /// The store's table may contain the edit's rows even if the shown table does not.
  private func show(_ edit: UserChange<Section, Row>, on view: any TableView<Section, Row>) {
    let link = view.link
    defer { signals.edited(.init(presented: link.screen.stamped, unmerged: machine.unmerged)) }
    let (source, start) = (link.screen.presented, link.screen.stamp)
    var target = source
    let effect = target.apply(edit)
    if effect == .notFound { return }
    let change = deletion(edit, from: source, to: target) ?? prepare(effect, from: source, to: target)
    var (isAnimated, veto) = change.reload.map { (false, $0) } ?? decide(change)
    if case .ended = machine.phase { return }  // the decision ended the binding
    for stage in change.stages where veto == nil {
      if case .ended = machine.phase { return }  // the previous stage ended the binding
      veto = perform(stage, isAnimated: isAnimated, on: view)
    }
    if veto != nil {
      reload(target, refreshing: effect.refreshed, on: view)
      isAnimated = false
    }
    publish(
      Applied(
        changeset: change.changeset, revision: link.screen.complete(), mode: veto.map { .reload($0) } ?? .batch,
        isAnimated: isAnimated), since: start, on: link)
  }

  /// Returns a change that deletes exactly the edit's rows, because a diff cannot distinguish rows that share an
  /// identity.
  ///
  /// - Returns: `nil` if the edit does not delete rows.
  private func deletion(
    _ change: UserChange<Section, Row>, from source: Content, to target: Content
  ) -> PreparedChange<Section, Row>? {
    guard change.undone.isEmpty, case .remove(let rows) = change.edit else { return nil }
    var finder = RowFinder<Section, Row>()
    var operations = BatchOperations()
    operations.deletedRows = Set(source.paths(of: rows, with: &finder)).ascending()
    let changeset = Changeset(source: source.table, target: target.table, structure: operations)
    return PreparedChange(changeset, from: source, to: target, limit: maximumBatchSize, captured: { nil })
  }

  private func prepare(
    _ effect: Edit.Effect, from source: Content, to target: Content
  ) -> PreparedChange<Section, Row> {
    let marks = RowMarks(refreshed: effect.refreshed)
    do {
      return try differencer.change(from: source, to: target, marks: marks, limit: maximumBatchSize) {}
    } catch {
      return PreparedChange(reloading: target, from: source, because: .replaced)  // not reached
    }
  }
}

extension TableEdit.Effect {
  fileprivate var refreshed: Set<Row.Identity> { if case .refreshed(let ids) = self { Set(ids) } else { [] } }
}
