/// Changes the table of a store or a live table by one edit after another, all at once.
///
/// ```swift
/// try await store.edit {
///   $0.remove(id: 7)
///   $0.append(mail, to: .inbox)
/// }
/// ```
///
/// The verbs are those of `TableEditable`. Every edit sees what the ones before it did. One that names rows, a section or
/// a place that the table lacks changes nothing and answers `false`; a store lists it in ``AppliedChangeset/notFound``.
///
/// A row that is named by identity is looked for by a scan, and after some scans by an index.
public struct TableEditor<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableEditable, Sendable {
  @usableFromInline package var snapshot: CapturedTable<Section, Row>
  @usableFromInline var notes: [EditNote<Section, Row>] = []
  @usableFromInline package var finder: RowFinder<Section, Row>
  /// The edits, so that they can be made again on another table; `nil` if they are not kept.
  @usableFromInline package var recorded: [RecordedEdit<Section, Row>]?

  @inlinable package init(_ snapshot: CapturedTable<Section, Row>, finder: consuming RowFinder<Section, Row>? = nil) {
    self.snapshot = snapshot
    self.finder = finder ?? RowFinder(for: snapshot.table)
    self.finder.begin(with: snapshot.table)
  }

  /// The rows to be shown again although their content compares equal.
  package var refreshed: Set<Row.Identity> { notes.refreshed() }

  /// The table with all edits up to here.
  @inlinable public var table: TableSnapshot<Section, Row> { snapshot.table }

  /// Applies an edit.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: Whether the table has what the edit names; if not, nothing has changed.
  @discardableResult
  @inlinable public mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool {
    if recorded != nil { record(edit) }
    switch snapshot.apply(edit, with: &finder) {
    case .done: break
    case .refreshed(let ids): notes.append(.refreshed(Set(ids)))
    case .undiffed: notes.append(.undiffed)
    case .notFound:
      notes.append(.notFound(edit))
      return false
    }
    return true
  }

  @usableFromInline mutating func record(_ edit: TableEdit<Section, Row>) {
    // Rows that are objects may have other identities by now than those that were captured.
    let named = snapshot.captured == nil ? edit.naming(in: table, with: &finder) : edit
    let edit = RecordedEdit(named.anchored(in: table), in: table, with: &finder)
    recorded?.append(edit)
  }

  /// Finds rows.
  ///
  /// - Parameter rows: Which rows.
  /// - Returns: The paths of those that are there, in the order in which they are named.
  /// - Complexity: O(*n*) for rows that are named by identity, after some of them O(log² *n*) on average.
  @inlinable public mutating func paths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath] {
    defer { finder.note(in: &snapshot.table) }
    return snapshot.paths(of: rows, with: &finder)
  }

  /// Finds a section.
  ///
  /// - Parameter id: Its identity.
  /// - Returns: The index of the first section with this identity; `nil` if there is none.
  /// - Complexity: O(*s*) for *s* sections, after some searches O(log² *s*) on average.
  @inlinable public mutating func index(ofSection id: Section.Identity) -> Int? {
    finder.sectionIndex(of: id, in: snapshot.table)
  }

  /// Applies some edits inside the others: if `body` throws, those alone are taken back.
  ///
  /// - Parameter body: The edits; it runs at once.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  @inlinable public mutating func transaction<Result>(
    _ body: (inout TableEditor) throws -> Result
  ) rethrows -> Result {
    let before = (snapshot: snapshot, notes: notes.count, recorded: recorded)
    do {
      return try body(&self)
    } catch {
      finder.noteStructure(in: snapshot.table)
      snapshot = before.snapshot
      notes.removeLast(notes.count - before.notes)
      recorded = before.recorded
      throw error
    }
  }
}

/// Flat tables as arrays.
///
/// The editor is a random-access collection of its rows, and has the verbs of an array by name, see ``TableEditable``. It does
/// not conform to `RangeReplaceableCollection`, whose algorithms would replace rows where they can be moved.
extension TableEditor: Sequence, Collection, BidirectionalCollection, RandomAccessCollection
where Section == OneSection {
  /// A row.
  public typealias Element = Row

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// How many rows there are.
  @inlinable public var endIndex: Int { table.count }

  /// The rows as they are now: they can be edited while these are looked at.
  @inlinable public func makeIterator() -> TableSnapshot<OneSection, Row>.Iterator { table.makeIterator() }

  /// The row at an index.
  ///
  /// As in an array, reading at an index that is not there traps. Setting a row there has no effect.
  ///
  /// - Complexity: O(log *n*).
  @_disfavoredOverload
  @inlinable public subscript(index: Int) -> Row {
    get { table[index] }
    set { self[RowPath(0, index)] = newValue }
  }

  /// The row at an index, or `nil`.
  ///
  /// Setting it puts another row in its place, and `nil` removes it; where there is none, nothing changes. Unlike the
  /// subscript of a `TableSnapshot`, it does not trap.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(index: Int) -> Row? {
    get { table[RowPath(0, index)] }
    set { self[RowPath(0, index)] = newValue }
  }
}
