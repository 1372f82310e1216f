/// The rules for the edits that a user can make to the rows of a table.
///
/// Editors are values, and you can combine them:
///
/// ```swift
/// view.link.editing.editor = .deleting { !$0.row.isLocked } + .moving(to: .sameSection)
///   + .actions { _ in [.delete("Delete")] }
/// ```
///
/// In a combined editor, the first editor that allows an edit determines the destination of a moved row, and can refuse
/// the edit. An edit that no editor allows is refused.
public struct RowEditor<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  private struct Rule: Sendable {
    var allows: @MainActor (EditKind, RowSite<Section, Row>) -> Bool = { _, _ in false }
    var destination = RowDestination<Section, Row>.anywhere
    var accepts: @MainActor (UserEdit<Section, Row>) -> Bool = { _ in true }
    var actions: @MainActor (RowSite<Section, Row>) -> [RowAction<Section, Row>] = { _ in [] }
    var hasActions = false
    /// The kinds of edits that the rule can allow.
    var kinds: Set<EditKind> = []
    var merge: UserRequest<Section, Row>.Merge?
  }

  private var rules: [Rule]

  /// Creates an editor that allows no edits.
  public init() { rules = [] }

  private init(_ rule: Rule) { rules = [rule] }

  // MARK: - Editors

  /// Returns an editor for deleting rows.
  ///
  /// - Parameter may: A closure that returns whether a row can be deleted. By default, every row can be deleted.
  public static func deleting(where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true })
    -> RowEditor
  {
    RowEditor(.delete, may)
  }

  /// Returns an editor for inserting rows.
  ///
  /// - Parameter may: A closure that returns whether a new row can be inserted. By default, every row can be inserted.
  public static func inserting(where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true })
    -> RowEditor
  {
    RowEditor(.insert, may)
  }

  /// Returns an editor for changing rows.
  ///
  /// - Parameters:
  ///   - may: A closure that returns whether a row can be changed. By default, every row can be changed.
  ///   - merge: A closure that applies the user's change to a row that other code has changed since the user saw it.
  ///     The closure receives the row that the user saw, the user's row, and the current row. Without this closure,
  ///     such an edit is refused with a ``RowConflict``.
  public static func updating(
    where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true },
    merging merge: UserRequest<Section, Row>.Merge? = nil
  ) -> RowEditor {
    RowEditor(
      Rule(allows: { kind, site in kind == .update && may(site) }, kinds: [.update], merge: merge))
  }

  /// Returns an editor for moving rows.
  ///
  /// - Parameters:
  ///   - may: A closure that returns whether a row can be moved. By default, every row can be moved.
  ///   - destination: The allowed destinations of the moved rows.
  public static func moving(
    where may: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true },
    to destination: RowDestination<Section, Row>
  ) -> RowEditor {
    RowEditor(Rule(allows: { kind, site in kind == .move && may(site) }, destination: destination, kinds: [.move]))
  }

  /// Returns an editor that provides actions for rows, such as swipe actions.
  ///
  /// - Parameter actions: A closure that returns the actions for a row, in order.
  public static func actions(
    _ actions: @escaping @MainActor (RowSite<Section, Row>) -> [RowAction<Section, Row>]
  ) -> RowEditor { RowEditor(Rule(actions: actions, hasActions: true)) }

  /// Creates an editor from four closures that are similar to those of a table view's data source.
  ///
  /// - Parameters:
  ///   - mayEdit: A closure that returns whether a row can be deleted, inserted or changed.
  ///   - commit: A closure that is called before an edit is shown, and returns `false` to refuse it.
  ///   - mayMove: A closure that returns whether a row can be moved.
  ///   - move: A closure that is called before a move is shown, and returns `false` to refuse it.
  /// - Returns: The rules, or `nil` if any of the closures is `nil`, because each closure requires the others.
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

  /// Returns an editor that allows the edits that either editor allows, and provides the actions of both in order.
  ///
  /// - Parameters:
  ///   - one: An editor.
  ///   - other: Another editor.
  public static func + (one: RowEditor, other: RowEditor) -> RowEditor {
    var both = one
    both.rules += other.rules
    return both
  }

  /// Returns an editor that applies only to certain rows.
  ///
  /// - Parameter applies: A closure that returns whether the editor applies to a row. For other rows, it allows no
  ///   edits or actions.
  public func when(_ applies: @escaping @MainActor (RowSite<Section, Row>) -> Bool) -> RowEditor {
    changing { rule, new in
      new.allows = { kind, site in applies(site) && rule.allows(kind, site) }
      new.actions = { site in applies(site) ? rule.actions(site) : [] }
    }
  }

  /// Returns an editor that applies only to the rows of certain sections.
  ///
  /// - Parameter ids: The identities of the sections.
  public func inSections(_ ids: Section.Identity...) -> RowEditor { when { ids.contains($0.section.identity) } }

  /// Returns an editor with an additional closure that can refuse an edit before it is shown.
  ///
  /// - Parameter accepts: A closure that returns `false` to refuse an edit. It is called after earlier closures have
  ///   accepted the edit.
  public func accepting(_ accepts: @escaping @MainActor (UserEdit<Section, Row>) -> Bool) -> RowEditor {
    changing { rule, new in new.accepts = { rule.accepts($0) && accepts($0) } }
  }

  var kinds: Set<EditKind> { rules.reduce(into: []) { $0.formUnion($1.kinds) } }

  func removing(_ kinds: Set<EditKind>) -> RowEditor {
    changing { rule, new in
      new.allows = { kind, site in !kinds.contains(kind) && rule.allows(kind, site) }
      new.actions = { site in rule.actions(site).filter { !$0.isDeletion || !kinds.contains(.delete) } }
      new.kinds.subtract(kinds)
    }
  }

  /// Returns the closure that merges an edit into a row that other code has changed.
  @MainActor func merge(_ site: RowSite<Section, Row>) -> UserRequest<Section, Row>.Merge? {
    rule(.update, site)?.merge
  }

  private func changing(_ change: (Rule, inout Rule) -> Void) -> RowEditor {
    var editor = self
    for index in rules.indices { change(rules[index], &editor.rules[index]) }
    return editor
  }

  // MARK: - Evaluating rules

  /// A Boolean value that indicates whether the list of rules is empty.
  @_spi(Adapters) public var isEmpty: Bool { rules.isEmpty }

  /// Whether one of the rules provides actions for at least some rows.
  package var offersActions: Bool { rules.contains(where: \.hasActions) }

  /// Returns whether the rules allow an edit to a row.
  @_spi(Adapters) @MainActor public func allows(_ kind: EditKind, _ site: RowSite<Section, Row>) -> Bool {
    rule(kind, site) != nil
  }

  /// Returns the actions that the user can choose for a row.
  @_spi(Adapters) @MainActor public func actions(for site: RowSite<Section, Row>) -> [RowAction<Section, Row>] {
    rules.flatMap { $0.actions(site) }
  }

  /// Returns the path of a row after a proposed move, or its current path if the row stays or must not be moved.
  @MainActor func target(of proposal: MoveProposal<Section, Row>) -> RowPath {
    rule(.move, proposal.source)?.destination.target(of: proposal) ?? proposal.source.path
  }

  /// Returns whether the rules allow an edit and no closure refuses it.
  ///
  /// Edits that undo or redo other edits are always allowed.
  @MainActor func accepts(
    _ edit: UserEdit<Section, Row>, of site: RowSite<Section, Row>, as cause: UndoCause
  ) -> Bool {
    rule(edit.kind, site)?.accepts(edit) ?? (cause != .edit && rules.allSatisfy { $0.accepts(edit) })
  }

  @MainActor private func rule(_ kind: EditKind, _ site: RowSite<Section, Row>) -> Rule? {
    rules.first { $0.allows(kind, site) }
  }
}
