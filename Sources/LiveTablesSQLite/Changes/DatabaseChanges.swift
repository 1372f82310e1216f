#if SQLite
/// The changes of one or more commits to a database, which determine what a live query must read again.
struct DatabaseChanges: Equatable, Sendable {
  struct InTable: Equatable, Sendable {
    /// The changed rows, by rowid or, in a table declared WITHOUT ROWID, by key.
    ///
    /// If there are too many rows, or if the key has several columns, the value is `nil`, and ``columns`` is still complete
    /// or ``hasOtherRows`` is `true`.
    var rows: Set<RowID>? = []
    /// Whether rows were inserted or deleted, or their rowids changed.
    var hasOtherRows = false
    /// The positions of the columns whose values changed in rows that were neither inserted nor deleted.
    var columns: Set<Int> = []

    mutating func merge(_ other: InTable, limit: Int = DatabaseChanges.rowLimit) {
      hasOtherRows = hasOtherRows || other.hasOtherRows
      columns.formUnion(other.columns)
      guard let more = other.rows, rows != nil else { return rows = nil }
      rows?.formUnion(more)
      if rows?.count ?? 0 > limit { rows = nil }
    }
  }

  /// The maximum number of rows that are stored for each table.
  static let rowLimit = 10_000

  /// The changes to each table, by name.
  var tables: [String: InTable] = [:]
  /// Whether another program has committed, which means that any table may have changed.
  var isForeign = false
  var hasOtherSchema = false
  /// Whether rows were read from a state other than the latest, so that they must be checked again.
  var hasLateRows = false

  static let foreign = DatabaseChanges(isForeign: true)

  static let lateRows = DatabaseChanges(hasLateRows: true)

  var rowCount: Int { tables.values.reduce(0) { $0 + ($1.rows?.count ?? 0) } }

  func only(_ names: Set<String>) -> DatabaseChanges {
    var changes = self
    changes.tables = tables.filter { names.contains($0.key) }
    return changes
  }

  var isEmpty: Bool { tables.isEmpty && !isForeign && !hasOtherSchema && !hasLateRows }

  /// Returns whether a query that reads the given tables may have a different result.
  func concern(_ tables: Set<String>) -> Bool {
    isForeign || hasOtherSchema || hasLateRows || self.tables.keys.contains { tables.contains($0) }
  }

  mutating func merge(_ other: DatabaseChanges) {
    isForeign = isForeign || other.isForeign
    hasOtherSchema = hasOtherSchema || other.hasOtherSchema
    hasLateRows = hasLateRows || other.hasLateRows
    for (name, change) in other.tables { tables[name, default: InTable()].merge(change) }
  }
}
#endif
