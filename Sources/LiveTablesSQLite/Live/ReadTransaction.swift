#if SQLite
/// The state of the database that a table shows: a cell can read more of it.
///
/// ```swift
/// let sender = try await row.transaction.read { try $0.row(of: Person.self, "SELECT * FROM person WHERE id = \(id)") }
/// ```
///
/// Of a live table, the transactions of its newest state and of the one before are open, for
/// ten seconds at most by default. In a file with a rollback journal none stays open, since other programs could not
/// write. Afterwards the newest state is read.
public final class ReadTransaction: Sendable {
  private let database: SQLiteDatabase
  private let lease: Lease

  init(_ database: SQLiteDatabase) {
    self.database = database
    lease = Lease()
  }

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
    if let leader = await lease.leader { return try await leader.read(yields: yields, body) }
    if let (reader, number) = await lease.held, let held = try await reader.read(in: number, body) {
      return held.value
    }
    if !yields { return try await database.read(body) }
    return try await database.givingWay { try await database.readers.read(yields: $0, body) }
  }

  /// Whether the state that is shown is still open.
  var isOpen: Bool {
    get async {
      if let leader = await lease.leader { return await leader.isOpen }
      guard let (reader, number) = await lease.held else { return false }
      return await reader.isOpen(number)
    }
  }

  /// Reads in the state that is shown.
  ///
  /// - Returns: `nil` if it is not open any more.
  func readIfOpen<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) async throws -> Value? {
    guard let (reader, number) = await lease.held else { return nil }
    return try await reader.read(in: number, body)?.value
  }

  /// Holds a transaction from now on, in the place of the one before.
  func hold(_ reader: Reader, _ number: Int) async {
    await release()
    await lease.hold(reader, number)
  }

  /// Reads in another transaction from now on: that of a newer table which has the same rows.
  func follow(_ leader: ReadTransaction) async { await lease.follow(leader) }

  /// Lets go of the transaction.
  func release() async {
    guard let (reader, number) = await lease.take() else { return }
    await reader.end(number)
    await database.readers.giveBack(reader)
  }

  private actor Lease {
    private(set) var held: (reader: Reader, number: Int)?
    private(set) var leader: ReadTransaction?

    func follow(_ leader: ReadTransaction) { self.leader = leader }

    func hold(_ reader: Reader, _ number: Int) { held = (reader, number) }

    func take() -> (reader: Reader, number: Int)? {
      defer { held = nil }
      return held
    }
  }
}
#endif
