#if SQLite
internal import LiveTables

/// A transaction that is shared by queries that are read together.
///
/// A table that combines several queries reads them one after another. To prevent a commit in between from giving them
/// different states, the first query begins a transaction that the other queries use.
///
/// In a file with a rollback journal, no transaction stays open. In that case, each query is read by itself. If the
/// queries have seen different commits, all of them are read again.
actor SharedReading {
  struct Moment: Sendable {
    /// The commit that the transaction sees.
    let mark: CommitMark
    /// A time before the beginning of the transaction.
    let begun: ContinuousClock.Instant
    /// The number of commits that were published before the transaction began, all of which it sees.
    let publishedCount: Int
  }

  /// A transaction that has begun, and that ends and returns its reader when its last reference is released.
  final class Transaction: Sendable {
    let reader: Reader
    /// The transaction's number, or `nil` if the transaction does not stay open, as with a rollback journal.
    let number: Int?
    let moment: Moment
    private let readers: ReaderPool

    fileprivate init(_ reader: Reader, _ number: Int?, _ moment: Moment, _ readers: ReaderPool) {
      (self.reader, self.number, self.moment, self.readers) = (reader, number, moment, readers)
    }

    deinit {
      if let number { reader.endSoon(number) }
      readers.giveBack(reader)
    }
  }

  private let database: SQLiteDatabase
  private var task: Task<Transaction?, any Error>?

  init(_ database: SQLiteDatabase) { self.database = database }

  deinit {
    let time = database.options.transactionTime
    guard let task, time < database.options.readingTime else { return }
    // A visible table does not need the transaction for so long.
    Task {
      guard let transaction = try? await task.value, let number = transaction.number else { return }
      await transaction.reader.limit(number, to: transaction.moment.begun + time)
    }
  }

  /// Returns the current task's shared reading of a database, or `nil` if the task reads a query alone.
  static func current(_ database: SQLiteDatabase) -> SharedReading? {
    ReadMoment.current?.shared(by: database) { SharedReading(database) }
  }

  /// Returns the shared transaction, or `nil` if other connections commit too often to determine the commit it sees.
  func transaction() async throws -> Transaction? {
    if let task { return try await task.value }
    let task = Task<Transaction?, any Error> { [database] in
      let reader = try database.readers.lend()
      let (begun, publishedCount) = (ContinuousClock.now, database.hub.publishedCount)
      do {
        let time = max(database.options.transactionTime, database.options.readingTime)
        let (mark, number) = try await database.givingWay { yields in
          try await reader.open(for: time, yields: yields) { _, mark in mark }
        }
        if let mark {
          let moment = Moment(mark: mark, begun: begun, publishedCount: publishedCount)
          return Transaction(reader, number, moment, database.readers)
        }
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
