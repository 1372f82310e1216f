#if SQLite
internal import LiveTables

/// The transaction in which all queries of a database are read that are read at one moment.
///
/// A table that is made of several queries reads them one after another. If another program commits in between, they would
/// be of two states of the file. So the first query of a moment begins a transaction, and the others are read in it, too.
///
/// In a file with a rollback journal no transaction stays open. There each query is read by itself, and all of them again if
/// they have seen different commits.
actor SharedReading {
  /// The transaction, if it could begin.
  struct Transaction: Sendable {
    let reader: Reader
    /// `nil` if none stays open, as in a file with a rollback journal.
    let number: Int?
    let mark: CommitMark
    /// How many commits had been published before it began: it sees all of them.
    let count: Int
  }

  private let database: SQLiteDatabase
  private var task: Task<Transaction?, any Error>?

  init(_ database: SQLiteDatabase) { self.database = database }

  /// What the moment has of a database; `nil` if the task reads a query alone.
  static func current(_ database: SQLiteDatabase) -> SharedReading? {
    ReadMoment.current?.shared(by: database) { SharedReading(database) }
  }

  /// The transaction of the moment, begun by the first call.
  ///
  /// - Returns: `nil` if it is not known which commit it sees, because others commit too fast.
  func transaction() async throws -> Transaction? {
    if let task { return try await task.value }
    let task = Task { [database] in
      let reader = try database.readers.lend()
      let count = database.hub.count
      let (mark, number) = try await database.givingWay { yields in
        try await reader.open(for: database.options.transactionTime, yields: yields) { _, mark in mark }
      }
      return mark.map { Transaction(reader: reader, number: number, mark: $0, count: count) }
    }
    self.task = task
    return try await task.value
  }
}
#endif
