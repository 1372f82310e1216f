/// A table that changes, and that any number of readers and views can follow: a ``LiveTable``, or what an operator
/// derives from one.
///
/// ```swift
/// let inbox = LiveTable(rows: mails)
/// let unread = inbox.filter { !$0.isRead }.sorted { $0.date > $1.date }
/// view.bind(unread)
/// try await inbox.edit { $0.remove(id: 7) }
/// ```
///
/// Operators work when somebody reads: a chain that nobody looks at costs nothing, and one that many look at works once
/// for all of them. They work off the main actor.
public protocol TableSource<Section, Row>: Sendable {
  /// What the table has as sections.
  associatedtype Section: Diffable & Sendable
  /// What the table has as rows.
  associatedtype Row: Diffable & Sendable

  /// Where readers read.
  nonisolated var feed: TableFeed<Section, Row> { get }
}

extension TableSource {
  /// The table as it is now.
  ///
  /// For a derived table: with everything in it that was done to its sources before.
  public var current: TableSnapshot<Section, Row> {
    get async { await feed.read().content.table }
  }

  /// What changes, for any number of readers.
  public nonisolated var changes: TableChanges<Section, Row> { TableChanges(feed: feed) }

  /// The states of the table, for any number of readers.
  public nonisolated var tables: TableStates<Section, Row> { TableStates(changes: changes) }
}
