/// An editor that applies several edits to a store or a live table as a single change.
///
/// ```swift
/// try await store.edit {
///   $0.remove(id: 7)
///   $0.append(mail, to: .inbox)
/// }
/// ```
///
/// For its methods, see `TableEditable`. Each edit applies to the result of the previous edits. If the rows, section or
/// destination of an edit do not exist, the method returns `false`, and a store lists the edit in
/// ``AppliedChangeset/notFound``.
///
/// Rows specified by identity are found with a scan and, after several scans, with an index.
public struct TableEditor<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableEditable, Sendable {
  @usableFromInline package var snapshot: CapturedTable<Section, Row>
  @usableFromInline var notes: [ChangeNote<Section, Row>] = []
  @usableFromInline package var finder: RowFinder<Section, Row>
  /// The edits, which can be applied to other tables, or `nil` if edits are not recorded.
  @usableFromInline package var recorded: [RecordedChange<Section, Row>]?

  @inlinable package init(_ snapshot: CapturedTable<Section, Row>, finder: consuming RowFinder<Section, Row>? = nil) {
    self.snapshot = snapshot
    self.finder = finder ?? RowFinder(for: snapshot.table)
    self.finder.begin(with: snapshot.table)
  }

  package var refreshed: Set<Row.Identity> { notes.refreshed() }

  /// The current table, including all edits so far.
  @inlinable public var table: TableSnapshot<Section, Row> { snapshot.table }

  /// Applies an edit to the table.
  ///
  /// - Returns: `false` if the edit has no effect because its rows, sections or destination do not exist.
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
    // The identities of objects may now differ from the captured ones.
    let named = snapshot.captured == nil ? edit.naming(in: table, with: &finder) : edit
    let edit = RecordedChange(named.anchored(in: table), in: table, with: &finder)
    recorded?.append(edit)
  }

  /// Finds rows in the table.
  ///
  /// - Complexity: O(*n*) for rows specified by identity, or O(log² *n*) on average after several searches.
  @inlinable public mutating func paths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath] {
    defer { finder.note(in: &snapshot.table) }
    return snapshot.paths(of: rows, with: &finder)
  }

  /// Finds a section of the table.
  ///
  /// - Complexity: O(*s*) for *s* sections, or O(log² *s*) on average after several searches.
  @inlinable public mutating func index(ofSection id: Section.Identity) -> Int? {
    finder.sectionIndex(of: id, in: snapshot.table)
  }

  /// Returns the path of the first row with an identity.
  @inlinable public mutating func _path(of id: Row.Identity) -> RowPath? {
    if snapshot.captured != nil { return paths(of: .id(id)).first }
    defer { finder.note(in: &snapshot.table) }
    return finder.path(of: id, in: snapshot.table)
  }

  /// Replaces the row at a path without a refresh.
  @inlinable public mutating func _replace(at path: RowPath, with row: Row) -> Bool {
    if recorded == nil, snapshot.captured == nil {
      if let old = snapshot.table.replace(at: path, with: row) {
        finder.noteReplaced(old, by: row, at: path)
        return true
      }
    }
    return apply(.replace(.path(path), with: [row], isRefresh: false))
  }

  /// Applies edits in a closure that is called immediately, and reverts them if the closure throws an error.
  ///
  /// - Throws: Any error that `body` throws.
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

/// Conformances to collection protocols for tables with a single section.
///
/// An editor is a random-access collection of its rows, with the methods of arrays (see ``TableEditable``). It does not
/// conform to `RangeReplaceableCollection`, because its algorithms would replace rows that can be moved.
extension TableEditor: Sequence, Collection, BidirectionalCollection, RandomAccessCollection
where Section == OneSection {
  /// The type of the rows in the table.
  public typealias Element = Row

  /// The index of the first row, which is zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows.
  @inlinable public var endIndex: Int { table.count }

  /// Returns an iterator over the current rows, which later edits do not affect.
  @inlinable public func makeIterator() -> TableSnapshot<OneSection, Row>.Iterator { table.makeIterator() }

  /// The row at an index.
  ///
  /// As with an array, reading at an invalid index traps. Setting a row at an invalid index has no effect.
  ///
  /// - Complexity: O(log *n*).
  @_disfavoredOverload
  @inlinable public subscript(index: Int) -> Row {
    get { table[index] }
    set { self[RowPath(0, index)] = newValue }
  }

  /// The row at an index, or `nil` if there is no such row.
  ///
  /// Setting a row replaces the existing row, and setting `nil` removes it. If there is no row at the index, nothing
  /// changes. Unlike the subscript of `TableSnapshot`, this subscript does not trap.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(index: Int) -> Row? {
    get { table[RowPath(0, index)] }
    set { self[RowPath(0, index)] = newValue }
  }
}
