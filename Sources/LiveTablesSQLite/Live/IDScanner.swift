#if SQLite
internal import LiveTables

/// A scanner that creates tables of row ids.
///
/// The contents of rows are read on demand. After a commit, the cached rows are read again to detect changes.
struct IDScanner<Section: Diffable & Sendable, Value: Sendable>: TableScanner {
  typealias Row = QueryRow<Value>

  /// The last table, with the state of the database in which it is correct.
  struct Shown: Sendable {
    var table: TableSnapshot<Section, Row>
    let state: LiveState<Value>
    /// The value of the group column for each section.
    var groups: [SQLiteValue]
    /// The commit at which the table was read, if the commit is known.
    var mark: CommitMark?
    /// The change log at that commit, if it covers all tables of the query.
    var log: LogMoment?
  }

  private let database: SQLiteDatabase
  private let source: RowSource<Value>
  private var recipe: RowReadPlan<Value>?
  private var stamps = Stamps()
  private var shown: Shown?
  /// The reason why the last read has read all ids.
  private(set) var reason: String?

  var table: TableSnapshot<Section, Row>? { shown?.table }

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
    /// The plan of the last read.
    let lastPlan: QueryPlan?
    let stamps: Stamps
    let revision: UInt32
    let database: SQLiteDatabase
    let source: RowSource<Value>
    let shown: Shown?
    /// The transaction of the last table.
    let transaction: ReadTransaction?
    let isOtherQuery: Bool
  }

  struct Scan: TableScan {
    typealias Row = QueryRow<Value>

    let plan: QueryPlan
    let content: ScannedContent<Value>
    let shown: Shown
    let hasNewTable: Bool
    /// The reason why all ids were read, or `nil` if only the changed ids were read.
    let reason: String?

    var table: TableSnapshot<Section, Row>? { hasNewTable ? shown.table : nil }
    var mark: CommitMark? { shown.mark }
    var follower: ReadTransaction? { hasNewTable ? shown.state.transaction : nil }
  }

  mutating func job(
    _ query: TableQuery<Section, Value>, _ changes: DatabaseChanges, _ transaction: ReadTransaction?
  ) -> Job {
    let revision = source.cache.nextNumber()
    let lastParts = recipe?.plan.parts
    let hasSameRows = recipe?.decoding === query.decoding && lastParts?.hasSameRows(as: query.parts) == true
    if !hasSameRows {
      stamps.raise(to: revision)
      source.cache.removeAll()
    }
    // A commit can be read before it is published.
    source.cache.beginReading(hasNews: shown != nil || !changes.isEmpty)
    return Job(
      query: query, changes: changes, lastPlan: recipe?.plan, stamps: stamps, revision: revision, database: database,
      source: source, shown: shown, transaction: transaction,
      isOtherQuery: lastParts != query.parts || !hasSameRows)
  }

  mutating func recall(
    _ groups: [RememberedTables.Group], _ query: TableQuery<Section, Value>, _ plan: QueryPlan
  ) throws -> TableSnapshot<Section, Row>? {
    // The rows count as rows of the first table that is read.
    let revision = source.cache.nextNumber()
    stamps.raise(to: revision)
    let recipe = RowReadPlan(plan: plan, decoding: query.decoding)
    self.recipe = recipe
    let state = LiveState(source, ReadTransaction(database), recipe, revision: revision)
    return TableSnapshot(
      sections: try groups.map { group in
        TableSection(
          try query.section(group.value), rows: group.ids.map { QueryRow(id: $0, stamp: revision, state: state) })
      })
  }

  func beginning(_ count: Int) -> (groups: [RememberedTables.Group], ids: SQLQuery)? {
    guard let shown, let recipe else { return nil }
    var left = count
    let beginning = zip(shown.groups, shown.table.sections).map { value, section in
      let ids = section.rows.prefix(left).map(\.id)
      left -= ids.count
      return RememberedTables.Group(value: value, ids: ids)
    }
    return (beginning, recipe.plan.ids)
  }

  mutating func adopt(_ scan: Scan, of job: Job) {
    recipe = RowReadPlan(plan: scan.plan, decoding: job.query.decoding)
    stamps = scan.content.stamps
    shown = scan.shown
    reason = scan.reason
    source.cache.adopt(scan.content, of: scan.shown.state, revision: job.revision)
  }
}

/// The contents of rows that a scan has found.
struct ScannedContent<Value: Sendable>: Sendable {
  var stamps = Stamps()
  /// The rows that may have changed.
  var changed: Set<RowID> = []
  /// The contents of changed rows that were cached.
  var entries: [RowID: RowCache<Value>.Entry] = [:]
  /// The cached rows that no longer exist.
  var missing: [RowID] = []
  /// The expected contents of edited rows that are no longer needed, because they or newer contents have been found.
  var fulfilled: [RowID: RowCache<Value>.Entry] = [:]
}

extension IDScanner.Job {
  func scan(_ connection: DatabaseConnection, _ mark: CommitMark?) throws -> IDScanner.Scan {
    let plan = try connection.plan(query.parts, lastPlan)
    do {
      return try update(plan, connection, mark)
    } catch let obstacle as NotIncremental {
      return try readAll(plan, connection, mark, obstacle)
    }
  }

  /// Reads all ids, unless the changes cannot have moved any rows.
  private func readAll(
    _ plan: QueryPlan, _ connection: DatabaseConnection, _ mark: CommitMark?, _ obstacle: NotIncremental
  ) throws -> IDScanner.Scan {
    let recipe = RowReadPlan(plan: plan, decoding: query.decoding)
    let news = try news(plan, plan.changedIDs(changes), among: nil, connection, mark)
    let content = try content(news, recipe, connection)
    func scan(_ shown: IDScanner.Shown, hasNewTable: Bool) -> IDScanner.Scan {
      IDScanner.Scan(plan: plan, content: content, shown: shown, hasNewTable: hasNewTable, reason: obstacle.reason)
    }
    if var shown, !isOtherQuery, plan.schema == lastPlan?.schema, !plan.mayMoveRows(changes) {
      // The transaction may include more changes, so the next update cannot continue from it.
      (shown.mark, shown.log) = (nil, nil)
      let restamped = content.stamps == stamps ? nil : shown.table.restamped(content.stamps, state: shown.state)
      if let restamped { shown.table = restamped }
      return scan(shown, hasNewTable: restamped != nil)
    }
    let state = LiveState(source, ReadTransaction(database), recipe, revision: revision)
    let found = try connection.groups(plan.ids, group: query.parts.group) { statement, _, ids in
      ids.append(try statement.rowID())
    }
    let sections = try found.map { value, ids in
      TableSection(try query.section(value), rows: QueryRow.rows(ids, content.stamps, state))
    }
    let groups = found.map(\.value)
    let log = try plan.logged.flatMap { try connection.logMoment(of: $0) }
    if var shown, !isOtherQuery, shown.table.isSame(as: sections) {
      (shown.groups, shown.mark, shown.log) = (groups, mark, log)
      return scan(shown, hasNewTable: false)
    }
    let table = TableSnapshot(sections: sections)
    return scan(IDScanner.Shown(table: table, state: state, groups: groups, mark: mark, log: log), hasNewTable: true)
  }

  func content(
    _ news: News, _ recipe: RowReadPlan<Value>, _ connection: DatabaseConnection
  ) throws -> ScannedContent<Value> {
    var stamps = stamps
    for (id, entry) in news.edited { stamps.set([id], to: entry.stamp) }
    if !news.changed.isEmpty { stamps.set(news.changed, to: revision) }
    let cached = source.cache.fingerprints(of: news.changed).keys
    let entries = try connection.entries(Array(cached), recipe) { _ in revision }
    return ScannedContent(
      stamps: stamps, changed: news.changed, entries: entries.merging(news.edited) { one, _ in one },
      missing: news.missing, fulfilled: news.fulfilled)
  }

  struct News {
    var changed: Set<RowID>
    /// The cached rows that no longer exist.
    var missing: [RowID] = []
    /// The rows whose contents match the user's edit.
    var edited: [RowID: RowCache<Value>.Entry] = [:]
    var fulfilled: [RowID: RowCache<Value>.Entry] = [:]
  }

  /// Returns the written rows and the cached rows that differ, except rows that match the user's edit on screen.
  ///
  /// - Parameters:
  ///   - changed: The rows that this process has written.
  ///   - touched: The rows that may have changed, or `nil` for all rows.
  func news(
    _ plan: QueryPlan, _ changed: Set<RowID>, among touched: Set<RowID>?, _ connection: DatabaseConnection,
    _ mark: CommitMark?
  ) throws -> News {
    var news = News(changed: changed)
    let expectations = source.cache.expectations  // read after the transaction has begun
    if changes.isEmpty, let mark, mark == shown?.mark { return news }
    let known = source.cache.fingerprints(of: touched)
    if known.isEmpty, expectations.isEmpty { return news }
    var current: [RowID: Int] = [:]
    try connection.forEach(Array(Set(known.keys).union(expectations.keys)), plan) { current[$0] = $1.fingerprint() }
    for (id, fingerprint) in known {
      switch current[id] {
      case nil: news.missing.append(id)
      case fingerprint: news.changed.remove(id)
      default: news.changed.insert(id)
      }
    }
    for (id, expectation) in expectations {
      let isFound = current[id] == expectation.entry.fingerprint
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
