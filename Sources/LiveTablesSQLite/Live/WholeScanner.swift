#if SQLite
internal import LiveTables

/// A scanner that creates tables of complete rows, all of which are read after every relevant commit.
struct WholeScanner<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableScanner {
  typealias Row = Value

  private let database: SQLiteDatabase
  private var plan: QueryPlan?
  private(set) var table: TableSnapshot<Section, Value>?

  init(_ database: SQLiteDatabase) { self.database = database }

  func listen(_ body: @escaping @Sendable () -> Void) {}

  func takeLate() -> Bool { false }

  struct Job: ScanJob {
    typealias Row = Value

    let query: TableQuery<Section, Value>
    let database: SQLiteDatabase
    let plan: QueryPlan?
    let table: TableSnapshot<Section, Value>?

    func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> Scan {
      let plan = try connection.plan(query.parts, plan)
      let sections = try connection.sections(plan.wholeRows, group: query.parts.group, section: query.section) {
        try query.decoding.decode(DatabaseRow($0))
      }
      return Scan(
        plan: plan, table: table?.isSame(as: sections) == true ? nil : TableSnapshot(sections: sections),
        mark: mark, transaction: ReadTransaction(database))
    }
  }

  struct Scan: TableScan {
    typealias Row = Value

    let plan: QueryPlan
    let table: TableSnapshot<Section, Value>?
    let mark: CommitMark?
    let transaction: ReadTransaction

    var rows: ReadTransaction? { nil }
  }

  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ shown: ReadTransaction?
  ) -> Job {
    Job(query: query, database: database, plan: plan, table: table)
  }

  mutating func adopt(_ scan: Scan, of job: Job) {
    plan = scan.plan
    table = scan.table ?? table
  }
}
#endif
