#if SQLite
/// What one or several commits have changed.
struct DatabaseChanges: Equatable, Sendable {
  /// What is known to have changed in one table.
  struct InTable: Equatable, Sendable {
    /// The rows that were inserted, changed or deleted, by their rowids or, in a table WITHOUT ROWID, by their keys; `nil`
    /// if they are too many to be listed, or their key has several columns.
    ///
    /// ``columns`` is complete all the same, or ``hasOtherRows`` is true.
    var rows: Set<RowID>? = []
    /// Whether rows came or went, or have got another rowid.
    var hasOtherRows = false
    /// The columns whose values have changed in rows that stayed, by position.
    var columns: Set<Int> = []

    mutating func merge(_ other: InTable, limit: Int = DatabaseChanges.rowLimit) {
      hasOtherRows = hasOtherRows || other.hasOtherRows
      columns.formUnion(other.columns)
      guard let more = other.rows, rows != nil else { return rows = nil }
      rows?.formUnion(more)
      if rows?.count ?? 0 > limit { rows = nil }
    }
  }

  /// Past this many rows of one table they are not listed.
  static let rowLimit = 10_000

  /// The tables that were written, by name.
  var tables: [String: InTable] = [:]
  /// Another program has committed; which tables have changed is unknown.
  var isForeign = false
  /// The schema has changed.
  var hasOtherSchema = false
  /// Nothing is known to have changed, but rows that were read have to be looked at again.
  var hasLateRows = false

  /// Another program's commit.
  static let foreign = DatabaseChanges(isForeign: true)

  /// Rows were read in a state that is not the newest.
  static let lateRows = DatabaseChanges(hasLateRows: true)

  /// How many rows are listed.
  var rowCount: Int { tables.values.reduce(0) { $0 + ($1.rows?.count ?? 0) } }

  /// What has changed in some tables.
  func only(_ names: Set<String>) -> DatabaseChanges {
    var changes = self
    changes.tables = tables.filter { names.contains($0.key) }
    return changes
  }

  var isEmpty: Bool { tables.isEmpty && !isForeign && !hasOtherSchema && !hasLateRows }

  /// Whether a query that reads these tables may have another result.
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
