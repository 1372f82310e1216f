/// Changes a table by one edit after another, and remembers those that found nothing.
///
/// ```swift
/// try await store.edit {
///   $0.remove(id: 7)
///   $0.append(mail, to: .inbox)
/// }
/// ```
///
/// Every edit sees what the ones before it did. One that names a row, a section or a place that the table does not have
/// changes nothing, answers `false`, and is listed in ``AppliedChangeset/notFound``.
///
/// A row that is named by identity is looked for by a scan, and after some scans by an index.
public struct TableEditor<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  @usableFromInline var snapshot: CapturedTable<Section, Row>
  @usableFromInline var notes: [EditNote<Section, Row>] = []
  @usableFromInline var finder: RowFinder<Section, Row>

  init(_ snapshot: CapturedTable<Section, Row>, finder: consuming RowFinder<Section, Row> = RowFinder()) {
    self.snapshot = snapshot
    self.finder = finder
  }

  /// The table with all edits up to here.
  @inlinable public var table: TableSnapshot<Section, Row> { snapshot.table }

  /// Applies an edit.
  ///
  /// - Returns: Whether the table has what the edit names.
  @discardableResult
  @inlinable public mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool {
    switch snapshot.apply(edit, with: &finder) {
    case .done: break
    case .refreshed(let id): notes.append(.refreshed([id]))
    case .undifferenced: notes.append(.undifferenced)
    case .notFound:
      notes.append(.notFound(edit))
      return false
    }
    return true
  }

  /// Applies some edits all at once, inside the others: if `body` throws, those alone are taken back.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  @inlinable public mutating func transaction<Result>(
    _ body: (inout TableEditor) throws -> Result
  ) rethrows -> Result {
    let before = (snapshot: snapshot, notes: notes.count)
    do {
      return try body(&self)
    } catch {
      snapshot = before.snapshot
      notes.removeLast(notes.count - before.notes)
      throw error
    }
  }
}
