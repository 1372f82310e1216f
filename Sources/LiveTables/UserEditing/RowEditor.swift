/// What a user may do to the rows of a table.
///
/// Editors are values; several make one:
///
/// ```swift
/// view.link.editing.editor = .deleting { !$0.row.isLocked } + .moving(to: .sameSection)
///   + .actions { _ in [.delete("Delete")] }
/// ```
///
/// With several editors, the first that allows something handles it: it decides where a row may go, and whether the edit is
/// refused. What no editor allows is not allowed.
public struct RowEditor<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// One rule.
  private struct Rule: Sendable {
    var allows: @MainActor (EditKind, RowSite<Section, Row>) -> Bool = { _, _ in false }
    var destination = RowDestination<Section, Row>.anywhere
    var accepts: @MainActor (UserEdit<Section, Row>) -> Bool = { _ in true }
    var actions: @MainActor (RowSite<Section, Row>) -> [RowAction<Section, Row>] = { _ in [] }
    var hasActions = false
    /// What it may allow.
    var kinds: Set<EditKind> = []
    var merge: UserRequest<Section, Row>.Merge?
  }

  private var rules: [Rule]

  /// Allows nothing.
  public init() { rules = [] }

  private init(_ rule: Rule) { rules = [rule] }

  // MARK: - Editors

  /// Rows can be deleted.
  ///
  /// - Parameter may: Whether that is allowed for a row; by default for all.
  /// - Returns: The editor.
  public static func deleting(where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true })
    -> RowEditor
  {
    RowEditor(.delete, may)
  }

  /// Rows can be inserted; the site is the new row's.
  ///
  /// - Parameter may: Whether that is allowed for a row; by default for all.
  /// - Returns: The editor.
  public static func inserting(where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true })
    -> RowEditor
  {
    RowEditor(.insert, may)
  }

  /// Rows can be changed.
  ///
  /// - Parameters:
  ///   - may: Whether that is allowed for a row; by default for all.
  ///   - merge: Makes the user's change in a row that has changed otherwise meanwhile. It gets the row that the user saw, the
  ///     user's, and the current one. Without it such an update is refused with a ``RowConflict``.
  /// - Returns: The editor.
  public static func updating(
    where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true },
    merging merge: UserRequest<Section, Row>.Merge? = nil
  ) -> RowEditor {
    RowEditor(
      Rule(allows: { kind, site in kind == .update && may(site) }, kinds: [.update], merge: merge))
  }

  /// Rows can be moved.
  ///
  /// - Parameters:
  ///   - may: Which rows.
  ///   - destination: Where they may go.
  public static func moving(
    where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true },
    to destination: RowDestination<Section, Row>
  ) -> RowEditor {
    RowEditor(Rule(allows: { kind, site in kind == .move && may(site) }, destination: destination, kinds: [.move]))
  }

  /// Rows offer actions, for instance when they are swiped.
  ///
  /// - Parameter actions: What a row offers, in order.
  /// - Returns: The editor.
  public static func actions(
    _ actions: @escaping @MainActor (RowSite<Section, Row>) -> [RowAction<Section, Row>]
  ) -> RowEditor { RowEditor(Rule(actions: actions, hasActions: true)) }

  /// The four questions that a table asks where rows can be edited and moved; they belong together.
  ///
  /// - Parameters:
  ///   - mayEdit: Whether a row can be deleted, inserted or changed.
  ///   - commit: Called before the edit is shown; `false` refuses it.
  ///   - mayMove: Whether a row can be moved.
  ///   - move: Called before the move is shown; `false` refuses it.
  /// - Returns: `nil` unless all four are given: with some of them missing nothing can be edited.
  public init?(
    mayEdit: (@MainActor (RowSite<Section, Row>) -> Bool)?, commit: (@MainActor (UserEdit<Section, Row>) -> Bool)?,
    mayMove: (@MainActor (RowSite<Section, Row>) -> Bool)?, move: (@MainActor (UserEdit<Section, Row>) -> Bool)?
  ) {
    guard let mayEdit, let commit, let mayMove, let move else { return nil }
    self.init(
      Rule(
        allows: { kind, site in kind == .move ? mayMove(site) : mayEdit(site) },
        accepts: { edit in edit.kind == .move ? move(edit) : commit(edit) }, kinds: Set(EditKind.allCases)))
  }

  private init(_ kind: EditKind, _ may: @escaping @MainActor (RowSite<Section, Row>) -> Bool) {
    self.init(Rule(allows: { asked, site in asked == kind && may(site) }, kinds: [kind]))
  }

  // MARK: - Composing

  /// Both: what either allows is allowed, and all actions are offered, those of the first one first.
  ///
  /// - Parameters:
  ///   - one: An editor.
  ///   - other: Another one.
  /// - Returns: The editor that allows both.
  public static func + (one: RowEditor, other: RowEditor) -> RowEditor {
    var both = one
    both.rules += other.rules
    return both
  }

  /// The same for some rows only.
  ///
  /// - Parameter applies: Whether the editor is for a row; for others it allows nothing.
  /// - Returns: The editor.
  public func when(_ applies: @escaping @MainActor (RowSite<Section, Row>) -> Bool) -> RowEditor {
    changing { rule, new in
      new.allows = { kind, site in applies(site) && rule.allows(kind, site) }
      new.actions = { site in applies(site) ? rule.actions(site) : [] }
    }
  }

  /// The same for rows of some sections only.
  ///
  /// - Parameter ids: The identities of the sections.
  /// - Returns: The editor.
  public func inSections(_ ids: Section.Identity...) -> RowEditor { when { ids.contains($0.section.identity) } }

  /// The same rules, with a closure that may refuse an edit before it happens.
  ///
  /// - Parameter accepts: Asked after everybody who was added before has accepted; false refuses the edit.
  public func accepting(_ accepts: @escaping @MainActor (UserEdit<Section, Row>) -> Bool) -> RowEditor {
    changing { rule, new in new.accepts = { rule.accepts($0) && accepts($0) } }
  }

  /// What the rules may allow.
  var kinds: Set<EditKind> { rules.reduce(into: []) { $0.formUnion($1.kinds) } }

  /// The same rules without some kinds of edits.
  func removing(_ kinds: Set<EditKind>) -> RowEditor {
    changing { rule, new in
      new.allows = { kind, site in !kinds.contains(kind) && rule.allows(kind, site) }
      new.actions = { site in rule.actions(site).filter { !$0.isDeletion || !kinds.contains(.delete) } }
      new.kinds.subtract(kinds)
    }
  }

  /// How the edit of a row is made in a row that has changed otherwise.
  @MainActor func merge(_ site: RowSite<Section, Row>) -> UserRequest<Section, Row>.Merge? {
    rule(.update, site)?.merge
  }

  private func changing(_ change: (Rule, inout Rule) -> Void) -> RowEditor {
    var editor = self
    for index in rules.indices { change(rules[index], &editor.rules[index]) }
    return editor
  }

  // MARK: - Asking

  /// Whether there is no rule at all, not even one that forbids.
  @_spi(Adapters) public var isEmpty: Bool { rules.isEmpty }

  /// Whether there is a rule that offers actions, though perhaps none for some rows.
  package var offersActions: Bool { rules.contains(where: \.hasActions) }

  /// Whether something may be done to a row.
  @_spi(Adapters) @MainActor public func allows(_ kind: EditKind, _ site: RowSite<Section, Row>) -> Bool {
    rule(kind, site) != nil
  }

  /// What is offered for a row.
  @_spi(Adapters) @MainActor public func actions(for site: RowSite<Section, Row>) -> [RowAction<Section, Row>] {
    rules.flatMap { $0.actions(site) }
  }

  /// Where a row goes that the user takes somewhere; its path if it stays, also because it must not be moved.
  @MainActor func target(of proposal: MoveProposal<Section, Row>) -> RowPath {
    rule(.move, proposal.source)?.destination.target(of: proposal) ?? proposal.source.path
  }

  /// Whether an edit is allowed, as each edit is that undoes or redoes another one, and is not refused.
  @MainActor func accepts(
    _ edit: UserEdit<Section, Row>, of site: RowSite<Section, Row>, as cause: UndoCause
  ) -> Bool {
    rule(edit.kind, site)?.accepts(edit) ?? (cause != .edit)
  }

  @MainActor private func rule(_ kind: EditKind, _ site: RowSite<Section, Row>) -> Rule? {
    rules.first { $0.allows(kind, site) }
  }
}
