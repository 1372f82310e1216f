public import LiveTables

/// A source that shows the table of another source with pending edits applied to it.
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
/// An edit is visible immediately, and is applied by identity to every newer table of the source. When the edit is
/// confirmed, is refused, or times out, only its effect is removed. Any number of edits can be pending, each with its
/// own response.
///
/// If you provide a closure that saves the edits that users make, the table is an `EditableSource`:
///
/// ```swift
/// let mails = OptimisticTable(server) { request in
///   try await api.save(request)                       // throws: the mail is what it was
///   return .confirmed
/// }
/// view.bind(mails, editing: .deleting())
/// ```
public actor OptimisticTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: EditableSource {
  @usableFromInline package typealias Save =
    @Sendable (UserRequest<Section, Row>) async throws -> EditReceipt<Section, Row>
  @usableFromInline package typealias Independence =
    @Sendable (UserRequest<Section, Row>, UserRequest<Section, Row>) -> Bool
  private typealias Settled = Result<Void, any Error>

  private struct Waiting {
    let settled: AsyncStream<Settled>.Continuation
    /// The rows that the edit replaced, which are refreshed when its effect is removed.
    let refreshed: Set<Row.Identity>
  }

  private let source: any TableSource<Section, Row>
  private nonisolated let differencer: Differencer<Section, Row>
  private var pending: PendingEdits<Section, Row>
  private var shown = SourceState<Section, Row>()
  private var seen: SourceState<Section, Row>?
  private var subscribers = SubscriberList()
  private var waiting: [Int: Waiting] = [:]
  private nonisolated let inbox = EditInbox<Section, Row>()
  private nonisolated let save: Save?
  private let isIndependent: Independence?
  private nonisolated let obstacles: [EditKind: String]
  /// The kinds of edits whose requests lack what is needed to undo them.
  private nonisolated let lossyKinds: Set<EditKind>
  /// The users' edits that have not been saved, in order.
  private var unsaved: [(number: Int, edit: EditInbox<Section, Row>.Accepted, isBeingSaved: Bool)] = []
  private var savers = SubscriberList()

  /// Creates a table that has no pending edits.
  ///
  /// - Parameters:
  ///   - source: The source to which edits are applied. The table retains it.
  ///   - obstacles: The reasons why users cannot make some kinds of edits.
  ///   - save: A closure that saves a user's edit. The closure is called for one edit after another. It returns a
  ///     receipt that describes when the source includes the edit, or throws an error to refuse the edit. If the
  ///     closure is `nil`, users cannot edit the table.
  ///   - isIndependent: A closure that returns whether a later edit can be saved while an earlier one is being saved.
  ///     By default, the later edit waits.
  @inlinable public init(
    _ source: some TableSource<Section, Row>, except obstacles: [EditKind: String] = [:],
    saving save: (@Sendable (UserRequest<Section, Row>) async throws -> EditReceipt<Section, Row>)? = nil,
    independent isIndependent: (@Sendable (UserRequest<Section, Row>, UserRequest<Section, Row>) -> Bool)? = nil
  ) {
    self.init(source, obstacles, save, isIndependent, Differencer()) { $0.table(of: $1, $2, renamed: $3) }
  }

  /// Creates a table in which users cannot undo some kinds of edits.
  package init(
    _ source: some TableSource<Section, Row>, except obstacles: [EditKind: String], lossy lossyKinds: Set<EditKind>,
    saving save: @escaping Save
  ) {
    self.init(source, obstacles, save, nil, Differencer(), lossyKinds) { $0.table(of: $1, $2, renamed: $3) }
  }

  @usableFromInline init(
    _ source: some TableSource<Section, Row>, _ obstacles: [EditKind: String], _ save: Save?,
    _ isIndependent: Independence?, _ differencer: Differencer<Section, Row>, _ lossyKinds: Set<EditKind> = [],
    _ replay:
      @escaping @Sendable (
        inout PendingReplay<Section, Row>, CapturedTable<Section, Row>, [PendingChange<Section, Row>],
        [Row.Identity: Row.Identity]
      ) -> CapturedTable<Section, Row>
  ) {
    self.source = source
    self.save = save
    self.isIndependent = isIndependent
    self.obstacles = obstacles
    self.lossyKinds = lossyKinds
    self.differencer = differencer
    pending = PendingEdits(differencer.capture(TableSnapshot()), by: replay)
  }

  /// The source's newest state, with the pending edits applied.
  public var state: SourceState<Section, Row> {
    get async {
      await catchUp()
      applyEdits()
      return ReadMoment.state(of: self) { shown }
    }
  }

  /// Adds a reader that is notified after every change.
  ///
  /// - Parameter signal: The signal to send after every change.
  public func subscribe(_ signal: Signal) async {
    subscribers.add(signal)
    await source.subscribe(signal)
  }

  // MARK: - Edits

  /// Applies an edit that remains pending until it is confirmed or refused.
  ///
  /// If the task is cancelled, the edit is refused. If the source ends, all pending edits are removed.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait for a response, or `nil` for no limit.
  ///   - clock: The clock that measures the timeout.
  ///   - body: A closure that is called synchronously with an editor for the table. If it throws an error, nothing
  ///     changes. The recorded edits are applied again to each newer table, without another call of the closure. Edits
  ///     to rows that no longer exist are ignored. `update` records the resulting row. To change the row in each newer
  ///     table, use an edit value: `$0.apply(.patch(.id(7)) { $0.isRead = true })`.
  ///   - answer: A closure that requests the edit. It returns a receipt that describes when the source includes the
  ///     edit, or throws an error to refuse the edit. A timeout cancels the closure, and immediately removes the edit's
  ///     effect.
  /// - Throws: Any error thrown by `body` or `answer`, `TableError.timedOut`, `CancellationError`, or another
  ///   `TableError` if the source has ended. In each case, the edit is no longer shown.
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

  /// Reports that the source uses a different identity for a row.
  ///
  /// If an edit inserted the row, the row is updated with the source's row, and keeps its cell and selection. In
  /// pending edits, the old identity refers to both identities. When no such edit is pending, the old identity can be
  /// reused for another row.
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
  ///   - old: The previous identity of the row.
  ///   - new: The identity of the row in the source's tables.
  public func rename(_ old: Row.Identity, to new: Row.Identity) {
    pending.rename([old: new])
    show()
  }

  private func begin(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) async throws -> (Int, AsyncStream<Settled>) {
    await catchUp()
    applyEdits()
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
    // The source may already satisfy the receipt.
    await catchUp()
    if !pending.confirm(number, receipt) { return false }
    settle([number], .success(()))
    return true
  }

  private func refuse(_ number: Int, _ error: any Error) {
    if !pending.refuse(number) { return }
    settle([number], .failure(error))
  }

  /// Removes the effects of edits, and resumes the callers that wait for them.
  private func settle(_ numbers: [Int], _ result: Settled, refreshed: Set<Row.Identity> = []) {
    let settled = numbers.compactMap { waiting.removeValue(forKey: $0) }
    show(refreshed: settled.reduce(into: refreshed) { $0.formUnion($1.refreshed) })
    for waiting in settled {
      waiting.settled.yield(result)
      waiting.settled.finish()
    }
  }

  // MARK: - Users' edits

  /// Accepts a user's edit.
  ///
  /// Every state requested after this call includes the edit.
  public nonisolated func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    if let obstacle = obstacle(to: request.kind) { return .refused(TableError.notEditable(obstacle)) }
    defer { Task { await applyEdits() } }
    var acceptance = inbox.accept(request)
    acceptance.isUndoable = !lossyKinds.contains(request.kind)
    return acceptance
  }

  /// Returns the reason why users cannot make a kind of edit, or `nil` if they can.
  public nonisolated func obstacle(to kind: EditKind) -> String? {
    save == nil ? "OptimisticTable needs a closure that saves edits" : obstacles[kind]
  }

  /// Waits until all users' edits have been saved or refused, or the task is cancelled.
  public func editsSaved() async {
    applyEdits()
    while !unsaved.isEmpty, !Task.isCancelled {
      let (signal, received) = Signal.make()
      savers.add(signal)
      for await _ in received { break }
    }
  }

  private func applyEdits() {
    for accepted in inbox.drain() {
      var editor = TableEditor(pending.table)
      editor.recorded = []
      shown.include(accepted.mark)
      do {
        try editor.apply(accepted.request)
        unsaved.append((pending.add(editor.recorded ?? []), accepted, false))
        show()
        // A reading in progress has a state from before the edit was saved.
        ReadMoment.leave { saveEdits() }
      } catch {
        subscribers.notify()
        accepted.saving.end(.failure(error))
      }
    }
  }

  /// Starts saving the edits that need not wait for an earlier edit.
  private func saveEdits() {
    guard let save else { return }
    for (index, (number, edit, isBeingSaved)) in unsaved.enumerated() where !isBeingSaved {
      if index > 0, isIndependent == nil { break }
      if !unsaved[..<index].allSatisfy({ isIndependent?($0.edit.request, edit.request) == true }) { continue }
      unsaved[index].isBeingSaved = true
      Task {
        do {
          _ = await confirm(number, try await save(edit.request))
          edit.saving.end(.success(()))
        } catch {
          refuse(number, error)
          edit.saving.end(.failure(error))
        }
        unsaved.removeAll { $0.number == number }
        saveEdits()
        savers.notify()
      }
    }
  }

  // MARK: - Source

  /// Reads every table of the source, until the task is cancelled or the source ends.
  private func follow() async -> Event {
    let (signal, received) = Signal.make()
    await source.subscribe(signal)
    await catchUp()
    for await _ in received { await catchUp() }
    return .followed
  }

  private func catchUp() async {
    let now = await source.read
    // The code below runs in one turn: another reader may already have a newer state.
    now.checkMoment(against: seen, by: self)
    shown.include(now, since: seen)
    // Even if the table is the same, the newer state may include more edits.
    if let seen, seen.version == now.version { self.seen = now.newer(than: seen) }
    if now.version > seen?.version ?? -1 {
      let before = seen
      seen = now
      let hasOtherRows = before.map(now.hasOtherRows) ?? false
      let refreshed = now.refreshed(since: before)
      pending.rename(now.renamed(since: before))
      let isEdited = pending.waiting > 0
      let settled = pending.follow(
        now.content, revision: now.revision, hasOtherRows: hasOtherRows || !refreshed.isEmpty)
      if let before, !isEdited {
        // Readers receive the source's change, which is not diffed again.
        let hints = DiffHints(refreshed: refreshed, renamed: pending.update())
        shown.derive(
          pending.table, by: now.changeset(since: before, with: differencer), hints: hints, hasOtherRows: true)
        subscribers.notify()
      } else {
        settle(settled, .success(()), refreshed: refreshed)
      }
    }
    if now.isFinished, !shown.isFinished {
      settle(pending.end(), .failure(TableError.ended(.finished)))
      shown.include(inbox.close(TableError.ended(.finished)))
      shown.finish(with: now)
    }
  }

  private func show(refreshed: Set<Row.Identity> = []) {
    let renamed = pending.update()
    if seen == nil { return }  // otherwise, readers would treat a missing table as empty
    // An edited row may compare equal to the row that replaces it when the edit ends.
    shown.derive(pending.table, refreshed: refreshed, renamed: renamed, hasOtherRows: true, with: differencer)
    subscribers.notify()
  }
}

extension OptimisticTable: PromptSource {
  package nonisolated var answersAtOnce: Bool { source.isPrompt }
}
