/// What is applied to a view, change by change, for any number of readers.
///
/// Every `for await` is a reader of its own. One that is slow gets one changeset for all it has missed, from the table it
/// saw last to the newest, made when it asks for it; ``AppliedChangeset/spanned`` says how many changes that is. One that
/// begins late gets what is shown as its first change. No reader holds up anybody, and none is remembered more than one
/// change. The sequence ends with the binding, or when the reading task is cancelled.
public struct AppliedChanges<Section: Diffable & Sendable, Row: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = AppliedChangeset<Section, Row>

  let log: AppliedLog<Section, Row>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(log: log) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let log: AppliedLog<Section, Row>
    var subscription: AppliedLog<Section, Row>.Subscription?
    var position: AppliedLog<Section, Row>.Position?

    init(log: AppliedLog<Section, Row>) { self.log = log }

    /// The next change, or all that were missed as one.
    ///
    /// - Returns: `nil` when the binding has ended or the task is cancelled.
    public mutating func next() async -> AppliedChangeset<Section, Row>? {
      let subscription: AppliedLog<Section, Row>.Subscription
      if let existing = self.subscription {
        subscription = existing
      } else {
        subscription = await log.subscribe()
        self.subscription = subscription
        position = subscription.start
      }
      let last = position ?? subscription.start
      for await entry in subscription.entries {
        position = entry.position
        return await entry.read(after: last, with: log.differencer)
      }
      return nil
    }
  }
}

extension AppliedLog.Entry {
  /// What a reader gets that has read up to a position.
  @concurrent nonisolated fileprivate func read(
    after last: AppliedLog<Section, Row>.Position, with differencer: Differencer<Section, Row>
  ) async -> AppliedChangeset<Section, Row>? {
    if follows, position.changes == last.changes + 1 { return applied }
    guard let target = position.shown else { return applied }
    var changeset = Changeset(reloading: target.table, from: last.shown?.table ?? TableSnapshot(), because: .firstTable)
    if let source = last.shown {
      guard
        let change = try? differencer.change(from: source, to: target, check: { try Task.checkCancellation() })
      else { return nil }
      changeset = change.changeset
    }
    return applied.spanning(
      changeset, changes: position.changes - last.changes, superseded: position.superseded - last.superseded)
  }
}
