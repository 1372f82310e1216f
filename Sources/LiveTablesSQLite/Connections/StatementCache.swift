#if SQLite
struct StatementCache {
  private let limit: Int
  /// The cached statements, keyed by the SQL's bytes because `String` treats canonically equivalent texts as equal.
  private var statements: [SQLiteValue: (statement: Statement, lastUse: Int)] = [:]
  private var uses = 0

  init(limit: Int) { self.limit = limit }

  /// Removes a cached statement and returns it, so that no other caller uses the statement at the same time.
  mutating func take(_ sql: String) -> Statement? { statements.removeValue(forKey: .text(sql))?.statement }

  mutating func put(_ statement: Statement) {
    uses += 1
    statements[.text(statement.sql)] = (statement, uses)
    if statements.count <= limit { return }
    let oldest = statements.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { statements[oldest.key] = nil }
  }
}
#endif
