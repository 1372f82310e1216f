/// The edits that the user makes in a view.
///
/// ```swift
/// view.link.editing.rules = .deleting() + .moving(to: .anywhere)
/// for await edit in view.link.editing.edits {
///   do { try await server.save(edit) } catch { view.link.editing.refuse(edit) }     // the row comes back
/// }
/// ```
///
/// The table on screen and the store's target change immediately (see ``TableLink/edit(_:)`` for tables that arrive
/// later). You receive each edit. To refuse an edit before it is shown, use the rules. To refuse it later, call
/// ``refuse(_:)``. Without rules or a binding, the user cannot edit rows.
@MainActor public final class UserEditing<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The rules for the user's edits.
  ///
  /// By default, the user cannot make any edits.
  public var rules = EditRules<Section, Row>() {
    didSet {
      endsWithBinding = false
      if rules.isEmpty != oldValue.isEmpty || rules.offersActions != oldValue.offersActions { link?.rulesChanged() }
    }
  }

  /// Whether the rules are removed when the binding ends.
  private var endsWithBinding = false

  private var receiver: ReceivingSource<Section, Row>?

  /// The last edit to each row whose last edit is being saved or has failed.
  private(set) var unsaved: [Row.Identity: (edit: UserEdit<Section, Row>, state: SaveState)] = [:]
  let unsavedChanges = EventSource<Row.Identity>()

  /// The user's edits that can be undone and redone.
  public private(set) lazy var undo = EditUndo(self)

  private weak let link: TableLink<Section, Row>?
  private let source = EventSource<UserEdit<Section, Row>>()
  private var followed: [WeakRow] = []

  private final class WeakRow {
    weak let row: FollowedRow?
    /// The identity of the row, if a batch of the current change has deleted the row.
    var lost: Row.Identity?

    init(_ row: FollowedRow) { self.row = row }
  }

  init(_ link: TableLink<Section, Row>) { self.link = link }

  // MARK: - Edits

  /// The edits that the user makes, in order.
  public var edits: Updates<UserEdit<Section, Row>, Never> { source.sequence() }

  /// Reverts a user's edit.
  ///
  /// A deleted row is inserted again, a moved row moves back, and a changed row receives its previous content.
  ///
  /// You can refuse edits in any order. Later edits by users are kept.
  ///
  /// This method has no effect if the edit has already been refused, has been reverted by a newer table, or is not on
  /// screen yet. It also has no effect if the store in which the edit was made is not bound to the view. Such a store
  /// keeps the edit. To revert it, call this method when the store is bound again and its table is on screen.
  ///
  /// - Parameter edit: An edit from ``edits``.
  /// - Returns: Whether the edit was reverted.
  /// - Complexity: O(*k*) for *k* later edits, or *k* diffs if the table has been changed in another way since.
  @discardableResult public func refuse(_ edit: UserEdit<Section, Row>) -> Bool {
    guard let applier = link?.applier, let id = edit.requestID, let table = applier.upcoming,
      let refusal = applier.bindings.refuse(id, in: table)
    else { return false }
    undo.forget(edit)
    applier.edit(refusal, at: .now)
    return true
  }

  /// Reviews the user's edits one after another, and reverts edits that are not accepted.
  ///
  /// This method returns when the binding ends or the task is cancelled. An edit that is refused after that remains in
  /// the store (see ``refuse(_:)``).
  ///
  /// - Parameter accepts: A closure that returns whether to accept an edit. The edit is on screen in the meantime.
  public func review(_ accepts: (UserEdit<Section, Row>) async -> Bool) async {
    for await edit in edits {
      if await !accepts(edit) { refuse(edit) }
    }
  }

  // MARK: - The source

  /// Passes edits to a source until the binding ends.
  ///
  /// - Parameter rules: The rules during the binding, or `nil` to keep the current rules.
  func begin(_ receiver: ReceivingSource<Section, Row>?, _ rules: EditRules<Section, Row>?) {
    self.receiver = receiver
    if let rules {
      self.rules = rules
      endsWithBinding = true
    }
  }

  /// Records the state of an edit, or `nil` if it was saved, unless a later edit to the row has begun.
  func note(_ state: SaveState?, of edit: UserEdit<Section, Row>, isNew: Bool = false) {
    let id = edit.row.identity
    if !isNew, unsaved[id]?.edit.requestID !== edit.requestID { return }
    unsaved[id] = state.map { (edit, $0) }
    unsavedChanges.send(id)
  }

  // MARK: - What may be done

  var isBound: Bool { link?.isBound ?? false }

  /// Returns whether the user can make a kind of edit to the row at a path.
  ///
  /// Without a binding, no edit is allowed.
  package func may(_ kind: EditKind, at path: RowPath) -> Bool {
    guard let link, link.isBound, let site = RowSite(path, in: link.table) else { return false }
    return rules.allows(kind, site)
  }

  /// Returns the actions for the row at a path, without deletions if the view has no binding.
  package func actions(at path: RowPath) -> [RowAction<Section, Row>] {
    guard let link, let site = RowSite(path, in: link.table) else { return [] }
    return rules.actions(for: site).filter { link.isBound || !$0.isDeletion }
  }

  /// Returns the path that a row would have after a proposed move, or its current path if it stays.
  package func target(from source: RowPath, to proposed: RowPath) -> RowPath {
    guard let link, let proposal = MoveProposal(from: source, to: proposed, in: link.table) else { return source }
    return rules.target(of: proposal)
  }

  // MARK: - Performing edits

  /// Deletes the row at a path, as if the user had made the edit.
  ///
  /// - Returns: `false` if the deletion is not allowed or was refused.
  @discardableResult public func delete(at path: RowPath) -> Bool {
    perform { UserEdit(deleting: path, in: $0) }
  }

  /// Inserts a row before the row at a path, or at the end of the section, as if the user had made the edit.
  ///
  /// - Returns: `false` if the insertion is not allowed or was refused.
  @discardableResult public func insert(_ row: Row, at path: RowPath) -> Bool {
    perform { UserEdit(inserting: row, at: path, in: $0) }
  }

  /// Replaces the row at a path, as if the user had made the edit.
  ///
  /// - Returns: `false` if the change is not allowed or was refused.
  @discardableResult public func update(_ row: Row, at path: RowPath) -> Bool {
    perform { UserEdit(updating: path, to: row, in: $0) }
  }

  /// Moves the row at a path, as if the user had made the edit.
  ///
  /// - Parameters:
  ///   - source: The path of the row.
  ///   - proposed: The path of the row after the move, which the rules may change.
  /// - Returns: Whether the row was moved.
  @discardableResult public func move(from source: RowPath, to proposed: RowPath) -> Bool {
    let target = target(from: source, to: proposed)
    return perform { UserEdit(moving: source, to: target, in: $0) }
  }

  /// Performs an action for the row at a path, as if the user had chosen it.
  ///
  /// - Returns: `false` if there is no such row, or if the action is a deletion that is not allowed or was refused.
  @discardableResult package func perform(_ action: RowAction<Section, Row>, at path: RowPath) -> Bool {
    guard let link, let site = RowSite(path, in: link.table) else { return false }
    switch action.effect {
    case .delete: return delete(at: path)
    case .call(let body):
      body(site)
      return true
    }
  }

  func perform(
    as cause: UndoOperation = .edit, named name: String? = nil,
    _ edit: (TableSnapshot<Section, Row>) -> UserEdit<Section, Row>?
  ) -> Bool {
    let time = ContinuousClock.now  // a table that comes from what hears of the edit comes later
    guard let link, let applier = link.applier, let table = applier.upcoming?.table, var edit = edit(link.table) else {
      return false
    }
    if !applier.machine.queued.isEmpty {  // queued edits precede it, perhaps of the same row
      guard let remade = edit.remade(in: table) else { return false }
      edit = remade
    }
    let id = RequestID()
    edit.requestID = id
    guard rules.permits(edit, of: edit.origin, as: cause), link.applier === applier,
      let accepted = accept(edit, as: cause, id, from: applier, link), link.applier === applier
    else { return false }
    if accepted.isUndoable { undo.note(edit, cause, named: name, in: applier.view) }
    source.send(edit)  // first, because what the edit leads to may end the binding; readers run in a later turn
    // If a closure has bound the view again, the edit does not apply to the new table.
    if link.applier === applier { applier.edit(UserChange(accepted.shown), at: time, marks: accepted.marks) }
    return true
  }

  /// Passes an edit to the source before the view shows it, so that no table without the edit is mistaken for a table
  /// that includes it.
  ///
  /// - Returns: The edit to show, or `nil` if the source refuses the edit.
  private func accept(
    _ edit: UserEdit<Section, Row>, as cause: UndoOperation, _ id: RequestID, from applier: TableApplier<Section, Row>,
    _ link: TableLink<Section, Row>
  ) -> (shown: TableEdit<Section, Row>, marks: InboxMarks, isUndoable: Bool)? {
    guard let receiver else {
      applier.bindings.keep(edit, as: id)
      return (edit.edit, InboxMarks(), true)
    }
    let traits = RequestTraits(id: id, seen: applier.marks, isLenient: cause != .edit)
    let request = UserRequest(edit, merge: rules.merge(edit.origin), traits)
    return receiver.accept(edit, request, on: link).map { (request.shown ?? edit.edit, $0.marks, $0.isUndoable) }
  }

  // MARK: - Dragging

  /// Begins a drag of the row at a path.
  ///
  /// Until the drag ends, only the user's own edits are shown. Afterwards, all other changes are shown as a single
  /// change.
  ///
  /// - Returns: The drag, or `nil` if the row cannot be moved. The drag ends when the row is dropped or the drag is
  ///   deallocated.
  public func beginDrag(at path: RowPath) -> RowDrag<Section, Row>? {
    guard let link, may(.move, at: path) else { return nil }
    return RowDrag(followRow(at: path), on: self, link)
  }

  /// Tracks the path of a row for as long as the returned object is alive.
  package func followRow(at path: RowPath) -> FollowedRow {
    followed.removeAll { $0.row == nil }
    let row = FollowedRow(path)
    followed.append(WeakRow(row))
    return row
  }
}

extension UserEditing: LinkFollower {
  package func follow(_ change: ShownChange<Section, Row>) {
    // Comparing identities may call code that starts a drag.
    for one in followed {
      guard let row = one.row else { continue }
      if let path = row.path {
        row.path = change.targets(of: [path])[0]
        one.lost = row.path == nil ? change.source.table[path]?.identity : nil
      }
      guard let id = one.lost else { continue }
      // A row that moves out of a deleted section or into an inserted one is deleted and inserted.
      let arrivals = change.arrivals.filter { change.target.table[$0]?.identity == id }
      if arrivals.count == 1 { (row.path, one.lost) = (arrivals[0], nil) }
    }
  }

  package func changeCompleted() {
    for one in followed { one.lost = nil }
  }

  package func end() {
    receiver = nil
    undo.clear()
    unsaved = [:]
    unsavedChanges.end()
    if endsWithBinding { rules = EditRules() }
    source.end()
  }
}

extension TableLink {
  /// The user's edits in the view.
  public var editing: UserEditing<Section, Row> { follower { UserEditing(self) } }
}
