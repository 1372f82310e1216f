#if SQLite
extension SQLiteDatabase {
  /// Closes all connections while a body runs, for what another program can do only then: to leave the write-ahead log
  /// (`PRAGMA journal_mode = DELETE`), or to have the file for itself (`PRAGMA locking_mode = EXCLUSIVE`).
  ///
  /// Live tables keep what they show and are read again afterwards. Calls of `read` and `write` that come meanwhile wait for
  /// the end of the body, so the body must not use this database.
  ///
  /// - Parameter body: Runs when the calls before have ended and no connection has the file open.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withConnectionsClosed<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    gate.close()
    defer {
      gate.open()
      hub.publish(.foreign)
    }
    // Those that wait to open a connection have none, and hear of this later.
    Task { [writer] in await writer.disconnect() }
    for reader in readers.all { Task { await reader.disconnect() } }
    await gate.emptied()
    return try await body()
  }
}
#endif
