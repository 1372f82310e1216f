public import LiveTables

/// The selected rows of a view.
///
/// ```swift
/// view.link.selection.mode = .one
/// view.link.selection.select(id: mail.id)                     // the row is selected and scrolled to
/// view.link.selection.onChange = { ids in model.open = ids.first }
/// ```
///
/// The selection tracks rows rather than index paths: a row stays selected through updates, moves, edits, reloads, and
/// new bindings. Rows are matched by identity, and rows with the same identity are matched by their order. A deleted
/// row is deselected with a single event, and stays deselected if it is inserted again.
@MainActor public final class TableSelection<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The number of rows that can be selected, and the effect of tapping a selected row.
  ///
  /// The default is `none`.
  ///
  /// If you set a mode that allows fewer rows than are selected, only the first selected row stays selected. This
  /// change sends no event.
  public var mode: SelectionMode {
    get { machine.mode }
    set {
      if newValue != machine.mode { presenter?.selectionModeChanged(to: newValue) }
      show(machine.setMode(newValue))
    }
  }

  /// A closure that returns whether the user can select a row.
  ///
  /// By default, the user can select any row.
  ///
  /// The closure does not restrict programmatic selection. The closure can read the selection, for example to allow at
  /// most three rows. If the closure edits the table, rows that the edit moves or deletes are not selected.
  public var maySelect: (@MainActor (Row, RowPath) -> Bool)?

  /// A closure that receives the identities of the selected rows, in order, after each change made by the user or
  /// programmatically.
  ///
  /// The closure is called synchronously, but never during a view update or between the batches of a change. The
  /// closure can update a model that sets the selection in turn, because selecting rows that are already selected has
  /// no effect.
  public var onChange: (@MainActor ([Row.Identity]) -> Void)?

  /// A weak reference to the view that shows the selection.
  package weak var presenter: (any SelectionPresenter)?

  private weak let link: TableLink<Section, Row>?
  private var machine = SelectionMachine<Row>(mode: .none) {
    didSet {
      machineVersion += 1
      formerTable = nil
    }
  }
  /// The number of times the selection machine has been changed.
  private var machineVersion = 0
  /// The table that the selected paths refer to while the selection is being updated for a change, or `nil`.
  private var formerTable: TableSnapshot<Section, Row>?
  private let source = EventSource<[Row.Identity]>(bufferSize: 1)
  /// Whether a change to the selection has not been reported yet.
  private var hasUnsentChange = false
  /// The rows whose appearance may have changed since the view was notified.
  private var unshown: Set<RowPath> = []
  private var scrollTarget: RowPath?

  init(_ link: TableLink<Section, Row>) {
    self.link = link
    source.firstEvent = { [weak self] in self?.ids }
  }

  // MARK: - What is selected

  /// The paths of the selected rows, in order.
  ///
  /// - Complexity: O(*m* log *m*) for *m* selected rows.
  package var paths: [RowPath] { machine.paths.ascending() }

  /// The selected rows, in order.
  public var rows: [Row] { (formerTable ?? link?.table).map { table in paths.compactMap { table[$0] } } ?? [] }

  /// The identities of the selected rows, in order.
  public var ids: [Row.Identity] { rows.map(\.identity) }

  /// Returns whether the row at a path is selected.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: Whether there is a row at the path and the row is selected.
  public func contains(_ path: RowPath) -> Bool { machine.paths.contains(path) }

  /// A sequence of the identities of the selected rows, in order.
  ///
  /// The first element contains the current identities. Another element follows after each change made by the user or
  /// programmatically.
  ///
  /// A slow reader receives only the latest value. The sequence ends when the sequences of `TableEvents` end. To update
  /// a model that sets the selection in turn, use ``onChange``, because a value of this sequence may already be
  /// outdated when you receive it.
  public var values: Updates<[Row.Identity], Never> { source.sequence() }

  // MARK: - The user

  /// Handles the user's selection gesture on the row at a path.
  ///
  /// - Returns: Whether the selection changed or the gesture sent an event.
  @discardableResult package func user(_ gesture: SelectionGesture, at path: RowPath) -> Bool {
    guard let link, link.table[path] != nil else { return false }
    let moment = (table: link.table, revision: link.revision)
    func range(from first: RowPath, through last: RowPath) -> [RowPath] { link.table.paths(from: first, through: last) }
    // The caller's closure may read or change the selection, and may even change the table.
    var answers: [RowPath: Bool] = [:]
    var trial = machine
    _ = trial.handle(gesture, at: path, range: range) { [maySelect] path in
      let answer = link.table[path].map { maySelect?($0, path) ?? true } ?? false
      answers[path] = answer
      return answer
    }
    if haveMoved(answers.keys, since: moment) { return false }
    return userDid(machine.handle(gesture, at: path, range: range) { answers[$0] ?? false }, in: link.table)
  }

  /// Returns the rows that the user can select, out of the rows that a view proposes.
  ///
  /// Use this method in views that interpret clicks, keys, and drags themselves.
  ///
  /// - Parameter proposed: The paths of the rows that the view would select in place of the current ones.
  /// - Returns: The paths of the selectable rows, in order, as many as the mode allows. If the mode allows only one
  ///   row, a row that is not selected yet is preferred.
  package func allowed(_ proposed: some Sequence<RowPath>) -> [RowPath] {
    guard let link, mode != .none else { return [] }
    let allowed = Set(proposed).ascending().filter { path in
      link.table[path].map { contains(path) || maySelect?($0, path) ?? true } ?? false
    }
    if mode == .many || allowed.count < 2 { return allowed }
    return Array((allowed.filter { !contains($0) } + allowed).prefix(1))
  }

  /// Selects the given rows that ``allowed(_:)`` permits, and deselects all other rows.
  ///
  /// Use this method in views that interpret selection gestures themselves.
  ///
  /// - Returns: Whether the selection changed.
  @discardableResult package func user(selects paths: some Sequence<RowPath>) -> Bool {
    guard let link else { return false }
    let moment = (table: link.table, revision: link.revision)
    let allowed = allowed(paths)
    if haveMoved(allowed, since: moment) { return false }
    return userDid(machine.select(allowed), in: link.table)
  }

  /// Returns whether the row at any of the paths has been replaced or removed since a given point in time.
  private func haveMoved(
    _ paths: some Sequence<RowPath>, since moment: (table: TableSnapshot<Section, Row>, revision: Int)
  ) -> Bool {
    guard let link, link.revision != moment.revision else { return false }
    return paths.contains { link.table[$0]?.identity != moment.table[$0]?.identity }
  }

  private func userDid(_ change: SelectionMachine<Row>.Change, in table: TableSnapshot<Section, Row>) -> Bool {
    for path in change.deselected {
      if let row = table[path] { link?.events.deselections.send(SelectionEvent(row, at: path, because: .user)) }
    }
    for path in change.selected + (change.tappedAgain.map { [$0] } ?? []) {
      if let row = table[path] { link?.events.selections.send(SelectionEvent(row, at: path, because: .user)) }
    }
    show(change)
    return !change.isEmpty || change.tappedAgain != nil
  }

  // MARK: - Selection by code

  /// Selects only the first row with the given identity, and scrolls to it.
  ///
  /// If no row has the identity, or ``mode`` is `none` (the default), this method has no effect. If the row is already
  /// selected, the view does not scroll.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - scrolls: Whether to scroll to the row.
  /// - Returns: Whether the selection changed.
  /// - Complexity: O(*n*).
  @discardableResult public func select(id: Row.Identity, scrolls: Bool = true) -> Bool {
    guard let path = link?.table.path(of: id) else { return false }
    return select([path], scrolls: scrolls)
  }

  /// Selects only the first row with each of the given identities, and scrolls to the first of these rows that was not
  /// selected.
  ///
  /// Identities that no row has are ignored. If no identity has a row, this method has no effect. If `ids` is empty,
  /// all rows are deselected. If `ids` contains exactly the selected identities, the selection does not change.
  ///
  /// - Parameters:
  ///   - ids: The identities of the rows, in any order.
  ///   - scrolls: Whether to scroll to the first row that was not selected.
  /// - Returns: Whether the selection changed.
  /// - Complexity: O(*n*).
  @discardableResult public func select(ids: some Sequence<Row.Identity>, scrolls: Bool = true) -> Bool {
    guard let link else { return false }
    let ids = Array(ids)
    if ids == self.ids { return false }
    let found = link.table.paths(of: ids).compactMap { $0 }
    if found.isEmpty && !ids.isEmpty { return false }
    return select(found, scrolls: scrolls)
  }

  /// Selects only the rows at the given paths, without scrolling.
  ///
  /// Paths that have no row are ignored. If no path has a row, this method has no effect. If `paths` is empty, all rows
  /// are deselected.
  ///
  /// - Returns: Whether the selection changed.
  @discardableResult package func select(paths: some Sequence<RowPath>) -> Bool {
    guard let link else { return false }
    let paths = Array(paths)
    let found = paths.filter { link.table[$0] != nil }
    if found.isEmpty && !paths.isEmpty { return false }
    return select(found, scrolls: false)
  }

  private func select(_ paths: [RowPath], scrolls: Bool) -> Bool {
    let change = machine.select(paths)
    if scrolls, let first = paths.first(where: { change.selected.contains($0) }) { scrollTarget = first }
    show(change)
    return !change.isEmpty
  }

  // MARK: - Presenting

  private func show(_ change: SelectionMachine<Row>.Change) {
    unshown.formUnion(change.selected)
    unshown.formUnion(change.deselected)
    if !change.isEmpty { hasUnsentChange = true }
    showAll()
    sendSelection()
  }

  private func sendSelection() {
    guard hasUnsentChange, let link, !link.isUnsettled else { return }
    hasUnsentChange = false
    let ids = ids
    source.send(ids)
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
      // A row that has been updated in place may have a new identity.
      let updated = operations.updatedRows.filter(machine.paths.contains)
      for case (let old, let new?) in zip(updated, change.targets(of: updated))
      where source[old]?.identity != target[new]?.identity { hasUnsentChange = true }
    }
    // Reading an identity runs the row's code, which may read or change the selection. Such a change takes precedence.
    var following = machine
    let (version, unseen, scrolling) = (machineVersion, unshown, scrollTarget)
    (unshown, scrollTarget, formerTable) = ([], nil, source)
    defer { formerTable = nil }
    following.follow(change.targets, departures: { change.departures }, row: { source[$0] }) {
      change.arrivals.compactMap { path in target[path].map { (path, $0) } }
    }
    unshown.formUnion(change.targets(of: Array(unseen)).compactMap { $0 })
    scrollTarget = scrollTarget ?? scrolling.flatMap { change.targets(of: [$0])[0] }
    if version == machineVersion {
      machine = following
    } else {
      unshown.formUnion(following.paths)
    }
  }

  package func changeCompleted() {
    let gone = machine.removeMissing()
    for missing in gone {
      link?.events.deselections.send(SelectionEvent(missing.row, at: missing.path, because: .removed))
    }
    if !gone.isEmpty { hasUnsentChange = true }
    if link?.isUnsettled == false { presenter?.selectionSettles() }
    showAll()
    sendSelection()
  }

  package func end() { source.end() }
}

extension TableLink {
  /// The selected rows of the view.
  public var selection: TableSelection<Section, Row> { follower { TableSelection(self) } }
}

extension TableSnapshot {
  /// Returns the paths of all rows between two rows, including both, in order.
  fileprivate func paths(from one: RowPath, through other: RowPath) -> [RowPath] {
    let (lower, upper) = one < other ? (one, other) : (other, one)
    guard let first = offset(of: lower), let last = offset(of: upper) else { return [] }
    return (first...last).compactMap { path(at: $0) }
  }
}
