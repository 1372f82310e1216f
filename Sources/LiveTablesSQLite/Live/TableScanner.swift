#if SQLite
internal import LiveTables

/// A type that creates the tables of a query, and keeps the last table.
protocol TableScanner<Section, Row>: Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable
  associatedtype Value: Sendable
  associatedtype Job: ScanJob where Job.Section == Section, Job.Row == Row

  var table: TableSnapshot<Section, Row>? { get }

  /// Sets the closure that is called when rows must be checked again.
  func listen(_ body: @escaping @Sendable () -> Void)

  /// Returns whether any rows must be checked again.
  func takeLate() -> Bool

  /// Returns the job for the changes committed since the last read.
  ///
  /// - Parameter transaction: The transaction of the last table.
  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ transaction: ReadTransaction?
  ) -> Job

  /// Returns a table of stored rows to show before the first read, or `nil` if their contents are needed.
  ///
  /// - Throws: An error if a section cannot be created.
  mutating func recall(
    _ groups: [RememberedTables.Group], _ query: TableQuery<Section, Value>, _ plan: QueryPlan
  ) throws -> TableSnapshot<Section, Row>?

  /// Returns the first rows of the last table, with the statement that reads its ids.
  func beginning(_ count: Int) -> (groups: [RememberedTables.Group], ids: SQLQuery)?

  mutating func adopt(_ scan: Job.Scan, of job: Job)
}

extension TableScanner {
  func listen(_ body: @escaping @Sendable () -> Void) {}

  func takeLate() -> Bool { false }

  mutating func recall(
    _ groups: [RememberedTables.Group], _ query: TableQuery<Section, Value>, _ plan: QueryPlan
  ) throws -> TableSnapshot<Section, Row>? { nil }

  func beginning(_ count: Int) -> (groups: [RememberedTables.Group], ids: SQLQuery)? { nil }
}

/// A read of a query's table, which runs in a transaction on a reader's queue.
protocol ScanJob: Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable
  associatedtype Scan: TableScan where Scan.Section == Section, Scan.Row == Row

  /// - Parameter mark: The commit that the transaction sees, if it is known.
  func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> Scan
}

/// The result of a scan job.
protocol TableScan: Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  var plan: QueryPlan { get }
  /// The new table, or `nil` if the previous table is still correct.
  var table: TableSnapshot<Section, Row>? { get }
  /// The commit at which the table is correct, or `nil` if it is not known.
  var mark: CommitMark? { get }
  /// Another transaction, whose reads should use the transaction of this table.
  var follower: ReadTransaction? { get }
}

extension DatabaseConnection {
  /// Reads rows into groups in order of first appearance, or into a single group.
  ///
  /// - Parameter append: A closure that reads a row and appends it to the rows of its group, whose index it receives.
  func groups<Row>(
    _ query: SQLQuery, group: String?, append: (Statement, Int, inout [Row]) throws -> Void
  ) throws -> [(value: SQLiteValue, rows: [Row])] {
    var groups: [[Row]] = [[]]
    // The rows of the current group, outside of the array, where appending is faster.
    var rows: [Row] = []
    var current = 0
    let values = try forEachInGroups(query, group: group) { statement, group in
      if group != current {
        groups[current] = rows
        if group == groups.count { groups.append([]) }
        rows = groups[group]
        groups[group] = []
        current = group
      }
      try append(statement, group, &rows)
    }
    groups[current] = rows
    return Array(zip(values, groups))
  }

  /// Calls a closure with each row of a query and the index of its group.
  ///
  /// - Returns: The values of the groups in order of first appearance, or a single group's `NULL`.
  func forEachInGroups(
    _ query: SQLQuery, group: String?, _ body: (Statement, Int) throws -> Void
  ) throws -> [SQLiteValue] {
    try withStatement(query) { statement in
      guard let group else {
        while try statement.step() { try body(statement, 0) }
        return [.null]
      }
      var groups: [SQLiteValue] = []
      var indices: [SQLiteValue: Int] = [:]
      var current = -1
      while try statement.step() {
        guard let position = statement.position(of: group) else {
          throw QueryError.noColumn(group, available: statement.columns)
        }
        if current < 0 || !statement.isEqual(groups[current], at: position) {
          let value = statement.value(at: position)
          current = indices[value] ?? groups.count
          if current == groups.count {
            indices[value] = current
            groups.append(value)
          }
        }
        try body(statement, current)
      }
      return groups
    }
  }
}
#endif
