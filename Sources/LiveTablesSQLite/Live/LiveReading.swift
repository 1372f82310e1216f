#if SQLite
internal import Dispatch
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
  private let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private nonisolated let machine = Locked(ReadingMachine())
  private var scanner: Scanner
  private var transactions = ShownTransactions()
  private var subscription: ChangeHub.Subscription?
  private var newest = State()
  private var trouble = ReadTrouble()
  private var hasRecalled = false
  private var stored: StoredRevision?
  private var isReading = false
  private var waiting = SubscriberList()

  /// An error thrown if the table cannot be read in the transaction that the other queries share.
  private struct OtherMoment: Error {}

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
  nonisolated var isBehind: Bool { machine.with { $0.isBehind } }

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
      var table = try await recalledTable()
      if table == nil { table = try await nextTable(await subscribe()) }
      guard let table else { return await storeRows() }
      newest.advance(to: table, value: transactions.latest ?? ReadTransaction(database))
      // Requests the state again, which reads nothing but stores the rows.
      if storedRowCount != nil { readers.notify() }
    } catch QueryError.databaseClosed {
      transactions = ShownTransactions()
      newest.finish()
    } catch is CancellationError {
      // The next request reads the table again.
    } catch {
      transactions.releaseSpareReader()
      newest.finish(throwing: error)
    }
  }

  // MARK: - Stored rows

  /// Returns the stored rows of the query, on the first call only.
  private func recalledTable() async throws -> Content? {
    if hasRecalled { return nil }
    hasRecalled = true
    // The stored rows belong to a different state than the queries that are read together with this one.
    if ReadMoment.current != nil { return nil }
    let query = holder.current.query
    guard query.parts.rememberedRows != nil, let remembered = database.remembered else { return nil }
    // An invalid query is detected and reported when it is read.
    guard let plan = try? await database.readers.read({ try $0.plan(query.parts, nil) }) else { return nil }
    let groups = await remembered.groups(of: plan.ids)
    return groups.isEmpty ? nil : try? scanner.recall(groups, query, plan)
  }

  /// The number of rows to store next to the database, or `nil` if no rows need to be stored at this time.
  private var storedRowCount: Int? {
    guard let count = holder.current.query.parts.rememberedRows else { return nil }
    return stored?.isDue(for: newest.revision, at: .now) ?? true ? count : nil
  }

  private func storeRows() async {
    guard let count = storedRowCount, let remembered = database.remembered,
      let (groups, ids) = scanner.beginning(count)
    else { return }
    stored = StoredRevision(revision: newest.revision, time: .now)
    await remembered.remember(groups, of: ids)
  }

  // MARK: - Reading

  /// Starts observing the database on the first call.
  private func subscribe() async -> ChangeHub.Subscription {
    if let subscription { return subscription }
    let subscription = database.hub.subscribe(readers)
    await database.observer.start()
    scanner.listen { [readers] in readers.notify() }
    self.subscription = subscription
    return subscription
  }

  /// Reads a table if it may have changed.
  ///
  /// - Returns: The table, or `nil` if the previous one is still correct or the table cannot be read now.
  /// - Throws: The error of the first read, unless the error may be temporary. Later reads throw only when the database
  ///   is closed.
  private func nextTable(_ subscription: ChangeHub.Subscription) async throws -> Content? {
    let changes = try database.hub.take(subscription.number)
    machine.with { $0.receive(changes, publishedCount: database.hub.publishedCount) }
    if scanner.takeLate() { machine.with { $0.receiveLateRows() } }
    do {
      let (query, version) = holder.current
      let shared = try await sharedTransaction()
      let step = machine.with {
        $0.next(queryVersion: version, in: shared?.moment, commits: database.writer.commits, at: .now)
      }
      switch step {
      case .keepTable: return nil
      case .startOver: throw OtherMoment()
      case .read(let changes):
        let table = try await read(query, version, changes, subscription, shared)
        if let error = await database.observer.trouble { report(error) } else if trouble.resolve() { onTrouble?(nil) }
        return table
      }
    } catch is OtherMoment {
      await startOver()
      return nil
    } catch let error where error is CancellationError || error as? QueryError == .databaseClosed {
      throw error
    } catch {
      let mayPass = (error as? SQLiteError)?.isBusy ?? false
      if !mayPass, !machine.with({ $0.hasTable }) { throw error }
      machine.with { $0.fail() }
      // The last table of this query may not match the tables of the queries that are read together with it.
      if mayPass { ReadMoment.current?.markFailed() }
      report(error)
      return nil
    }
  }

  private func read(
    _ query: TableQuery<Scanner.Section, Scanner.Value>, _ version: Int, _ changes: DatabaseChanges,
    _ subscription: ChangeHub.Subscription, _ shared: SharedReading.Transaction?
  ) async throws -> Content? {
    // Until a new query has been read, a commit to any table may affect it.
    database.hub.set(machine.with { $0.tables(of: version) }, of: subscription.number)
    let job = scanner.job(query, changes, transactions.latest)
    let (scan, open) = try await scanResult(of: job, shared)
    let read = ReadingMachine.Read(queryVersion: version, tables: scan.plan.tables, mark: scan.mark)
    database.hub.set(read.tables, of: subscription.number)
    if machine.with({ $0.finish(read, in: shared?.moment, at: .now) }) { readers.notify() }
    transactions.adopt(
      scan.table == nil ? nil : ReadTransaction(database), open, shared: shared?.number == nil ? nil : shared,
      follower: scan.follower)
    scanner.adopt(scan, of: job)
    if let shared, shared.moment.mark != scan.mark { await startOver() }
    return scan.table
  }

  /// Runs a job in the shared transaction, or in a new one.
  ///
  /// - Returns: The result, and the reader and number of the transaction if the transaction stays open.
  private func scanResult(
    of job: Scanner.Job, _ shared: SharedReading.Transaction?
  ) async throws -> (scan: Scanner.Job.Scan, open: (reader: Reader, number: Int)?) {
    let body = { @Sendable [transactions] (connection: DatabaseConnection, mark: CommitMark?) in
      let scan = try job.scan(connection, mark)
      transactions.ending(hasNewTable: scan.table != nil)?.end()
      return scan
    }
    if let shared, let number = shared.number {
      guard let held = try await shared.reader.read(in: number, { try body($0, shared.moment.mark) }) else {
        throw OtherMoment()
      }
      return (held.value, (shared.reader, number))
    }
    let reader = try transactions.reader(from: database.readers)
    let time = database.options.transactionTime
    let (scan, number) = try await database.givingWay { try await reader.open(for: time, yields: $0, body) }
    return (scan, number.map { (reader, $0) })
  }

  /// Returns the shared transaction, or `nil` if the query is read alone.
  ///
  /// - Throws: ``OtherMoment`` if the commit that the transaction sees is not known.
  private func sharedTransaction() async throws -> SharedReading.Transaction? {
    guard let reading = SharedReading.current(database) else { return nil }
    guard let transaction = try await reading.transaction() else { throw OtherMoment() }
    return transaction
  }

  /// Makes all queries of the shared reading read again.
  private func startOver() async {
    let delay = machine.with { $0.startOver() }
    if delay > .zero { try? await Task.sleep(for: delay) }
    ReadMoment.current?.markStale()
  }

  private func report(_ error: any Error) {
    let (isNew, retryDelay) = trouble.add(error)
    if isNew { onTrouble?(error) }
    guard let retryDelay else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + retryDelay.interval) { @Sendable [readers] in
      readers.notify()
    }
  }
}

/// The revision whose rows are stored next to the database, and the time at which they were stored.
struct StoredRevision {
  var revision: Int
  var time: ContinuousClock.Instant

  /// Returns whether a newer revision should be stored, which happens at most once per second.
  func isDue(for newest: Int, at now: ContinuousClock.Instant) -> Bool {
    newest != revision && now >= time + .seconds(1)
  }
}
#endif
