#if SQLite
internal import LiveTables

/// A scanner that creates tables of row ids.
///
/// The contents of rows are read on demand. After a commit, the cached rows are read again to detect changes. Rows that
/// are not cached never show outdated content.
struct IDScanner<Section: Diffable & Sendable, Value: Sendable>: TableScanner {
  typealias Row = QueryRow<Value>

  private let database: SQLiteDatabase
  private let source: RowSource<Value>
  private var plan: QueryPlan?
  private var decoding: TableQueryDecoding<Value>?
  private var stamps = Stamps()
  private(set) var table: TableSnapshot<Section, Row>?
  private var state: LiveState<Value>?
  /// The commit at which the latest table was read, if the commit is known.
  private var mark: CommitMark?
  private var groups: [SQLiteValue] = []
  private var log: LogMoment?
  /// The reason why the last read has read all ids.
  private(set) var reason: String?

  func listen(_ body: @escaping @Sendable () -> Void) { source.cache.listen(body) }

  func takeLate() -> Bool { source.cache.takeLate() }

  init(_ database: SQLiteDatabase, cacheLimit: Int) {
    self.database = database
    source = RowSource(limit: cacheLimit)
  }

  struct Job: ScanJob {
    typealias Row = QueryRow<Value>

    let query: TableQuery<Section, Value>
    let changes: DatabaseChanges
    let plan: QueryPlan?
    let stamps: Stamps
    let revision: UInt32
    let database: SQLiteDatabase
    let source: RowSource<Value>
    /// The previous table, along with its state.
    let table: TableSnapshot<Section, Row>?
    let state: LiveState<Value>?
    let isOtherQuery: Bool
    /// The transaction, commit, and section groups of the previous table.
    let shown: ReadTransaction?
    let mark: CommitMark?
    let groups: [SQLiteValue]
    let log: LogMoment?
  }

  struct Scan: TableScan {
    typealias Row = QueryRow<Value>

    let plan: QueryPlan
    let table: TableSnapshot<Section, Row>?
    let stamps: Stamps
    let entries: [RowID: RowCache<Value>.Entry]
    /// The rows that were read before and no longer exist.
    let unknown: [RowID]
    /// The expected contents of edited rows that are no longer needed.
    let fulfilled: [RowID: RowCache<Value>.Entry]
    let state: LiveState<Value>
    let transaction: ReadTransaction
    var mark: CommitMark?
    let groups: [SQLiteValue]
    var log: LogMoment?
    /// The reason why all ids were read, or `nil` if only the changed ids were read.
    let reason: String?

    /// The transaction for rows that are in several tables, or `nil` if it does not change.
    var rows: ReadTransaction? { table == nil ? nil : state.transaction }
  }

  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ shown: ReadTransaction?
  ) -> Job {
    let revision = source.cache.nextNumber()
    let hasSameRows = decoding === query.decoding && plan.map { $0.parts.hasSameRows(as: query.parts) } ?? false
    if !hasSameRows {
      stamps.raise(to: revision)
      source.cache.removeAll()
    }
    // A commit can be read before it is published.
    source.cache.beginReading(hasNews: table != nil || !changes.isEmpty)
    return Job(
      query: query, changes: changes, plan: plan, stamps: stamps,
      revision: revision, database: database, source: source, table: table, state: state,
      isOtherQuery: plan?.parts != query.parts || !hasSameRows, shown: shown, mark: mark, groups: groups,
      log: log)
  }

  mutating func recall(
    _ groups: [RememberedTables.Group], _ query: TableQuery<Section, Value>, _ plan: QueryPlan
  ) throws -> TableSnapshot<Section, Row>? {
    // The rows count as rows of the first table that is read.
    let revision = source.cache.nextNumber()
    stamps.raise(to: revision)
    (decoding, self.plan) = (query.decoding, plan)
    let recipe = RowReadPlan(plan: plan, decoding: query.decoding)
    let state = LiveState(source, ReadTransaction(database), recipe, revision: revision)
    return TableSnapshot(
      sections: try groups.map { group in
        TableSection(
          try query.section(group.value), rows: group.ids.map { QueryRow(id: $0, stamp: revision, state: state) })
      })
  }

  func beginning(_ count: Int) -> (groups: [RememberedTables.Group], ids: SQLQuery)? {
    guard let table, let plan else { return nil }
    var left = count
    let beginning = zip(groups, table.sections).map { value, section in
      let ids = section.rows.prefix(left).map(\.id)
      left -= ids.count
      return RememberedTables.Group(value: value, ids: ids)
    }
    return (beginning, plan.ids)
  }

  mutating func adopt(_ scan: Scan, of job: Job) {
    decoding = job.query.decoding
    plan = scan.plan
    stamps = scan.stamps
    mark = scan.mark
    groups = scan.groups
    log = scan.log
    reason = scan.reason
    if let table = scan.table {
      self.table = table
      state = scan.state
    }
    if let state {
      source.cache.adopt(
        state, revision: job.revision, entries: scan.entries,
        unknown: scan.unknown, fulfilled: scan.fulfilled)
    }
  }
}

extension IDScanner.Job {
  func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> IDScanner.Scan {
    let plan = try connection.plan(query.parts, plan)
    do {
      return try update(plan, connection, mark)
    } catch let reason as NotIncremental {
      return try whole(plan, connection, mark, reason)
    }
  }

  /// Reads all ids, unless the changes cannot have moved any rows.
  func whole(
    _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?, _ reason: NotIncremental
  ) throws -> IDScanner.Scan {
    let recipe = RowReadPlan(plan: plan, decoding: query.decoding)
    let news = try news(plan, plan.changedIDs(changes), among: nil, connection, mark)
    let (stamps, entries) = try content(news, recipe, connection)
    let log = try plan.logged.flatMap { try connection.logMoment(of: $0) }
    func scan(
      _ table: TableSnapshot<Section, Row>?, _ state: LiveState<Value>, _ groups: [SQLiteValue]
    ) -> IDScanner.Scan {
      IDScanner.Scan(
        plan: plan, table: table, stamps: stamps, entries: entries, unknown: news.unknown, fulfilled: news.fulfilled,
        state: state, transaction: ReadTransaction(database), mark: mark, groups: groups,
        log: log, reason: reason.reason)
    }
    if let old = table, let state, !isOtherQuery, plan.schema == self.plan?.schema,
      !plan.mayMoveRows(changes)
    {
      // The transaction may include more changes, so the next update cannot continue from it.
      let table = stamps == self.stamps ? nil : old.restamped(stamps, state: state)
      var scan = scan(table, state, groups)
      (scan.mark, scan.log) = (nil, nil)
      return scan
    }
    let state = LiveState(source, ReadTransaction(database), recipe, revision: revision)
    let found = try connection.groups(plan.ids, group: query.parts.group) {
      let id = try $0.rowID()
      return QueryRow(id: id, stamp: stamps[id], state: state)
    }
    let sections = try found.map { TableSection(try query.section($0.value), rows: $0.rows) }
    let isSame = !isOtherQuery && table?.isSame(as: sections) == true
    return scan(isSame ? nil : TableSnapshot(sections: sections), state, found.map(\.value))
  }

  func content(
    _ news: News, _ recipe: RowReadPlan<Value>, _ connection: DatabaseConnection
  ) throws -> (Stamps, [RowID: RowCache<Value>.Entry]) {
    var stamps = stamps
    for (id, entry) in news.edited { stamps.set([id], to: entry.stamp) }
    if !news.changed.isEmpty { stamps.set(news.changed, to: revision) }
    let read = source.cache.fingerprints(of: news.changed).keys
    let entries = try connection.entries(Array(read), recipe) { _ in revision }.merging(news.edited) { one, _ in one }
    return (stamps, entries)
  }

  struct News {
    var changed: Set<RowID>
    /// The rows that were read before and no longer exist.
    var unknown: [RowID] = []
    /// The rows whose contents match the user's edit.
    var edited: [RowID: RowCache<Value>.Entry] = [:]
    var fulfilled: [RowID: RowCache<Value>.Entry] = [:]
  }

  /// Returns the written rows and the cached rows that differ, except rows that match the user's edit on screen.
  ///
  /// - Parameters:
  ///   - changed: The rows that this process has written.
  ///   - touched: The rows that may have changed, or `nil` for all rows.
  ///   - mark: The commit that the connection sees, if it is known.
  func news(
    _ plan: QueryPlan, _ changed: Set<RowID>, among touched: Set<RowID>?, _ connection: DatabaseConnection,
    _ mark: CommitMark?
  ) throws -> News {
    var news = News(changed: changed)
    let expectations = source.cache.expectations  // read after the transaction has begun
    if changes.isEmpty, let mark, mark == self.mark { return news }
    let known = source.cache.fingerprints(of: touched)
    if known.isEmpty, expectations.isEmpty { return news }
    let ids = Set(known.keys).union(expectations.keys)
    var now: [RowID: Int] = [:]
    try connection.forEach(Array(ids), plan) { now[$0] = $1.fingerprint() }
    for (id, fingerprint) in known {
      guard let other = now[id] else {
        news.unknown.append(id)
        continue
      }
      if other == fingerprint { news.changed.remove(id) } else { news.changed.insert(id) }
    }
    for (id, expectation) in expectations {
      let isFound = now[id] == expectation.entry.fingerprint
      // Another program may have changed the row in between. If so, the content that has been shown since then has
      // changed.
      if isFound, stamps[id] <= expectation.entry.stamp {
        news.changed.remove(id)
        news.edited[id] = expectation.entry
      }
      if isFound || expectation.isCommitted { news.fulfilled[id] = expectation.entry }
    }
    return news
  }
}

extension TableSnapshot where Section: Sendable {
  func restamped<Value>(_ stamps: Stamps, state: LiveState<Value>) -> TableSnapshot? where Row == QueryRow<Value> {
    var table = self
    var isOther = false
    for (place, section) in sections.enumerated() {
      for (index, row) in section.rows.enumerated() {
        let stamp = stamps[row.id]
        if stamp == row.stamp { continue }
        isOther = true
        table.replace(at: RowPath(section: place, row: index), with: QueryRow(id: row.id, stamp: stamp, state: state))
      }
    }
    return isOther ? table : nil
  }
}

extension TableSnapshot {
  func isSame(as others: [TableSection<Section, Row>]) -> Bool {
    guard sections.count == others.count else { return false }
    for (one, two) in zip(sections, others) {
      guard one.identity == two.identity, one.value.hasSameContent(as: two.value), one.rows.count == two.rows.count
      else { return false }
      for (row, other) in zip(one.rows, two.rows) {
        guard row.identity == other.identity, row.hasSameContent(as: other) else { return false }
      }
    }
    return true
  }
}
#endif
