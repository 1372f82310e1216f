/// A store that accepts tables and edits from any task, and shows the newest table in a view.
///
/// Tables and edits are admitted in the order in which they reach the store. If another table arrives before the view
/// has shown the previous one, the view skips the previous one. An edit applies to every table admitted before it,
/// whether shown or pending. A table admitted later replaces the edit. The user's edits in the view precede later
/// submissions by callers on the main actor, and later tables of the bound sequence.
///
/// `display`, `bind`, `show` and `withStore` create a store that ends with its view. A store that you create outlives
/// its views:
///
/// ```swift
/// let store = TableStore<OneSection, Mail>(name: "inbox")
/// try await store.submit(mails)      // accepted at once: there is no view
/// view.bind(store)                   // shows them by reloading
/// ```
///
/// A store has at most one view at a time. Without a view, a submission is accepted immediately and counts as shown.
public actor TableStore<Section: Diffable & Sendable, Row: Diffable & Sendable>: EditableSource {
  typealias Content = CapturedTable<Section, Row>
  typealias Machine = StoreMachine<Content, ChangeNote<Section, Row>>

  enum Answer: Sendable {
    case applied(AppliedChangeset<Section, Row>)
    case viewClosed
    case ended(EndReason)
  }

  package nonisolated let name: String?

  nonisolated let differencer: Differencer<Section, Row>
  nonisolated let bindings: StoreBindings<Section, Row>

  var machine: Machine { didSet { subscribers.notify() } }
  private var subscribers = SubscriberList()
  private var refreshes = RefreshLog<Row.Identity>()
  /// The number of changes whose rows may differ from the previous rows although they compare equal.
  private var otherRowsCount = 0
  /// The stream of each waiting caller, which delivers a single answer.
  private(set) var answers: [Machine.Ticket: AsyncStream<Answer>.Continuation] = [:]
  var waker: Signal?
  /// The table that the store expects the view to show, verified when a change is applied.
  var presented: Applier.StampedTable?
  /// The changes that the source has accepted, and that its newest table does not include yet.
  var changesAhead: [UnmergedChange<UserChange<Section, Row>>] = []
  private nonisolated let inbox = EditInbox<Section, Row>()
  private var acceptedMarks = InboxMarks()
  private var acceptedEditCount = 0
  private(set) var failure: (any Error)?

  /// Creates a store without a view.
  ///
  /// - Parameters:
  ///   - first: The table that the first view shows, unless you submit another table before the view is bound.
  ///   - name: The table's name in diagnostic messages.
  @inlinable public init(_ first: TableSnapshot<Section, Row> = TableSnapshot(), name: String? = nil) {
    self.init(TableState(first), name: name, outlivesViews: true, differencer: Differencer())
  }

  @inlinable init(
    for options: BindingOptions, first: TableState<Section, Row>? = nil, isShown: Bool = true
  ) {
    self.init(first, name: options.name, outlivesViews: false, isShown: isShown, differencer: Differencer())
  }

  @usableFromInline init(
    _ first: TableState<Section, Row>?, name: String?, outlivesViews: Bool, isShown: Bool = true,
    differencer: Differencer<Section, Row>
  ) {
    self.name = name
    self.differencer = differencer
    bindings = StoreBindings()
    machine = Machine(first.map { differencer.capture($0) }, outlivesViews: outlivesViews, isShown: isShown)
  }

  /// The table that the view should show, which is empty until the sequence has produced its first table.
  var target: Content { machine.target ?? differencer.capture(TableSnapshot()) }

  package var table: TableSnapshot<Section, Row> { target.table }

  // MARK: - Readers

  /// The newest table of the store, along with its version.
  ///
  /// The state includes the edits that users make in views of the store and of tables derived from it.
  public var state: SourceState<Section, Row> {
    applyEdits()
    return ReadMoment.state(of: self) {
      var state = SourceState(target, revision: machine.version, refreshes, otherRowsCount: otherRowsCount)
      state.include(acceptedMarks, unchanged: acceptedEditCount)
      if case .closed = machine.phase { state.finish(throwing: failure) }
      return state
    }
  }

  /// Adds a reader, which is notified after every change.
  public func subscribe(_ signal: Signal) { subscribers.add(signal) }

  // MARK: - Users' edits

  /// Accepts a user's edit to a table derived from the store.
  public nonisolated func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    defer { Task { await applyEdits() } }
    return inbox.accept(request)
  }

  private func applyEdits() {
    let hasEdits = inbox.drain { request, mark in
      acceptedMarks.add(mark)
      acceptedEditCount += 1
      var editor = TableEditor(target)
      try editor.apply(request)
      switch machine.edit(editor.snapshot, notes: []) {
      case .refused(let reason): throw TableError.ended(reason)
      case .withoutView: break
      case .waits(let ticket): _ = machine.forget(ticket)
      }
      note(refreshed: editor.refreshed, hasOtherRows: editor.finder.hasOtherRows)
    }
    if !hasEdits { return }
    subscribers.notify()
    waker?.send()
  }

  // MARK: - Submissions

  /// Submits a table to show, which replaces any table that is still pending.
  ///
  /// ```swift
  /// try await store.submit([1, 2, 3])
  /// ```
  ///
  /// - Parameter table: An array of rows, a `TableSnapshot`, a ``TableState``, or any other value that can be converted
  ///   to a table.
  /// - Returns: The applied change, once this table or a newer one is on screen. If the store has no view, the method
  ///   immediately returns a change with revision 0.
  /// - Throws: ``TableError`` if the store's only view is deallocated, replaced or cancelled, or if the bound sequence
  ///   has finished. `CancellationError` if the calling task is cancelled. Cancellation does not withdraw the table.
  @inlinable @discardableResult public nonisolated func submit(
    _ table: some TableConvertible<Section, Row>
  ) async throws -> AppliedChangeset<Section, Row> {
    let unmerged = await unmerged(before: #isolation)
    // Rows are converted to a table here, where their type is known.
    return try await submit(state: table.tableState, after: unmerged)
  }

  /// Returns the user's changes that precede a table or edit submitted on the main actor.
  ///
  /// This method hops to the main actor instead of assuming that it runs there, because the compiler may omit the hop
  /// back to the caller's actor before this call.
  @usableFromInline nonisolated func unmerged(before caller: (any Actor)?) async -> [UnmergedBatch<Section, Row>] {
    caller === MainActor.shared ? await bindings.unmerged : []
  }

  @usableFromInline func submit(
    state: TableState<Section, Row>, after unmerged: [UnmergedBatch<Section, Row>]
  ) async throws -> AppliedChangeset<Section, Row> {
    for edits in unmerged { merge(edits) }
    applyEdits()
    let admission = machine.submit(differencer.capture(state), notes: notes(of: state))
    note(refreshed: state.refreshed, hasOtherRows: state.hasOtherRows)
    return try await answer(admission)
  }

  func note(refreshed: Set<Row.Identity>, hasOtherRows: Bool) {
    refreshes.note(refreshed, at: machine.version, in: table)
    if hasOtherRows { otherRowsCount += 1 }
  }

  private func notes(of state: TableState<Section, Row>) -> [ChangeNote<Section, Row>] {
    var notes: [ChangeNote<Section, Row>] = []
    if !state.refreshed.isEmpty { notes.append(.refreshed(state.refreshed)) }
    if !state.renamed.isEmpty { notes.append(.renamed(state.renamed)) }
    return notes
  }

  /// Applies an edit to the store's target table.
  ///
  /// - Returns: The applied change, once a table that includes the edit, or a newer table, is on screen. If the rows or
  ///   sections of the edit do not exist, ``AppliedChangeset/notFound`` contains the edit.
  /// - Throws: Any error that `submit` throws.
  @_disfavoredOverload
  @discardableResult public nonisolated func edit(_ edit: TableEdit<Section, Row>) async throws -> AppliedChangeset<
    Section, Row
  > {
    try await self.edit { $0.apply(edit) }
  }

  /// Applies several edits to the store's target table as a single change.
  ///
  /// - Parameter body: A closure that runs on the store and receives an editor. If it throws, no edit is applied.
  /// - Returns: The applied change, once a table that includes the edits, or a newer table, is on screen.
  ///   ``AppliedChangeset/notFound`` contains the edits whose rows or sections do not exist.
  /// - Throws: Any error that `submit` or `body` throws.
  @discardableResult public nonisolated func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) async throws -> AppliedChangeset<Section, Row> {
    let unmerged = await unmerged(before: #isolation)
    return try await edit(body, after: unmerged)
  }

  private func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void, after unmerged: [UnmergedBatch<Section, Row>]
  ) async throws -> AppliedChangeset<Section, Row> {
    for edits in unmerged { merge(edits) }
    applyEdits()
    var editor = TableEditor(target)
    try body(&editor)
    let admission = machine.edit(editor.snapshot, notes: editor.notes)
    note(refreshed: editor.refreshed, hasOtherRows: editor.finder.hasOtherRows)
    return try await answer(admission, notFound: editor.notes.notFound())
  }

  /// Refreshes rows even if their content compares equal.
  ///
  /// The next applied changeset lists these rows as updated. Identities that no row has are ignored.
  ///
  /// - Returns: The applied change, once the view has refreshed the rows.
  /// - Throws: Any error that `submit` throws.
  /// - Complexity: O(*n*) for a table of *n* rows, off the main actor.
  @discardableResult public func refresh(ids: some Sequence<Row.Identity> & Sendable) async throws -> AppliedChangeset<
    Section, Row
  > {
    let ids = Set(ids)
    let admission = machine.edit(target, notes: [.refreshed(ids)])
    note(refreshed: ids, hasOtherRows: false)
    return try await answer(admission)
  }

  /// Waits for the answer to a submission, without keeping tables alive.
  private func answer(
    _ admission: Machine.Admission, notFound: [TableEdit<Section, Row>] = []
  ) async throws -> AppliedChangeset<Section, Row> {
    let version = machine.version
    var admission = admission
    var unreported: [TableEdit<Section, Row>] = []
    while true {
      let ticket: Machine.Ticket
      switch admission {
      case .refused(let reason): throw TableError.ended(reason)
      case .withoutView:
        guard let late = await lateTicket(for: version) else { return changeWithoutView(notFound: notFound) }
        ticket = late
        unreported = notFound  // no order reports it, because the version counted as shown
      case .waits(let admitted): ticket = admitted
      }
      switch try await answer(to: ticket) {
      case .applied(let applied): return applied.answering(isSuperseded: applied.isSuperseded, notFound: unreported)
      case .viewClosed: admission = .withoutView  // the view was closed, and another one may be about to attach
      case .ended(let reason): throw TableError.ended(reason)
      }
    }
  }

  private func answer(to ticket: Machine.Ticket) async throws(CancellationError) -> Answer {
    let (answer, continuation) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingNewest(1))
    answers[ticket] = continuation
    waker?.send()
    for await answer in answer { return answer }
    _ = machine.forget(ticket)  // the caller was cancelled before the answer
    answers[ticket] = nil
    throw CancellationError()
  }

  /// Returns a ticket for a version that was accepted without a view, if a bound view is about to attach.
  private func lateTicket(for version: Int) async -> Machine.Ticket? {
    while true {
      let closedBindingCount = machine.closedBindingCount
      guard await bindings.isBound else { return nil }
      // If the bound view has already been closed, nothing would answer the ticket.
      if machine.closedBindingCount == closedBindingCount { return machine.wait(for: version) }
    }
  }

  private func changeWithoutView(notFound: [TableEdit<Section, Row>]) -> AppliedChangeset<Section, Row> {
    AppliedChangeset<Section, Row>(
      changeset: Changeset(reloading: table, from: TableSnapshot(), because: .noView), revision: 0,
      mode: .reload(.noView),
      notFound: notFound)
  }

  func send(_ replies: [Machine.Reply], _ applied: AppliedChangeset<Section, Row>?) {
    for reply in replies {
      guard let continuation = answers.removeValue(forKey: reply.ticket) else { continue }
      switch reply.answer {
      case .shown(let isSuperseded):
        if let applied { continuation.yield(.applied(applied.answering(isSuperseded: isSuperseded))) }
      case .viewClosed: continuation.yield(.viewClosed)
      case .ended(let reason): continuation.yield(.ended(reason))
      }
      continuation.finish()
    }
  }

  // MARK: - The sequence

  /// Submits a table from the sequence.
  ///
  /// - Parameter time: The time at which the sequence produced the table.
  /// - Returns: `false` if the store no longer reads the sequence.
  func offer(_ state: TableState<Section, Row>, at time: ContinuousClock.Instant) -> Bool {
    changesAhead.removeAll { state.marks.include($0.marks) }
    var table = differencer.capture(state)
    for change in changesAhead { _ = table.apply(change.change) }
    if state.isRepeated, table.table.rope.isIdentical(to: self.table.rope) {
      return machine.offerAgain(at: time, marks: state.marks)
    }
    guard machine.offer(table, at: time, marks: state.marks, notes: notes(of: state)) else { return false }
    note(refreshed: state.refreshed, hasOtherRows: state.hasOtherRows)
    waker?.send()
    return true
  }

  /// Ends the sequence.
  ///
  /// The update loop still shows the target before it ends.
  func finish(throwing failure: (any Error)? = nil) {
    if machine.isOpen { self.failure = failure }
    machine.finish()
    waker?.send()
  }
}

extension TableStore: PromptSource {}

extension TableSource {
  /// The source itself if it is a store, whose tables and edits a view shares instead of reading its states.
  @inlinable nonisolated var asStore: TableStore<Section, Row>? { self as? TableStore<Section, Row> }
}
