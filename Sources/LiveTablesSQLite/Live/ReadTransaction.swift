#if SQLite
internal import LiveTables

/// A read transaction on the database state that a table shows, for additional data in cells.
///
/// ```swift
/// let text: SQLQuery = "SELECT * FROM person WHERE id = \(id)"
/// let sender = try await row.transaction.read { try $0.rows(of: Person.self, text).first }
/// ```
///
/// A live table keeps the transactions of its latest and previous states open, by default for up to ten seconds. An
/// idle transaction holds no lock, so it ends when a checkpoint copies a later commit to the database file. With a
/// rollback journal, or with SQLite before 3.37, no transaction stays open. After the transaction has ended, reads use
/// the latest state.
public final class ReadTransaction: Sendable {
  private let database: SQLiteDatabase
  private let lease = Locked(Lease())

  init(_ database: SQLiteDatabase) { self.database = database }

  /// Runs a closure that reads the database state of the shown table.
  ///
  /// - Parameter body: A closure that is called on a reader's queue.
  /// - Throws: ``SQLiteError``, or any error thrown by `body`.
  public func read<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) async throws -> Value {
    try await read(yields: false, body)
  }

  /// Reads the shown state, or the latest state if the transaction has ended.
  ///
  /// - Parameter yields: Whether to end early if another program writes, in which case `body` may run again.
  func read<Value: Sendable>(
    yields: Bool, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let lease = lease.with { $0 }
    if let leader = lease.leader { return try await leader.read(yields: yields, body) }
    if let lease = lease.held, let held = try await lease.reader.read(in: lease.number, body) {
      return held.value
    }
    if !yields { return try await database.read(body) }
    return try await database.givingWay { try await database.readers.read(yields: $0, body) }
  }

  var isOpen: Bool {
    get async {
      let lease = lease.with { $0 }
      if let leader = lease.leader { return await leader.isOpen }
      guard let held = lease.held else { return false }
      return await held.reader.isOpen(held.number)
    }
  }

  /// Reads the shown state synchronously on the queue of a different reader, if the transaction is still open.
  func readIfOpen<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) throws -> Value? {
    guard let held = lease.with({ $0.held }) else { return nil }
    return try held.reader.readNow(in: held.number, body)?.value
  }

  /// Keeps an open transaction alive.
  ///
  /// - Parameter shared: The transaction, if tables of other queries also hold it. The last of them ends it.
  func hold(_ reader: Reader, _ number: Int, _ shared: SharedReading.Transaction? = nil) {
    lease.with { $0.held = (reader, number, shared) }
  }

  /// Reads in the transaction of a newer table that contains the same rows.
  func follow(_ leader: ReadTransaction) { lease.with { $0.leader = leader } }

  /// Ends the transaction synchronously on the queue of a different reader.
  func end() {
    guard let held = lease.with({ $0.held }), held.shared == nil else { return }
    held.reader.endNow(held.number)
  }

  func release() -> Reader? {
    let held = lease.with { lease in
      defer { lease.held = nil }
      return lease.held
    }
    return held.flatMap { $0.shared == nil ? $0.reader : nil }
  }

  private struct Lease: Sendable {
    var held: (reader: Reader, number: Int, shared: SharedReading.Transaction?)?
    var leader: ReadTransaction?
  }
}
#endif
