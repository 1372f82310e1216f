#if SQLite
internal import LiveTables
internal import LiveTablesOperators

/// A scanner that creates tables of complete rows.
///
/// After a commit, an ``IDScanner`` finds the rows that may have changed, and only these rows are read. If the query is
/// not incremental, all rows are read.
struct WholeScanner<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableScanner {
  typealias Row = Value
  typealias IDs = IDScanner<Section, Value>

  /// The ids of the table's rows, at the same paths, or an empty table if the query is not keyed.
  private var ids: IDs
  private(set) var table: TableSnapshot<Section, Value>?

  init(_ database: SQLiteDatabase) { ids = IDs(database, cacheLimit: 0) }

  struct Job: ScanJob {
    typealias Row = Value

    let query: TableQuery<Section, Value>
    let ids: IDs.Job
    let lastTable: TableSnapshot<Section, Value>?

    func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> Scan {
      let plan = try connection.plan(query.parts, ids.lastPlan)
      do {
        return try update(plan, connection, mark)
      } catch let obstacle as NotIncremental {
        return try readAll(plan, connection, mark, obstacle)
      }
    }

    /// Reads only the rows that may have changed.
    private func update(_ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?) throws -> Scan {
      let scan = try ids.update(plan, connection, mark)
      guard scan.hasNewTable, let shown = ids.shown, let lastTable else { return Scan(ids: scan, table: nil) }
      let changeset = scan.shown.table.difference(from: shown.table)
      let changed = scan.content.changed
      let rows = try connection.entries(Array(changed), RowReadPlan(plan: plan, decoding: query.decoding)) { _ in 0 }
      if changeset.reload != nil || rows.count < changed.count || !rows.hasAllRows(createdBy: changeset) {
        throw NotIncremental("a changed row is not there")
      }
      var mapped = MapOperator(from: shown.table, to: lastTable) { rows[$0.id]!.value }
      mapped.follow(changeset)
      let isSame = mapped.table.difference(from: lastTable).isEmpty
      return Scan(ids: scan, table: isSame ? nil : mapped.table)
    }

    private func readAll(
      _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?, _ obstacle: NotIncremental
    ) throws -> Scan {
      let recipe = RowReadPlan(plan: plan, decoding: query.decoding)
      let state = LiveState(ids.source, ReadTransaction(ids.database), recipe, revision: ids.revision)
      let idColumn = (try? plan.keyed.get()).flatMap { _ in
        plan.columns.firstIndex { $0.lowercased() == query.parts.id.lowercased() }
      }
      var ids: [[RowID]] = [[]]
      let groups = try connection.groups(plan.wholeRows, group: query.parts.group) { statement, group, rows in
        if group == ids.count { ids.append([]) }
        if let idColumn { ids[group].append(statement.id(at: idColumn)) }
        try query.decoding.append(DatabaseRow(statement), &rows)
      }
      let sections = try groups.map { TableSection(try query.section($0.value), rows: $0.rows) }
      let idTable = TableSnapshot(
        sections: zip(sections, ids).map { TableSection($0.value, rows: IDs.Row.rows($1, self.ids.stamps, state)) })
      let shown = IDs.Shown(
        table: idTable, state: state, groups: groups.map(\.value), mark: mark,
        log: try idColumn.flatMap { _ in try plan.logged.flatMap { try connection.logMoment(of: $0) } })
      return Scan(
        ids: IDs.Scan(
          plan: plan, content: ScannedContent(stamps: self.ids.stamps), shown: shown, hasNewTable: true,
          reason: obstacle.reason),
        table: lastTable?.isSame(as: sections) == true ? nil : TableSnapshot(sections: sections))
    }
  }

  struct Scan: TableScan {
    typealias Row = Value

    let ids: IDs.Scan
    let table: TableSnapshot<Section, Value>?

    var plan: QueryPlan { ids.plan }
    var mark: CommitMark? { ids.mark }
    var follower: ReadTransaction? { nil }
  }

  /// The reason why the last read has read all rows.
  var reason: String? { ids.reason }

  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ transaction: ReadTransaction?
  ) -> Job {
    Job(query: query, ids: ids.job(query, changes, transaction), lastTable: table)
  }

  mutating func adopt(_ scan: Scan, of job: Job) {
    ids.adopt(scan.ids, of: job.ids)
    table = scan.table ?? table
  }
}

extension Dictionary where Key == RowID {
  /// Returns whether the dictionary contains the inserted and updated rows, and the rows that move to inserted sections.
  fileprivate func hasAllRows<Section, Row>(createdBy changeset: Changeset<Section, QueryRow<Row>>) -> Bool {
    let changes = changeset.rows
    let insertsSections = changeset.stages.contains { !$0.operations.insertedSections.isEmpty }
    return changes.inserted.allSatisfy { self[$0.value.id] != nil }
      && changes.updated.allSatisfy { self[$0.new.id] != nil }
      && (!insertsSections || changes.moved.allSatisfy { self[$0.new.id] != nil })
  }
}
#endif
