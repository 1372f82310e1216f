/// Rules for the edits that a user can make to the rows of a table.
///
/// Edit rules are values, and you can combine them:
///
/// ```swift
/// view.link.editing.rules = .deleting { !$0.row.isLocked } + .moving(to: .sameSection)
///   + .actions { _ in [.delete("Delete")] }
/// ```
///
/// Of combined rules, the first rule that allows an edit determines the destination of a moved row, and can refuse the
/// edit. An edit that no rule allows is refused.
public struct EditRules<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  private struct Rule: Sendable {
    var allows: @MainActor (EditKind, RowSite<Section, Row>) -> Bool = { _, _ in false }
    var destination = RowDestination<Section, Row>.anywhere
    var accepts: @MainActor (UserEdit<Section, Row>) -> Bool = { _ in true }
    var actions: @MainActor (RowSite<Section, Row>) -> [RowAction<Section, Row>] = { _ in [] }
    var hasActions = false
    var kinds: Set<EditKind> = []
    var merge: UserRequest<Section, Row>.Merge?
  }

  private var rules: [Rule]

  /// Creates rules that allow no edits.
  public init() { rules = [] }

  private init(_ rule: Rule) { rules = [rule] }

  // MARK: - Rules

  /// Returns a rule that allows the user to delete rows.
  ///
  /// - Parameter isAllowed: A closure that returns whether a row can be deleted.
  public static func deleting(where isAllowed: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true })
    -> EditRules
  {
    EditRules(.delete, isAllowed)
  }

  /// Returns a rule that allows the user to insert rows.
  ///
  /// - Parameter isAllowed: A closure that returns whether a new row can be inserted.
  public static func inserting(where isAllowed: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true })
    -> EditRules
  {
    EditRules(.insert, isAllowed)
  }

  /// Returns a rule that allows the user to change rows.
  ///
  /// - Parameters:
  ///   - isAllowed: A closure that returns whether a row can be changed. By default, every row can be changed.
  ///   - merge: A closure that applies the user's change to a row that other code has changed since the user saw it.
  ///     The closure receives the row that the user saw, the user's row, and the current row. Without this closure,
  ///     such an edit is refused with a ``RowConflict``.
  public static func updating(
    where isAllowed: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true },
    merging merge: UserRequest<Section, Row>.Merge? = nil
  ) -> EditRules {
    EditRules(.update, isAllowed, merging: merge)
  }

  /// Returns a rule that allows the user to move rows.
  ///
  /// - Parameters:
  ///   - isAllowed: A closure that returns whether a row can be moved. By default, every row can be moved.
  ///   - destination: The allowed destinations of the moved rows.
  public static func moving(
    where isAllowed: @escaping @MainActor (RowSite<Section, Row>) -> Bool = { _ in true },
    to destination: RowDestination<Section, Row>
  ) -> EditRules {
    EditRules(.move, isAllowed, to: destination)
  }

  /// Returns a rule that provides actions for rows, such as swipe actions.
  ///
  /// - Parameter actions: A closure that returns the actions for a row, in order.
  public static func actions(
    _ actions: @escaping @MainActor (RowSite<Section, Row>) -> [RowAction<Section, Row>]
  ) -> EditRules { EditRules(Rule(actions: actions, hasActions: true)) }

  private init(
    _ kind: EditKind, _ isAllowed: @escaping @MainActor (RowSite<Section, Row>) -> Bool,
    to destination: RowDestination<Section, Row> = .anywhere, merging merge: UserRequest<Section, Row>.Merge? = nil
  ) {
    self.init(
      Rule(
        allows: { edit, site in edit == kind && isAllowed(site) }, destination: destination, kinds: [kind],
        merge: merge))
  }

  // MARK: - Composing

  /// Returns rules that allow the edits that either operand allows, and provide the actions of both in order.
  public static func + (one: EditRules, other: EditRules) -> EditRules {
    var both = one
    both.rules += other.rules
    return both
  }

  /// Returns rules that apply only to certain rows.
  ///
  /// - Parameter applies: A closure that returns whether the rules apply to a row. For other rows, they allow no
  ///   edits or actions.
  public func when(_ applies: @escaping @MainActor (RowSite<Section, Row>) -> Bool) -> EditRules {
    changing { rule, new in
      new.allows = { kind, site in applies(site) && rule.allows(kind, site) }
      new.actions = { site in applies(site) ? rule.actions(site) : [] }
    }
  }

  /// Returns rules with an additional closure that can refuse an edit before it is shown.
  ///
  /// - Parameter accepts: A closure that returns `false` to refuse an edit. It is called after earlier closures have
  ///   accepted the edit.
  public func accepting(_ accepts: @escaping @MainActor (UserEdit<Section, Row>) -> Bool) -> EditRules {
    changing { rule, new in new.accepts = { rule.accepts($0) && accepts($0) } }
  }

  var kinds: Set<EditKind> { rules.reduce(into: []) { $0.formUnion($1.kinds) } }

  func removing(_ kinds: Set<EditKind>) -> EditRules {
    changing { rule, new in
      new.allows = { kind, site in !kinds.contains(kind) && rule.allows(kind, site) }
      new.actions = { site in rule.actions(site).filter { !$0.isDeletion || !kinds.contains(.delete) } }
      new.kinds.subtract(kinds)
    }
  }

  @MainActor func merge(_ site: RowSite<Section, Row>) -> UserRequest<Section, Row>.Merge? {
    rule(.update, site)?.merge
  }

  private func changing(_ change: (Rule, inout Rule) -> Void) -> EditRules {
    var changed = self
    for index in rules.indices { change(rules[index], &changed.rules[index]) }
    return changed
  }

  // MARK: - Evaluating rules

  package var isEmpty: Bool { rules.isEmpty }

  package var offersActions: Bool { rules.contains(where: \.hasActions) }

  @MainActor package func allows(_ kind: EditKind, _ site: RowSite<Section, Row>) -> Bool {
    rule(kind, site) != nil
  }

  @MainActor package func actions(for site: RowSite<Section, Row>) -> [RowAction<Section, Row>] {
    rules.flatMap { $0.actions(site) }
  }

  /// Returns the path of a row after a proposed move, or its current path if the row stays.
  @MainActor func target(of proposal: MoveProposal<Section, Row>) -> RowPath {
    rule(.move, proposal.source)?.destination.target(of: proposal) ?? proposal.source.path
  }

  /// Returns whether the rules allow an edit and no closure refuses it.
  ///
  /// Edits that undo or redo other edits are always allowed.
  @MainActor func permits(
    _ edit: UserEdit<Section, Row>, of site: RowSite<Section, Row>, as cause: UndoOperation
  ) -> Bool {
    rule(edit.kind, site)?.accepts(edit) ?? (cause != .edit && rules.allSatisfy { $0.accepts(edit) })
  }

  @MainActor private func rule(_ kind: EditKind, _ site: RowSite<Section, Row>) -> Rule? {
    rules.first { $0.allows(kind, site) }
  }
}
