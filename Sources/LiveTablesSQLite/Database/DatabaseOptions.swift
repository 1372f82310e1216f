#if SQLite
struct DatabaseOptions: Sendable {
  var isReadOnly: Bool
  var createsFile: Bool
  var busyTimeout: Duration
  var readerCount: Int
  var enforcesForeignKeys: Bool
  var transactionTime: Duration
  /// The minimum time for which a transaction stays open while several tables are read in it.
  var readingTime: Duration = .seconds(60)
  var trace: (@Sendable (String) -> Void)?
  var makeWatcher: @Sendable (String) throws -> FileWatcher = { try FileWatcher(path: $0) }
}
#endif
