#if SQLite
internal import LiveTables

/// A connection's idle prepared statements, of which the least recently used one is removed if there are too many.
struct StatementCache {
  private let limit: Int
  private var statements: [ByteText: (statement: Statement, lastUse: Int)] = [:]
  /// The number of calls to ``put(_:)``, which serves as the time of the last use.
  private var uses = 0

  init(limit: Int) { self.limit = limit }

  /// Removes a cached statement and returns it, so that no other caller uses the statement at the same time.
  mutating func take(_ sql: String) -> Statement? { statements.removeValue(forKey: ByteText(sql))?.statement }

  mutating func put(_ statement: Statement) {
    uses += 1
    statements[ByteText(statement.sql)] = (statement, uses)
    if statements.count <= limit { return }
    let oldest = statements.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { statements[oldest.key] = nil }
  }
}
#endif
