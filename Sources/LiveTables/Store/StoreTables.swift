/// What a store wants to be shown, table by table, for any number of readers.
///
/// The first table is what is wanted now; then there is one whenever that changes, by a submission or an edit. A reader that
/// is slow gets the newest. So a store can feed other things than a view of its own: a table that several stores make up
/// together, or another store. What a user edits in a view of that other table does not come back here.
///
/// The sequence keeps the store alive while it is read. It ends with the store; one of one's own does not end.
public struct StoreTables<Section: Diffable & Sendable, Row: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A table.
  public typealias Element = TableSnapshot<Section, Row>

  let store: TableStore<Section, Row>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(store: store) }

  /// A reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let store: TableStore<Section, Row>
    var rings: AsyncStream<Void>?
    var last: Int?

    init(store: TableStore<Section, Row>) { self.store = store }

    /// The newest table, when another one is wanted than the last.
    ///
    /// - Returns: `nil` when the store has ended, or the task is cancelled.
    public mutating func next() async -> TableSnapshot<Section, Row>? {
      let rings: AsyncStream<Void>
      if let existing = self.rings {
        rings = existing
      } else {
        rings = await store.subscribe()
        self.rings = rings
      }
      for await _ in rings {
        guard let (table, version) = await store.table(after: last) else { continue }
        last = version
        return table
      }
      return nil
    }
  }
}

extension TableStore {
  /// What is wanted, table by table, for any number of readers.
  public nonisolated var tables: StoreTables<Section, Row> { StoreTables(store: self) }

  func subscribe() -> AsyncStream<Void> { readers.subscribe() }

  func table(after last: Int?) -> (TableSnapshot<Section, Row>, Int)? {
    last == machine.version ? nil : (table, machine.version)
  }

  /// Something has happened in the store.
  func tellReaders() {
    if case .closed = machine.phase { readers.finish() } else { readers.ring() }
  }
}
