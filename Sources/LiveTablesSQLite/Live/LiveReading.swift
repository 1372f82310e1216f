#if SQLite
internal import Dispatch
internal import LiveTables

/// One reader of a live table: reads when it is signalled, if there is anything to read, and keeps the last good table.
actor LiveReading<Scanner: TableScanner> {
  typealias Content = TableSnapshot<Scanner.Section, Scanner.Row>

  private let database: SQLiteDatabase
  private let holder: QueryHolder<Scanner.Section, Scanner.Value>
  private let ledger: EditLedger<Scanner.Section, Scanner.Row>
  private let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private var scanner: Scanner
  private var subscription: ChangeHub.Subscription?
  private var pending = DatabaseChanges()
  private var version: Int?
  private var interest: Set<String>?
  private var hasTable = false
  private var trouble: Trouble?
  private var failureCount = 0
  /// What was handed out last: as of when it was read, and which edit was the last that it has.
  private var handedOut: (time: Int, lastEdit: Int)?

  private struct Trouble {
    var tries = 0
    var words: String
  }

  init(
    _ database: SQLiteDatabase, _ holder: QueryHolder<Scanner.Section, Scanner.Value>,
    _ ledger: EditLedger<Scanner.Section, Scanner.Row>, _ scanner: Scanner,
    onTrouble: (@Sendable ((any Error)?) -> Void)?
  ) {
    self.database = database
    self.holder = holder
    self.ledger = ledger
    self.scanner = scanner
    self.onTrouble = onTrouble
  }

  /// Begins to listen.
  ///
  /// - Returns: The signals that there may be something to read; one has been sent already.
  func begin() async throws -> AsyncStream<Void> {
    let subscription = await database.hub.subscribe()
    self.subscription = subscription
    try await database.observer.start()
    await holder.subscribe(subscription.signal)
    ledger.subscribe(subscription.signal)
    scanner.listen { subscription.signal.send() }
    subscription.signal.send()
    return subscription.received
  }

  /// The transaction in which the newest table was read.
  var transaction: ReadTransaction? { scanner.transaction }

  /// Reads, if there is anything to read.
  ///
  /// - Returns: `nil` if what was shown before is still true, or cannot be read at this moment.
  /// - Throws: What keeps the first table from being read, unless it may pass. Afterwards nothing but the end.
  func next() async throws -> Content? {
    guard let subscription else { return nil }
    pending.merge(await database.hub.take(subscription.number))
    if scanner.takeLate() { pending.merge(.lateRows) }
    let (query, version) = await holder.current
    let isOther = version != self.version
    let moment = ledger.now
    let isUndone = moment.failureCount != failureCount
    failureCount = moment.failureCount
    if hasTable, !isOther, !isUndone, trouble == nil, !concerns(pending) {
      pending = DatabaseChanges()
      return nil
    }
    if isOther, interest != nil {
      interest = nil
      await database.hub.set(nil, of: subscription.number)
    }
    do {
      let table = try await read(query, subscription)
      self.version = version
      recovered()
      if table != nil { hasTable = true }
      return (table ?? (isUndone ? scanner.table : nil)).map { handOut($0, readAt: moment.time) }
    } catch let error where error is CancellationError || error as? QueryError == .databaseClosed {
      throw error
    } catch {
      let mayPass = (error as? DatabaseError)?.isBusy ?? false
      if !hasTable, !mayPass { throw error }
      tell(error, subscription)
      return nil
    }
  }

  /// A table with the edits that are on screen and that it may lack.
  private func handOut(_ table: Content, readAt time: Int) -> Content {
    handedOut = (time, ledger.now.lastEdit)
    var table = table
    for edit in ledger.edits(since: time) { table.apply(edit) }
    return table
  }

  /// The table that was handed out last, once more, if the user has edited it while it was on its way: the store may
  /// have heard of the edit before, and of the table, which lacks it, afterwards.
  ///
  /// To be called when the table has arrived.
  func overtaken() -> Content? {
    guard let last = handedOut, let table = scanner.table else { return nil }
    handedOut = nil
    return ledger.now.lastEdit == last.lastEdit ? nil : handOut(table, readAt: last.time)
  }

  private func concerns(_ changes: DatabaseChanges) -> Bool {
    changes.concern(interest ?? []) || (interest == nil && !changes.isEmpty)
  }

  private func read(
    _ query: TableQuery<Scanner.Section, Scanner.Value>, _ subscription: ChangeHub.Subscription
  ) async throws -> Content? {
    let job = scanner.job(query, pending)
    pending = DatabaseChanges()
    let reader = try await database.readers.lend()
    do {
      let time = database.options.transactionTime
      let (scan, transaction) = try await database.givingWay { yields in
        try await reader.open(for: time, yields: yields) { try job.scan($0) }
      }
      await learn(scan.plan.tables, subscription)
      if let transaction, let held = scanner.held(by: scan) {
        await held.hold(reader, transaction)
        await scan.rows?.follow(held)
      } else {
        await database.readers.giveBack(reader)
      }
      let released = scanner.adopt(scan, of: job)
      await released?.release()
      return scan.table
    } catch {
      await database.readers.giveBack(reader)
      throw error
    }
  }

  /// Subscribes to the tables that the query reads.
  ///
  /// If that has changed with the schema, something may have been missed.
  private func learn(_ tables: Set<String>, _ subscription: ChangeHub.Subscription) async {
    if tables == interest { return }
    let hadOther = interest != nil
    interest = tables
    await database.hub.set(tables, of: subscription.number)
    if hadOther {
      pending.merge(.foreign)
      subscription.signal.send()
    }
  }

  // MARK: - Trouble

  private static var delays: [Duration] { [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(2)] }

  /// Reports what is wrong, and tries again later.
  private func tell(_ error: any Error, _ subscription: ChangeHub.Subscription) {
    let words = "\(error)"
    let tries = trouble?.tries ?? 0
    if trouble?.words != words { onTrouble?(error) }
    trouble = Trouble(tries: tries + 1, words: words)
    pending.merge(.foreign)
    let delay = Self.delays[min(tries, Self.delays.count - 1)]
    DispatchQueue.global().asyncAfter(deadline: .now() + delay.interval) { @Sendable in subscription.signal.send() }
  }

  private func recovered() {
    if trouble == nil { return }
    trouble = nil
    onTrouble?(nil)
  }
}

/// What a live table is asked for, which can change while it is read.
actor QueryHolder<Section: Diffable & Sendable, Value: Sendable> {
  private var query: TableQuery<Section, Value>
  private var version = 0
  private var subscribers = Subscribers()

  init(_ query: TableQuery<Section, Value>) { self.query = query }

  var current: (query: TableQuery<Section, Value>, version: Int) { (query, version) }

  func change(_ body: (TableQuery<Section, Value>) -> TableQuery<Section, Value>) {
    query = body(query)
    version += 1
    subscribers.notify()
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }
}
#endif
