/// A table that you can edit in place, and whose changes are determined without comparing all rows.
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
/// Edits from several tasks are applied one after another, and each closure is atomic. A closure runs on its caller's
/// actor, so it can access the actor's state. Any number of views and readers can observe the table (see
/// ``TableSource`` and ``Updates``).
public actor LiveTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: EditableSource {
  nonisolated let differencer: Differencer<Section, Row>
  private var newest: SourceState<Section, Row>
  private var subscribers = SubscriberList()
  private var history: ChangeHistory<Section, Row>
  private var turns = Turns()
  private nonisolated let inbox = EditInbox<Section, Row>()
  /// Finds rows by identity.
  ///
  /// An editor takes the finder, because the finder must not be copied while it is in use.
  private var finder: RowFinder<Section, Row>?

  /// Creates a live table with sections and rows.
  ///
  /// - Parameters:
  ///   - table: The initial table.
  ///   - undoLimit: The maximum number of changes that can be undone. Up to twice as many changes are stored. The
  ///     tables before and after each change share unchanged parts.
  @inlinable public init(
    _ table: TableSnapshot<Section, Row> = TableSnapshot(), undoLimit: Int = 0
  ) {
    self.init(table, undoLimit: undoLimit, differencer: Differencer())
  }

  /// Creates a live table with rows in a single section.
  ///
  /// - Parameters:
  ///   - rows: The rows, in order.
  ///   - undoLimit: The maximum number of changes that can be undone.
  @inlinable public init(rows: some Sequence<Row>, undoLimit: Int = 0) where Section == OneSection {
    self.init(TableSnapshot(rows: rows), undoLimit: undoLimit)
  }

  @usableFromInline init(
    _ table: TableSnapshot<Section, Row>, undoLimit: Int, differencer: Differencer<Section, Row>
  ) {
    self.differencer = differencer
    history = ChangeHistory(limit: max(0, undoLimit))
    newest = SourceState(differencer.capture(table), revision: 0)
  }

  /// The newest state of the table.
  public var state: SourceState<Section, Row> {
    get async {
      if !inbox.isEmpty { await applyEdits() }
      return ReadMoment.state(of: self) { newest }
    }
  }

  package var table: TableSnapshot<Section, Row> { newest.table }

  package var revision: Int { newest.revision }

  /// Adds a reader that is notified after every change to the table.
  public func subscribe(_ signal: Signal) { subscribers.add(signal) }

  // MARK: - Edits

  /// Applies several edits to the table as a single change.
  ///
  /// The edits are also applied if the task is cancelled.
  ///
  /// - Parameter body: A closure that runs on the caller's actor and receives an editor. If it throws an error, nothing
  ///   changes.
  /// - Returns: The smallest change with the same result as all edits. If the edits have no effect, the change is
  ///   empty, and the table's revision stays the same.
  /// - Throws: ``TableError`` after ``finish()``, or any error that `body` throws.
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

  /// Applies a single edit to the table.
  ///
  /// If the edit's rows, section or destination do not exist, nothing changes.
  ///
  /// - Returns: The change to the table. If the edit has no effect, the change is empty.
  /// - Throws: ``TableError`` after ``finish()``.
  @_disfavoredOverload
  @discardableResult public func edit(_ edit: TableEdit<Section, Row>) async throws -> TableChange<Section, Row> {
    var editor = try await beginEdit()
    editor.apply(edit)
    return endEdit(consume editor)
  }

  /// Replaces the table.
  ///
  /// - Parameter table: An array of rows, a `TableSnapshot`, a ``TableState``, or any other value that can be converted
  ///   to a table.
  /// - Returns: The difference between the tables, which is computed even if the task is cancelled.
  /// - Throws: ``TableError`` after ``finish()``.
  /// - Complexity: O(*n*) on average. Parts that the tables share are not counted.
  @inlinable @discardableResult public nonisolated func set(
    _ table: some TableConvertible<Section, Row>
  ) async throws -> TableChange<Section, Row> {
    try await set(state: table.tableState)
  }

  @usableFromInline func set(state new: TableState<Section, Row>) async throws -> TableChange<Section, Row> {
    try await inTurn {
      advance(to: differencer.capture(new), hints: DiffHints(refreshed: new.refreshed, renamed: new.renamed))
    }
  }

  // MARK: - Turns

  /// Returns an editor.
  ///
  /// Until the caller returns it, no other code can change the table.
  private func beginEdit() async throws -> TableEditor<Section, Row> {
    try await beginTurn()
    return TableEditor(newest.content, finder: finder.take())
  }

  private func endEdit(_ editor: consuming TableEditor<Section, Row>) -> TableChange<Section, Row> {
    defer { turns.end() }
    return commit(consume editor)
  }

  private func commit(_ editor: consuming TableEditor<Section, Row>) -> TableChange<Section, Row> {
    let isDiffed = !editor.notes.contains { if case .undiffed = $0 { true } else { false } }
    let hints = DiffHints(refreshed: editor.notes.refreshed())
    let known =
      editor.snapshot.captured == nil && hints.isEmpty
      ? editor.finder.changeset(from: newest.content.table, to: editor.table) : nil
    takeFinder(of: editor)
    return advance(
      to: editor.snapshot, by: known, hints: hints, isDiffed: isDiffed, hasOtherRows: editor.finder.hasOtherRows)
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

  /// Waits for exclusive access to the table, which the caller must end.
  private func beginTurn() async throws {
    if !turns.begin() {
      await withCheckedContinuation { caller in
        turns.wait {
          caller.resume()
          return true
        }
      }
    }
    applyAcceptedEdits()
    if !newest.isFinished { return }
    turns.end()
    throw TableError.ended(.finished)
  }

  // MARK: - Users' edits

  /// Accepts a user's edit, which precedes all edits that start later.
  public nonisolated func accept(_ request: UserRequest<Section, Row>) -> Acceptance {
    defer { Task { await applyEdits() } }
    return inbox.accept(request)
  }

  /// Applies the accepted edits once the closure that currently uses the editor has returned.
  private func applyEdits() async {
    if (try? await beginTurn()) != nil { turns.end() }
  }

  private func applyAcceptedEdits() {
    let hasEdits = inbox.drain { request, mark in
      defer { newest.include(mark) }
      var editor = TableEditor(newest.content, finder: finder.take())
      do {
        try editor.apply(request)
      } catch {
        takeFinder(of: editor)
        throw error
      }
      _ = commit(consume editor)
    }
    if hasEdits { subscribers.notify() }
  }

  private func advance(
    to content: CapturedTable<Section, Row>, by known: Changeset<Section, Row>? = nil,
    hints: DiffHints<Row.Identity> = DiffHints(), isDiffed: Bool = true,
    hasOtherRows: Bool = false, for cause: ChangeHistory<Section, Row>.Cause = .edit
  ) -> TableChange<Section, Row> {
    let changeset =
      known
      ?? (isDiffed
        ? differencer.uncancelledChangeset(from: newest.content, to: content, hints: hints)
        : Changeset(reloading: content.table, from: newest.content.table, because: .replaced))
    history.note(
      cause, from: newest.content, to: content, by: changeset, revision: newest.revision + 1,
      mayHaveOtherRows: hasOtherRows, with: &finder,
      hasOtherRows: hasOtherRows && content.table.hasOtherValues(than: newest.content.table))
    if changeset.isEmpty {
      newest.replace(content, by: changeset)
    } else {
      newest.advance(
        to: content, by: changeset, refreshed: hints.refreshed, renamed: hints.renamed, hasOtherRows: hasOtherRows,
        isDiff: known == nil && isDiffed)
    }
    subscribers.notify()
    return TableChange(changeset: changeset, revision: newest.revision, spanned: changeset.isEmpty ? 0 : 1)
  }

  private func restore(
    _ step: ChangeHistory<Section, Row>.Step, for cause: ChangeHistory<Section, Row>.Cause
  ) -> TableChange<Section, Row> {
    advance(to: step.content, hints: DiffHints(refreshed: step.refreshed), hasOtherRows: true, for: cause)
  }

  // MARK: - Undo

  /// The number of changes that can be undone.
  public var undoCount: Int { history.steps.past.count }

  /// The number of undone changes that can be redone, which is zero after an edit.
  public var redoCount: Int { history.steps.future.count }

  /// Undoes the last change that has not been undone, or the change with the given revision.
  ///
  /// Later changes are kept. The resulting table is the one that would exist if the change had never been made. After
  /// all changes have been undone, in any order, the table equals the initial table.
  ///
  /// Later changes are applied again by identity. Each change affects the same rows, wherever they are. Each
  /// inserted or moved row or section is placed after the row or section that it originally followed. There is a conflict, and nothing
  /// changes, in the following cases:
  ///
  /// - A row or section that the change affected has been changed or inserted again.
  /// - A row or section whose content or position would have to change has been deleted.
  /// - A later change depends on the change.
  ///
  /// It is not a conflict if a row was only moved, or if a row to delete no longer exists. The change then counts as
  /// undone, even if the table stays the same.
  ///
  /// An edit that changed only values that rows do not compare has no revision, but it is undone in order.
  ///
  /// - Parameter revision: The revision of a ``TableChange`` that can still be undone, or `nil` for the last change. If
  ///   several rows have the same identity, the undo affects the first row.
  /// - Returns: The change made by this method, or `nil` if there is nothing to undo. If you specify a revision, the
  ///   change can itself be undone and redone. It is empty if the revision has already been undone.
  /// - Throws: ``TableError/undoConflict(revision:_:)``, or another ``TableError`` after ``finish()``.
  /// - Complexity: O(*k* log² *n*) for the *k* rows of this and later changes once rows are found with an index, or
  ///   O(*k* *n*) if the rows are objects.
  @discardableResult public func undo(revision: Int? = nil) async throws -> TableChange<Section, Row>? {
    try await inTurn {
      if let revision { return try toggle(revision, isUndo: true) }
      return history.steps.past.last.map { restore($0, for: .undo) }
    }
  }

  /// Redoes the last undone change, or the change with the given revision.
  ///
  /// The same rules as for ``undo(revision:)`` apply. The change returns to its original position among the other
  /// changes. If the change has not been undone, nothing changes.
  ///
  /// - Returns: The change made by this method, or `nil` if there is nothing to redo.
  /// - Throws: ``TableError/undoConflict(revision:_:)``, or another ``TableError`` after ``finish()``.
  @discardableResult public func redo(revision: Int? = nil) async throws -> TableChange<Section, Row>? {
    try await inTurn {
      if let revision { return try toggle(revision, isUndo: false) }
      return history.steps.future.last.map { restore($0, for: .redo) }
    }
  }

  private func toggle(_ revision: Int, isUndo: Bool) throws -> TableChange<Section, Row> {
    var finder = self.finder.take()
    defer { self.finder = finder }
    do {
      guard let toggle = try history.toggle(revision, isUndo: isUndo, from: newest.content, with: &finder) else {
        let nothing = Changeset(source: newest.table, target: newest.table, plan: StagePlan())
        return TableChange(changeset: nothing, revision: newest.revision, spanned: 0)
      }
      var content = toggle.content
      content.value = newest.content.value
      return advance(
        to: content, hints: DiffHints(refreshed: toggle.refreshed), hasOtherRows: true, for: .toggle(toggle))
    } catch {
      throw TableError.undoConflict(revision: revision, error.description)
    }
  }

  /// Finishes the table, which then accepts no further edits.
  ///
  /// An edit whose closure is running is completed first. Readers of this table and of derived tables receive the last
  /// state before their sequences end.
  public func finish() async {
    if (try? await beginTurn()) == nil { return }
    defer { turns.end() }
    newest.include(inbox.close(TableError.ended(.finished)))
    newest.finish()
    subscribers.notify()
  }
}

extension LiveTable: PromptSource {}
