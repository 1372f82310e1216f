@_spi(Adapters) public import LiveTables

/// The rows of a view that are selected.
///
/// ```swift
/// view.link.selection.mode = .one
/// view.link.selection.select(id: mail.id)                     // the row is selected and scrolled to
/// view.link.selection.onChange = { ids in model.open = ids.first }
/// ```
///
/// What is selected is a row, not a place: it follows its row through updates, moves, edits, reloads and another binding,
/// by identity and, where several rows have one, by occurrence. A row that goes is deselected, with one event, and is
/// not selected when it comes back.
@MainActor public final class TableSelection<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// How many rows can be selected; by default none.
  ///
  /// Rows that another mode does not allow are deselected, but for the first one; that is not told as an event.
  public var mode: SelectionMode {
    get { machine.mode }
    set {
      if newValue != machine.mode { presenter?.selectionModeChanged(to: newValue) }
      show(machine.set(newValue))
    }
  }

  /// Whether the user may select a row; by default any.
  ///
  /// The program may select every row. The closure may look at the selection, to allow three rows at most for instance. If
  /// it edits the table, a row that moves or goes by that is not selected.
  public var maySelect: (@MainActor (Row, RowPath) -> Bool)?

  /// Called with the identities of the selected rows, in order, after each change of the selection, by the user or by code.
  ///
  /// It is called at once, but not while the view is being told of a change or shows one in part only. If it sets the
  /// caller's model, and that sets the selection, the circle ends there: what is selected already changes nothing.
  public var onChange: (@MainActor ([Row.Identity]) -> Void)?

  /// What shows the selection: the view, which is not kept alive.
  @_spi(Adapters) public weak var presenter: (any SelectionPresenter)?

  private weak let link: TableLink<Section, Row>?
  private var machine = SelectionMachine<Row>(mode: .none) {
    didSet {
      settings += 1
      former = nil
    }
  }
  /// Counts what was done to the machine.
  private var settings = 0
  /// The table in which rows are selected while the selection follows a change of it; `nil` otherwise.
  private var former: TableSnapshot<Section, Row>?
  private let source = EventSource<[Row.Identity]>(room: 1)
  /// Whether there is a change that was not reported yet.
  private var isUntold = false
  /// Rows whose looks may have changed since the view was notified, and where to scroll.
  private var unshown: Set<RowPath> = []
  private var scrollTarget: RowPath?

  init(_ link: TableLink<Section, Row>) {
    self.link = link
    source.greeting = { [weak self] in self?.ids }
  }

  // MARK: - What is selected

  /// Where the selected rows are, in order.
  ///
  /// - Complexity: O(*m* log *m*) for *m* selected rows.
  package var paths: [RowPath] { machine.paths.ascending() }

  /// The selected rows, in order.
  public var rows: [Row] { (former ?? link?.table).map { table in paths.compactMap { table[$0] } } ?? [] }

  /// The identities of the selected rows, in order.
  public var ids: [Row.Identity] { rows.map(\.identity) }

  /// Whether the row at a path is selected.
  ///
  /// - Parameter path: The path.
  /// - Returns: Whether it is selected; not where there is no row.
  public func contains(_ path: RowPath) -> Bool { machine.paths.contains(path) }

  /// The identities of the selected rows, in order: the current ones, and then after every change, by the user or by code.
  ///
  /// A reader that is slow gets the newest. It ends like those of `TableEvents`. For a model that says in turn what is to be
  /// selected, use ``onChange``: what arrives here may be old by the time that it answers.
  public var values: Updates<[Row.Identity], Never> { source.sequence() }

  // MARK: - The user

  /// The user does something to the row at a path.
  ///
  /// - Returns: Whether that selected or deselected anything, or was an event all the same.
  @_spi(Adapters) @discardableResult public func user(_ gesture: SelectionGesture, at path: RowPath) -> Bool {
    guard let link, link.table[path] != nil else { return false }
    let moment = (table: link.table, revision: link.revision)
    func range(from first: RowPath, through last: RowPath) -> [RowPath] { link.table.paths(from: first, through: last) }
    // The caller, who is asked, may look at the selection or change it, and may even change the table.
    var answers: [RowPath: Bool] = [:]
    var trial = machine
    _ = trial.user(gesture, at: path, range: range) { [maySelect] path in
      let answer = link.table[path].map { maySelect?($0, path) ?? true } ?? false
      answers[path] = answer
      return answer
    }
    if haveMoved(answers.keys, since: moment) { return false }
    return userDid(machine.user(gesture, at: path, range: range) { answers[$0] ?? false }, in: link.table)
  }

  /// What the user can make of a selection that a view proposes, which knows by itself what clicks, keys and a frame
  /// drawn around rows mean.
  ///
  /// - Parameter proposed: The rows that would be selected, and no others.
  /// - Returns: Those of them that may be, in order, as many as the mode allows; where that is one, a row that is not
  ///   selected yet comes before one that is.
  @_spi(Adapters) public func allowed(_ proposed: some Sequence<RowPath>) -> [RowPath] {
    guard let link, mode != .none else { return [] }
    let allowed = Set(proposed).ascending().filter { path in
      link.table[path].map { contains(path) || maySelect?($0, path) ?? true } ?? false
    }
    if mode == .many || allowed.count < 2 { return allowed }
    return Array((allowed.filter { !contains($0) } + allowed).prefix(1))
  }

  /// The user selects these rows and no others, as far as they are ``allowed(_:)``, in a view that knows by itself what
  /// gestures mean.
  ///
  /// - Returns: Whether that selected or deselected anything.
  @_spi(Adapters) @discardableResult public func user(selects paths: some Sequence<RowPath>) -> Bool {
    guard let link else { return false }
    let moment = (table: link.table, revision: link.revision)
    let allowed = allowed(paths)
    if haveMoved(allowed, since: moment) { return false }
    return userDid(machine.set(allowed), in: link.table)
  }

  /// Whether any of some paths has had another row, or none, since a moment.
  private func haveMoved(
    _ paths: some Sequence<RowPath>, since moment: (table: TableSnapshot<Section, Row>, revision: Int)
  ) -> Bool {
    guard let link, link.revision != moment.revision else { return false }
    return paths.contains { link.table[$0]?.identity != moment.table[$0]?.identity }
  }

  private func userDid(_ change: SelectionMachine<Row>.Change, in table: TableSnapshot<Section, Row>) -> Bool {
    for path in change.deselected {
      if let row = table[path] { link?.events.deselections.tell(SelectionEvent(row, at: path, because: .user)) }
    }
    for path in change.selected + (change.again.map { [$0] } ?? []) {
      if let row = table[path] { link?.events.selections.tell(SelectionEvent(row, at: path, because: .user)) }
    }
    show(change)
    return !change.isEmpty || change.again != nil
  }

  // MARK: - The program

  /// Selects the first row with an identity, and no other, and scrolls to it.
  ///
  /// An identity that no row has changes nothing, and nothing is selected while ``mode`` is `none`, which it is at first.
  /// Where the row is selected already, the view does not scroll.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - scrolls: Whether the view scrolls to the row.
  /// - Returns: Whether anything changed.
  /// - Complexity: O(*n*), one scan.
  @discardableResult public func select(id: Row.Identity, scrolls: Bool = true) -> Bool {
    guard let path = link?.table.path(of: id) else { return false }
    return select([path], scrolls: scrolls)
  }

  /// Selects the first rows with these identities, and no others, and scrolls to the first that was not selected.
  ///
  /// Identities that no row has are passed over; if none has a row, nothing changes. Without any identity nothing is
  /// selected any more. What is selected already, given as it is in ``ids``, stays what it is.
  ///
  /// - Parameters:
  ///   - ids: The identities, in any order.
  ///   - scrolls: Whether the view scrolls.
  /// - Returns: Whether anything changed.
  /// - Complexity: O(*n*), one scan.
  @discardableResult public func select(ids: some Sequence<Row.Identity>, scrolls: Bool = true) -> Bool {
    guard let link else { return false }
    let ids = Array(ids)
    if ids == self.ids { return false }
    let found = link.table.paths(of: ids).compactMap { $0 }
    if found.isEmpty && !ids.isEmpty { return false }
    return select(found, scrolls: scrolls)
  }

  /// Selects the rows at these paths, and no others, and does not scroll.
  ///
  /// Paths without a row are passed over; if none has one, nothing changes. Without any path nothing is selected any
  /// more.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult package func select(paths: some Sequence<RowPath>) -> Bool {
    guard let link else { return false }
    let paths = Array(paths)
    let found = paths.filter { link.table[$0] != nil }
    if found.isEmpty && !paths.isEmpty { return false }
    return select(found, scrolls: false)
  }

  /// Selects nothing.
  public func deselectAll() { show(machine.set([])) }

  /// Selects what a stream says, until it ends: the caller's model as the selection.
  ///
  /// It does not keep the view alive. The stream should say what the caller decides, and not repeat what it received.
  ///
  /// - Parameter ids: What is selected, again and again.
  /// - Throws: What the stream throws.
  public func follow<S: AsyncSequence>(_ ids: S) async throws where S.Element: Sequence<Row.Identity> {
    for try await ids in ids { select(ids: ids) }
  }

  private func select(_ paths: [RowPath], scrolls: Bool) -> Bool {
    let change = machine.set(paths)
    if scrolls, let first = paths.first(where: { change.selected.contains($0) }) { scrollTarget = first }
    show(change)
    return !change.isEmpty
  }

  // MARK: - Showing

  private func show(_ change: SelectionMachine<Row>.Change) {
    unshown.formUnion(change.selected)
    unshown.formUnion(change.deselected)
    if !change.isEmpty { isUntold = true }
    showAll()
    tellAll()
  }

  private func tellAll() {
    guard isUntold, let link, !link.isUnsettled else { return }
    isUntold = false
    let ids = ids
    source.tell(ids)
    onChange?(ids)
  }

  private func showAll() {
    guard let link, !link.isUpdating else { return }
    let (paths, target) = (unshown, scrollTarget)
    unshown = []
    scrollTarget = nil
    if !paths.isEmpty {
      presenter?.showSelection(
        selected: paths.filter(contains).ascending(), deselected: paths.filter { !contains($0) }.ascending())
    }
    if let target { presenter?.scroll(to: target) }
  }
}

extension TableSelection: LinkFollower {
  package func follow(_ change: ShownChange<Section, Row>) {
    let (source, target) = (change.source.table, change.target.table)
    if case .batch(let operations) = change.kind {
      // A row that is updated in place may have got another identity.
      let updated = operations.updatedRows.filter(machine.paths.contains)
      for case (let old, let new?) in zip(updated, change.targets(of: updated))
      where source[old]?.identity != target[new]?.identity { isUntold = true }
    }
    // Rows are asked who they are, and may look at the selection meanwhile, or change it; then that counts.
    var following = machine
    let (settings, unseen, scrolling) = (settings, unshown, scrollTarget)
    (unshown, scrollTarget, former) = ([], nil, source)
    defer { former = nil }
    following.follow(change.targets, departures: { change.departures }, row: { source[$0] }) {
      change.arrivals.compactMap { path in target[path].map { (path, $0) } }
    }
    unshown.formUnion(change.targets(of: Array(unseen)).compactMap { $0 })
    scrollTarget = scrollTarget ?? scrolling.flatMap { change.targets(of: [$0])[0] }
    if settings == self.settings {
      machine = following
    } else {
      unshown.formUnion(following.paths)
    }
  }

  package func rest() {
    let gone = machine.rest()
    for missing in gone {
      link?.events.deselections.tell(SelectionEvent(missing.row, at: missing.path, because: .removed))
    }
    if !gone.isEmpty { isUntold = true }
    if link?.isUnsettled == false { presenter?.selectionSettles() }
    showAll()
    tellAll()
  }

  package func end() { source.end() }
}

extension TableLink {
  /// The rows that are selected.
  public var selection: TableSelection<Section, Row> { follower { TableSelection(self) } }
}

extension TableSnapshot {
  /// The paths of all rows from one to another, both included, in order, whichever comes first.
  fileprivate func paths(from one: RowPath, through other: RowPath) -> [RowPath] {
    let (lower, upper) = one < other ? (one, other) : (other, one)
    guard let first = offset(of: lower), let last = offset(of: upper) else { return [] }
    return (first...last).compactMap { path(at: $0) }
  }
}
