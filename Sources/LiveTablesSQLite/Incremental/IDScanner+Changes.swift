#if SQLite
internal import LiveTables

extension IDScanner.Job {
  private struct Task {
    let plan: QueryPlan
    let keyed: KeyedQuery
    let table: TableSnapshot<Section, Row>
    let state: LiveState<Value>
    let mark: CommitMark?
    let log: LogMoment?
    /// The rows that may have been inserted, deleted, moved, or changed, as far as a single state can show.
    var ids: Set<RowID>
    /// The changed rows of joined tables, with the statements that find the query's rows for them.
    let joined: [(statement: SQLQuery, rows: Set<RowID>)]
  }

  /// Updates the table by reading only the rows that have changed.
  ///
  /// - Throws: ``NotIncremental`` if the changes are not known precisely enough.
  func update(
    _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?
  ) throws -> IDScanner.Scan {
    let keyed = try plan.keyed.get()
    guard let table, let state, !isOtherQuery, plan.schema == self.plan?.schema else {
      throw NotIncremental("it is read for the first time, or the schema has changed")
    }
    let (changes, log) = try exactChanges(plan, connection, mark)
    let limit = limit(of: table.count)
    var ids: Set<RowID> = []
    var joined: [(statement: SQLQuery, rows: Set<RowID>)] = []
    for (name, change) in changes.tables where plan.tables.contains(name) {
      guard let reach = keyed.reaches[name] else { throw NotIncremental("“\(name)” has changed") }
      guard let rows = change.rows, rows.count <= limit else { throw NotIncremental("too many rows have changed") }
      switch reach {
      case .direct: ids.formUnion(rows)
      case .joined(let statement):
        ids.formUnion(try connection.ids(madeOf: rows, by: statement))
        joined.append((statement, rows))
      }
    }
    if ids.count > limit { throw NotIncremental("too many rows have changed") }
    let task = Task(
      plan: plan, keyed: keyed, table: table, state: state, mark: mark, log: log, ids: ids, joined: joined)
    // If joined rows were deleted or changed, they may lead to different rows in the previous state.
    if joined.isEmpty, !plan.mayMoveRows(changes) { return try restamp(task, connection) }
    // With a rollback journal, no state stays open.
    if connection.file?.commitCount == nil,
      let (found, paths) = try shown?.readIfOpen({ before in try ask(task, before, limit) })
    {
      return try move(found, from: paths, connection)
    }
    return try search(task, connection)
  }

  /// The maximum number of changed rows: half the measured number at which reading all ids is equally fast.
  ///
  /// All groups are searched for the group of each row.
  private func limit(of count: Int) -> Int { max(16, min(count / 200, 2_000_000 / max(1, groups.count))) }

  /// Returns the exact changes to the query's tables between the shown state and the current state, and the
  /// current state of the change log.
  private func exactChanges(
    _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?
  ) throws -> (DatabaseChanges, LogMoment?) {
    let limit = limit(of: table?.count ?? 0)
    if let mark, let old = self.mark,
      let changes = database.writer.commits.changes(from: old, to: mark, in: plan.tables)
    {
      guard let logged = plan.logged else { return (changes, nil) }
      // Continuing from the earlier log state avoids counting rows, at the cost of reading a few more log entries.
      if let log, !log.counts.isEmpty, let position = try connection.logPosition(), position - log.position <= limit / 2
      {
        return (changes, log)
      }
      return (changes, try connection.logMoment(of: logged))
    }
    guard let logged = plan.logged, let log else { throw NotIncremental("another program may have committed") }
    return try connection.loggedChanges(since: log, of: logged, limit: limit)
  }

  /// Updates the contents of changed rows that have not moved.
  private func restamp(_ task: Task, _ connection: DatabaseConnection) throws -> IDScanner.Scan {
    let rows = try connection.keyedRows(task.keyed, task.ids)
    var grouped = GroupedRows(task.table, groups, isGrouped: query.parts.group != nil)
    let paths = try RowPlaces.with(task.keyed, connection) { try grouped.paths(of: rows, $0) }
    return try finish(task, rows, from: paths, connection) { stamps, _ in
      for (row, path) in zip(rows, paths) where stamps[row.id] != task.table[path]?.stamp {
        grouped.replace(at: path, with: QueryRow(id: row.id, stamp: stamps[row.id], state: task.state))
      }
      return grouped
    }
  }

  /// Finds the changed rows and their positions in the state that is shown.
  private func ask(_ task: Task, _ before: DatabaseConnection, _ limit: Int) throws -> (Task, [RowPath]) {
    var task = task
    for (statement, rows) in task.joined { task.ids.formUnion(try before.ids(madeOf: rows, by: statement)) }
    if task.ids.count > limit { throw NotIncremental("too many rows have changed") }
    let rows = try before.keyedRows(task.keyed, task.ids)
    let grouped = GroupedRows(task.table, groups, isGrouped: query.parts.group != nil)
    return (task, try RowPlaces.with(task.keyed, before) { try grouped.paths(of: rows, $0) })
  }

  /// Searches the table for the rows, because their previous order values are no longer known.
  private func search(_ task: Task, _ now: DatabaseConnection) throws -> IDScanner.Scan {
    guard task.joined.isEmpty else { throw NotIncremental("the state before is not open any more") }
    let grouped = GroupedRows(task.table, groups, isGrouped: query.parts.group != nil)
    return try move(task, from: grouped.paths(of: task.ids), now)
  }

  private func move(_ task: Task, from paths: [RowPath], _ now: DatabaseConnection) throws -> IDScanner.Scan {
    let rows = try now.keyedRows(task.keyed, task.ids)
    var grouped = GroupedRows(task.table, groups, isGrouped: query.parts.group != nil)
    grouped.remove(at: paths)
    return try finish(task, rows, from: paths, now) { stamps, places in
      for row in rows {
        try grouped.insert(
          QueryRow(id: row.id, stamp: stamps[row.id], state: task.state), row, places, section: query.section)
      }
      try grouped.settle(places) { try now.keyedRows(task.keyed, [$0]).first }
      return grouped
    }
  }

  /// Reads the contents of rows on screen, and creates the table.
  ///
  /// - Parameters:
  ///   - rows: All rows that may have changed or moved.
  ///   - paths: The old positions of these rows.
  ///   - edit: A closure that creates the table, except for rows that were read from an earlier state.
  private func finish(
    _ task: Task, _ rows: [KeyedRow], from paths: [RowPath], _ connection: DatabaseConnection,
    _ edit: (Stamps, RowPlaces) throws -> GroupedRows<Section, Value>
  ) throws -> IDScanner.Scan {
    let recipe = RowReadPlan(plan: task.plan, decoding: query.decoding)
    // Any rows may be among those that arrived late from another state.
    let news = try news(
      task.plan, Set(rows.map(\.id)), among: changes.hasLateRows ? nil : task.ids, connection, task.mark)
    let (stamps, entries) = try content(news, recipe, connection)
    var touched = paths
    let grouped = try RowPlaces.with(task.keyed, connection) { places in
      var grouped = try edit(stamps, places)
      // Rows that arrived late, and rows edited by the user, have not moved.
      let others = try connection.keyedRows(
        task.keyed, news.changed.union(news.edited.keys).subtracting(task.ids))
      for (row, path) in zip(others, try grouped.paths(of: others, places)) {
        grouped.replace(at: path, with: QueryRow(id: row.id, stamp: stamps[row.id], state: task.state))
        touched.append(path)
      }
      return grouped
    }
    // All other rows are in order, so if each of these rows is at its old position, no row has moved.
    let isSame =
      rows.count == paths.count && grouped.groups == groups
      && touched.allSatisfy { path in
        guard let one = grouped.table[path], let other = task.table[path] else { return false }
        return one.id == other.id && one.hasSameContent(as: other)
      }
    return IDScanner.Scan(
      plan: task.plan, table: isSame ? nil : grouped.table, stamps: stamps, entries: entries, unknown: news.unknown,
      fulfilled: news.fulfilled, state: task.state, transaction: ReadTransaction(database), mark: task.mark,
      groups: grouped.groups, log: task.log, reason: nil)
  }
}
#endif
