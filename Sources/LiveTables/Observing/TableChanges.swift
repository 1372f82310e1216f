/// A step of an observable table.
public struct TableChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// From what the reader saw last to the newest state.
  ///
  /// A reader's first changeset is a reload that begins with an empty table.
  public let changeset: Changeset<Section, Row>

  /// Counts the states of the table.
  public let revision: Int

  /// How many states this step spans: 1, unless the reader was late.
  public let spanned: Int

  /// The newest state.
  public var table: TableSnapshot<Section, Row> { changeset.target }
}

extension TableChange: CustomStringConvertible {
  /// The revision, and the changeset in words.
  public var description: String {
    "revision \(revision)\(spanned == 1 ? "" : ", spanning \(spanned)"): \(changeset)"
  }
}

/// What changes in an observable table, step by step, for any number of readers.
///
/// Every `for await` is a reader of its own. It begins with all there is, and gets every state that it has the time for,
/// the newest at the end: one that is slow gets one changeset for all it has missed, made when it asks for it. No reader
/// holds up anybody, and none costs more memory than the state it saw last.
///
/// The sequence ends with the table (``LiveTable/finish()``), or when the reading task is cancelled. A reader keeps the
/// table that it reads.
public struct TableChanges<Section: Diffable & Sendable, Row: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A step.
  public typealias Element = TableChange<Section, Row>

  let feed: TableFeed<Section, Row>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: feed) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var reader: NewsReader<TableReading<Section, Row>, TableChange<Section, Row>>

    init(feed: TableFeed<Section, Row>) {
      let differencer = feed.differencer
      reader = NewsReader(listen: feed.listen, read: feed.read) { TableChange(from: $0, told: $1, to: $2, differencer) }
    }

    /// The next step, or all that were missed as one.
    ///
    /// - Returns: `nil` when the table has ended, or the task is cancelled.
    public mutating func next() async -> TableChange<Section, Row>? { await reader.next() }
  }
}

extension TableChange {
  /// - Returns: `nil` if several states have led back to where the reader is.
  fileprivate init?(
    from seen: TableReading<Section, Row>?, told: Int, to now: TableReading<Section, Row>,
    _ differencer: Differencer<Section, Row>
  ) {
    guard let seen else {
      let all = Changeset(reloading: now.content.table, from: TableSnapshot(), because: .firstTable)
      self.init(changeset: all, revision: now.revision, spanned: 1)
      return
    }
    let changeset = now.changeset(after: seen, with: differencer)
    if changeset.isEmpty { return nil }
    self.init(changeset: changeset, revision: now.revision, spanned: now.revision - told)
  }
}

/// The states of an observable table, for any number of readers; a slow one skips to the newest.
///
/// Successive states share what has not changed, so that the difference between them costs what has.
public struct TableStates<Section: Diffable & Sendable, Row: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A state.
  public typealias Element = TableSnapshot<Section, Row>

  let changes: TableChanges<Section, Row>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(changes: changes.makeAsyncIterator()) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var changes: TableChanges<Section, Row>.AsyncIterator

    /// The next state, or the newest of those that were missed.
    ///
    /// - Returns: `nil` when the table has ended, or the task is cancelled.
    public mutating func next() async -> TableSnapshot<Section, Row>? { await changes.next()?.table }
  }
}
