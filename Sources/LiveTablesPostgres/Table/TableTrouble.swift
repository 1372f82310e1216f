#if Postgres
/// The unresolved errors of a table, each of which is reported and logged once.
struct TableTrouble: Sendable {
  /// The last error of the replication.
  private(set) var replicationError: String?
  /// The last error of a check of the table's definition.
  private var checkError: String?
  private var logged: String?

  /// Returns whether an error of the replication differs from the last one.
  mutating func fail(_ error: any Error) -> Bool {
    defer { replicationError = "\(error)" }
    return replicationError != "\(error)"
  }

  /// Returns whether the check before a failed one has succeeded.
  mutating func failCheck(_ error: any Error) -> Bool {
    defer { checkError = "\(error)" }
    return checkError == nil
  }

  /// Returns whether a successful check has resolved the last error.
  mutating func passCheck() -> Bool { resolve(\.checkError) }

  /// Returns whether a successful replication has resolved the last error.
  mutating func recover() -> Bool { resolve(\.replicationError) }

  mutating func log(_ error: String) -> Bool {
    defer { logged = error }
    return logged != error
  }

  private mutating func resolve(_ error: WritableKeyPath<TableTrouble, String?>) -> Bool {
    if self[keyPath: error] == nil { return false }
    self[keyPath: error] = nil
    if replicationError != nil || checkError != nil { return false }
    logged = nil
    return true
  }
}
#endif
