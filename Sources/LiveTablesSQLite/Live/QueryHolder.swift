#if SQLite
internal import LiveTables

/// The query of a live table, which can change while it is read, and the readers of its results.
actor QueryHolder<Section: Diffable & Sendable, Value: Sendable> {
  nonisolated let readers = QueryReaders()
  private nonisolated let held: Locked<(query: TableQuery<Section, Value>, version: Int)>

  init(_ query: TableQuery<Section, Value>) { held = Locked((query, 0)) }

  nonisolated var current: (query: TableQuery<Section, Value>, version: Int) { held.with { $0 } }

  /// Changes the query without holding a lock while the body runs.
  func change(_ body: (TableQuery<Section, Value>) -> TableQuery<Section, Value>) {
    let changed = body(current.query)
    held.with { $0 = (changed, $0.version + 1) }
    readers.notify()
  }
}
#endif
