#if SQLite
/// Statements that were prepared once, to be used again; the ones used last are kept.
struct StatementCache {
  private let limit: Int
  /// By their texts, as bytes: `String` takes different letters for one.
  private var statements: [DatabaseValue: (statement: Statement, lastUse: Int)] = [:]
  private var uses = 0

  init(limit: Int) { self.limit = limit }

  /// Takes a statement out, so that it cannot be used for two things at once.
  mutating func take(_ sql: String) -> Statement? { statements.removeValue(forKey: .text(sql))?.statement }

  /// Puts a statement back for the next time.
  mutating func put(_ statement: Statement) {
    uses += 1
    statements[.text(statement.sql)] = (statement, uses)
    if statements.count <= limit { return }
    let oldest = statements.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { statements[oldest.key] = nil }
  }
}
#endif
