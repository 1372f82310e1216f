/// A source that provides a current table, and notifies readers of changes to it.
///
/// Live tables, derived and joined tables, outlines, stores, section binders and database queries are sources. Any
/// number of views and readers can observe a source, each at its own pace. (A ``TableStore`` can have only one view at
/// a time.) Operators derive other sources from a source:
///
/// ```swift
/// let inbox = LiveTable(rows: mails)
/// let unread = inbox.filter { !$0.isRead }.sorted { $0.date > $1.date }
/// view.bind(unread)
/// try await inbox.edit { $0.remove(id: 7) }
/// ```
///
/// To write a custom source, use a ``SourceState`` and a ``SubscriberList``.
public protocol TableSource<Section, Row>: Sendable {
  /// The type of the sections.
  associatedtype Section: Diffable & Sendable
  /// The type of the rows in the table.
  associatedtype Row: Diffable & Sendable

  /// The newest state of the source.
  ///
  /// The state includes all changes made to the source before you access this property. Revisions only increase.
  var state: SourceState<Section, Row> { get async }

  /// Adds a reader that is notified after every change to the source.
  ///
  /// - Parameter signal: The signal to send after every change to ``state``.
  func subscribe(_ signal: Signal) async
}

/// A source that declares whether it returns its state without waiting.
package protocol PromptSource {
  /// Whether ``TableSource/state`` never waits for a file, a server or custom code.
  var answersAtOnce: Bool { get }
}

extension PromptSource {
  package var answersAtOnce: Bool { true }
}

extension TableSource {
  package nonisolated var isPrompt: Bool { (self as? any PromptSource)?.answersAtOnce ?? false }
}

/// Methods of sources. They are inlinable, so that diffs are specialized for the caller's types.
extension TableSource {
  /// The source's current table, which is empty until there is a first table.
  ///
  /// A derived table includes all changes that its sources made before you accessed this property. The table may be outdated if the task is cancelled
  /// after a parameter was changed. A source that loads data starts loading for its first reader or view, not when you
  /// access this property.
  public var current: TableSnapshot<Section, Row> {
    get async { await read.table }
  }

  /// The changes to the source's table, which any number of readers can iterate.
  ///
  /// The sequence also ends if the source fails, in which case ``SourceState/failure`` contains the error.
  @inlinable public nonisolated var changes: Updates<TableChange<Section, Row>, Never> {
    changes(with: Differencer())
  }

  /// The source's successive tables, which any number of readers can iterate.
  ///
  /// A slow reader skips to the newest table.
  ///
  /// The sequence ends when ``changes`` ends. The cost of diffing successive tables depends on how much they changed.
  public nonisolated var tables: Updates<TableSnapshot<Section, Row>, Never> {
    Updates { reader { seen, now in seen?.version == now.version ? nil : now.table } }
  }

  /// The source's tables with their attached values, for views.
  @usableFromInline package nonisolated var states: Updates<TableState<Section, Row>, any Error> {
    Updates(throwing: {
      reader { seen, now in
        var state = TableState(now.table, value: now.value)
        state.marks = now.marks
        state.isRepeated = seen?.version == now.version
        state.refreshed = now.refreshed(since: seen)
        state.renamed = now.renamed(since: seen)
        state.knownChangeset = now.isDiff ? now.changeset.map { KnownChangeset($0) } : nil
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
