/// A binding of a store to a view, which shows the store's tables and the user's changes.
///
/// Each change of the view is a single turn of the main actor, which first checks the view, the task and the diffed
/// table.
@MainActor final class TableApplier<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Content = CapturedTable<Section, Row>
  typealias Edit = TableEdit<Section, Row>
  typealias Applied = AppliedChangeset<Section, Row>
  typealias Order = StoreOrder<Content, ChangeNote<Section, Row>>
  typealias StampedTable = ScreenMachine<Content, PendingReport>.StampedTable

  /// The next stage of an update, which is a single batch update.
  struct StageCursor: Sendable {
    /// The index of the stage, or 0 if the update has no stages and only replaces rows that look the same.
    let index: Int
    /// The stamp of the table from which the stage starts.
    let stamp: Int
    /// The stamp of the table from which the first stage starts.
    let firstStamp: Int
    /// Whether the update is animated, as decided when its first stage is shown.
    let isAnimated: Bool
  }

  enum Outcome: Sendable {
    /// The view shows the entire update.
    case applied(Applied, StampedTable)
    case stale(StampedTable, unmerged: [UnmergedChange<UserChange<Section, Row>>])
    case deferred
    case ended(EndReason)
  }

  enum Progress: Sendable {
    /// The view shows part of the update, and the associated stage may follow.
    case partial(next: StageCursor)
    case done(Outcome)
  }

  /// The options of the binding.
  ///
  /// After its end, only the options for reports remain.
  private(set) var options: BindingOptions
  let priority: TaskPriority?
  let alwaysReloads: Bool
  let maximumBatchSize: Int
  let differencer: Differencer<Section, Row>
  let signals: BindingSignals<Section, Row>
  let log: AppliedLog<Section, Row>
  /// The number of this binding among the bindings of the store, in order.
  let bindingNumber: Int
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
    bindingNumber = bindings.add()
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
    view.link.begin(self)
  }

  // MARK: - The loop

  var stampedTable: StampedTable? { view?.link.screen.stamped }

  /// Defers tables if the view is busy, in which case the update loop is woken later.
  ///
  /// - Returns: Whether tables are deferred.
  func deferIfBusy() -> Bool { view.map { machine.deferIfBusy($0.link.screen) } ?? false }

  /// Wakes the update loop if a table was deferred and the view is idle.
  func wakeIfDeferred() {
    if let view, machine.resumeIfIdle(view.link.screen) { signals.waker.send() }
  }

  /// Shows the stages of an update, and lets other jobs of the main actor run between two stages.
  func apply(_ update: PreparedUpdate<Section, Row>, diffedFrom stamp: Int, for order: Order) async -> Outcome {
    var stage = StageCursor(from: stamp)
    while true {
      switch apply(update, stage, for: order) {
      case .partial(let next): stage = next
      case .done(let outcome): return outcome
      }
      await Task.yield()
    }
  }

  /// Shows one stage of an update or, if there is none, replaces rows that look the same.
  func apply(_ update: PreparedUpdate<Section, Row>, _ stage: StageCursor, for order: Order) -> Progress {
    switch begin(from: stage.stamp, for: order) {
    case .refused(let outcome): return .done(outcome)
    case .begun(let view, _):
      defer { view.link.settle() }
      var (isAnimated, reloadReason) = stage.index == 0 ? decide(update) : (stage.isAnimated, nil)
      if Task.isCancelled { end(.cancelled) }
      if case .ended(let reason, _) = machine.phase { return .done(.ended(reason)) }  // the decision ended the binding
      if reloadReason == nil {
        reloadReason =
          update.stages.isEmpty
          ? commitUnseen(update.target, on: view)
          : perform(update.stages[stage.index], isAnimated: isAnimated, on: view)
      }
      if let reason = reloadReason {
        reload(update.target, refreshing: order.notes.refreshed(), on: view)
        return .done(complete(update.changeset, .reload(reason), for: order, since: stage.firstStamp, on: view))
      }
      let next = stage.index + 1
      if next < update.stages.count {
        machine.noteStage(isLast: false)
        return .partial(
          next: StageCursor(
            index: next, stamp: view.link.screen.stamp, firstStamp: stage.firstStamp, isAnimated: isAnimated))
      }
      return .done(
        complete(update.changeset, .batch, for: order, since: stage.firstStamp, isAnimated: isAnimated, on: view))
    }
  }

  /// Reloads the view with a table to which the user's unmerged changes are applied.
  ///
  /// - Parameters:
  ///   - update: An update whose target is the table.
  ///   - stamp: The stamp of the table from which the update was diffed, or `nil` if it was not diffed.
  func reload(
    _ update: PreparedUpdate<Section, Row>, because reason: ReloadReason, diffedFrom stamp: Int?, for order: Order
  ) -> Outcome {
    switch begin(from: nil, for: order) {
    case .refused(let outcome): return outcome
    case .begun(let view, let onTop):
      defer { view.link.settle() }
      let before = view.link.screen
      var target = update.target
      for change in onTop { _ = target.apply(change) }
      let isExact = onTop.isEmpty && stamp == before.stamp
      let changeset =
        isExact ? update.changeset : Changeset(reloading: target.table, from: before.presented.table, because: reason)
      reload(target, refreshing: order.notes.refreshed(), on: view)
      return complete(changeset, .reload(reason), for: order, since: before.stamp, on: view)
    }
  }

  /// Shows the first table now, unless the view is busy.
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

  /// Begins an update of the view, after which the caller must settle the view's link.
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

  /// Publishes a table that the view already shows.
  private func complete(
    _ changeset: Changeset<Section, Row>, _ mode: AppliedMode, for order: Order? = nil, since firstStamp: Int,
    isAnimated: Bool = false, on view: any TableView<Section, Row>
  ) -> Outcome {
    machine.noteStage(isLast: true)
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

  /// Ends the binding, so that no later change is shown.
  ///
  /// An update in progress is completed.
  func end(_ reason: EndReason) {
    guard machine.end(reason) else { return }
    signals.finish()
    options = options.remaining(after: reason)
    view?.link.release(self, because: reason)
  }

  /// Closes the binding after the update loop has ended.
  ///
  /// - Returns: The changes that the store has not merged, and the number of the store's last binding.
  func close(
    _ reason: EndReason?
  ) -> (EndReason, unmerged: [UnmergedChange<UserChange<Section, Row>>], lastBound: Int) {
    let last = reason ?? (view == nil ? .viewGone : .cancelled)
    end(last)
    bindings.remove()
    log.finish()
    guard case .ended(let first, let unmerged) = machine.phase else { return (last, [], bindings.lastNumber) }
    return (first, unmerged, bindings.lastNumber)
  }
}

extension TableApplier.StageCursor {
  /// Creates a cursor for the first stage.
  init(from stamp: Int) { self.init(index: 0, stamp: stamp, firstStamp: stamp, isAnimated: false) }
}
