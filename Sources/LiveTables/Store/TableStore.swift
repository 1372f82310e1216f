/// What a view is wanted to show.
///
/// Tables and edits are admitted in the order in which they reach the store, from any task. The newest table wins: one
/// that is not shown yet when the next comes is skipped. An edit applies to every table that was admitted before it,
/// shown, on its way or waiting; a table that is admitted afterwards replaces it.
///
/// `display`, `bind` and `withStore` make a store for their view, which ends with it. A store of one's own outlives its
/// views:
///
/// ```swift
/// let store = TableStore<OneSection, Mail>(name: "inbox")
/// try await store.submit(TableSnapshot(rows: mails))      // accepted at once: there is no view
/// view.bind(store)                                // shows them by reloading
/// ```
///
/// It has one view at a time. As long as none is bound, a submission is accepted at once and counts as shown.
public actor TableStore<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What came of a table or an edit.
  public typealias Applied = AppliedChangeset<Section, Row>

  typealias Content = CapturedTable<Section, Row>
  typealias Machine = StoreMachine<Content, EditNote<Section, Row>>

  enum Answer: Sendable {
    case applied(Applied)
    case ended(EndReason)
  }

  /// What diagnostics call the store.
  public nonisolated let name: String?

  nonisolated let differencer: Differencer<Section, Row>
  nonisolated let bindings: StoreBindings
  private nonisolated let lane: any Actor

  var machine: Machine { didSet { tellReaders() } }
  var readers = Doorbells()
  /// One-element streams: they cannot be answered twice, and cancelling the caller ends its wait, not the table.
  private var answers: [Machine.Ticket: AsyncStream<Answer>.Continuation] = [:]
  /// Rings at the loop of the view that is attached.
  var ring: AsyncStream<Void>.Continuation?
  /// What that view shows, as far as is known here.
  ///
  /// It is checked when it matters.
  var base: ScreenMachine<Content, TableEdit<Section, Row>>.Base?
  /// The error the stream ended with.
  private(set) var failure: (any Error)?

  /// Runs on an executor of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  /// Makes a store of one's own, without a view.
  ///
  /// - Parameters:
  ///   - first: What the first view shows, unless something else is submitted before.
  ///   - name: What diagnostics call the store.
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
    lane = StoreLane.current ?? StoreLane.Own()
    machine = Machine(differencer.capture(first), outlivesViews: outlivesViews, isShown: isShown)
  }

  /// What is wanted now.
  public var table: TableSnapshot<Section, Row> { machine.wanted.table }

  // MARK: - Submissions

  /// Submits a table, replacing the pending one.
  ///
  /// ```swift
  /// try await store.submit([1, 2, 3])
  /// ```
  ///
  /// - Parameter table: An array of rows, a ``TableSnapshot``, a ``TableState`` with a value that cells can read, or
  ///   anything else that is convertible to a table.
  /// - Returns: What was applied, when this table or a newer one is on screen.
  /// - Throws: ``TableEnded`` if the store's one view is gone, replaced or cancelled, or its sequence is finished.
  ///   `CancellationError` if the calling task is cancelled: that ends the wait, the table stays submitted.
  @inlinable @discardableResult public nonisolated func submit(
    _ table: some TableConvertible<Section, Row>
  ) async throws -> Applied {
    try await submit(state: table.tableState)  // rows become a table where their type is known
  }

  @usableFromInline func submit(state: TableState<Section, Row>) async throws -> Applied {
    try await answer(machine.submit(differencer.capture(state), notes: notes(of: state)))
  }

  private func notes(of state: TableState<Section, Row>) -> [EditNote<Section, Row>] {
    state.refreshed.isEmpty ? [] : [.refreshed(state.refreshed)]
  }

  /// Changes what is wanted by one edit.
  ///
  /// - Returns: What was applied, when the view has been handed a table with the edit, or a newer one. An edit that
  ///   names what is not there is in its ``AppliedChangeset/notFound``.
  /// - Throws: As `submit`.
  @discardableResult public func edit(_ edit: TableEdit<Section, Row>) async throws -> Applied {
    try await self.edit { $0.apply(edit) }
  }

  /// Changes what is wanted by some edits, all at once.
  ///
  /// - Parameter body: Runs on the store, at once, with an editor for what is wanted. If it throws, nothing changes.
  /// - Returns: What was applied, when the view has been handed a table with the edits, or a newer one. Edits that
  ///   name what is not there are in its ``AppliedChangeset/notFound``.
  /// - Throws: As `submit`, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) async throws -> Applied {
    let editor = try edited(by: body)
    return try await answer(machine.edit(editor.snapshot, notes: editor.notes), notFound: editor.notes.notFound())
  }

  /// Shows rows anew whose content has changed in a way that comparing them cannot see.
  ///
  /// They are listed as updated in the next changeset that is applied. Identities without a row are passed over.
  ///
  /// - Returns: What was applied, when the rows were shown anew.
  /// - Throws: As `submit`.
  /// - Complexity: One scan for the rows, off the main actor.
  @discardableResult public func refresh(ids: some Sequence<Row.Identity> & Sendable) async throws -> Applied {
    try await answer(machine.edit(machine.wanted, notes: [.refreshed(Set(ids))]))
  }

  private func edited(
    by body: (inout TableEditor<Section, Row>) throws -> Void
  ) rethrows -> TableEditor<Section, Row> {
    var editor = TableEditor(machine.wanted)
    try body(&editor)
    return editor
  }

  /// Waits for the answer.
  ///
  /// Nothing in here holds a table while it waits: however many wait, only the newest is kept.
  private func answer(
    _ admission: Machine.Admission, notFound: [TableEdit<Section, Row>] = []
  ) async throws -> Applied {
    let ticket: Machine.Ticket
    let version = machine.version
    switch admission {
    case .refused(let reason): throw TableEnded(reason: reason)
    case .accepted:
      guard let late = await lateTicket(for: version) else { return accepted(notFound: notFound) }
      ticket = late
    case .waits(let admitted): ticket = admitted
    }
    let (answer, continuation) = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingNewest(1))
    answers[ticket] = continuation
    ring?.yield()
    for await answer in answer {
      switch answer {
      case .applied(let applied): return applied
      case .ended(let reason): throw TableEnded(reason: reason)
      }
    }
    _ = machine.forget(ticket)  // the caller was cancelled before there was an answer
    answers[ticket] = nil
    throw CancellationError()
  }

  /// A version was accepted without a view: if one is bound and on its way, whoever submitted it waits for that.
  private func lateTicket(for version: Int) async -> Machine.Ticket? {
    while true {
      let closings = machine.closings
      guard await bindings.isBound else { return nil }
      // The view that was bound may have come and gone meanwhile; then nobody would answer.
      if machine.closings == closings { return machine.wait(for: version) }
    }
  }

  private func accepted(notFound: [TableEdit<Section, Row>] = []) -> Applied {
    Applied(
      changeset: Changeset(reloading: table, from: TableSnapshot(), because: .noView), revision: 0,
      mode: .reload(.noView),
      notFound: notFound)
  }

  /// Answers those who waited, with what was applied if there is a view.
  func send(_ replies: [Machine.Reply], _ applied: Applied?) {
    for reply in replies {
      guard let continuation = answers.removeValue(forKey: reply.ticket) else { continue }
      switch reply.answer {
      case .shown(let isSuperseded):
        if let applied { continuation.yield(.applied(applied.answering(isSuperseded: isSuperseded))) }
      case .accepted: continuation.yield(.applied(accepted()))
      case .ended(let reason): continuation.yield(.ended(reason))
      }
      continuation.finish()
    }
  }

  // MARK: - The stream

  /// A table of the stream.
  ///
  /// False: no more are wanted.
  func offer(_ state: TableState<Section, Row>) -> Bool {
    guard machine.offer(differencer.capture(state), notes: notes(of: state)) else { return false }
    ring?.yield()
    return true
  }

  /// The stream has ended.
  ///
  /// What is wanted is still shown; then the loop ends.
  func finish(throwing failure: (any Error)? = nil) {
    if machine.phase == .open { self.failure = failure }
    machine.finish()
    ring?.yield()
  }
}

extension TableStore: CustomStringConvertible {
  /// The store's name and what it holds.
  public nonisolated var description: String {
    "TableStore<\(Section.self), \(Row.self)>\(name.map { " \"\($0)\"" } ?? "")"
  }
}
