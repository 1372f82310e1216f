/// The shell around `ScreenMachine`: what a view shows, and the only one who tells it.
///
/// Every method is one synchronous turn of the main actor: is the view there? is it cancelled? is the base what is
/// shown? then tell the view, and answer. How the view is told is in `TableApplier+Telling.swift`, what the user does in
/// `TableApplier+Editing.swift`.
@MainActor final class TableApplier<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Content = CapturedTable<Section, Row>
  typealias Edit = TableEdit<Section, Row>
  typealias Applied = AppliedChangeset<Section, Row>
  typealias Machine = ScreenMachine<Content, Edit>

  /// What the store says of an order, besides the table.
  struct Details: Sendable {
    let superseded: Int
    /// The number of the last user's edit that the table has in it.
    let told: Int
    /// Whether there is anything to say although nothing changes.
    let isNews: Bool
    let notFound: [Edit]
  }

  enum Outcome: Sendable {
    /// A stage is on screen, the next one may follow.
    case staged(Machine.Base)
    /// All is on screen.
    case applied(Applied, Machine.Base)
    case stale(Machine.Base, untold: [Untold<Edit>])
    case deferred
    case ended(EndReason)
  }

  let options: TableOptions
  let differencer: Differencer<Section, Row>
  let rings: Rings<Section, Row>
  private let bindings: StoreBindings
  /// Which of the store's views this is, in the order in which they were bound.
  let number: Int
  let log: AppliedLog<Section, Row>
  private(set) weak var view: (any TableView<Section, Row>)?
  var machine: Machine
  /// What was wrong in this turn; reported when the view is at rest.
  var problems: [TableDiagnostic] = []
  /// Whether a table of the store's is on screen in its first stages only.
  private(set) var isHalfway = false
  /// When the change that is being shown began, and when the last one that was logged ended.
  var changeStart = 0
  /// Whether the change that is being shown is animated.
  var isAnimated = false
  var loggedEnd = 0

  /// Takes over a view, also one that is in the middle of a turn.
  init(
    view: any TableView<Section, Row>, differencer: Differencer<Section, Row>, bindings: StoreBindings,
    options: TableOptions, rings: Rings<Section, Row>
  ) {
    let link = view.link
    number = bindings.add()
    let shown = differencer.capture(link.state)
    self.view = view
    self.differencer = differencer
    self.bindings = bindings
    self.options = options
    self.rings = rings
    machine = Machine(
      shown, revision: link.revision, isInteracting: link.isInteracting, isPerforming: link.isInTurn)
    log = AppliedLog(differencer: differencer, shown: shown)
    link.attach(self, rings: rings)
  }

  /// What is shown, and the user's edits that the store may not know yet.
  var screen: Machine.Screen { machine.screen }

  // MARK: - The loop

  /// Whether there is no point in making a change now.
  ///
  /// The loop is woken when there is.
  func putsOff() -> Bool { machine.putsOff() }

  /// Shows one stage of a change, or, where there is none, makes sure that the base is still what is shown.
  func apply(_ change: PreparedChange<Section, Row>, stage: Int, base: Int, details: Details) -> Outcome {
    turn(base: base, told: details.told) { view, _ in
      if stage == 0 { changeStart = machine.stamp }
      let veto = stage == 0 ? decide(change) : nil
      if let reason = veto ?? show(change, stage, on: view) {
        reload(change.target, on: view)
        return complete(change.changeset, .reload(reason), details)
      }
      isHalfway = stage + 1 < change.stages.count
      if isHalfway { return .staged(machine.base) }
      return complete(change.changeset, .batch, details)
    }
  }

  private func show(
    _ change: PreparedChange<Section, Row>, _ stage: Int, on view: any TableView<Section, Row>
  ) -> ReloadReason? {
    stage < change.stages.count ? perform(change.stages[stage], on: view) : rest(change.target, on: view)
  }

  /// Shows a table from scratch, with the user's edits that the store does not know yet on top.
  ///
  /// - Parameter base: The stamp of what the change was differenced from, if it was.
  func reload(
    _ change: PreparedChange<Section, Row>, because reason: ReloadReason, base: Int?, details: Details
  ) -> Outcome {
    turn(base: nil, told: details.told) { view, onTop in
      changeStart = machine.stamp
      var target = change.target
      for edit in onTop { _ = target.apply(edit) }
      let isExact = onTop.isEmpty && base == machine.stamp
      let changeset =
        isExact ? change.changeset : Changeset(reloading: target.table, from: machine.shown.table, because: reason)
      reload(target, on: view)
      return complete(changeset, .reload(reason), details)
    }
  }

  /// Shows a first table before anything else happens, unless the view is busy.
  func showFirst(_ table: Content) {
    guard let view, case .perform = machine.begin(base: nil, told: 0) else { return }
    let changeset = Changeset(reloading: table.table, from: machine.shown.table, because: .firstTable)
    reload(table, on: view)
    _ = complete(changeset, .reload(.firstTable), Details(superseded: 0, told: 0, isNews: true, notFound: []))
    settle(view)
  }

  private func turn(base: Int?, told: Int, _ body: (any TableView<Section, Row>, [Edit]) -> Outcome) -> Outcome {
    guard let view else {
      end(.viewGone)
      return .ended(reason)
    }
    if Task.isCancelled { end(.cancelled) }  // nothing is applied once whoever cancels has returned to the main actor
    switch machine.begin(base: base, told: told) {
    case .ended(let reason): return .ended(reason)
    case .deferred: return .deferred
    case .stale(let base, let untold): return .stale(base, untold: untold)
    case .perform(let onTop):
      let outcome = body(view, onTop)
      settle(view)
      return outcome
    }
  }

  private func complete(_ changeset: Changeset<Section, Row>, _ mode: AppliedMode, _ details: Details) -> Outcome {
    isHalfway = false
    let isSilent = !details.isNews && changeset.isEmpty && mode == .batch
    let applied = Applied(
      changeset: changeset, revision: isSilent ? machine.revision : machine.completed(), mode: mode,
      isAnimated: mode == .batch && isAnimated, superseded: details.superseded, notFound: details.notFound)
    publish(applied, isSilent: isSilent)
    return .applied(applied, machine.base)
  }

  func publish(_ applied: Applied, isSilent: Bool = false) {
    let follows = changeStart == loggedEnd
    if isSilent && !follows { return }
    loggedEnd = machine.stamp
    if isSilent { return }
    view?.link.complete(applied.revision)
    log.publish(applied, shown: machine.shown, follows: follows)
  }

  // MARK: - The end

  /// Nothing is shown any more.
  ///
  /// A change that the view is being told of is completed.
  func end(_ reason: EndReason) {
    guard machine.end(reason) else { return }
    rings.finish()
    view?.link.detach(self, because: reason)
  }

  private var reason: EndReason {
    guard case .ended(let reason) = machine.phase else { preconditionFailure("it has not ended") }
    return reason
  }

  /// The loop is over. Why, and what has the store not been told?
  func close(_ reason: EndReason?) -> (EndReason, untold: [Untold<Edit>]) {
    end(reason ?? (view == nil ? .viewGone : .cancelled))
    bindings.remove()
    log.finish()
    return (self.reason, machine.untold)
  }
}
