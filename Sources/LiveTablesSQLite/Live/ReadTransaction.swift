#if SQLite
internal import LiveTables

/// The state of the database that a table shows: a cell can read more of it.
///
/// ```swift
/// let text: SQL = "SELECT * FROM person WHERE id = \(id)"
/// let sender = try await row.transaction.read { try $0.rows(of: Person.self, text).first }
/// ```
///
/// Of a live table, the transactions of its newest state and of the one before are open, for
/// ten seconds at most by default. They hold no lock while nothing reads in them, so a state ends when a later commit is
/// written back to the file (a checkpoint). In a file with a rollback journal none stays open, because other programs
/// could not write; with a SQLite before 3.37, none does in any file. Afterwards the newest state is read.
public final class ReadTransaction: Sendable {
  private let database: SQLiteDatabase
  private let lease = Locked(Lease())

  init(_ database: SQLiteDatabase) { self.database = database }

  /// Reads in the state that is shown.
  ///
  /// - Parameter body: Runs on a reader's queue.
  /// - Returns: What `body` returns.
  /// - Throws: ``DatabaseError``, what `body` throws.
  public func read<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) async throws -> Value {
    try await read(yields: false, body)
  }

  /// Reads in the state that is shown, or in the newest one if it has ended.
  ///
  /// - Parameter yields: Whether to give way to other programs that write; `body` may run several times.
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

  /// Whether the state that is shown is still open.
  var isOpen: Bool {
    get async {
      let lease = lease.with { $0 }
      if let leader = lease.leader { return await leader.isOpen }
      guard let held = lease.held else { return false }
      return await held.reader.isOpen(held.number)
    }
  }

  /// Reads in the state that is shown at once, from the queue of another reader.
  ///
  /// - Returns: `nil` if it is not open any more.
  func readIfOpen<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) throws -> Value? {
    guard let held = lease.with({ $0.held }) else { return nil }
    return try held.reader.readNow(in: held.number, body)?.value
  }

  /// Holds a transaction from now on.
  ///
  /// - Parameter shared: The transaction, if tables of other queries hold it, too: then it ends with the last of them.
  func hold(_ reader: Reader, _ number: Int, _ shared: SharedReading.Transaction? = nil) {
    lease.with { $0.held = (reader, number, shared) }
  }

  /// Reads in another transaction from now on: that of a newer table which has the same rows.
  func follow(_ leader: ReadTransaction) { lease.with { $0.leader = leader } }

  /// Ends the transaction at once, from the queue of another reader.
  func end() {
    guard let held = lease.with({ $0.held }), held.shared == nil else { return }
    held.reader.endNow(held.number)
  }

  /// Lets go of the reader, whose transaction has ended.
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
