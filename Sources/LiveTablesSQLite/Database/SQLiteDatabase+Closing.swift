#if SQLite
extension SQLiteDatabase {
  /// Closes all connections while a closure runs, so that another program can access the file exclusively.
  ///
  /// Exclusive access is necessary, for example, to turn off write-ahead logging (`PRAGMA journal_mode = DELETE`). Live
  /// tables keep their rows, and are read again after the closure returns. Calls to `read` and `write` wait until then,
  /// so the closure must not use this database.
  ///
  /// - Parameter body: A closure that is called after all earlier calls have ended and all connections are closed.
  /// - Throws: Any error thrown by `body`.
  public func withConnectionsClosed<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    gate.close()
    defer {
      gate.open()
      hub.publish(.foreign)
    }
    // Actors that are waiting to open a connection have none, and run this later.
    Task { [writer] in await writer.disconnect() }
    for reader in readers.all { Task { await reader.disconnect() } }
    await gate.emptied()
    return try await body()
  }
}
#endif
