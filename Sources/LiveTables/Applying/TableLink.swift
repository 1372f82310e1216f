/// What connects a view with whatever it shows: the view reads its rows here, and the user's edits start here.
///
/// A view owns its link. When the view goes, the link goes with it, and everything that is bound to the view ends.
@MainActor public final class TableLink<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What the view shows.
  ///
  /// Inside a batch it changes at `commit`, and nowhere else.
  public var table: TableSnapshot<Section, Row> { screen.shown.table }

  /// The data source's own value that belongs to the table, for instance a read transaction of a database.
  ///
  /// It comes with a ``TableState``, and changes in the same turn as the table. Edits keep it.
  public var value: (any Sendable)? { screen.shown.value }

  /// Counts what the view was shown: one for each table and for each edit of the user's.
  @_spi(Adapters) public var revision: Int { screen.revision }

  /// Whether a drag or the like is on.
  ///
  /// What comes meanwhile is shown when it is over.
  @_spi(Adapters) public var isInteracting: Bool { screen.isInteracting }

  /// Whether anything is bound to the view.
  @_spi(Adapters) public var isBound: Bool { applier != nil }

  /// Whether the view is being updated at this moment.
  package var isUpdating: Bool { screen.isUpdating }

  /// Whether something is on screen that is not the whole of a table.
  package var isUnsettled: Bool { screen.isUpdating || applier?.session.isPartial == true }

  /// Whether a change is on screen in part, and its other stages are about to follow.
  package var isHalfway: Bool { applier?.session.isPartial == true }

  /// The animations of changes in sections of their own, by the sections' identities; they come before
  /// ``TableOptions/animations``.
  ///
  /// ```swift
  /// view.link.sectionAnimations[.inbox] = TableAnimations(.fade)
  /// view.link.sectionAnimations[.inbox, default: TableAnimations()][.insert] = .left
  /// ```
  public var sectionAnimations: [Section.Identity: TableAnimations] = [:]

  /// What is shown, and whether that may change.
  var screen = ScreenMachine<CapturedTable<Section, Row>, PendingReport>(CapturedTable(TableSnapshot()))

  /// Where a view of a test was made: standard error names it beside the view's reports.
  package var origin: String?

  /// What a reload that is under way is to show again, although it compares equal.
  var refreshed: Set<Row.Identity> = []

  private(set) var applier: TableApplier<Section, Row>?
  private var lifetime: BindingSignals<Section, Row>.Lifetime?
  private var followers: [any LinkFollower<Section, Row>] = []
  /// What depends on the binding.
  private(set) var bindingFollowers: [WeakBindingFollower] = []
  /// Counts the calls that bind something.
  private var calls = 0
  /// Who has yet to be notified of the end of a binding.
  private var endings: [() -> Void] = []
  /// What is left of the options of a binding that has ended: cells are still made.
  private var options: TableOptions?

  /// Creates a link that nothing is bound to yet.
  public init() {}

  /// Whoever reads what the view says may have kept that, and not the view.
  isolated deinit { for follower in followers { follower.end() } }

  // MARK: - The user

  /// Shows a change that the user made, at once, and passes it on to the store.
  ///
  /// No rule of ``TableEditing/editor`` is asked, and ``TableEditing/edits`` does not tell of it: for that, use the verbs of
  /// ``editing``.
  ///
  /// The edit applies to every table that the store has admitted by then, shown or not. A table that is admitted later
  /// replaces it; so does one that the bound sequence had after the user made the edit, even if it reaches the store first. A
  /// place given by a path becomes the place between the rows that are around it on screen.
  ///
  /// During an update of the view, the edit waits until that is through. Without anything bound to the view, nothing
  /// happens.
  ///
  /// - Parameter edit: The change.
  public func edit(_ edit: TableEdit<Section, Row>) {
    applier?.edit(UserChange(edit.anchored(in: table)), at: .now)  // what the user saw, also inside a batch
  }

  /// A drag or the like begins: until it ends, only the user's own edits are shown.
  ///
  /// Calls may nest.
  @_spi(Adapters) public func beginInteraction() { screen.beginInteraction() }

  /// A drag or the like is over: what has come meanwhile is shown, as one change.
  ///
  /// Without one nothing happens.
  @_spi(Adapters) public func endInteraction() {
    screen.endInteraction()
    applier?.wakeIfDeferred()
  }

  /// Ends whatever is bound to the view, as if the view were bound to something else; what is shown stays.
  ///
  /// Once this has returned, nothing is applied any more.
  @_spi(Adapters) public func end() { applier?.end(.replaced) }

  // MARK: - Sessions

  /// Begins a binding's session, and ends the one before.
  ///
  /// During an update of the view, the new session waits for its end. The end of the session before may lead to code that
  /// binds the view: that call came later, so that its session stays, and this one ends as replaced.
  func attach(_ applier: TableApplier<Section, Row>) {
    calls += 1
    let call = calls
    while call == calls, let old = self.applier {
      old.end(.replaced)
      detach(old, because: .replaced)  // if its view is gone
    }
    notifyOfEnd()  // a call from inside a notification comes before the others
    guard call == calls else { return applier.end(.replaced) }
    self.applier = applier
    options = nil
    lifetime = BindingSignals.Lifetime(applier.signals)
    for follower in bindingFollowers where self.applier === applier { follower.base?.bindingBegan() }
  }

  func detach(_ applier: TableApplier<Section, Row>, because reason: EndReason) {
    guard self.applier === applier else { return }
    self.applier = nil
    lifetime = nil
    options = applier.options
    endings += followers.map { follower in { follower.rest() } }
    endings += followers.map { follower in { follower.end() } }
    endings += bindingFollowers.map { follower in { follower.base?.bindingEnded(reason) } }
    endings.append { [self] in tellIdle() }
    notifyOfEnd()
  }

  private func notifyOfEnd() {
    while !endings.isEmpty { endings.removeFirst()() }
  }

  /// Reports something that is wrong with what the view shows, when the view is idle.
  package func report(_ problem: TableDiagnostic.Problem) {
    if let options = applier?.options ?? options { report(problem, of: options) }
  }

  /// Reports a problem to the handler of a binding, when the view is idle.
  func report(_ problem: TableDiagnostic.Problem, of options: TableOptions) {
    let handler = options.onDiagnostic ?? { $0.log() }
    // What goes wrong in an update belongs to the revision that it leads to.
    let revision = isUpdating ? screen.revision + 1 : screen.revision
    let diagnostic = TableDiagnostic(name: options.name, origin: origin, revision: revision, problem: problem)
    if !screen.keep(PendingReport(diagnostic: diagnostic, handler: handler)) { handler(diagnostic) }
  }

  // MARK: - Updates

  /// Lets a view make cells for what comes on screen: what is edited or selected meanwhile waits, as in an update.
  package func makingCells<Result>(_ make: () -> Result) -> Result {
    guard screen.begin() else { return make() }
    defer { settle() }
    return make()
  }

  /// Replaces what is shown, and passes the change on to the followers, if there are any.
  func commit(_ target: CapturedTable<Section, Row>, _ kind: ShownChange<Section, Row>.Kind) {
    if followers.isEmpty { return screen.commit(target) }
    let change = ShownChange(source: screen.shown, target: target, kind: kind)
    screen.commit(target)
    for follower in followers { follower.follow(change) }
  }

  /// Ends an update of the view: what waited for it follows.
  func settle() {
    while applier?.showQueuedEdit() == true {}  // an edit may lead to another binding, with edits of its own
    let reports = screen.settle()
    applier?.wakeIfDeferred()
    if !isUnsettled {
      for follower in followers { follower.rest() }
      tellIdle()
    }
    for report in reports { report.deliver() }
  }

  /// Notifies the followers that the view is idle, unless a table is on screen only in part.
  private func tellIdle() {
    if isUnsettled { return }
    for follower in bindingFollowers { follower.base?.viewDidBecomeIdle() }
  }

  /// Notifies the followers that the user may edit rows now or is offered actions, or not any more.
  func editorChanged() {
    for follower in bindingFollowers { follower.base?.editorChanged() }
  }

  // MARK: - Followers

  /// Notifies an object when a binding begins and ends, and when the view becomes idle.
  ///
  /// - Parameter follower: What is notified; it is not kept alive.
  @_spi(Adapters) public func follow(_ follower: any BindingFollower) {
    bindingFollowers.removeAll { $0.base == nil }
    bindingFollowers.append(WeakBindingFollower(base: follower))
  }

  struct WeakBindingFollower {
    weak let base: (any BindingFollower)?
  }

  /// The one follower of a kind, made when it is first asked for.
  package func follower<Follower: LinkFollower<Section, Row>>(_ make: () -> Follower) -> Follower {
    for follower in followers { if let follower = follower as? Follower { return follower } }
    let follower = make()
    followers.append(follower)
    return follower
  }
}

/// A part of a view that depends on its binding: its cells, an adapter.
@_spi(Adapters) @MainActor public protocol BindingFollower: AnyObject {
  /// A binding of the view begins.
  ///
  /// The one before has ended, and ``bindingEnded(_:)`` was called.
  func bindingBegan()

  /// The binding of the view has ended; after ``EndReason/finished`` what is shown stays alive.
  ///
  /// The view may be in the middle of an update: change it in ``viewDidBecomeIdle()``.
  ///
  /// - Parameter reason: Why it has ended.
  func bindingEnded(_ reason: EndReason)

  /// The view is not being updated and shows all of a change, or its binding has ended: a follower may change it.
  ///
  /// Does nothing by default.
  func viewDidBecomeIdle()

  /// There are rules for what the user may edit, or for actions, where there were none, or none any more.
  ///
  /// Does nothing by default.
  func editorChanged()
}

extension BindingFollower {
  /// Does nothing.
  @_spi(Adapters) public func viewDidBecomeIdle() {}

  /// Does nothing.
  @_spi(Adapters) public func editorChanged() {}
}
