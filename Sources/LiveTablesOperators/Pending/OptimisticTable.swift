public import LiveTables

/// A source with edits on top of it that it does not know yet.
///
/// ```swift
/// let mails = OptimisticTable(server)                 // any source
/// view.bind(mails)
/// try await mails.edit { $0.remove(id: 7) } until: {
///   try await api.delete(7)                           // throws: the mail is back
///   return .confirmed
/// }
/// ```
///
/// An edit is on screen at once and stays there: it is made again, by identity, on every newer table of the source, until it
/// is confirmed, refused or out of time. Then exactly its effect goes. Any number of edits wait, each for its own answer.
public actor OptimisticTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableSource {
  private typealias Settled = Result<Void, any Error>

  /// Who waits for the end of an edit.
  private struct Waiting {
    let settled: AsyncStream<Settled>.Continuation
    /// The rows that the edit has replaced; they are shown again when its effect goes.
    let refreshed: Set<Row.Identity>
  }

  private let source: any TableSource<Section, Row>
  private nonisolated let differencer: Differencer<Section, Row>
  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif
  private var pending: PendingEdits<Section, Row>
  private var shown = SourceState<Section, Row>()
  private var seen: SourceState<Section, Row>?
  private var subscribers = SubscriberList()
  private var waiting: [Int: Waiting] = [:]

  #if DEBUG
  /// Where tests schedule the actor.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  /// Creates a table without edits.
  ///
  /// - Parameter source: What the edits are made on; it is kept.
  @inlinable public init(_ source: some TableSource<Section, Row>) {
    self.init(source, Differencer()) { $0.table(of: $1, $2, renamed: $3) }
  }

  @usableFromInline init(
    _ source: some TableSource<Section, Row>, _ differencer: Differencer<Section, Row>,
    _ replay:
      @escaping @Sendable (
        inout EditReplay<Section, Row>, CapturedTable<Section, Row>, [NumberedEdits<Section, Row>],
        [Row.Identity: Row.Identity]
      ) -> CapturedTable<Section, Row>
  ) {
    self.source = source
    self.differencer = differencer
    pending = PendingEdits(differencer.capture(TableSnapshot()), by: replay)
  }

  /// The source's newest state, with the edits that wait.
  public var state: SourceState<Section, Row> {
    get async {
      await catchUp()
      return ReadMoment.state(of: self) { shown }
    }
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change of the source, and of the edits that wait.
  public func subscribe(_ signal: Signal) async {
    subscribers.add(signal)
    await source.subscribe(signal)
  }

  // MARK: - Edits

  /// Makes an edit that waits for an answer.
  ///
  /// If the task is cancelled, the edit is refused; if the source ends, so do all edits.
  ///
  /// - Parameters:
  ///   - timeout: How long it waits at most; `nil` means as long as it takes.
  ///   - clock: What measures that.
  ///   - body: Runs on the table, at once, with an editor. If it throws, nothing changes. Its edits are kept and made
  ///     again, and not the closure; what they name and a newer table lacks is passed over. `update` keeps a row as the
  ///     closure has made it; an edit that is to change the row as it is then is a value,
  ///     `$0.apply(.update(.id(7)) { $0.isRead = true })`.
  ///   - answer: Asks whether the edit is taken. It answers when the source has it, or throws to refuse it. It is
  ///     cancelled when the edit is out of time, which takes its effect away at once.
  /// - Throws: What `body` and `answer` throw; `TableError.timedOut`; `CancellationError`; `TableError` if the source
  ///   has ended. The effect is gone by then.
  public nonisolated func edit(
    timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void,
    until answer: @escaping @Sendable () async throws -> EditReceipt<Section, Row>
  ) async throws {
    let (number, settled) = try await begin(body)
    try await withTaskGroup(of: Event.self) { tasks in
      tasks.addTask {
        do { return .answered(.success(try await answer())) } catch { return .answered(.failure(error)) }
      }
      tasks.addTask {
        for await result in settled { return .settled(result) }
        return .cancelled
      }
      if let timeout {
        tasks.addTask { (try? await clock.sleep(for: timeout)) == nil ? .followed : .timedOut }
      }
      for await event in tasks {
        switch event {
        case .answered(.success(let receipt)):
          if await !confirm(number, receipt) { tasks.addTask { await self.follow() } }
        case .answered(.failure(let error)): await refuse(number, error)
        case .timedOut: await refuse(number, TableError.timedOut)
        case .cancelled: await refuse(number, CancellationError())
        case .followed: break
        case .settled(let result):
          tasks.cancelAll()
          return result
        }
      }
      return .failure(CancellationError())
    }.get()
  }

  private enum Event: Sendable {
    case answered(Result<EditReceipt<Section, Row>, any Error>)
    case settled(Settled)
    case timedOut
    case cancelled
    case followed
  }

  /// Makes known that the source calls a row by another identity.
  ///
  /// The row that edits have inserted becomes the source's by an update: it keeps its cell and stays selected. Edits
  /// that name it by the old identity mean it by either. When none of them waits any more, the old identity is free for
  /// another row.
  ///
  /// ```swift
  /// try await mails.edit { $0.append(draft) } until: {
  ///   let id = try await api.create(draft)
  ///   await mails.rename(draft.id, to: id)
  ///   return .once { $0.contains { $0.id == id } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - old: The identity that the row had.
  ///   - new: The one that it has in the source's tables.
  public func rename(_ old: Row.Identity, to new: Row.Identity) {
    pending.rename([old: new])
    show()
  }

  private func begin(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) async throws -> (Int, AsyncStream<Settled>) {
    await catchUp()
    if shown.isFinished { throw TableError.ended(.finished) }
    var editor = TableEditor(pending.table)
    editor.recorded = []
    try body(&editor)
    let number = pending.add(editor.recorded ?? [])
    let (settled, continuation) = AsyncStream.makeStream(of: Settled.self, bufferingPolicy: .bufferingNewest(1))
    waiting[number] = Waiting(settled: continuation, refreshed: editor.refreshed)
    show(refreshed: editor.refreshed)
    return (number, settled)
  }

  private func confirm(_ number: Int, _ receipt: EditReceipt<Section, Row>) async -> Bool {
    // What the source has by now may be what the receipt speaks of.
    await catchUp()
    if !pending.confirm(number, receipt) { return false }
    settle([number], .success(()))
    return true
  }

  private func refuse(_ number: Int, _ error: any Error) {
    if !pending.refuse(number) { return }
    settle([number], .failure(error))
  }

  /// Shows the table without the effects of edits, and says so to those who wait for that.
  private func settle(_ numbers: [Int], _ result: Settled, refreshed: Set<Row.Identity> = []) {
    let settled = numbers.compactMap { waiting.removeValue(forKey: $0) }
    show(refreshed: settled.reduce(into: refreshed) { $0.formUnion($1.refreshed) })
    for waiting in settled {
      waiting.settled.yield(result)
      waiting.settled.finish()
    }
  }

  // MARK: - The source

  /// Looks at every table of the source, until the task is cancelled or the source ends.
  private func follow() async -> Event {
    let (signal, received) = Signal.make()
    await source.subscribe(signal)
    await catchUp()
    for await _ in received { await catchUp() }
    return .followed
  }

  private func catchUp() async {
    let now = await source.read
    // From here on one turn: another reader may have come first, with a newer state.
    now.checkMoment(against: seen, by: self)
    if now.version > seen?.version ?? -1 {
      let before = seen
      seen = now
      let hasOtherRows = before.map(now.hasOtherRows) ?? false
      let refreshed = now.refreshed(since: before)
      pending.rename(now.renamed(since: before))
      let settled = pending.follow(
        now.content, revision: now.revision, hasOtherRows: hasOtherRows || !refreshed.isEmpty)
      settle(settled, .success(()), refreshed: refreshed)
    }
    if now.isFinished, !shown.isFinished {
      settle(pending.end(), .failure(TableError.ended(.finished)))
      shown.finish(with: now)
    }
  }

  private func show(refreshed: Set<Row.Identity> = []) {
    let renamed = pending.update()
    if seen == nil { return }  // else readers would take no table for one without rows
    // What an edit makes of a row, and what is there when it goes, may compare equal.
    shown.derive(pending.table, refreshed: refreshed, renamed: renamed, hasOtherRows: true, with: differencer)
    subscribers.notify()
  }
}

extension OptimisticTable: PromptSource {
  package nonisolated var answersAtOnce: Bool { source.isPrompt }
}
