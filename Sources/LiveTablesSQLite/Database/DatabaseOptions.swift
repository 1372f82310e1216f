#if SQLite
/// How a database is used.
public struct DatabaseOptions: Sendable {
  /// Whether the file is only read.
  public var isReadOnly = false

  /// Whether a file that is not there is made, with a write-ahead log.
  ///
  /// A file that is there keeps its kind of journal.
  public var createsFile = true

  /// How long to wait for others who write or hold the file, before ``DatabaseError/isBusy`` is thrown.
  public var busyTimeout = Duration.seconds(5)

  /// How many reads may run at once; further ones wait for their turn.
  public var readerCount = 4

  /// Whether foreign keys are enforced.
  public var enforcesForeignKeys = true

  /// For how long the transaction of a table that is shown stays open, at most.
  ///
  /// As long as it is, what it does not see cannot be cleared away, and the write-ahead log grows.
  public var transactionTime = Duration.seconds(10)

  /// Told of every statement that is run, without its values, on the queue of its connection.
  public var trace: (@Sendable (String) -> Void)?

  /// As usual.
  public init() {}
}

/// The database was closed.
public struct DatabaseClosed: Error, Hashable, CustomStringConvertible {
  /// In words.
  public var description: String { "the database is closed" }
}

/// The file of a database is not there any more.
public struct DatabaseFileGone: Error, Hashable, CustomStringConvertible {
  /// Where it was.
  public let path: String

  /// In words.
  public var description: String { "\(path) is gone" }
}
#endif
