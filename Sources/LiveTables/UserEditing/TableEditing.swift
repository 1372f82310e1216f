/// What the user changes in a view.
///
/// ```swift
/// view.link.editing.editor = .deleting() + .moving(to: .anywhere)
/// for await edit in view.link.editing.edits {
///   do { try await server.save(edit) } catch { view.link.editing.refuse(edit) }     // the row comes back
/// }
/// ```
///
/// The table on screen changes at once and by itself, and with it what the store wants to be shown (see
/// ``TableLink/edit(_:)`` for what that means while other tables come). The caller gets an event, and may refuse:
/// before it happens, by the editor, or at any time later, by ``refuse(_:)``. Without an editor nothing can be edited;
/// without anything that is bound to the view nothing is offered, and nothing happens.
@MainActor public final class TableEditing<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What the user may do; by default nothing.
  public var editor = RowEditor<Section, Row>() {
    didSet {
      isLent = false
      if editor.isEmpty != oldValue.isEmpty || editor.offersActions != oldValue.offersActions { link?.editorChanged() }
    }
  }

  /// Whether the editor goes when what is bound to the view ends.
  private var isLent = false

  /// Where edits go until what is bound to the view ends.
  private var destination: EditDestination<Section, Row>?

  /// Told of each edit in the turn in which it happens, before it is on screen, with the table before it; until what is
  /// bound to the view ends.
  package var onEdit: ((UserEdit<Section, Row>, TableSnapshot<Section, Row>) -> Void)?

  /// The edits that the user can undo and redo.
  public private(set) lazy var undo = EditUndo(self)

  private weak let link: TableLink<Section, Row>?
  private let source = EventSource<UserEdit<Section, Row>>()
  private var followed: [WeakRow] = []

  private final class WeakRow {
    weak let row: FollowedRow?
    /// Who the row is, if a batch of the change that is being shown has deleted it.
    var lost: Row.Identity?

    init(_ row: FollowedRow) { self.row = row }
  }

  init(_ link: TableLink<Section, Row>) { self.link = link }

  // MARK: - What is told

  /// What the user has changed, in order.
  public var edits: Updates<UserEdit<Section, Row>, Never> { source.sequence() }

  /// Takes an edit back, however long ago it was: a deleted row comes back, a moved one returns, a changed one is what
  /// it was.
  ///
  /// Edits may be refused in any order: what users did later stays done.
  ///
  /// Does nothing if the edit was already refused, if a newer table has undone it, if it is not on screen yet, or if the
  /// store in which it was made is not bound to the view. Such a store keeps the edit; refuse it when the store is bound
  /// again and its table is on screen.
  ///
  /// - Parameter edit: One of ``edits``.
  /// - Returns: Whether it was taken back.
  /// - Complexity: O(*k*) for *k* later edits; *k* diffs where the table has changed otherwise since.
  @discardableResult public func refuse(_ edit: UserEdit<Section, Row>) -> Bool {
    guard let applier = link?.applier, let mark = edit.mark, let table = applier.upcoming,
      let refusal = applier.bindings.refuse(mark, in: table)
    else { return false }
    undo.forget(edit)
    applier.edit(refusal, at: .now)
    return true
  }

  /// Reviews every edit, one after the other, and takes back those that are not accepted.
  ///
  /// Returns when what is bound to the view ends, or the task is cancelled. What is not accepted after the end stays in the
  /// store, see ``refuse(_:)``.
  ///
  /// - Parameter accepts: May take its time; the edit is on screen meanwhile.
  public func review(_ accepts: (UserEdit<Section, Row>) async -> Bool) async {
    for await edit in edits {
      if await !accepts(edit) { refuse(edit) }
    }
  }

  // MARK: - The source

  /// Passes edits on to a source until what is bound to the view ends.
  ///
  /// - Parameters:
  ///   - destination: Where they go.
  ///   - editor: What the user may do until then; `nil` leaves the editor as it is.
  func begin(_ destination: EditDestination<Section, Row>?, _ editor: RowEditor<Section, Row>?) {
    self.destination = destination
    if let editor {
      self.editor = editor
      isLent = true
    }
  }

  // MARK: - What may be done

  /// Sets what the user may do, unless that is set already, until what is bound to the view ends.
  package func lend(_ editor: RowEditor<Section, Row>) {
    if !self.editor.isEmpty { return }
    self.editor = editor
    isLent = true
  }

  /// Whether something is bound to the view.
  var isBound: Bool { link?.isBound ?? false }

  /// Whether something may be done to the row at a path; for an insertion, whether one like it could be inserted there.
  ///
  /// Without anything that is bound to the view, nothing may.
  @_spi(Adapters) public func may(_ kind: EditKind, at path: RowPath) -> Bool {
    guard let link, link.isBound, let site = RowSite(path, in: link.table) else { return false }
    return editor.allows(kind, site)
  }

  /// What is offered for the row at a path; without anything that is bound to the view, nothing that deletes.
  @_spi(Adapters) public func actions(at path: RowPath) -> [RowAction<Section, Row>] {
    guard let link, let site = RowSite(path, in: link.table) else { return [] }
    return editor.actions(for: site).filter { link.isBound || !$0.isDeletion }
  }

  /// Where the row at a path would go if the user took it to another.
  ///
  /// - Returns: The path it would have afterwards; its own if it stays.
  @_spi(Adapters) public func target(from source: RowPath, to proposed: RowPath) -> RowPath {
    guard let link, let proposal = MoveProposal(from: source, to: proposed, in: link.table) else { return source }
    return editor.target(of: proposal)
  }

  // MARK: - What is done

  /// The user deletes the row at a path.
  ///
  /// - Parameter path: Where the row is.
  /// - Returns: Whether that happened; it does not if it is not allowed or was refused.
  @discardableResult public func delete(at path: RowPath) -> Bool {
    perform { UserEdit(deleting: path, in: $0) }
  }

  /// The user inserts a row before the one at a path, or at the end of its section.
  ///
  /// - Parameters:
  ///   - row: The new row.
  ///   - path: Where it is to be.
  /// - Returns: Whether that happened.
  @discardableResult public func insert(_ row: Row, at path: RowPath) -> Bool {
    perform { UserEdit(inserting: row, at: path, in: $0) }
  }

  /// The user changes the row at a path.
  ///
  /// - Parameters:
  ///   - row: What the row becomes.
  ///   - path: Where it is.
  /// - Returns: Whether that happened.
  @discardableResult public func update(_ row: Row, at path: RowPath) -> Bool {
    perform { UserEdit(updating: path, to: row, in: $0) }
  }

  /// The user takes the row at a path to another, as far as it may go there.
  ///
  /// - Parameters:
  ///   - source: Where it is.
  ///   - proposed: Where it would be afterwards.
  /// - Returns: Whether it went anywhere.
  @discardableResult public func move(from source: RowPath, to proposed: RowPath) -> Bool {
    let target = target(from: source, to: proposed)
    return perform { UserEdit(moving: source, to: target, in: $0) }
  }

  /// The user chooses an action for the row at a path.
  ///
  /// - Returns: Whether there is such a row, and an action that deletes was allowed to.
  @_spi(Adapters) @discardableResult public func perform(_ action: RowAction<Section, Row>, at path: RowPath) -> Bool {
    guard let link, let site = RowSite(path, in: link.table) else { return false }
    switch action.effect {
    case .delete: return delete(at: path)
    case .call(let body):
      body(site)
      return true
    }
  }

  /// Makes an edit.
  ///
  /// - Parameters:
  ///   - cause: Whether the edit undoes or redoes another one.
  ///   - name: The name of the undone or redone edit.
  ///   - edit: Returns the edit of the table on screen.
  func perform(
    as cause: UndoCause = .edit, named name: String? = nil,
    _ edit: (TableSnapshot<Section, Row>) -> UserEdit<Section, Row>?
  ) -> Bool {
    let time = ContinuousClock.now  // a table that comes from what hears of the edit comes later
    guard let link, let applier = link.applier, let table = applier.upcoming?.table, var edit = edit(link.table) else {
      return false
    }
    if applier.session.hasQueued {  // others are shown before it, perhaps of the same row
      guard let remade = edit.remade(in: table) else { return false }
      edit = remade
    }
    let mark = EditMark()
    edit.mark = mark
    let site = edit.parts[0].previousSite
    guard editor.accepts(edit, of: site, as: cause), link.applier === applier else { return false }
    var (change, marks) = (edit.edit, InboxMarks())
    if let destination {
      // The source has the edit before a table without it can be taken for one that has it.
      let request = UserRequest(edit, merge: editor.merge(site))
      guard let accepted = destination.accept(edit, request, on: link) else { return false }
      (change, marks) = (request.shown ?? change, accepted)
    } else {
      applier.bindings.keep(edit, as: mark)
    }
    undo.note(edit, cause, named: name, in: applier.view)
    onEdit?(edit, table)
    source.tell(edit)  // first, because what the edit leads to may end the binding; readers run in a later turn
    // Whoever was asked or told may have bound the view anew: the other table is not meant.
    if link.applier === applier { applier.edit(UserChange(change), at: time, marks: marks) }
    return true
  }

  // MARK: - Dragging

  /// The user takes hold of the row at a path.
  ///
  /// Until the drag ends nothing else is shown but the user's own edits; then what has come meanwhile is shown as one
  /// change.
  ///
  /// - Parameter path: Where the row is.
  /// - Returns: `nil` if the row may not be moved. The drag ends when the row is dropped, or when the drag is released.
  public func beginDrag(at path: RowPath) -> RowDrag<Section, Row>? {
    guard let link, may(.move, at: path) else { return nil }
    return RowDrag(followRow(at: path), on: self, link)
  }

  /// Follows the row at a path for as long as what this returns is kept.
  package func followRow(at path: RowPath) -> FollowedRow {
    followed.removeAll { $0.row == nil }
    let row = FollowedRow(path)
    followed.append(WeakRow(row))
    return row
  }
}

extension UserEdit.Part {
  /// The row as it was before.
  fileprivate var previousSite: RowSite<Section, Row> {
    if case .updated(let previous) = change { RowSite(previous, at: site.path, in: site.section) } else { site }
  }
}

extension TableEditing: LinkFollower {
  package func follow(_ change: ShownChange<Section, Row>) {
    // Rows are asked who they are, and may begin a drag meanwhile.
    for one in followed {
      guard let row = one.row else { continue }
      if let path = row.path {
        row.path = change.targets(of: [path])[0]
        one.lost = row.path == nil ? change.source.table[path]?.identity : nil
      }
      guard let id = one.lost else { continue }
      // One that leaves a section that goes, or enters one that comes, is deleted and inserted.
      let arrivals = change.arrivals.filter { change.target.table[$0]?.identity == id }
      if arrivals.count == 1 { (row.path, one.lost) = (arrivals[0], nil) }
    }
  }

  package func rest() {
    for one in followed { one.lost = nil }
  }

  package func end() {
    onEdit = nil
    destination = nil
    undo.clear()
    if isLent { editor = RowEditor() }
    source.end()
  }
}

extension TableLink {
  /// What the user changes.
  public var editing: TableEditing<Section, Row> { follower { TableEditing(self) } }
}
