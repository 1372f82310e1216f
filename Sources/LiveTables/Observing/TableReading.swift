/// What somebody finds who looks at an observable table.
@usableFromInline struct TableReading<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  private(set) var content: CapturedTable<Section, Row>
  /// Counts the states of the table.
  private(set) var revision: Int
  /// Leads here from the state before; `nil` for the first one.
  private(set) var changeset: Changeset<Section, Row>?
  /// Whether this is the last state.
  var isFinished = false
  private var refreshes = RefreshLog<Row.Identity>()

  init(_ content: CapturedTable<Section, Row>, revision: Int) {
    self.content = content
    self.revision = revision
  }

  /// Goes on to the next state.
  ///
  /// - Parameter refreshed: Rows that are to be shown anew although they compare equal; the changeset lists them.
  mutating func advance(
    to content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>?, refreshed: Set<Row.Identity>
  ) {
    self.content = content
    self.changeset = changeset
    revision += 1
    refreshes.note(refreshed, at: revision, in: content.table)
  }

  /// Stays in the same state: what compares equal may differ all the same in what nobody is shown.
  mutating func keep(_ content: CapturedTable<Section, Row>) {
    self.content = content
    changeset = nil
  }

  /// The changeset for somebody who has seen an earlier state.
  func changeset(
    after seen: TableReading, with differencer: Differencer<Section, Row>
  ) -> Changeset<Section, Row> {
    if let changeset, revision == seen.revision + 1 { return changeset }
    return differencer.wholeDifference(
      from: seen.content, to: content, marks: refreshes.ids(after: seen.revision))
  }
}

extension Differencer {
  /// A difference that nobody calls off.
  func wholeDifference(
    from old: Content, to new: Content, marks: Set<Row.Identity> = []
  ) -> Changeset<Section, Row> {
    do {
      return try change(from: old, to: new, marks: marks, check: {}).changeset
    } catch {
      preconditionFailure("a difference that nobody called off was called off: \(error)")
    }
  }
}

/// Where to read an observable table, and how to hear of news.
///
/// Readers pull: they are rung at, and look when they have time. So each finds the newest state, with one changeset for
/// all it has missed; a slow one holds up nobody, and there is no backlog that could grow.
public struct TableFeed<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let differencer: Differencer<Section, Row>
  let read: @Sendable () async -> TableReading<Section, Row>
  let listen: @Sendable (Ring) async -> Void
}
