#if SQLite
extension SQLiteDatabase {
  /// Closes all connections while a closure runs, so that another program can use the file exclusively.
  ///
  /// For example, leaving the write-ahead log (`PRAGMA journal_mode = DELETE`) and `PRAGMA locking_mode = EXCLUSIVE`
  /// require this. Live tables keep their rows and are read again afterwards. Calls of `read` and `write` wait until
  /// the closure returns, so it must not use this database.
  ///
  /// - Parameter body: A closure that is called after earlier calls have ended and all connections are closed.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withConnectionsClosed<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    gate.close()
    defer {
      gate.open()
      hub.publish(.foreign)
    }
    // Actors that wait to open a connection have none, and run this later.
    Task { [writer] in await writer.disconnect() }
    for reader in readers.all { Task { await reader.disconnect() } }
    await gate.emptied()
    return try await body()
  }
}
#endif
