/// What connects a view with whatever it shows: the view reads its rows here, and says here what the user does.
///
/// A view owns its link. When the view goes, the link goes with it, and everything that kept the view true ends.
@MainActor public final class TableLink<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What the view shows.
  ///
  /// Inside a batch it changes at `commit`, and nowhere else.
  public var table: TableSnapshot<Section, Row> { shown.table }

  /// The data source's own value that belongs to the table, for instance a read transaction of a database.
  ///
  /// It comes with a ``TableState``, and changes in the same turn as the table. Edits keep it.
  public var value: (any Sendable)? { shown.value }

  /// Counts what the view was shown: one for each table and for each edit of the user's.
  public private(set) var revision = 0

  /// Whether a drag or the like is on.
  ///
  /// What comes meanwhile is shown when it is over.
  public var isInteracting: Bool { interactions > 0 }

  /// Whether anything is bound to the view that keeps it true.
  public var isBound: Bool { applier != nil }

  /// Whether the view is being told of a change at this moment.
  private(set) var isInTurn = false

  /// Whether something is on screen that is not the whole of a table.
  var isUnsettled: Bool { isInTurn || applier?.isHalfway == true }

  private var shown = CapturedTable(TableSnapshot<Section, Row>())
  private var followers: [any LinkFollower<Section, Row>] = []

  private(set) var applier: TableApplier<Section, Row>?
  private var life: Rings<Section, Row>.Life?
  private var interactions = 0
  /// What else ends with what is bound to the view.
  private var bindingFollowers: [WeakBindingFollower] = []
  /// Who is told what is wrong with cells, also after the stream has ended.
  private var diagnosing: TableOptions?

  /// Creates a link that nothing is bound to yet.
  public init() {}

  // MARK: - The user

  /// Shows a change that the user made, at once, and passes it on to the store.
  ///
  /// On screen it stays until the store has merged it into what is wanted. From then on it counts like any other edit:
  /// it applies to every table that the store admitted before, shown or not; one that comes later replaces it. A place
  /// given by a path becomes the place between the rows that are around it on screen.
  ///
  /// While the view is being told of a change, this waits until that is through. Without anything that is bound to the
  /// view, nothing happens.
  public func edit(_ edit: TableEdit<Section, Row>) { applier?.edit(edit) }

  /// A drag or the like begins: until it ends, only the user's own edits are shown.
  ///
  /// Calls may nest.
  public func beginInteraction() {
    interactions += 1
    if interactions == 1 { applier?.interacting(true) }
  }

  /// A drag or the like is over: what has come meanwhile is shown, as one change.
  public func endInteraction() {
    if interactions == 0 { return }
    interactions -= 1
    if interactions == 0 { applier?.interacting(false) }
  }

  /// Ends whatever is bound to the view, as if the view were given something else; what is shown stays.
  ///
  /// Once this has returned, nothing is applied any more.
  public func end() { applier?.end(.replaced) }

  // MARK: - The applier

  /// Connects an applier, and ends the one before.
  ///
  /// If that is in the middle of a turn, the new one waits for it.
  func attach(_ applier: TableApplier<Section, Row>, rings: Rings<Section, Row>) {
    self.applier?.end(.replaced)
    self.applier = applier
    life = Rings.Life(rings)
    diagnosing = applier.options
    for follower in bindingFollowers { follower.base?.bindingBegan() }
  }

  func detach(_ applier: TableApplier<Section, Row>, because reason: EndReason) {
    guard self.applier === applier else { return }
    self.applier = nil
    life = nil
    for follower in followers { follower.rest() }
    for follower in followers { follower.end() }
    for follower in bindingFollowers { follower.base?.bindingEnded(reason) }
    tellRest()
  }

  /// Reports something that is wrong with what the view shows, when the view is at rest.
  func report(_ problem: TableDiagnostic.Problem) {
    if let applier, isInTurn { return applier.report(problem) }
    diagnosing?.onReport?(TableDiagnostic(name: diagnosing?.name, revision: revision, problem: problem))
  }

  /// What the view shows, with the value that belongs to it.
  var state: TableState<Section, Row> { TableState(shown.table, value: shown.value) }

  /// What is shown is another table from now on; those who follow hear how.
  func commit(_ target: CapturedTable<Section, Row>, _ kind: ShownChange<Section, Row>.Kind) {
    let change = ShownChange(source: shown, target: target, kind: kind)
    shown = target
    for follower in followers { follower.follow(change) }
  }

  func complete(_ revision: Int) { self.revision = revision }

  /// The view is at rest: unless a change is on screen only in part, those who follow may act.
  func rest() {
    if isUnsettled { return }
    for follower in followers { follower.rest() }
    tellRest()
  }

  private func tellRest() {
    if isUnsettled { return }
    for follower in bindingFollowers { follower.base?.viewRests() }
  }

  /// Tells the view something.
  ///
  /// Nothing else is told it before this has returned.
  func turn(_ body: () throws -> Void) rethrows {
    precondition(!isInTurn, "a view is told of one change at a time")
    isInTurn = true
    defer { isInTurn = false }
    try body()
  }

  // MARK: - Followers

  /// Tells somebody from now on when something is bound to the view, and when that ends.
  ///
  /// It is not kept alive.
  public func follow(_ follower: any BindingFollower) {
    bindingFollowers.removeAll { $0.base == nil }
    bindingFollowers.append(WeakBindingFollower(base: follower))
  }

  private struct WeakBindingFollower {
    weak let base: (any BindingFollower)?
  }

  /// The one follower of a kind, made when it is first asked for.
  func follower<Follower: LinkFollower<Section, Row>>(_ make: () -> Follower) -> Follower {
    for follower in followers { if let follower = follower as? Follower { return follower } }
    let follower = make()
    followers.append(follower)
    return follower
  }
}

/// Something that belongs to a view and depends on whether anything is bound to it: its cells, an adapter.
@MainActor public protocol BindingFollower: AnyObject {
  /// A stream or store is bound to the view.
  ///
  /// What was bound to it before has ended, and that was told.
  func bindingBegan()

  /// Nothing is bound to the view any more; after ``EndReason/finished`` what is shown stays, and is to go on.
  ///
  /// The view may be in the middle of a turn: do not tell it of changes here, but when it rests.
  func bindingEnded(_ reason: EndReason)

  /// The view is told nothing at this moment and shows all of a change, or something was bound to it no longer: a follower
  /// may do with it whatever it likes. Nothing happens unless the follower says otherwise.
  func viewRests()
}

extension BindingFollower {
  /// Nothing happens.
  public func viewRests() {}
}
