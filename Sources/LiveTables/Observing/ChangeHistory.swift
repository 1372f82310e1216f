/// The last changes to a live table, which can be undone and redone.
///
/// The table is always the result of applying all changes that are not undone, in their original order, to the table
/// before the oldest stored change. Therefore, it does not matter in which order changes were undone.
///
/// The history is a value type whose copies share unchanged parts.
struct ChangeHistory<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  typealias Content = CapturedTable<Section, Row>

  enum Cause {
    case edit
    case undo
    case redo
    /// An earlier change was undone or redone.
    case toggle(Toggle)
  }

  /// A state of the table to which undoing or redoing can return.
  struct Step: Sendable {
    let content: Content
    /// The equal rows that the change refreshed.
    ///
    /// Returning to the state also refreshes these rows.
    let refreshed: Set<Row.Identity>
    /// The number of the change that returning to the state undoes or redoes.
    fileprivate let entry: Int
  }

  /// An earlier change that is undone or redone, so that later changes are applied to a different table.
  struct Toggle: Sendable {
    let content: Content
    let refreshed: Set<Row.Identity>
    fileprivate let entries: [Entry]
  }

  /// An edit that is stored so that it can be undone.
  struct Entry: Sendable {
    let number: Int
    /// The revision of the edit, or `nil` if it changed only values that rows do not compare.
    let revision: Int?
    let changeset: Changeset<Section, Row>
    let source: CapturedTable<Section, Row>
    let target: CapturedTable<Section, Row>
    /// Whether rows of the two tables may differ although they compare equal.
    let hasOtherRows: Bool
    /// The table before the edit, excluding earlier edits that have been undone.
    var before: CapturedTable<Section, Row>
    var isUndone = false
  }

  private(set) var steps: UndoStack<Step>
  private var named: [Int: Int] = [:]
  private var entries = Backlog<Entry>()
  private var count = 0
  /// The revisions in which a change was undone or redone.
  private var toggles = Backlog<(revision: Int, entry: Int, isUndone: Bool)>()

  init(limit: Int) { steps = UndoStack(limit: limit) }

  /// Records a change.
  ///
  /// - Parameters:
  ///   - cause: The reason for the change. An edit without effect is not recorded, unless it changed values that rows
  ///     do not compare. Undoing or redoing a change is recorded even if it has no effect.
  ///   - hasOtherRows: Whether rows differ although they compare equal. It is evaluated only if nothing else has
  ///     changed.
  mutating func note(
    _ cause: Cause, from content: Content, to target: Content, by changeset: Changeset<Section, Row>, revision: Int,
    mayHaveOtherRows: Bool, with finder: inout RowFinder<Section, Row>?, hasOtherRows: @autoclosure () -> Bool
  ) {
    let limit = steps.limit
    if limit == 0 { return }
    let refreshed = Set(changeset.refreshed)
    switch cause {
    case .edit:
      if changeset.isEmpty && !hasOtherRows() { return }
      count += 1
      entries.append(
        Entry(
          number: count, revision: changeset.isEmpty ? nil : revision, changeset: changeset, source: content,
          target: target, hasOtherRows: mayHaveOtherRows, before: content))
      note(Step(content: content, refreshed: refreshed, entry: count), .edit)
    case .undo, .redo:
      let side: UndoOperation = if case .undo = cause { .undo } else { .redo }
      guard let step = steps.take(side) else { return }
      note(Step(content: content, refreshed: refreshed, entry: step.entry), side)
      toggle(step.entry, in: revision, changeset, to: target, with: &finder)
    case .toggle(let toggle):
      guard let entry = toggle.entries.first else { return }
      replace(toggle.entries)
      note(Step(content: content, refreshed: refreshed, entry: entry.number), .edit)
      note(entry, in: revision, changeset)
    }
    while entries.count > limit, let first = entries.first, entries.count > 2 * limit || named[first.number] == nil {
      _ = entries.popFirst()
    }
  }

  private mutating func note(_ step: Step, _ cause: UndoOperation) {
    if cause == .edit { named[step.entry, default: 0] += 1 }
    for dropped in steps.note(step, cause) {
      guard let count = named[dropped.entry] else { continue }
      named[dropped.entry] = count > 1 ? count - 1 : nil
    }
  }

  // MARK: - Undoing and redoing changes

  private func index(of entry: Int) -> Int? {
    guard let first = entries.first, entry >= first.number, entry - first.number < entries.count else { return nil }
    return entry - first.number
  }

  private mutating func replace(_ rest: [Entry]) {
    guard let first = rest.first, let index = index(of: first.number) else { return }
    for (offset, entry) in rest.enumerated() { entries[index + offset] = entry }
  }

  private mutating func note(
    _ entry: Entry, in revision: Int, _ changeset: Changeset<Section, Row>
  ) {
    if changeset.isEmpty { return }
    toggles.append((revision, entry.number, entry.isUndone))
    if toggles.count > steps.limit { _ = toggles.popFirst() }
  }

  /// Records that a change was undone or redone with an earlier table.
  private mutating func toggle(
    _ entry: Int, in revision: Int, _ changeset: Changeset<Section, Row>, to target: Content,
    with finder: inout RowFinder<Section, Row>?
  ) {
    guard let index = index(of: entry), let toggle = try? toggled(index, with: &finder),
      toggle.content.table.difference(from: target.table).isEmpty
    else {
      // The change is no longer stored, so the results of later changes without it are unknown.
      entries = Backlog()
      return
    }
    replace(toggle.entries)
    note(toggle.entries[0], in: revision, changeset)
  }

  /// Undoes or redoes the change with a revision, as if it had never been made or undone.
  ///
  /// - Parameter revision: The revision of an edit, or of an earlier undo or redo that is reversed.
  /// - Returns: `nil` if the change has already been undone or redone.
  /// - Throws: The conflict that prevents undoing or redoing the change.
  func toggle(
    _ revision: Int, isUndo: Bool, from content: Content, with finder: inout RowFinder<Section, Row>?
  ) throws(RebaseObstacle) -> Toggle? {
    let (number, isUndone) = try target(of: revision, isUndo: isUndo)
    guard let index = index(of: number) else { throw .unknown }
    let entry = entries[index]
    if entry.isUndone == isUndone { return nil }
    if let reload = entry.changeset.reload { throw RebaseObstacle(reload.description) }
    if (index + 1..<entries.count).contains(where: { !entries[$0].isUndone }) {
      // Applying the change to the current table detects rows that have been changed since.
      var rebase = Rebase(TableEditor(content, finder: finder.take()))
      defer { finder = rebase.finder }
      try rebase.perform(isUndone ? entry.changeset.inverted : entry.changeset)
    }
    return try toggled(index, with: &finder)
  }

  private func target(of revision: Int, isUndo: Bool) throws(RebaseObstacle) -> (entry: Int, isUndone: Bool) {
    if let entry = entries.last(where: { $0.revision == revision }) { return (entry.number, isUndo) }
    guard let toggle = toggles.last(where: { $0.revision == revision }) else { throw .unknown }
    return (toggle.entry, toggle.isUndone != isUndo)
  }

  private func toggled(
    _ index: Int, with finder: inout RowFinder<Section, Row>?
  ) throws(RebaseObstacle) -> Toggle {
    var rest = (index..<entries.count).map { entries[$0] }
    rest[0].isUndone.toggle()
    var rebase = Rebase(TableEditor(rest[0].before, finder: finder.take()))
    defer { finder = rebase.finder }
    for number in rest.indices {
      rest[number].before = rebase.editor.snapshot
      if !rest[number].isUndone { try rebase.perform(rest[number]) }
    }
    return Toggle(content: rebase.editor.snapshot, refreshed: Set(rest[0].changeset.refreshed), entries: rest)
  }
}

extension RebaseObstacle {
  fileprivate static var unknown: RebaseObstacle { RebaseObstacle("the change is not known, or not any more") }
}

extension Rebase {
  /// Applies an edit again, or uses its stored result if the table equals the table before the edit.
  fileprivate mutating func perform(_ entry: ChangeHistory<Section, Row>.Entry) throws(RebaseObstacle) {
    if isSame(editor.table, entry.source.table) { return take(entry.target) }
    var changeset = entry.changeset
    if changeset.reload != nil { changeset = entry.target.table.difference(from: entry.source.table) }
    if let reload = changeset.reload { throw RebaseObstacle(reload.description) }
    try perform(changeset)
    if entry.hasOtherRows { takeOtherRows(from: entry.source.table, to: entry.target.table) }
  }

  /// Compares two tables, including values that rows do not compare.
  private func isSame(_ one: TableSnapshot<Section, Row>, _ other: TableSnapshot<Section, Row>) -> Bool {
    if one.rope.isIdentical(to: other.rope) { return true }
    return one.difference(from: other).isEmpty && !one.hasOtherValues(than: other)
  }

  /// Replaces rows with rows that compare equal if the recorded change did so.
  private mutating func takeOtherRows(
    from source: TableSnapshot<Section, Row>, to target: TableSnapshot<Section, Row>
  ) {
    var finder = RowFinder(for: source)
    for path in target.pathsOfRowsNotShared(with: source) {
      guard let row = target[path], let place = finder.path(of: row.identity, in: source), let before = source[place],
        row.isOtherValue(than: before)
      else { continue }
      if let now = editor[id: row.identity], now.hasSameContent(as: row) {
        editor.apply(.replace(.id(row.identity), with: [row], isRefresh: false))
      }
    }
  }
}
