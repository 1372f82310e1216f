/// An object that connects a view with the table that it shows, and receives the user's edits.
///
/// The view owns its link. When the view is deallocated, so is the link, and the view's binding ends.
@MainActor public final class TableLink<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The table that the view shows.
  ///
  /// During a batch update, the table changes only when the view calls `commit`.
  public var table: TableSnapshot<Section, Row> { screen.presented.table }

  /// The value that the data source attached to the table, such as a database read transaction.
  ///
  /// The value belongs to a ``TableState``, and changes together with the table. Edits do not change the value.
  public var value: (any Sendable)? { screen.presented.value }

  package var revision: Int { screen.revision }

  package var isInteracting: Bool { screen.isInteracting }

  package var isBound: Bool { applier != nil }

  package var isUpdating: Bool { screen.isUpdating }

  /// Whether the view is being updated or shows only part of a change.
  package var isUnsettled: Bool { screen.isUpdating || applier?.machine.isPartial == true }

  /// Whether the view has shown only part of a change.
  package var isHalfway: Bool { applier?.machine.isPartial == true }

  /// The animations for individual sections, keyed by identity, which override ``BindingOptions/animations``.
  ///
  /// ```swift
  /// view.link.sectionAnimations[.inbox] = TableAnimations(.fade)
  /// view.link.sectionAnimations[.inbox, default: TableAnimations()][.insert] = .left
  /// ```
  public var sectionAnimations: [Section.Identity: TableAnimations] = [:]

  var screen = ScreenMachine<CapturedTable<Section, Row>, PendingReport>(CapturedTable(TableSnapshot()))

  /// The source location that created a view in a test, for reports on standard error.
  package var origin: String?

  /// The rows that the current reload must show again, although they compare equal.
  var refreshed: Set<Row.Identity> = []

  private(set) var applier: TableApplier<Section, Row>?
  private var lifetime: BindingSignals<Section, Row>.Lifetime?
  private var followers: [any LinkFollower<Section, Row>] = []
  private(set) var bindingFollowers: [WeakBindingFollower] = []
  /// The number of calls of ``begin(_:)``, of which the last one wins.
  private var beginCount = 0
  /// Closures that notify observers of the end of a binding.
  private var endings: [() -> Void] = []
  /// The options of an ended binding, for cells that the view continues to request.
  private var options: BindingOptions?

  /// Creates a link without a binding.
  public init() {}

  /// Ends the view's observers, because their readers may outlive the view.
  isolated deinit { for follower in followers { follower.end() } }

  // MARK: - The user

  /// Shows a user's edit immediately, and passes it to the store.
  ///
  /// This method ignores the rules of ``UserEditing/rules``, and ``UserEditing/edits`` does not report the edit. To
  /// apply the rules and report the edit, use the methods of ``editing``.
  ///
  /// The edit applies to every table that the store has admitted so far, whether shown or not. A table that the store
  /// admits later replaces the edit. So does a table that the bound sequence produced after the edit, even if that
  /// table reached the store first. A path in the edit refers to the position between its neighboring rows on screen.
  ///
  /// If the view is being updated, the edit is deferred until the update completes. If the view is not bound, this
  /// method has no effect.
  public func edit(_ edit: TableEdit<Section, Row>) {
    applier?.edit(UserChange(edit.anchored(in: table)), at: .now)  // the table that the user saw, even inside a batch
  }

  /// Begins an interaction, such as a drag, during which only the user's own edits are shown.
  ///
  /// Calls can be nested.
  package func beginInteraction() { screen.beginInteraction() }

  /// Ends an interaction, and shows the changes that arrived during it as a single change.
  package func endInteraction() {
    screen.endInteraction()
    applier?.wakeIfDeferred()
  }

  /// Ends the view's binding with the reason ``EndReason/replaced``, and keeps the presented table.
  package func end() { applier?.end(.replaced) }

  // MARK: - Bindings

  /// Binds the view, and ends the previous binding.
  ///
  /// During an update of the view, the new binding waits until the update ends. If code that runs when the previous
  /// binding ends binds the view again, the later call wins.
  func begin(_ applier: TableApplier<Section, Row>) {
    beginCount += 1
    let number = beginCount
    while number == beginCount, let old = self.applier {
      old.end(.replaced)
      release(old, because: .replaced)  // in case its view was deallocated
    }
    notifyOfEnd()  // a nested call precedes later notifications
    guard number == beginCount else { return applier.end(.replaced) }
    self.applier = applier
    options = nil
    lifetime = BindingSignals.Lifetime(applier.signals)
    for follower in bindingFollowers where self.applier === applier { follower.base?.bindingBegan() }
  }

  func release(_ applier: TableApplier<Section, Row>, because reason: EndReason) {
    guard self.applier === applier else { return }
    self.applier = nil
    lifetime = nil
    options = applier.options
    endings += followers.map { follower in { follower.changeCompleted() } }
    endings += followers.map { follower in { follower.end() } }
    endings += bindingFollowers.map { follower in { follower.base?.bindingEnded(reason) } }
    endings.append { [self] in notifyIdle() }
    notifyOfEnd()
  }

  private func notifyOfEnd() {
    while !endings.isEmpty { endings.removeFirst()() }
  }

  package func report(_ problem: TableDiagnostic.Problem) {
    if let options = applier?.options ?? options { report(problem, of: options) }
  }

  /// Reports a problem to the handler of a binding once the view is idle.
  func report(_ problem: TableDiagnostic.Problem, of options: BindingOptions) {
    let handler = options.onDiagnostic ?? { $0.log() }
    // A problem in an update belongs to the revision of the update.
    let revision = isUpdating ? screen.revision + 1 : screen.revision
    let diagnostic = TableDiagnostic(name: options.name, origin: origin, revision: revision, problem: problem)
    if !screen.keep(PendingReport(diagnostic: diagnostic, handler: handler)) { handler(diagnostic) }
  }

  // MARK: - Updates

  /// Calls a closure that creates cells.
  ///
  /// Edits and selections in the closure wait, as they do during an update.
  package func makingCells<Result>(_ make: () -> Result) -> Result {
    guard screen.begin() else { return make() }
    defer { settle() }
    return make()
  }

  func commit(_ target: CapturedTable<Section, Row>, _ kind: ShownChange<Section, Row>.Kind) {
    if followers.isEmpty { return screen.commit(target) }
    let change = ShownChange(source: screen.presented, target: target, kind: kind)
    screen.commit(target)
    for follower in followers { follower.follow(change) }
  }

  /// Ends an update of the view, and handles everything that waited for it.
  func settle() {
    while applier?.showQueuedChange() == true {}  // a change may cause a new binding with its own edits
    let reports = screen.settle()
    applier?.wakeIfDeferred()
    if !isUnsettled {
      for follower in followers { follower.changeCompleted() }
      notifyIdle()
    }
    for report in reports { report.deliver() }
  }

  /// Notifies the observers, unless the view is being updated or shows only part of a change.
  private func notifyIdle() {
    if isUnsettled { return }
    for follower in bindingFollowers { follower.base?.viewDidBecomeIdle() }
  }

  func rulesChanged() {
    for follower in bindingFollowers { follower.base?.rulesChanged() }
  }

  // MARK: - Followers

  /// Notifies an object, without keeping it alive, when a binding begins or ends and when the view becomes idle.
  package func follow(_ follower: any BindingFollower) {
    bindingFollowers.removeAll { $0.base == nil }
    bindingFollowers.append(WeakBindingFollower(base: follower))
  }

  struct WeakBindingFollower {
    weak let base: (any BindingFollower)?
  }

  /// Returns the view's observer of the given type, which is created on first use.
  package func follower<Follower: LinkFollower<Section, Row>>(_ make: () -> Follower) -> Follower {
    for follower in followers { if let follower = follower as? Follower { return follower } }
    let follower = make()
    followers.append(follower)
    return follower
  }
}
