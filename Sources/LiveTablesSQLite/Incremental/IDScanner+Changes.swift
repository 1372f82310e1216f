#if SQLite
internal import LiveTables

extension IDScanner.Job {
  /// What has to be looked at to bring the table up to date.
  private struct Task {
    let plan: QueryPlan
    let keyed: KeyedQuery
    let table: TableSnapshot<Section, Row>
    let state: LiveState<Value>
    let mark: CommitMark?
    /// What the change log is now.
    let log: LogMoment?
    /// Rows that may have come, gone, moved or changed, as far as one state says.
    var ids: Set<RowID>
    /// Changed rows of tables that lead to rows by a statement.
    let joined: [(statement: SQL, rows: Set<RowID>)]
  }

  /// Looks only at what has changed since the table was read.
  ///
  /// - Throws: ``NotIncremental`` if that is not known, or not enough.
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
    var joined: [(statement: SQL, rows: Set<RowID>)] = []
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
    // Of joined rows the state before has others: those of what was deleted, or led elsewhere.
    if joined.isEmpty, !plan.mayMoveRows(changes) { return try restamp(task, connection) }
    // In a file with a rollback journal no state stays open.
    if connection.file?.commitCount == nil,
      let (found, paths) = try shown?.readIfOpen({ before in try ask(task, before, limit) })
    {
      return try move(found, from: paths, connection)
    }
    return try search(task, connection)
  }

  /// How many rows may have changed: by measurement, half as many as where reading all ids is as fast.
  ///
  /// The group of each of them is looked for among all.
  private func limit(of count: Int) -> Int { max(16, min(count / 200, 2_000_000 / max(1, groups.count))) }

  /// Exactly what is different in the tables of the query between the state that is shown and this one, and what the
  /// change log is now.
  private func exactChanges(
    _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?
  ) throws -> (DatabaseChanges, LogMoment?) {
    let limit = limit(of: table?.count ?? 0)
    if let mark, let old = self.mark,
      let changes = database.writer.commits.changes(from: old, to: mark, in: plan.tables)
    {
      guard let logged = plan.logged else { return (changes, nil) }
      // To go on from the moment before takes no counting of rows, and some entries more.
      if let log, log.counts.isEmpty == false, try connection.logPosition() - log.position <= limit / 2 {
        return (changes, log)
      }
      return (changes, try connection.logMoment(of: logged))
    }
    guard let logged = plan.logged, let log else { throw NotIncremental("another program may have committed") }
    return try connection.loggedChanges(since: log, of: logged, limit: limit)
  }

  /// Rows that stay where they are, some of them with other content.
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

  /// Asks the state that is shown which rows were where.
  private func ask(_ task: Task, _ before: DatabaseConnection, _ limit: Int) throws -> (Task, [RowPath]) {
    var task = task
    for (statement, rows) in task.joined { task.ids.formUnion(try before.ids(madeOf: rows, by: statement)) }
    if task.ids.count > limit { throw NotIncremental("too many rows have changed") }
    let rows = try before.keyedRows(task.keyed, task.ids)
    let grouped = GroupedRows(task.table, groups, isGrouped: query.parts.group != nil)
    return (task, try RowPlaces.with(task.keyed, before) { try grouped.paths(of: rows, $0) })
  }

  /// Looks for the rows in the whole table: what they were is not known any more.
  private func search(_ task: Task, _ now: DatabaseConnection) throws -> IDScanner.Scan {
    guard task.joined.isEmpty else { throw NotIncremental("the state before is not open any more") }
    let grouped = GroupedRows(task.table, groups, isGrouped: query.parts.group != nil)
    return try move(task, from: grouped.paths(of: task.ids), now)
  }

  /// Takes rows away from where they were, and puts them where they are now.
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

  /// Reads the content of rows that were shown and makes the table.
  ///
  /// - Parameters:
  ///   - rows: All that may be others than before, or elsewhere.
  ///   - paths: Where they were.
  ///   - edit: Makes the table without what came late.
  private func finish(
    _ task: Task, _ rows: [KeyedRow], from paths: [RowPath], _ connection: DatabaseConnection,
    _ edit: (Stamps, RowPlaces) throws -> GroupedRows<Section, Value>
  ) throws -> IDScanner.Scan {
    let recipe = RowRecipe(plan: task.plan, decoding: query.decoding)
    // Rows that came late from another state can be anything.
    let news = try news(
      task.plan, Set(rows.map(\.id)), among: changes.hasLateRows ? nil : task.ids, connection, task.mark)
    let (stamps, entries) = try content(news, recipe, connection)
    var touched = paths
    let grouped = try RowPlaces.with(task.keyed, connection) { places in
      var grouped = try edit(stamps, places)
      // Rows that came late, and those that the user has edited, are where they were.
      let others = try connection.keyedRows(
        task.keyed, news.changed.union(news.edited.keys).subtracting(task.ids))
      for (row, path) in zip(others, try grouped.paths(of: others, places)) {
        grouped.replace(at: path, with: QueryRow(id: row.id, stamp: stamps[row.id], state: task.state))
        touched.append(path)
      }
      return grouped
    }
    // All others are in their order; so if each of these is where it was, no row has moved.
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
