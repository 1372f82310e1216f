#if SQLite
internal import LiveTables

extension IDScanner.Job {
  /// The rows to read, and the database state of the new table.
  private struct Update {
    let plan: QueryPlan
    let keyed: KeyedQuery
    let shown: IDScanner.Shown
    let mark: CommitMark?
    let log: LogMoment?
    /// The rows that may have been inserted, deleted, moved, or changed, as far as a single state can show.
    var ids: Set<RowID>
    /// The changed rows of joined tables, with the statements that find the query's rows for them.
    let joined: [(statement: SQLQuery, rows: Set<RowID>)]

    var rows: GroupedRows<Section, Value> {
      GroupedRows(shown.table, shown.groups, isGrouped: plan.parts.group != nil)
    }
  }

  /// Updates the table by reading only the rows that have changed.
  ///
  /// - Throws: ``NotIncremental`` if the changes are not known precisely enough.
  func update(
    _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?
  ) throws -> IDScanner.Scan {
    let keyed = try plan.keyed.get()
    guard let shown, !isOtherQuery, plan.schema == lastPlan?.schema else {
      throw NotIncremental("it is read for the first time, or the schema has changed")
    }
    let limit = limit(of: shown)
    let (changes, log) = try exactChanges(since: shown, plan, limit: limit, connection, mark)
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
    let update = Update(plan: plan, keyed: keyed, shown: shown, mark: mark, log: log, ids: ids, joined: joined)
    // If joined rows were deleted or changed, they may lead to different rows in the previous state.
    if joined.isEmpty, !plan.mayMoveRows(changes) { return try restamp(update, connection) }
    // With a rollback journal, no state stays open.
    if connection.file?.commitCount == nil,
      let (found, paths) = try transaction?.readIfOpen({ shown in try find(update, in: shown, limit) })
    {
      return try move(found, from: paths, connection)
    }
    // The previous order values are no longer known, so the table is searched for the rows.
    guard joined.isEmpty else { throw NotIncremental("the state before is not open any more") }
    return try move(update, from: update.rows.paths(of: ids), connection)
  }

  /// The maximum number of changed rows: half the measured number at which reading all ids is equally fast.
  ///
  /// All groups are searched for the group of each row.
  private func limit(of shown: IDScanner.Shown) -> Int {
    max(16, min(shown.table.count / 200, 2_000_000 / max(1, shown.groups.count)))
  }

  /// Returns the exact changes to the query's tables between the shown state and the current state, and the
  /// current state of the change log.
  private func exactChanges(
    since shown: IDScanner.Shown, _ plan: QueryPlan, limit: Int, _ connection: DatabaseConnection, _ mark: CommitMark?
  ) throws -> (DatabaseChanges, LogMoment?) {
    if let mark, let old = shown.mark,
      let changes = database.writer.commits.changes(from: old, to: mark, in: plan.tables)
    {
      guard let logged = plan.logged else { return (changes, nil) }
      // Continuing from the earlier log state avoids counting rows, at the cost of reading a few more log entries.
      if let log = shown.log, !log.counts.isEmpty, let position = try connection.logPosition(),
        position - log.position <= limit / 2
      {
        return (changes, log)
      }
      return (changes, try connection.logMoment(of: logged))
    }
    guard let logged = plan.logged, let log = shown.log else {
      throw NotIncremental("another program may have committed")
    }
    return try connection.loggedChanges(since: log, of: logged, limit: limit)
  }

  /// Updates the contents of changed rows that have not moved.
  private func restamp(_ update: Update, _ connection: DatabaseConnection) throws -> IDScanner.Scan {
    let keyedRows = try connection.keyedRows(update.keyed, update.ids)
    var rows = update.rows
    let paths = try RowPositions.with(update.keyed, connection) { try rows.paths(of: keyedRows, $0) }
    return try finish(update, keyedRows, from: paths, connection) { stamps, _ in
      for (row, path) in zip(keyedRows, paths) where stamps[row.id] != update.shown.table[path]?.stamp {
        rows.replace(at: path, with: QueryRow(id: row.id, stamp: stamps[row.id], state: update.shown.state))
      }
      return rows
    }
  }

  /// Finds the changed rows and their positions in the state that is shown.
  private func find(
    _ update: Update, in connection: DatabaseConnection, _ limit: Int
  ) throws -> (Update, [RowPath]) {
    var update = update
    for (statement, rows) in update.joined { update.ids.formUnion(try connection.ids(madeOf: rows, by: statement)) }
    if update.ids.count > limit { throw NotIncremental("too many rows have changed") }
    let keyedRows = try connection.keyedRows(update.keyed, update.ids)
    return (update, try RowPositions.with(update.keyed, connection) { try update.rows.paths(of: keyedRows, $0) })
  }

  /// Removes the changed rows from the table, and inserts the remaining ones at their new positions.
  private func move(
    _ update: Update, from paths: [RowPath], _ connection: DatabaseConnection
  ) throws -> IDScanner.Scan {
    let keyedRows = try connection.keyedRows(update.keyed, update.ids)
    var rows = update.rows
    rows.remove(at: paths)
    return try finish(update, keyedRows, from: paths, connection) { stamps, positions in
      for row in keyedRows {
        try rows.insert(
          QueryRow(id: row.id, stamp: stamps[row.id], state: update.shown.state), row, positions, section: query.section
        )
      }
      try rows.settle(positions) { try connection.keyedRows(update.keyed, [$0]).first }
      return rows
    }
  }

  /// Reads the contents of rows on screen, and creates the table.
  ///
  /// - Parameters:
  ///   - keyedRows: All rows that may have changed or moved.
  ///   - paths: The old positions of these rows.
  ///   - edit: A closure that creates the table, except for rows that were read from an earlier state.
  private func finish(
    _ update: Update, _ keyedRows: [KeyedRow], from paths: [RowPath], _ connection: DatabaseConnection,
    _ edit: (Stamps, RowPositions) throws -> GroupedRows<Section, Value>
  ) throws -> IDScanner.Scan {
    let recipe = RowReadPlan(plan: update.plan, decoding: query.decoding)
    // Any rows may be among those that arrived late from another state.
    let news = try news(
      update.plan, Set(keyedRows.map(\.id)), among: changes.hasLateRows ? nil : update.ids, connection, update.mark)
    let content = try content(news, recipe, connection)
    var touched = paths
    let rows = try RowPositions.with(update.keyed, connection) { positions in
      var rows = try edit(content.stamps, positions)
      // Rows that arrived late, and rows edited by the user, have not moved.
      let others = try connection.keyedRows(
        update.keyed, news.changed.union(news.edited.keys).subtracting(update.ids))
      for (row, path) in zip(others, try rows.paths(of: others, positions)) {
        rows.replace(at: path, with: QueryRow(id: row.id, stamp: content.stamps[row.id], state: update.shown.state))
        touched.append(path)
      }
      return rows
    }
    // All other rows are in order, so if each of these rows is at its old position, no row has moved.
    let isSame =
      keyedRows.count == paths.count && rows.groups == update.shown.groups
      && touched.allSatisfy { path in
        guard let one = rows.table[path], let other = update.shown.table[path] else { return false }
        return one.id == other.id && one.hasSameContent(as: other)
      }
    let shown = IDScanner.Shown(
      table: isSame ? update.shown.table : rows.table, state: update.shown.state, groups: rows.groups,
      mark: update.mark, log: update.log)
    return IDScanner.Scan(plan: update.plan, content: content, shown: shown, hasNewTable: !isSame, reason: nil)
  }
}
#endif
