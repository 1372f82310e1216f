/// Owns the target table of one view: takes tables and edits from any task, and has the newest one shown.
///
/// Tables and edits are admitted in the order in which they reach the store. The newest table wins: one that is not shown
/// yet when the next arrives is skipped. An edit applies to every table that was admitted before it, shown or pending; a
/// table that is admitted afterwards replaces it. What the user does in the view comes before what a caller on the main
/// actor submits afterwards, and before what the bound sequence has afterwards.
///
/// `display`, `bind`, `show` and `withStore` make a store for their view, which ends with it. A store that you create
/// outlives its views:
///
/// ```swift
/// let store = TableStore<OneSection, Mail>(name: "inbox")
/// try await store.submit(mails)      // accepted at once: there is no view
/// view.bind(store)                   // shows them by reloading
/// ```
///
/// A store has one view at a time. While none is bound, a submission is accepted at once and counts as shown.
public actor TableStore<Section: Diffable & Sendable, Row: Diffable & Sendable>: EditableSource {
  typealias Content = CapturedTable<Section, Row>
  typealias Machine = StoreMachine<Content, EditNote<Section, Row>>

  enum Answer: Sendable {
    case applied(AppliedChangeset<Section, Row>)
    /// The view has gone, the store goes on.
    case accepted
    case ended(EndReason)
  }

  /// The table's name in diagnostics.
  package nonisolated let name: String?

  nonisolated let differencer: Differencer<Section, Row>
  nonisolated let bindings: StoreBindings<Section, Row>
  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif

  var machine: Machine { didSet { subscribers.notify() } }
  private var subscribers = SubscriberList()
  private var refreshes = RefreshLog<Row.Identity>()
  /// Counts the changes after which rows may differ that compare equal.
  private var otherRows = 0
  /// One-element streams: they cannot be answered twice, and cancelling the caller ends its wait, not the table.
  private(set) var answers: [Machine.Ticket: AsyncStream<Answer>.Continuation] = [:]
  /// Wakes the loop of the view that is attached.
  var waker: Signal?
  /// What that view shows, as far as the store knows; checked in the turn that applies.
  var base: Applier.Base?
  /// Users' edits that the source has accepted, and the newest table of the source lacks.
  var ahead: [UnmergedEdit<UserChange<Section, Row>>] = []
  private nonisolated let inbox = EditInbox<Section, Row>()
  private var made = InboxMarks()
  private var madeCount = 0
  /// The error that ended the sequence.
  private(set) var failure: (any Error)?

  #if DEBUG
  /// Where tests schedule the actor.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  /// Creates a store without a view.
  ///
  /// - Parameters:
  ///   - first: What the first view shows, unless something else is submitted before.
  ///   - name: The table's name in diagnostics.
  @inlinable public init(_ first: TableSnapshot<Section, Row> = TableSnapshot(), name: String? = nil) {
    self.init(TableState(first), name: name, outlivesViews: true, differencer: Differencer())
  }

  /// Makes a store for one view.
  @inlinable init(
    for options: TableOptions, first: TableState<Section, Row> = TableState(TableSnapshot()), isShown: Bool = true
  ) {
    self.init(first, name: options.name, outlivesViews: false, isShown: isShown, differencer: Differencer())
  }

  @usableFromInline init(
    _ first: TableState<Section, Row>, name: String?, outlivesViews: Bool, isShown: Bool = true,
    differencer: Differencer<Section, Row>
  ) {
    self.name = name
    self.differencer = differencer
    bindings = StoreBindings()
    machine = Machine(differencer.capture(first), outlivesViews: outlivesViews, isShown: isShown)
  }

  /// The target table.
  package var table: TableSnapshot<Section, Row> { machine.target.table }

  // MARK: - Readers

  /// The newest table and its version.
  ///
  /// It includes what users edit in a view of the store, or in a view of a table that is derived from it.
  public var state: SourceState<Section, Row> {
    makeEdits()
    return ReadMoment.state(of: self) {
      var state = SourceState(machine.target, revision: machine.version, refreshes, otherRows: otherRows)
      state.include(made, readings: madeCount)
      if case .closed = machine.phase { state.finish(throwing: failure) }
      return state
    }
  }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) { subscribers.add(signal) }

  // MARK: - Users' edits

  /// Accepts the edit of a user in a view of a table that is derived from the store.
  public nonisolated func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    defer { Task { await makeEdits() } }
    return inbox.accept(request)
  }

  private func makeEdits() {
    for accepted in inbox.drain() {
      var editor = TableEditor(machine.target)
      var outcome = Saving.Outcome { try editor.make(accepted.request) }
      if case .success = outcome {
        switch machine.edit(editor.snapshot, notes: []) {
        case .refused(let reason): outcome = .failure(TableError.ended(reason))
        case .accepted: break
        case .waits(let ticket): _ = machine.forget(ticket)
        }
        note(refreshed: editor.refreshed, hasOtherRows: editor.finder.hasOtherRows)
      }
      made.add(accepted.mark)
      madeCount += 1
      subscribers.notify()
      waker?.send()
      accepted.saving.end(outcome)
    }
  }

  // MARK: - Submissions

  /// Submits a table, replacing the pending one.
  ///
  /// ```swift
  /// try await store.submit([1, 2, 3])
  /// ```
  ///
  /// - Parameter table: An array of rows, a `TableSnapshot`, a ``TableState`` with a value that cells can read, or
  ///   anything else that is convertible to a table.
  /// - Returns: What was applied, when this table or a newer one is on screen. Without a view at once, with revision 0 and a
  ///   reload as ``AppliedChangeset/mode``.
  /// - Throws: ``TableError`` if the store's one view is gone, replaced or cancelled, or its sequence is finished.
  ///   `CancellationError` if the calling task is cancelled: that ends the wait, the table stays submitted.
  @inlinable @discardableResult public nonisolated func submit(
    _ table: some TableConvertible<Section, Row>
  ) async throws -> AppliedChangeset<Section, Row> {
    let unmerged = await unmerged(before: #isolation)
    // Rows become a table where their type is known.
    return try await submit(state: table.tableState, after: unmerged)
  }

  /// The user's edits that count before what a caller on the main actor submits.
  ///
  /// Hops to the main actor and does not assume it: the compiler leaves out the hop back to the caller's actor where the
  /// caller does nothing there between its last `await` and this call.
  ///
  /// - Parameter caller: The caller's actor.
  /// - Returns: None for a caller elsewhere.
  @usableFromInline nonisolated func unmerged(before caller: (any Actor)?) async -> [UnmergedEdits<Section, Row>] {
    caller === MainActor.shared ? await bindings.unmerged : []
  }

  @usableFromInline func submit(
    state: TableState<Section, Row>, after unmerged: [UnmergedEdits<Section, Row>]
  ) async throws -> AppliedChangeset<Section, Row> {
    for edits in unmerged { merge(edits) }
    makeEdits()
    let admission = machine.submit(differencer.capture(state), notes: notes(of: state))
    note(refreshed: state.refreshed, hasOtherRows: state.hasOtherRows)
    return try await answer(admission)
  }

  /// Remembers what readers cannot see of the newest table's rows.
  func note(refreshed: Set<Row.Identity>, hasOtherRows: Bool) {
    refreshes.note(refreshed, at: machine.version, in: machine.target.table)
    if hasOtherRows { otherRows += 1 }
  }

  private func notes(of state: TableState<Section, Row>) -> [EditNote<Section, Row>] {
    var notes: [EditNote<Section, Row>] = []
    if !state.refreshed.isEmpty { notes.append(.refreshed(state.refreshed)) }
    if !state.renamed.isEmpty { notes.append(.renamed(state.renamed)) }
    return notes
  }

  /// Edits the target table.
  ///
  /// - Parameter edit: The change.
  /// - Returns: What was applied, when a table with the edit or a newer one is on screen. An edit that names a missing row
  ///   or section is in its ``AppliedChangeset/notFound``.
  /// - Throws: As `submit`.
  @_disfavoredOverload
  @discardableResult public nonisolated func edit(_ edit: TableEdit<Section, Row>) async throws -> AppliedChangeset<
    Section, Row
  > {
    try await self.edit { $0.apply(edit) }
  }

  /// Edits the target table several times, as one change.
  ///
  /// - Parameter body: Runs on the store, at once, with an editor of the target. If it throws, nothing changes.
  /// - Returns: What was applied, when a table with the edits or a newer one is on screen. Edits that name missing rows or
  ///   sections are in its ``AppliedChangeset/notFound``.
  /// - Throws: As `submit`, and what `body` throws.
  @discardableResult public nonisolated func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) async throws -> AppliedChangeset<Section, Row> {
    let unmerged = await unmerged(before: #isolation)
    return try await edit(body, after: unmerged)
  }

  private func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void, after unmerged: [UnmergedEdits<Section, Row>]
  ) async throws -> AppliedChangeset<Section, Row> {
    for edits in unmerged { merge(edits) }
    makeEdits()
    let editor = try edited(by: body)
    let admission = machine.edit(editor.snapshot, notes: editor.notes)
    note(refreshed: editor.refreshed, hasOtherRows: editor.finder.hasOtherRows)
    return try await answer(admission, notFound: editor.notes.notFound())
  }

  /// Shows rows again although their content compares equal.
  ///
  /// They are listed as updated in the next changeset that is applied. Identities without a row are ignored.
  ///
  /// - Parameter ids: The rows' identities.
  /// - Returns: What was applied, when the rows were shown again.
  /// - Throws: As `submit`.
  /// - Complexity: O(*n*), off the main actor.
  @discardableResult public func refresh(ids: some Sequence<Row.Identity> & Sendable) async throws -> AppliedChangeset<
    Section, Row
  > {
    let ids = Set(ids)
    let admission = machine.edit(machine.target, notes: [.refreshed(ids)])
    note(refreshed: ids, hasOtherRows: false)
    return try await answer(admission)
  }

  private func edited(
    by body: (inout TableEditor<Section, Row>) throws -> Void
  ) rethrows -> TableEditor<Section, Row> {
    var editor = TableEditor(machine.target)
    try body(&editor)
    return editor
  }

  /// Waits for the answer.
  ///
  /// Nothing in here holds a table while it waits: however many wait, only the newest is kept.
  private func answer(
    _ admission: Machine.Admission, notFound: [TableEdit<Section, Row>] = []
  ) async throws -> AppliedChangeset<Section, Row> {
    let version = machine.version
    var admission = admission
    var untold: [TableEdit<Section, Row>] = []
    while true {
      let ticket: Machine.Ticket
      switch admission {
      case .refused(let reason): throw TableError.ended(reason)
      case .accepted:
        guard let late = await lateTicket(for: version) else { return accepted(notFound: notFound) }
        ticket = late
        untold = notFound  // it counted as shown, so no order says it
      case .waits(let admitted): ticket = admitted
      }
      switch try await answer(to: ticket) {
      case .applied(let applied): return applied.answering(isSuperseded: applied.isSuperseded, notFound: untold)
      case .accepted: admission = .accepted  // its view has gone, and another one may be on its way
      case .ended(let reason): throw TableError.ended(reason)
      }
    }
  }

  private func answer(to ticket: Machine.Ticket) async throws(CancellationError) -> Answer {
    let (answer, continuation) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingNewest(1))
    answers[ticket] = continuation
    waker?.send()
    for await answer in answer { return answer }
    _ = machine.forget(ticket)  // the caller was cancelled before there was an answer
    answers[ticket] = nil
    throw CancellationError()
  }

  /// A version was accepted without a view: if one is bound and on its way, the caller waits for that.
  private func lateTicket(for version: Int) async -> Machine.Ticket? {
    while true {
      let closings = machine.closings
      guard await bindings.isBound else { return nil }
      // The view that was bound may have come and gone meanwhile; then no answer would come.
      if machine.closings == closings { return machine.wait(for: version) }
    }
  }

  private func accepted(notFound: [TableEdit<Section, Row>]) -> AppliedChangeset<Section, Row> {
    AppliedChangeset<Section, Row>(
      changeset: Changeset(reloading: table, from: TableSnapshot(), because: .noView), revision: 0,
      mode: .reload(.noView),
      notFound: notFound)
  }

  /// Answers those who waited, with what was applied if there is a view.
  func send(_ replies: [Machine.Reply], _ applied: AppliedChangeset<Section, Row>?) {
    for reply in replies {
      guard let continuation = answers.removeValue(forKey: reply.ticket) else { continue }
      switch reply.answer {
      case .shown(let isSuperseded):
        if let applied { continuation.yield(.applied(applied.answering(isSuperseded: isSuperseded))) }
      case .accepted: continuation.yield(.accepted)
      case .ended(let reason): continuation.yield(.ended(reason))
      }
      continuation.finish()
    }
  }

  // MARK: - The sequence

  /// Takes a table of the sequence.
  ///
  /// - Parameters:
  ///   - state: The table.
  ///   - time: When the sequence had it; whoever makes the tables knew what users did until then.
  /// - Returns: False if the sequence is no longer read.
  func offer(_ state: TableState<Section, Row>, at time: ContinuousClock.Instant) -> Bool {
    ahead.removeAll { state.marks.include($0.marks) }
    var table = differencer.capture(state)
    for edit in ahead { _ = table.apply(edit.edit) }
    if state.isRepeated, table.table.rope.isIdentical(to: machine.target.table.rope) {
      return machine.offerAgain(at: time, marks: state.marks)
    }
    guard machine.offer(table, at: time, marks: state.marks, notes: notes(of: state)) else { return false }
    note(refreshed: state.refreshed, hasOtherRows: state.hasOtherRows)
    waker?.send()
    return true
  }

  /// The sequence has ended: the target is still shown, then the loop ends.
  func finish(throwing failure: (any Error)? = nil) {
    if machine.isOpen { self.failure = failure }
    machine.finish()
    waker?.send()
  }
}

extension TableStore: PromptSource {}
