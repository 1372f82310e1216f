#if SQLite
internal import LiveTables

/// A scanner that creates tables of complete rows, all of which are read after every relevant commit.
struct WholeScanner<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableScanner {
  typealias Row = Value

  private var plan: QueryPlan?
  private(set) var table: TableSnapshot<Section, Value>?

  struct Job: ScanJob {
    typealias Row = Value

    let query: TableQuery<Section, Value>
    let lastPlan: QueryPlan?
    let lastTable: TableSnapshot<Section, Value>?

    func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> Scan {
      let plan = try connection.plan(query.parts, lastPlan)
      let groups = try connection.groups(plan.wholeRows, group: query.parts.group) {
        try query.decoding.decode(DatabaseRow($0))
      }
      let sections = try groups.map { TableSection(try query.section($0.value), rows: $0.rows) }
      let isSame = lastTable?.isSame(as: sections) == true
      return Scan(plan: plan, table: isSame ? nil : TableSnapshot(sections: sections), mark: mark)
    }
  }

  struct Scan: TableScan {
    typealias Row = Value

    let plan: QueryPlan
    let table: TableSnapshot<Section, Value>?
    let mark: CommitMark?

    var follower: ReadTransaction? { nil }
  }

  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ transaction: ReadTransaction?
  ) -> Job {
    Job(query: query, lastPlan: plan, lastTable: table)
  }

  mutating func adopt(_ scan: Scan, of job: Job) {
    plan = scan.plan
    table = scan.table ?? table
  }
}
#endif
