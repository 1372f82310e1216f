/// Anything that has a current table and says when it changes.
///
/// A ``LiveTable``, what operators derive from one, outlines, stores, joined tables, section binders and queries of a
/// database are sources. Any number of views and readers follow a source, each at its own pace (but a ``TableStore`` has one
/// view at a time), and operators derive other sources from it:
///
/// ```swift
/// let inbox = LiveTable(rows: mails)
/// let unread = inbox.filter { !$0.isRead }.sorted { $0.date > $1.date }
/// view.bind(unread)
/// try await inbox.edit { $0.remove(id: 7) }
/// ```
///
/// A custom source keeps a ``SourceState`` and its ``SubscriberList``; see there.
public protocol TableSource<Section, Row>: Sendable {
  /// What the table has as sections.
  associatedtype Section: Diffable & Sendable
  /// What the table has as rows.
  associatedtype Row: Diffable & Sendable

  /// The newest state.
  ///
  /// Everything that was done to the source before it is asked is in it. Revisions only grow.
  var state: SourceState<Section, Row> { get async }

  /// Adds a reader.
  ///
  /// - Parameter signal: To be sent after every change of ``state``.
  func subscribe(_ signal: Signal) async
}

/// A source of which the package knows whether it answers at once.
package protocol PromptSource {
  /// Whether ``TableSource/state`` waits for nothing but other tasks' turns: for no file, no server, and no custom code.
  var answersAtOnce: Bool { get }
}

extension PromptSource {
  package var answersAtOnce: Bool { true }
}

extension TableSource {
  /// Whether the source is known to answer at once.
  package nonisolated var isPrompt: Bool { (self as? any PromptSource)?.answersAtOnce ?? false }
}

/// All of this is thin and inlinable, so that diffs are specialised for the caller's types.
extension TableSource {
  /// The table as it is now; an empty one where there is none yet.
  ///
  /// For a derived table: with everything in it that was done to its sources before, unless the task is cancelled and a
  /// parameter was set meanwhile; then it is the table that was derived last. A source that reads something begins
  /// with its first reader or view, and not when it is asked for this.
  public var current: TableSnapshot<Section, Row> {
    get async { await read.table }
  }

  /// What changes, step by step, for any number of readers.
  ///
  /// It ends in the same way when the source has failed; ``SourceState/failure`` says so.
  @inlinable public nonisolated var changes: Updates<TableChange<Section, Row>, Never> {
    changes(with: Differencer())
  }

  /// The tables, for any number of readers; a slow one skips to the newest.
  ///
  /// They end as ``changes`` do. Successive tables share what has not changed, so that diffing them costs what has.
  public nonisolated var tables: Updates<TableSnapshot<Section, Row>, Never> {
    Updates { reader { seen, now in seen?.version == now.version ? nil : now.table } }
  }

  /// The tables, with what belongs to them, for views.
  @usableFromInline package nonisolated var states: Updates<TableState<Section, Row>, any Error> {
    Updates(throwing: {
      reader { seen, now in
        var state = TableState(now.table, value: now.value)
        state.marks = now.marks
        state.isRepeated = seen?.version == now.version
        state.refreshed = now.refreshed(since: seen)
        state.renamed = now.renamed(since: seen)
        state.hasOtherRows = seen.map(now.hasOtherRows) ?? false
        return state
      }
    })
  }

  @usableFromInline nonisolated func changes(
    with differencer: Differencer<Section, Row>
  ) -> Updates<TableChange<Section, Row>, Never> {
    Updates { reader { TableChange(from: $0, to: $1, differencer) } }
  }

  /// What is found in the first section, whenever that is another one.
  @usableFromInline package nonisolated func sectionValues<Value: Equatable & Sendable>(
    _ value: @escaping @Sendable (Section) -> Value
  ) -> Updates<Value, Never> {
    Updates {
      reader { seen, now in
        guard let found = now.table.sections.first.map({ value($0.value) }) else { return nil }
        let before = seen?.table.sections.first.map { value($0.value) }
        return before?.isSame(as: found) == true ? nil : found
      }
    }
  }

  private nonisolated func reader<Update: Sendable>(
    _ update: @escaping @Sendable (SourceState<Section, Row>?, SourceState<Section, Row>) -> Update?
  ) -> CatchUpReader<SourceState<Section, Row>, Update> {
    CatchUpReader(subscribe: { await self.subscribe($0) }, read: { await self.state }, update: update)
  }
}
