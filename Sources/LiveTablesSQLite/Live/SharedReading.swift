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
  /// A transaction that has begun. It ends with its last reference, which gives the reader back.
  final class Transaction: Sendable {
    let reader: Reader
    /// `nil` if none stays open, as in a file with a rollback journal.
    let number: Int?
    let mark: CommitMark
    /// When it had not begun yet.
    let begun: ContinuousClock.Instant
    /// How many commits had been published before it began: it sees all of them.
    let count: Int
    private let readers: ReaderPool

    fileprivate init(
      _ reader: Reader, _ number: Int?, _ mark: CommitMark, begun: ContinuousClock.Instant, count: Int,
      _ readers: ReaderPool
    ) {
      (self.reader, self.number, self.mark, self.begun) = (reader, number, mark, begun)
      (self.count, self.readers) = (count, readers)
    }

    deinit {
      if let number { reader.endSoon(number) }
      readers.giveBack(reader)
    }
  }

  /// How long a transaction stays open while tables are read in it, at least.
  private static var readingTime: Duration { .seconds(60) }

  private let database: SQLiteDatabase
  private var task: Task<Transaction?, any Error>?

  init(_ database: SQLiteDatabase) { self.database = database }

  deinit {
    let time = database.options.transactionTime
    guard let task, time < Self.readingTime else { return }
    // A table that is shown does not need it for so long.
    Task {
      guard let transaction = try? await task.value, let number = transaction.number else { return }
      await transaction.reader.limit(number, to: transaction.begun + time)
    }
  }

  /// What the moment has of a database; `nil` if the task reads a query alone.
  static func current(_ database: SQLiteDatabase) -> SharedReading? {
    ReadMoment.current?.shared(by: database) { SharedReading(database) }
  }

  /// The transaction of the moment, begun by the first call.
  ///
  /// - Returns: `nil` if it is not known which commit it sees, because others commit too fast.
  func transaction() async throws -> Transaction? {
    if let task { return try await task.value }
    let task = Task<Transaction?, any Error> { [database] in
      let reader = try database.readers.lend()
      let (begun, count) = (ContinuousClock.now, database.hub.count)
      do {
        let time = max(database.options.transactionTime, Self.readingTime)
        let (mark, number) = try await database.givingWay { yields in
          try await reader.open(for: time, yields: yields) { _, mark in mark }
        }
        if let mark { return Transaction(reader, number, mark, begun: begun, count: count, database.readers) }
      } catch {
        database.readers.giveBack(reader)
        throw error
      }
      database.readers.giveBack(reader)
      return nil
    }
    self.task = task
    return try await task.value
  }
}
#endif
