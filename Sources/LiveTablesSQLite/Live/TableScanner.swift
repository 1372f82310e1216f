#if SQLite
internal import LiveTables

/// Makes tables of a query, and knows what it has made of it before.
protocol TableScanner<Section, Row>: Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable
  associatedtype Value: Sendable
  associatedtype Job: ScanJob where Job.Section == Section, Job.Row == Row

  /// Sets what to call when something has to be read again.
  func listen(_ body: @escaping @Sendable () -> Void)

  /// Whether something has to be looked at again.
  func takeLate() -> Bool

  /// What was read last.
  var table: TableSnapshot<Section, Row>? { get }

  /// What is to be read now.
  ///
  /// - Parameters:
  ///   - query: What is asked for.
  ///   - changes: What has been committed since it was read last.
  ///   - shown: The transaction in which it was read.
  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ shown: ReadTransaction?
  ) -> Job

  /// Makes a table of what is remembered of the query, to be shown until the first one is read; `nil` if rows are needed.
  ///
  /// - Throws: What making sections throws.
  mutating func recall(
    _ groups: [RememberedTables.Group], _ query: TableQuery<Section, Value>, _ plan: QueryPlan
  ) throws -> TableSnapshot<Section, Row>?

  /// The first rows of the table that was read last, and the statement that they are of.
  func beginning(_ count: Int) -> (groups: [RememberedTables.Group], ids: SQL)?

  /// Takes in what was read.
  mutating func adopt(_ scan: Job.Scan, of job: Job)
}

extension TableScanner {
  mutating func recall(
    _ groups: [RememberedTables.Group], _ query: TableQuery<Section, Value>, _ plan: QueryPlan
  ) throws -> TableSnapshot<Section, Row>? { nil }

  func beginning(_ count: Int) -> (groups: [RememberedTables.Group], ids: SQL)? { nil }
}

/// Something to be read in one transaction.
protocol ScanJob: Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable
  associatedtype Scan: TableScan where Scan.Section == Section, Scan.Row == Row

  /// - Parameter mark: The commit that the transaction of the connection sees, if it is known.
  func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> Scan
}

/// What was read.
protocol TableScan: Sendable {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  var plan: QueryPlan { get }
  /// `nil`: what was shown before is still true.
  var table: TableSnapshot<Section, Row>? { get }
  /// The commit that the table is of, if it is known.
  var mark: CommitMark? { get }
  /// Belongs to the table, if there is one.
  var transaction: ReadTransaction { get }
  /// What is to read in the transaction of this table from now on, besides that itself.
  var rows: ReadTransaction? { get }
}

extension DatabaseConnection {
  /// Reads rows into sections, in order of first appearance; without a group, into one.
  func sections<Section: Diffable, Row: Diffable>(
    _ query: SQL, group: String?, section: (DatabaseValue) throws -> Section, row: (Statement) throws -> Row
  ) throws -> [TableSection<Section, Row>] {
    try groups(query, group: group, row: row).map { TableSection(try section($0.value), rows: $0.rows) }
  }

  /// Reads rows by their groups, in order of first appearance; without a group, as one.
  func groups<Row>(
    _ query: SQL, group: String?, row: (Statement) throws -> Row
  ) throws -> [(value: DatabaseValue, rows: [Row])] {
    try withStatement(query) { statement in
      guard let group else {
        var rows: [Row] = []
        while try statement.step() { rows.append(try row(statement)) }
        return [(.null, rows)]
      }
      var groups: [(value: DatabaseValue, rows: [Row])] = []
      var places: [DatabaseValue: Int] = [:]
      var current = -1
      while try statement.step() {
        guard let position = statement.position(of: group) else {
          throw QueryError.noColumn(group, available: statement.columns)
        }
        if current < 0 || !statement.isEqual(groups[current].value, at: position) {
          let value = statement.value(at: position)
          current = places[value] ?? groups.count
          if current == groups.count {
            places[value] = current
            groups.append((value, []))
          }
        }
        groups[current].rows.append(try row(statement))
      }
      return groups
    }
  }

  /// The plan of a query; the one from before if it still holds.
  func plan(_ parts: QueryParts, _ known: QueryPlan?) throws -> QueryPlan {
    if let known, known.parts == parts, known.schema == (try QueryPlan.Schema(of: self)) { return known }
    return try QueryPlan(parts, known, on: self)
  }
}
#endif
