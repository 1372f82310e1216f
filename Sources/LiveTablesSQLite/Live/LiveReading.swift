#if SQLite
internal import Dispatch
internal import Foundation
internal import LiveTables

/// Reads a query on behalf of all its readers. A read begins when a reader requests a state that may have changed.
///
/// Only one task reads at a time, and other tasks wait for its result. The last table read without an error is kept.
actor LiveReading<Scanner: TableScanner> {
  typealias Content = TableSnapshot<Scanner.Section, Scanner.Row>
  typealias State = SourceState<Scanner.Section, Scanner.Row>

  nonisolated let readers: QueryReaders
  private let database: SQLiteDatabase
  private let holder: QueryHolder<Scanner.Section, Scanner.Value>
  /// Whether the last read has failed, in which case commits may be missing from the newest state.
  private nonisolated let behind = Locked(false)
  private let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private var scanner: Scanner
  /// The transactions of the latest table and of the previous one.
  private var shown: ReadTransaction?
  private var before: ReadTransaction?
  private var spare: Reader?
  private var subscription: ChangeHub.Subscription?
  private var pending = DatabaseChanges()
  /// The number of commits that had been published when the latest of these changes were taken.
  private var pendingCount = 0
  /// A commit at which the table is known to be correct, if any.
  private var rightAt: CommitMark? { didSet { rightSince = .now } }
  private var rightSince = ContinuousClock.now
  /// The number of consecutive shared readings whose queries have seen different commits.
  private var restarts = 0
  private var version: Int?
  private var interest: Set<String>?
  private var newest = State()
  private var trouble: Trouble?
  private var hasRecalled = false
  /// The number of rows to store next to the database.
  private var rememberedRows: Int?
  private var kept: Kept?
  private var isReading = false
  private var waiting = SubscriberList()

  /// The revision whose rows are stored, and the time at which it was stored.
  struct Kept {
    var revision: Int
    var time: ContinuousClock.Instant

    /// Returns whether a newer revision should be stored, at least one second after the last stored revision.
    func isDue(for newest: Int, at now: ContinuousClock.Instant) -> Bool {
      newest != revision && now >= time + .seconds(1)
    }
  }

  /// An error thrown if the table cannot be read in the transaction that the other queries share.
  private struct OtherMoment: Error {}

  private struct Trouble {
    var tries = 0
    var words: String
  }

  init(
    _ database: SQLiteDatabase, _ holder: QueryHolder<Scanner.Section, Scanner.Value>, _ scanner: Scanner,
    onTrouble: (@Sendable ((any Error)?) -> Void)?
  ) {
    self.database = database
    self.holder = holder
    self.scanner = scanner
    self.onTrouble = onTrouble
    readers = holder.readers
  }

  /// Whether the newest state may lack published commits because a read has failed.
  nonisolated var isBehind: Bool { behind.with { $0 } }

  /// The newest state, which includes all commits published so far, or the last known state if the task is cancelled.
  var state: State {
    get async {
      while isReading {
        let (signal, received) = Signal.make()
        waiting.add(signal)
        for await _ in received { break }
        if Task.isCancelled { return newest }
      }
      if newest.isFinished { return newest }
      isReading = true
      await update()
      isReading = false
      waiting.notify()
      return newest
    }
  }

  private func update() async {
    do {
      var table = try await recalled()
      if table == nil { table = try await next(await begin()) }
      guard let table else { return await keep() }
      newest.advance(to: table, value: shown ?? ReadTransaction(database))
      // Requests the state again, which reads nothing but stores the rows.
      if isDue { readers.notify() }
    } catch QueryError.databaseClosed {
      (spare, shown, before) = (nil, nil, nil)
      newest.finish()
    } catch is CancellationError {
      // The next request reads the table again.
    } catch {
      spare = nil
      newest.finish(throwing: error)
    }
  }

  // MARK: - Stored rows

  /// Returns the stored rows of the query, on the first call only.
  private func recalled() async throws -> Content? {
    if hasRecalled { return nil }
    hasRecalled = true
    // The stored rows belong to a different state than the queries that are read together with this one.
    if ReadMoment.current != nil { return nil }
    let query = holder.current.query
    rememberedRows = query.parts.rememberedRows
    guard rememberedRows != nil, let remembered = database.remembered else { return nil }
    // An invalid query is detected and reported when it is read.
    guard let plan = try? await database.readers.read({ try $0.plan(query.parts, nil) }) else { return nil }
    let groups = await remembered.groups(of: plan.ids)
    return groups.isEmpty ? nil : try? scanner.recall(groups, query, plan)
  }

  private var isDue: Bool { rememberedRows != nil && kept?.isDue(for: newest.revision, at: .now) ?? true }

  /// Stores the rows of the delivered table, if they are due.
  private func keep() async {
    guard isDue, let count = rememberedRows, let remembered = database.remembered,
      let (groups, ids) = scanner.beginning(count)
    else { return }
    kept = Kept(revision: newest.revision, time: .now)
    await remembered.remember(groups, of: ids)
  }

  // MARK: - Reading

  /// Starts observing the database, unless the observation has already started.
  private func begin() async -> ChangeHub.Subscription {
    if let subscription { return subscription }
    let subscription = database.hub.subscribe(readers)
    await database.observer.start()
    scanner.listen { [readers] in readers.notify() }
    self.subscription = subscription
    return subscription
  }

  /// Reads a table if it may have changed.
  ///
  /// - Returns: The table, or `nil` if the previous table is still correct or the table cannot be read at this time.
  /// - Throws: The error of the first read, unless the error may be temporary. Later reads throw only when the database
  ///   is closed.
  private func next(_ subscription: ChangeHub.Subscription) async throws -> Content? {
    let news = try database.hub.take(subscription.number)
    if !news.isEmpty {
      pending.merge(news)
      pendingCount = database.hub.count
    }
    if scanner.takeLate() { pending.merge(.lateRows) }
    let (query, version) = holder.current
    rememberedRows = query.parts.rememberedRows
    let isOther = version != self.version
    let hasTable = scanner.table != nil
    do {
      let shared = try await sharedTransaction()
      if hasTable, !isOther, shared.map({ isRight(at: $0.mark) }) ?? !pending.concern(interest ?? []) {
        if pendingCount <= shared?.count ?? .max {
          pending = DatabaseChanges()
          behind.with { $0 = false }
        }
        return nil
      }
      if let shared, hasTable, isAhead(of: shared) { throw OtherMoment() }
      if isOther {
        interest = nil
        database.hub.set(nil, of: subscription.number)
      }
      let table = try await read(query, subscription, shared)
      self.version = version
      behind.with { $0 = false }
      if let shared, rightAt != shared.mark { await startOver() } else { restarts = 0 }
      if let trouble = await database.observer.trouble { report(trouble) } else { recovered() }
      return table
    } catch is OtherMoment {
      await startOver()
      return nil
    } catch let error where error is CancellationError || error as? QueryError == .databaseClosed {
      throw error
    } catch {
      let mayPass = (error as? SQLiteError)?.isBusy ?? false
      if !hasTable, !mayPass { throw error }
      behind.with { $0 = true }
      report(error)
      return nil
    }
  }

  /// Reads the changed rows.
  ///
  /// The changes stay pending if the read fails.
  private func read(
    _ query: TableQuery<Scanner.Section, Scanner.Value>, _ subscription: ChangeHub.Subscription,
    _ shared: SharedReading.Transaction?
  ) async throws -> Content? {
    let changes = pending
    pending = DatabaseChanges()
    do {
      guard let shared else { return try await read(scanner.job(query, changes, shown), subscription, nil) }
      // The transaction may include commits that are not published yet, and may lack commits that are.
      var all = changes
      all.merge(.foreign)
      let table = try await read(scanner.job(query, all, shown), subscription, shared)
      if pendingCount > shared.count { pending.merge(changes) }
      return table
    } catch {
      pending.merge(changes)
      throw error
    }
  }

  private func read(
    _ job: Scanner.Job, _ subscription: ChangeHub.Subscription, _ shared: SharedReading.Transaction?
  ) async throws -> Content? {
    let (shown, before) = (shown, before)
    let body = { @Sendable (connection: DatabaseConnection, mark: CommitMark?) in
      let scan = try job.scan(connection, mark)
      (scan.table == nil ? shown : before)?.end()
      return scan
    }
    let (reader, scan, transaction): (Reader, Scanner.Job.Scan, Int?)
    if let shared, let number = shared.number {
      guard let held = try await shared.reader.read(in: number, { try body($0, shared.mark) }) else {
        throw OtherMoment()
      }
      (reader, scan, transaction) = (shared.reader, held.value, number)
    } else {
      reader = try spare ?? database.readers.lend()
      spare = reader
      let time = database.options.transactionTime
      (scan, transaction) = try await database.givingWay { try await reader.open(for: time, yields: $0, body) }
    }
    let sharer = shared?.number == nil ? nil : shared
    rightAt = scan.mark
    learn(scan.plan.tables, subscription)
    if scan.table != nil { (self.shown, self.before) = (scan.transaction, shown) }
    let ended = scan.table == nil ? shown : before
    if let transaction, let held = self.shown {
      let free = ended?.release()
      spare = sharer == nil ? free : spare ?? free
      held.hold(reader, transaction, sharer)
      scan.rows?.follow(held)
    }
    scanner.adopt(scan, of: job)
    return scan.table
  }

  /// Returns the shared transaction, or `nil` if the query is read alone.
  ///
  /// - Throws: ``OtherMoment`` if the commit that the transaction sees is not known.
  private func sharedTransaction() async throws -> SharedReading.Transaction? {
    guard let reading = SharedReading.current(database) else { return nil }
    guard let transaction = try await reading.transaction() else { throw OtherMoment() }
    return transaction
  }

  /// Returns whether the table may belong to a later commit than a transaction sees because another reader has read it
  /// since.
  ///
  /// The commit counter restarts with a new log, so it is not compared with a transaction that began later.
  private func isAhead(of shared: SharedReading.Transaction) -> Bool {
    shared.begun <= rightSince && rightAt?.isAfter(shared.mark) ?? true
  }

  /// Makes all queries of the shared reading read again, with increasing delays while other connections commit.
  private func startOver() async {
    restarts += 1
    if restarts > 3 { try? await Task.sleep(for: .milliseconds(1 << min(restarts - 3, 6))) }
    ReadMoment.current?.markStale()
  }

  /// Returns, without reading, whether the table is known to be correct at a commit.
  private func isRight(at mark: CommitMark) -> Bool {
    guard let rightAt, let interest else { return false }
    if rightAt == mark { return true }
    guard let changes = database.writer.commits.changes(from: rightAt, to: mark, in: interest), changes.isEmpty else {
      return false
    }
    self.rightAt = mark
    return true
  }

  /// Subscribes to the tables that the query reads.
  ///
  /// If the tables have changed with the schema, changes may have been missed, so the full query is read again.
  private func learn(_ tables: Set<String>, _ subscription: ChangeHub.Subscription) {
    if tables == interest { return }
    let hadOther = interest != nil
    interest = tables
    database.hub.set(tables, of: subscription.number)
    if hadOther {
      pending.merge(.foreign)
      readers.notify()
    }
  }

  // MARK: - Trouble

  private static var delays: [Duration] { [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(2)] }

  private func report(_ error: any Error) {
    let words = "\(error)"
    let tries = trouble?.tries ?? 0
    if trouble?.words != words { onTrouble?(error) }
    trouble = Trouble(tries: tries + 1, words: words)
    if !Self.mayResolveItself(error) { return }
    let delay = Self.delays[min(tries, Self.delays.count - 1)]
    DispatchQueue.global().asyncAfter(deadline: .now() + delay.interval) { @Sendable [readers] in readers.notify() }
  }

  /// Returns whether an error may be resolved without a commit or a change to the query.
  private static func mayResolveItself(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.mayResolveItself
    case QueryError.fileIsGone: true
    default: false
    }
  }

  private func recovered() {
    if trouble == nil { return }
    trouble = nil
    onTrouble?(nil)
  }
}

/// The query of a live table, which can change while it is read.
actor QueryHolder<Section: Diffable & Sendable, Value: Sendable> {
  nonisolated let readers = QueryReaders()
  private nonisolated let held: Locked<(query: TableQuery<Section, Value>, version: Int)>

  init(_ query: TableQuery<Section, Value>) { held = Locked((query, 0)) }

  nonisolated var current: (query: TableQuery<Section, Value>, version: Int) { held.with { $0 } }

  /// Changes the query without holding a lock while the body runs.
  func change(_ body: (TableQuery<Section, Value>) -> TableQuery<Section, Value>) {
    let other = body(current.query)
    held.with { $0 = (other, $0.version + 1) }
    readers.notify()
  }
}
#endif
