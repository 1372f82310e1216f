/// The last changes of a live table, to be undone and redone.
///
/// Pure; states share what has not changed.
struct EditHistory<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// Why a change was made.
  enum Cause {
    case edit
    case undo
    case redo
  }

  /// What is gone back to.
  struct Step: Sendable {
    let content: CapturedTable<Section, Row>
    /// The rows that the change refreshed although they compare equal: to go back refreshes them, too.
    let refreshed: Set<Row.Identity>
  }

  private struct Entry: Sendable {
    let revision: Int
    let changeset: Changeset<Section, Row>
  }

  /// How many changes are kept.
  let limit: Int
  /// What can be undone and redone, the nearest last.
  private(set) var past = Backlog<Step>()
  private(set) var future: [Step] = []
  /// The last changes, whatever their cause.
  private var entries = Backlog<Entry>()

  init(limit: Int) { self.limit = limit }

  /// Notes a change.
  ///
  /// - Parameters:
  ///   - cause: Why it was made. An edit that comes to nothing is no change, unless it has changed what rows do not
  ///     compare; an undone or redone change that comes to nothing counts.
  ///   - content: The table before it.
  ///   - changeset: What it changed.
  ///   - revision: Its revision.
  ///   - hasOtherRows: Whether rows differ that compare equal; asked where nothing else has changed.
  mutating func note(
    _ cause: Cause, from content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>, revision: Int,
    hasOtherRows: @autoclosure () -> Bool
  ) {
    if limit == 0 || cause == .edit && changeset.isEmpty && !hasOtherRows() { return }
    let step = Step(content: content, refreshed: Set(changeset.refreshed))
    switch cause {
    case .edit:
      past.append(step)
      future = []
    case .undo:
      _ = past.popLast()
      future.append(step)
    case .redo:
      future.removeLast()
      past.append(step)
    }
    if past.count > limit { _ = past.popFirst() }
    if changeset.isEmpty { return }
    entries.append(Entry(revision: revision, changeset: changeset))
    if entries.count > limit { _ = entries.popFirst() }
  }

  /// The change of a revision, if it is kept.
  func changeset(of revision: Int) -> Changeset<Section, Row>? {
    entries.last { $0.revision == revision }?.changeset
  }
}
