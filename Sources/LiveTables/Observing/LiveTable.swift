/// A table that is changed in place, and whose changes are known without a difference of all rows.
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
/// Edits from any number of tasks are applied one after another, each closure as a whole; none is lost. It feeds any
/// number of views and readers: see ``TableChanges``.
public actor LiveTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: ObservableTable {
  /// What diagnostics call the table.
  public nonisolated let name: String?

  nonisolated let differencer: Differencer<Section, Row>
  private nonisolated let lane: any Actor
  private var reading: TableReading<Section, Row>
  private var bells = Doorbells()
  private let undoLimit: Int
  /// What can be undone and redone, the nearest last; states share what has not changed.
  private var past: [Snapshot<Section, Row>] = []
  private var future: [Snapshot<Section, Row>] = []
  /// Finds rows by identity; it catches up with the table when it is asked.
  private var finder = RowFinder<Section, Row>()

  /// Runs on an executor of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  /// Creates a live table.
  ///
  /// - Parameters:
  ///   - table: What it begins with.
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone. Each keeps the state before it, which shares with the others what has
  ///     not changed.
  @inlinable public init(_ table: Table<Section, Row> = Table(), name: String? = nil, undoLimit: Int = 0) {
    self.init(table, name: name, undoLimit: undoLimit, differencer: Differencer())
  }

  /// Creates a live table of rows in one section.
  @inlinable public init(
    rows: some Sequence<Row>, name: String? = nil, undoLimit: Int = 0
  ) where Section == OneSection {
    self.init(Table(rows: rows), name: name, undoLimit: undoLimit)
  }

  @usableFromInline init(
    _ table: Table<Section, Row>, name: String?, undoLimit: Int, differencer: Differencer<Section, Row>
  ) {
    self.name = name
    self.undoLimit = undoLimit
    self.differencer = differencer
    lane = StoreLane.current ?? StoreLane.Own()
    reading = TableReading(content: differencer.capture(table), revision: 0, changeset: nil, isFinished: false)
  }

  /// The table as it is now.
  public var table: Table<Section, Row> { reading.content.table }

  /// Counts the changes.
  public var revision: Int { reading.revision }

  /// Where readers read.
  public nonisolated var feed: TableFeed<Section, Row> {
    TableFeed(
      differencer: differencer, read: { await self.reading }, listen: { await self.listen($0) })
  }

  private func listen(_ ring: Ring) { bells.add(ring) }

  // MARK: - Edits

  /// Changes the table by some edits, all at once.
  ///
  /// - Parameter body: Runs on the table, at once, with an editor for it. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits; empty where they come to nothing, which
  ///   counts as no change.
  /// - Throws: ``TableEnded`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout TableEditor<Section, Row>) throws -> Void
  ) throws -> TableChange<Section, Row> {
    if reading.isFinished { throw TableEnded(reason: .finished) }
    var editor = TableEditor(reading.content, finder: finder)
    finder = RowFinder()  // it must not be copied when the editor makes use of it
    defer { finder = editor.finder }
    try body(&editor)
    let isDifferenced = !editor.notes.contains { if case .undifferenced = $0 { true } else { false } }
    return advance(to: editor.snapshot, marks: editor.notes.refreshed(), isDifferenced: isDifferenced)
  }

  /// Changes the table by one edit.
  ///
  /// An edit that names what is not there changes nothing.
  ///
  /// - Throws: ``TableEnded`` after ``finish()``.
  @discardableResult public func edit(_ edit: TableEdit<Section, Row>) throws -> TableChange<Section, Row> {
    try self.edit { $0.apply(edit) }
  }

  /// Puts another table in the place of this one.
  ///
  /// - Returns: The difference of the two.
  /// - Throws: ``TableEnded`` after ``finish()``.
  @discardableResult public func set(_ table: Table<Section, Row>) throws -> TableChange<Section, Row> {
    if reading.isFinished { throw TableEnded(reason: .finished) }
    return advance(to: differencer.capture(table), marks: [])
  }

  private func advance(
    to content: Snapshot<Section, Row>, marks: Set<Row.Identity>, isDifferenced: Bool = true
  ) -> TableChange<Section, Row> {
    let changeset =
      isDifferenced
      ? differencer.wholeDifference(from: reading.content, to: content, marks: marks)
      : Changeset(reloading: content.table, from: reading.content.table, because: .replaced)
    if changeset.isEmpty {
      // What compares equal may differ all the same in what nobody is shown.
      reading = TableReading(content: content, revision: reading.revision, changeset: nil, isFinished: false)
    } else {
      if undoLimit > 0 {
        past.append(reading.content)
        if past.count > undoLimit { past.removeFirst() }
        future = []
      }
      reading = TableReading(
        content: content, revision: reading.revision + 1, changeset: changeset, isFinished: false)
      bells.ring()
    }
    return TableChange(changeset: changeset, revision: reading.revision, spanned: changeset.isEmpty ? 0 : 1)
  }

  // MARK: - Undo

  /// How many changes can be undone now.
  public var undoCount: Int { past.count }

  /// How many undone changes can be redone now: none after an edit.
  public var redoCount: Int { future.count }

  /// Takes back the newest change that has not been taken back, whoever made it.
  ///
  /// That is a change of its own, with a revision of its own.
  ///
  /// - Returns: The change, or `nil` where there is nothing to undo.
  /// - Throws: ``TableEnded`` after ``finish()``.
  @discardableResult public func undo() throws -> TableChange<Section, Row>? {
    if reading.isFinished { throw TableEnded(reason: .finished) }
    guard let target = past.popLast() else { return nil }
    let (past, future) = (past, future + [reading.content])
    defer { (self.past, self.future) = (past, future) }
    return advance(to: target, marks: [])
  }

  /// Makes the change again that was undone last.
  ///
  /// - Returns: The change, or `nil` where there is nothing to redo.
  /// - Throws: ``TableEnded`` after ``finish()``.
  @discardableResult public func redo() throws -> TableChange<Section, Row>? {
    if reading.isFinished { throw TableEnded(reason: .finished) }
    guard let target = future.popLast() else { return nil }
    let (past, future) = (past + [reading.content], future)
    defer { (self.past, self.future) = (past, future) }
    return advance(to: target, marks: [])
  }

  /// Ends the table: it takes no more edits.
  ///
  /// Readers, and readers of what is derived from it, get the last state, and then the end.
  public func finish() {
    reading.isFinished = true
    bells.ring()
  }
}

extension LiveTable: CustomStringConvertible {
  /// The table's name and what it holds.
  public nonisolated var description: String {
    "LiveTable<\(Section.self), \(Row.self)>\(name.map { " \"\($0)\"" } ?? "")"
  }
}
