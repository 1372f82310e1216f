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

  private struct Entry: Sendable {
    let revision: Int
    let changeset: Changeset<Section, Row>
  }

  /// How many changes are kept.
  let limit: Int
  /// What can be undone and redone, the nearest last.
  private(set) var past = Backlog<CapturedTable<Section, Row>>()
  private(set) var future: [CapturedTable<Section, Row>] = []
  /// The last changes, whatever their cause.
  private var entries = Backlog<Entry>()

  init(limit: Int) { self.limit = limit }

  /// Notes a change.
  ///
  /// - Parameters:
  ///   - cause: Why it was made. An edit that comes to nothing is no change; an undone or redone change that does counts.
  ///   - content: The table before it.
  ///   - changeset: What it changed.
  ///   - revision: Its revision.
  mutating func note(
    _ cause: Cause, from content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>, revision: Int
  ) {
    if limit == 0 || cause == .edit && changeset.isEmpty { return }
    switch cause {
    case .edit:
      past.append(content)
      future = []
    case .undo:
      _ = past.popLast()
      future.append(content)
    case .redo:
      future.removeLast()
      past.append(content)
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
