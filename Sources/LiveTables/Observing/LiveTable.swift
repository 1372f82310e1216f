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
/// Edits from any number of tasks are applied one after another, each closure as a whole; none is lost. Any number of
/// views and readers follow it: see ``TableSource`` and ``Updates``.
public actor LiveTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableSource {
  /// What diagnostics call the table.
  public nonisolated let name: String?

  nonisolated let differencer: Differencer<Section, Row>
  #if DEBUG
  private nonisolated let executor = StoreExecutor()
  #endif
  /// The newest state.
  public private(set) var state: SourceState<Section, Row>
  private var subscribers = Subscribers()
  private var history: EditHistory<Section, Row>
  /// Finds rows by identity; it catches up with the table when it is asked.
  private var finder = RowFinder<Section, Row>()

  #if DEBUG
  /// Where tests schedule the actor.
  @_spi(Testing) public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
  #endif

  /// Creates a live table.
  ///
  /// - Parameters:
  ///   - table: What it begins with.
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone. Each keeps the states before and after it, which share with the
  ///     others what has not changed.
  @inlinable public init(
    _ table: TableSnapshot<Section, Row> = TableSnapshot(), name: String? = nil, undoLimit: Int = 0
  ) {
    self.init(table, name: name, undoLimit: undoLimit, differencer: Differencer())
  }

  /// Creates a live table of rows in one section.
  ///
  /// - Parameters:
  ///   - rows: What it begins with.
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone.
  @inlinable public init(
    rows: some Sequence<Row>, name: String? = nil, undoLimit: Int = 0
  ) where Section == OneSection {
    self.init(TableSnapshot(rows: rows), name: name, undoLimit: undoLimit)
  }

  @usableFromInline init(
    _ table: TableSnapshot<Section, Row>, name: String?, undoLimit: Int, differencer: Differencer<Section, Row>
  ) {
    self.name = name
    self.differencer = differencer
    history = EditHistory(limit: max(0, undoLimit))
    state = SourceState(differencer.capture(table), revision: 0)
  }

  /// The table as it is now.
  public var table: TableSnapshot<Section, Row> { state.table }

  /// Counts the changes.
  public var revision: Int { state.revision }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) { subscribers.add(signal) }

  // MARK: - Edits

  /// Changes the table by some edits, all at once.
  ///
  /// - Parameter body: Runs on the table, at once, with an editor for it. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits; empty where they come to nothing, which
  ///   counts as no change.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) throws -> TableChange<Section, Row> {
    if state.isFinished { throw TableEndedError(reason: .finished) }
    var editor = TableEditor(state.content, finder: finder)
    finder = RowFinder()  // it must not be copied when the editor makes use of it
    defer { finder = editor.finder }
    try body(&editor)
    let isDifferenced = !editor.notes.contains { if case .undiffed = $0 { true } else { false } }
    return advance(to: editor.snapshot, marks: editor.notes.refreshed(), isDifferenced: isDifferenced)
  }

  /// Changes the table by one edit.
  ///
  /// An edit that names what is not there changes nothing.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: The change; empty where the edit comes to nothing.
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult public func edit(_ edit: TableEdit<Section, Row>) throws -> TableChange<Section, Row> {
    try self.edit { $0.apply(edit) }
  }

  /// Replaces the table.
  ///
  /// - Parameter table: The new table.
  /// - Returns: The diff of the two.
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult public func set(_ table: TableSnapshot<Section, Row>) throws -> TableChange<Section, Row> {
    if state.isFinished { throw TableEndedError(reason: .finished) }
    return advance(to: differencer.capture(table), marks: [])
  }

  private func advance(
    to content: CapturedTable<Section, Row>, marks: Set<Row.Identity>, isDifferenced: Bool = true,
    for cause: EditHistory<Section, Row>.Cause = .edit
  ) -> TableChange<Section, Row> {
    let changeset =
      isDifferenced
      ? differencer.uncancelledChangeset(from: state.content, to: content, marks: marks)
      : Changeset(reloading: content.table, from: state.content.table, because: .replaced)
    history.note(cause, from: state.content, by: changeset, revision: state.revision + 1)
    if changeset.isEmpty {
      state.replace(content, by: changeset)
    } else {
      state.advance(to: content, by: changeset, refreshed: marks)
    }
    subscribers.notify()
    return TableChange(changeset: changeset, revision: state.revision, spanned: changeset.isEmpty ? 0 : 1)
  }

  // MARK: - Undo

  /// How many changes can be undone now.
  public var undoCount: Int { history.past.count }

  /// How many undone changes can be redone now: none after an edit.
  public var redoCount: Int { history.future.count }

  /// Undoes the newest change that has not been undone, whoever made it.
  ///
  /// That is a change like any other, with its own revision.
  ///
  /// - Returns: The change, or `nil` where there is nothing to undo.
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult public func undo() throws -> TableChange<Section, Row>? {
    if state.isFinished { throw TableEndedError(reason: .finished) }
    return history.past.last.map { advance(to: $0, marks: [], for: .undo) }
  }

  /// Redoes the change that was undone last.
  ///
  /// - Returns: The change, or `nil` where there is nothing to redo.
  /// - Throws: ``TableEndedError`` after ``finish()``.
  @discardableResult public func redo() throws -> TableChange<Section, Row>? {
    if state.isFinished { throw TableEndedError(reason: .finished) }
    return history.future.last.map { advance(to: $0, marks: [], for: .redo) }
  }

  /// Undoes the change of one revision, and keeps what came after it.
  ///
  /// It is undone by identity: rows and sections that it inserted go, those that it removed come back behind the one
  /// that they followed, those that it moved go back there, and content becomes what it was. What came after is never
  /// overwritten: where a row or section has been changed since, has gone although it is to be changed, or has come back
  /// by itself, nothing happens and an error says so. That a row has been moved since is no obstacle; neither is that a
  /// row which is to go has gone.
  ///
  /// - Parameter revision: That of a ``TableChange``; as many are known as can be undone. Where several rows have an
  ///   identity, the first is meant.
  /// - Returns: The change that this is, with a revision of its own; like an edit, it can be undone and redone itself.
  /// - Throws: ``UndoConflict``; ``TableEndedError`` after ``finish()``.
  /// - Complexity: O(*k* log² *n*) for the *k* rows that it names, once they are found by an index; see `RowFinder`.
  @discardableResult public func undo(revision: Int) throws -> TableChange<Section, Row> {
    try rebase(revision) { $0.inverted }
  }

  /// Redoes the change of one revision, on the table as it is now.
  ///
  /// By the rules of ``undo(revision:)``: to redo what that took back, or a change that was undone in another way. What
  /// is there as the change left it is in its way.
  ///
  /// - Throws: ``UndoConflict``; ``TableEndedError`` after ``finish()``.
  @discardableResult public func redo(revision: Int) throws -> TableChange<Section, Row> {
    try rebase(revision) { $0 }
  }

  private func rebase(
    _ revision: Int, _ turned: (Changeset<Section, Row>) -> Changeset<Section, Row>
  ) throws -> TableChange<Section, Row> {
    if state.isFinished { throw TableEndedError(reason: .finished) }
    guard let changeset = history.changeset(of: revision) else {
      throw UndoConflict(revision: revision, description: "the change is not known, or not any more")
    }
    if let reload = changeset.reload { throw UndoConflict(revision: revision, description: reload.description) }
    let change = turned(changeset)
    var rebase = Rebase(TableEditor(state.content, finder: finder))
    finder = RowFinder()  // it must not be copied when the editor makes use of it
    defer { finder = rebase.editor.finder }
    do {
      try rebase.perform(change)
    } catch {
      throw UndoConflict(revision: revision, description: error.description)
    }
    return advance(to: rebase.editor.snapshot, marks: rebase.editor.notes.refreshed())
  }

  /// Ends the table: it takes no more edits.
  ///
  /// Readers, and readers of what is derived from it, get the last state, and then the end.
  public func finish() {
    state.finish()
    subscribers.notify()
  }
}

/// The error thrown when the change of a revision cannot be undone or redone: what it changed has been changed since.
///
/// The table stays as it is.
public struct UndoConflict: Error, Hashable, Sendable, CustomStringConvertible {
  /// The revision of the change.
  public let revision: Int
  /// What is in its way, in words.
  public let description: String
}

extension LiveTable: CustomStringConvertible {
  /// The table's name and what it holds.
  public nonisolated var description: String {
    "LiveTable<\(Section.self), \(Row.self)>\(name.map { " \"\($0)\"" } ?? "")"
  }
}
