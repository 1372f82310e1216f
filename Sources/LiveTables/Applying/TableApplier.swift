/// A binding of a store to a view, which shows the store's tables and the user's edits.
///
/// Every method runs synchronously on the main actor. It checks the view, the task and the diffed table, updates the
/// view, and returns the outcome.
@MainActor final class TableApplier<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Content = CapturedTable<Section, Row>
  typealias Edit = TableEdit<Section, Row>
  typealias Applied = AppliedChangeset<Section, Row>
  typealias Order = StoreOrder<Content, ChangeNote<Section, Row>>
  typealias StampedTable = ScreenMachine<Content, PendingReport>.StampedTable

  struct Step: Sendable {
    let stage: Int
    /// The stamp of the table from which the batch update starts.
    let fromStamp: Int
    /// The stamp of the table from which the change starts.
    let firstStamp: Int
    /// Whether the change is animated, as decided when its first batch update is shown.
    let isAnimated: Bool

    init(from stamp: Int) { self.init(stage: 0, fromStamp: stamp, firstStamp: stamp, isAnimated: false) }

    init(stage: Int, fromStamp: Int, firstStamp: Int, isAnimated: Bool) {
      self.stage = stage
      self.fromStamp = fromStamp
      self.firstStamp = firstStamp
      self.isAnimated = isAnimated
    }
  }

  enum Outcome: Sendable {
    /// The view shows the entire change.
    case applied(Applied, StampedTable)
    case stale(StampedTable, unmerged: [UnmergedChange<UserChange<Section, Row>>])
    case deferred
    case ended(EndReason)
  }

  enum Progress: Sendable {
    /// The view shows part of the change, and the associated batch update may follow.
    case staged(Step)
    case done(Outcome)
  }

  /// The options of the binding.
  ///
  /// After the binding has ended, only the options for reports remain.
  private(set) var options: BindingOptions
  let priority: TaskPriority?
  let alwaysReloads: Bool
  let maximumBatchSize: Int
  let differencer: Differencer<Section, Row>
  let signals: BindingSignals<Section, Row>
  let log: AppliedLog<Section, Row>
  /// The number of this view, in the order of binding.
  let number: Int
  let bindings: StoreBindings<Section, Row>
  private(set) weak var view: (any TableView<Section, Row>)?
  var machine = BindingMachine<UserChange<Section, Row>>()
  /// Identifies the users' edits in the source's table that is on screen.
  private(set) var marks = InboxMarks()
  /// The stamp of the table after the last change in the log.
  private var loggedStamp: Int

  /// Binds the view in place of its previous binding, even while the view is being updated.
  init(
    view: any TableView<Section, Row>, differencer: Differencer<Section, Row>, bindings: StoreBindings<Section, Row>,
    options: BindingOptions
  ) {
    let screen = view.link.screen
    number = bindings.add()
    self.view = view
    self.differencer = differencer
    self.bindings = bindings
    self.options = options
    priority = options.priority
    alwaysReloads = options.alwaysReloads
    maximumBatchSize = options.maximumBatchSize
    signals = BindingSignals()
    log = AppliedLog(differencer: differencer, presented: screen.presented)
    loggedStamp = screen.stamp
    bindings.begin(self)
    view.link.attach(self)
  }

  // MARK: - The loop

  var stampedTable: StampedTable? { view?.link.screen.stamped }

  /// Returns whether a change would currently be deferred.
  ///
  /// If so, the update loop is woken later.
  func defers() -> Bool { view.map { machine.defers(on: $0.link.screen) } ?? false }

  /// Wakes the update loop if a change was deferred and the view is idle.
  func wakeIfDeferred() {
    if let view, machine.wakes(on: view.link.screen) { signals.waker.send() }
  }

  /// Shows one batch update of a change or, if there is none, checks that the diffed table is still the shown table.
  func apply(_ change: PreparedChange<Section, Row>, _ step: Step, for order: Order) -> Progress {
    switch begin(from: step.fromStamp, for: order) {
    case .refused(let outcome): return .done(outcome)
    case .begun(let view, _):
      defer { view.link.settle() }
      let decision = step.stage == 0 ? decide(change) : (isAnimated: step.isAnimated, veto: nil)
      if Task.isCancelled { end(.cancelled) }
      if case .ended(let reason, _) = machine.phase { return .done(.ended(reason)) }  // the decision ended the binding
      let isAnimated = decision.isAnimated
      var reloadReason = decision.veto
      if reloadReason == nil { reloadReason = show(change, step.stage, isAnimated, on: view) }
      if let reason = reloadReason {
        reload(change.target, refreshing: order.notes.refreshed(), on: view)
        return .done(complete(change.changeset, .reload(reason), for: order, since: step.firstStamp, on: view))
      }
      let next = step.stage + 1
      if next < change.stages.count {
        machine.staged(isLast: false)
        return .staged(
          Step(stage: next, fromStamp: view.link.screen.stamp, firstStamp: step.firstStamp, isAnimated: isAnimated))
      }
      return .done(
        complete(change.changeset, .batch, for: order, since: step.firstStamp, isAnimated: isAnimated, on: view))
    }
  }

  private func show(
    _ change: PreparedChange<Section, Row>, _ stage: Int, _ isAnimated: Bool, on view: any TableView<Section, Row>
  ) -> ReloadReason? {
    stage < change.stages.count
      ? perform(change.stages[stage], isAnimated: isAnimated, on: view) : swap(change.target, on: view)
  }

  /// Reloads the view with a table to which the user's unmerged edits are applied.
  ///
  /// - Parameters:
  ///   - change: A change whose target is the table.
  ///   - stamp: The stamp of the table from which the change was diffed, or `nil` if it was not diffed.
  func reload(
    _ change: PreparedChange<Section, Row>, because reason: ReloadReason, diffedFrom stamp: Int?, for order: Order
  ) -> Outcome {
    switch begin(from: nil, for: order) {
    case .refused(let outcome): return outcome
    case .begun(let view, let onTop):
      defer { view.link.settle() }
      let before = view.link.screen
      var target = change.target
      for edit in onTop { _ = target.apply(edit) }
      let isExact = onTop.isEmpty && stamp == before.stamp
      let changeset =
        isExact ? change.changeset : Changeset(reloading: target.table, from: before.presented.table, because: reason)
      reload(target, refreshing: order.notes.refreshed(), on: view)
      return complete(changeset, .reload(reason), for: order, since: before.stamp, on: view)
    }
  }

  /// Shows the first table before the method returns, unless the view is busy.
  func showFirst(_ table: Content) {
    guard case .begun(let view, _) = begin(from: nil, for: nil) else { return }
    let before = view.link.screen
    let changeset = Changeset(reloading: table.table, from: before.presented.table, because: .firstTable)
    reload(table, refreshing: [], on: view)
    _ = complete(changeset, .reload(.firstTable), since: before.stamp, on: view)
    view.link.settle()
  }

  private enum Beginning {
    case begun(any TableView<Section, Row>, onTop: [UserChange<Section, Row>])
    case refused(Outcome)
  }

  /// Begins an update of the view.
  ///
  /// The caller must settle the view's link afterwards.
  private func begin(from stamp: Int?, for order: Order?) -> Beginning {
    guard let view else {
      end(.viewGone)
      return .refused(.ended(.viewGone))
    }
    // After `cancel` has returned on the main actor, no change is applied. The first table is shown in the task that
    // binds the view, which may end before the binding does.
    if order != nil, Task.isCancelled { end(.cancelled) }
    let decision = machine.begin(
      from: stamp, lastMergedEdit: order?.lastMergedEdit ?? 0, replacementTime: order?.replacementTime,
      marks: order?.marks ?? InboxMarks(), on: &view.link.screen)
    switch decision {
    case .ended(let reason): return .refused(.ended(reason))
    case .deferred: return .refused(.deferred)
    case .stale(let unmerged): return .refused(.stale(view.link.screen.stamped, unmerged: unmerged))
    case .perform(let onTop): return .begun(view, onTop: onTop)
    }
  }

  /// Completes a request whose table the view already shows.
  private func complete(
    _ changeset: Changeset<Section, Row>, _ mode: AppliedMode, for order: Order? = nil, since firstStamp: Int,
    isAnimated: Bool = false, on view: any TableView<Section, Row>
  ) -> Outcome {
    machine.staged(isLast: true)
    if let order { marks = order.marks }
    let isSilent = order?.isNews == false && changeset.isEmpty && mode == .batch
    let link = view.link
    let applied = Applied(
      changeset: changeset, revision: isSilent ? link.revision : link.screen.complete(), mode: mode,
      isAnimated: isAnimated, superseded: order?.superseded ?? 0, notFound: order?.notes.notFound() ?? [])
    publish(applied, since: firstStamp, isSilent: isSilent, on: link)
    return .applied(applied, link.screen.stamped)
  }

  func publish(_ applied: Applied, since firstStamp: Int, isSilent: Bool = false, on link: TableLink<Section, Row>) {
    let follows = firstStamp == loggedStamp
    if isSilent && !follows { return }
    loggedStamp = link.screen.stamp
    if !isSilent { log.publish(applied, presented: link.screen.presented, follows: follows) }
  }

  // MARK: - The end

  /// Ends the binding.
  ///
  /// No later change is shown, but an update in progress is completed.
  func end(_ reason: EndReason) {
    guard machine.end(reason) else { return }
    signals.finish()
    options = options.left(after: reason)
    view?.link.detach(self, because: reason)
  }

  /// Closes the binding after the update loop has ended.
  ///
  /// - Returns: The edits that the store has not merged, and the number of the last view bound to the store.
  func close(
    _ reason: EndReason?
  ) -> (EndReason, unmerged: [UnmergedChange<UserChange<Section, Row>>], lastBound: Int) {
    let last = reason ?? (view == nil ? .viewGone : .cancelled)
    end(last)
    bindings.remove()
    log.finish()
    guard case .ended(let first, let unmerged) = machine.phase else { return (last, [], bindings.last) }
    return (first, unmerged, bindings.last)
  }
}
