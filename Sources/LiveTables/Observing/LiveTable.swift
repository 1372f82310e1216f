/// A table that is edited in place: the source whose changes are known without comparing all rows.
///
/// ```swift
/// let inbox = LiveTable(rows: mails)
/// view.bind(inbox.filter { !$0.isRead })
/// try await inbox.edit {
///   $0.remove(id: 7)
///   $0.append(mail)
/// }
/// ```
///
/// Edits from any number of tasks are applied one after another, each closure as a whole; none is lost. A closure runs on
/// its caller's actor, so that it may use what is there. Any number of
/// views and readers follow it: see ``TableSource`` and ``Updates``.
public actor LiveTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: EditableSource {
  nonisolated let differencer: Differencer<Section, Row>
  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif
  private var newest: SourceState<Section, Row>
  private var subscribers = SubscriberList()
  private var history: EditHistory<Section, Row>
  private var turns = Turns()
  private nonisolated let inbox = EditInbox<Section, Row>()
  /// Finds rows by identity; it catches up with the table when an edit begins.
  ///
  /// An editor takes it away while it makes use of it: it must not be copied then.
  private var finder: RowFinder<Section, Row>?

  #if DEBUG
  /// Where tests schedule the actor.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  /// Creates a live table.
  ///
  /// - Parameters:
  ///   - table: What it begins with.
  ///   - undoLimit: How many changes can be undone. Up to twice as many are kept, each with the states before and after it,
  ///     which share with the others what has not changed.
  @inlinable public init(
    _ table: TableSnapshot<Section, Row> = TableSnapshot(), undoLimit: Int = 0
  ) {
    self.init(table, undoLimit: undoLimit, differencer: Differencer())
  }

  /// Creates a live table of rows in one section.
  ///
  /// - Parameters:
  ///   - rows: What it begins with.
  ///   - undoLimit: How many changes can be undone.
  @inlinable public init(rows: some Sequence<Row>, undoLimit: Int = 0) where Section == OneSection {
    self.init(TableSnapshot(rows: rows), undoLimit: undoLimit)
  }

  @usableFromInline init(
    _ table: TableSnapshot<Section, Row>, undoLimit: Int, differencer: Differencer<Section, Row>
  ) {
    self.differencer = differencer
    history = EditHistory(limit: max(0, undoLimit))
    newest = SourceState(differencer.capture(table), revision: 0)
  }

  /// The newest state.
  public var state: SourceState<Section, Row> {
    get async {
      if !inbox.isEmpty { await makeEdits() }
      return ReadMoment.state(of: self) { newest }
    }
  }

  /// The table as it is now.
  package var table: TableSnapshot<Section, Row> { newest.table }

  /// Counts the changes.
  package var revision: Int { newest.revision }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) { subscribers.add(signal) }

  // MARK: - Edits

  /// Changes the table by some edits, all at once.
  ///
  /// The edit is made also where the task is cancelled meanwhile.
  ///
  /// - Parameter body: Runs at once, on the caller's actor, with an editor for the table. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits; empty where they come to nothing, which
  ///   counts as no change.
  /// - Throws: ``TableError`` after ``finish()``, and what `body` throws.
  @discardableResult public nonisolated func edit(
    _ body: (inout TableEditor<Section, Row>) throws -> Void
  ) async throws -> TableChange<Section, Row> {
    var editor = try await beginEdit()
    do {
      try body(&editor)
    } catch {
      await cancelEdit(consume editor)
      throw error
    }
    return await endEdit(consume editor)
  }

  /// Changes the table by one edit.
  ///
  /// An edit that names what is not there changes nothing.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: The change; empty where the edit comes to nothing.
  /// - Throws: ``TableError`` after ``finish()``.
  @_disfavoredOverload
  @discardableResult public func edit(_ edit: TableEdit<Section, Row>) async throws -> TableChange<Section, Row> {
    var editor = try await beginEdit()
    editor.apply(edit)
    return endEdit(consume editor)
  }

  /// Replaces the table.
  ///
  /// - Parameter table: An array of rows, a `TableSnapshot`, a ``TableState`` with its value and the rows to be refreshed,
  ///   or anything else that is convertible to a table.
  /// - Returns: The diff of the two. It is not cancelled with the task.
  /// - Throws: ``TableError`` after ``finish()``.
  /// - Complexity: O(*n*) on average; what the two tables share costs nothing.
  @inlinable @discardableResult public nonisolated func set(
    _ table: some TableConvertible<Section, Row>
  ) async throws -> TableChange<Section, Row> {
    try await set(state: table.tableState)
  }

  @usableFromInline func set(state new: TableState<Section, Row>) async throws -> TableChange<Section, Row> {
    try await inTurn {
      advance(to: differencer.capture(new), marks: RowMarks(refreshed: new.refreshed, renamed: new.renamed))
    }
  }

  // MARK: - Turns

  /// Hands out an editor; nothing else changes the table until it is given back.
  private func beginEdit() async throws -> TableEditor<Section, Row> {
    try await beginTurn()
    return TableEditor(newest.content, finder: finder.take())
  }

  private func endEdit(_ editor: consuming TableEditor<Section, Row>) -> TableChange<Section, Row> {
    defer { turns.end() }
    return take(consume editor)
  }

  private func take(_ editor: consuming TableEditor<Section, Row>) -> TableChange<Section, Row> {
    let isDiffed = !editor.notes.contains { if case .undiffed = $0 { true } else { false } }
    let marks = RowMarks(refreshed: editor.notes.refreshed())
    let known =
      editor.snapshot.captured == nil && marks.isEmpty
      ? editor.finder.changeset(from: newest.content.table, to: editor.table) : nil
    takeFinder(of: editor)
    return advance(
      to: editor.snapshot, by: known, marks: marks, isDiffed: isDiffed, hasOtherRows: editor.finder.hasOtherRows)
  }

  private func cancelEdit(_ editor: consuming TableEditor<Section, Row>) {
    takeFinder(of: editor)
    turns.end()
  }

  private func takeFinder(of editor: borrowing TableEditor<Section, Row>) {
    finder = editor.finder
    finder?.end(with: editor.table)
  }

  private func inTurn<Result>(_ body: () throws -> Result) async throws -> Result {
    try await beginTurn()
    defer { turns.end() }
    return try body()
  }

  /// Waits for a turn of the caller; to be ended.
  private func beginTurn() async throws {
    if !turns.begin() {
      await withCheckedContinuation { caller in
        turns.wait {
          caller.resume()
          return true
        }
      }
    }
    makeAcceptedEdits()
    if !newest.isFinished { return }
    turns.end()
    throw TableError.ended(.finished)
  }

  // MARK: - Users' edits

  /// Accepts a user's edit; every edit that begins afterwards sees it.
  public nonisolated func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    defer { Task { await makeEdits() } }
    return inbox.accept(request)
  }

  /// Makes the accepted edits, after the closure that has the editor now.
  private func makeEdits() async {
    if (try? await beginTurn()) != nil { turns.end() }
  }

  private func makeAcceptedEdits() {
    for accepted in inbox.drain() {
      var editor = TableEditor(newest.content, finder: finder.take())
      let outcome = Saving.Outcome { try editor.make(accepted.request) }
      if case .success = outcome { _ = take(consume editor) } else { takeFinder(of: editor) }
      newest.include(accepted.mark)
      subscribers.notify()
      accepted.saving.end(outcome)
    }
  }

  private func advance(
    to content: CapturedTable<Section, Row>, by known: Changeset<Section, Row>? = nil,
    marks: RowMarks<Row.Identity> = RowMarks(), isDiffed: Bool = true,
    hasOtherRows: Bool = false, for cause: EditHistory<Section, Row>.Cause = .edit
  ) -> TableChange<Section, Row> {
    let changeset =
      known
      ?? (isDiffed
        ? differencer.uncancelledChangeset(from: newest.content, to: content, marks: marks)
        : Changeset(reloading: content.table, from: newest.content.table, because: .replaced))
    history.note(
      cause, from: newest.content, to: content, by: changeset, revision: newest.revision + 1,
      mayHaveOtherRows: hasOtherRows, with: &finder,
      hasOtherRows: hasOtherRows && content.table.hasOtherValues(than: newest.content.table))
    if changeset.isEmpty {
      newest.replace(content, by: changeset)
    } else {
      newest.advance(
        to: content, by: changeset, refreshed: marks.refreshed, renamed: marks.renamed, hasOtherRows: hasOtherRows)
    }
    subscribers.notify()
    return TableChange(changeset: changeset, revision: newest.revision, spanned: changeset.isEmpty ? 0 : 1)
  }

  private func go(
    to step: EditHistory<Section, Row>.Step, for cause: EditHistory<Section, Row>.Cause
  ) -> TableChange<Section, Row> {
    advance(to: step.content, marks: RowMarks(refreshed: step.refreshed), hasOtherRows: true, for: cause)
  }

  // MARK: - Undo

  /// How many changes can be undone now.
  public var undoCount: Int { history.steps.past.count }

  /// How many undone changes can be redone now: none after an edit.
  public var redoCount: Int { history.steps.future.count }

  /// Undoes the newest change that has not been undone, from whatever task it came, or that of one revision.
  ///
  /// An edit that has changed only what rows do not compare has no revision, but it is undone in its turn.
  ///
  /// What came after that revision is kept: the table becomes what it would be if the change had never been made. If all
  /// changes are undone, in whatever order, the table is the first one again.
  ///
  /// Later changes are made again by identity: each does to a row what it did, wherever that row is now, and rows and sections
  /// are inserted and moved behind those that they followed. If a row or section that the change named was changed since, was
  /// deleted although its content or place would have to change, or was inserted again by somebody else, or if a later change
  /// needs what the change has made, nothing happens and an error says why. A row that was moved since, or that is to be
  /// deleted and is deleted already, is no conflict: then the table may stay what it is, and the change counts as undone.
  ///
  /// - Parameter revision: That of a ``TableChange``; as many are known as can be undone. Where several rows have an
  ///   identity, the first is meant. By default the newest change is undone.
  /// - Returns: The change that this is, with a revision of its own; `nil` where there is nothing to undo. That of a
  ///   given revision is like an edit: it can be undone and redone itself. It is empty if that change is undone already.
  /// - Throws: ``TableError/undoConflict(revision:_:)``; ``TableError`` after ``finish()``.
  /// - Complexity: O(*k* log² *n*) for the *k* rows that it and later changes name, once they are found by an index;
  ///   O(*k* *n*) for rows that are objects.
  @discardableResult public func undo(revision: Int? = nil) async throws -> TableChange<Section, Row>? {
    try await inTurn {
      if let revision { return try turn(revision, isUndo: true) }
      return history.steps.past.last.map { go(to: $0, for: .undo) }
    }
  }

  /// Redoes the change that was undone last, or that of one revision, on the table as it is now.
  ///
  /// The rules are those of ``undo(revision:)``: the change takes its old place among the others. If it is not undone,
  /// nothing happens.
  ///
  /// - Parameter revision: That of a ``TableChange``. By default the newest change that was undone is meant.
  /// - Returns: The change; `nil` where there is nothing to redo.
  /// - Throws: ``TableError/undoConflict(revision:_:)``; ``TableError`` after ``finish()``.
  @discardableResult public func redo(revision: Int? = nil) async throws -> TableChange<Section, Row>? {
    try await inTurn {
      if let revision { return try turn(revision, isUndo: false) }
      return history.steps.future.last.map { go(to: $0, for: .redo) }
    }
  }

  private func turn(_ revision: Int, isUndo: Bool) throws -> TableChange<Section, Row> {
    var finder = self.finder.take()
    defer { self.finder = finder }
    do {
      guard let turn = try history.turn(revision, isUndo: isUndo, from: newest.content, with: &finder) else {
        let nothing = Changeset(source: newest.table, target: newest.table, plan: StagePlan())
        return TableChange(changeset: nothing, revision: newest.revision, spanned: 0)
      }
      var content = turn.content
      content.value = newest.content.value
      return advance(
        to: content, marks: RowMarks(refreshed: turn.refreshed), hasOtherRows: true, for: .turn(turn))
    } catch {
      throw TableError.undoConflict(revision: revision, error.description)
    }
  }

  /// Ends the table: it takes no more edits.
  ///
  /// Readers, and readers of what is derived from it, get the last state, and then the end. An edit whose closure runs
  /// is completed first.
  public func finish() async {
    if (try? await beginTurn()) == nil { return }
    defer { turns.end() }
    newest.finish()
    inbox.close(TableError.ended(.finished))
    subscribers.notify()
  }
}

extension LiveTable: PromptSource {}
