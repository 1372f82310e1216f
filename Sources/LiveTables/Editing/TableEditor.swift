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
public struct TableEditor<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  private(set) var snapshot: Snapshot<Section, Row>
  private(set) var notes: [EditNote<Section, Row>] = []

  init(_ snapshot: Snapshot<Section, Row>) { self.snapshot = snapshot }

  /// The table with all edits up to here.
  public var table: Table<Section, Row> { snapshot.table }

  /// Applies an edit.
  ///
  /// - Returns: Whether the table has what the edit names.
  @discardableResult public mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool {
    switch snapshot.apply(edit) {
    case .done: return true
    case .refreshed(let id):
      notes.append(.refreshed([id]))
      return true
    case .notFound:
      notes.append(.notFound(edit))
      return false
    }
  }

  /// Applies some edits all at once, inside the others: if `body` throws, those alone are taken back.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public mutating func transaction<Result>(_ body: (inout TableEditor) throws -> Result) rethrows -> Result {
    let before = self
    do {
      return try body(&self)
    } catch {
      self = before
      throw error
    }
  }

  /// Appends a row to the last section.
  ///
  /// A flat table without any section gets one.
  @discardableResult public mutating func append(_ row: Row) -> Bool { apply(.append(row)) }

  /// Appends a row to a section.
  @discardableResult public mutating func append(_ row: Row, to section: Section.Identity) -> Bool {
    apply(.append(row, to: section))
  }

  /// Inserts a row before the one at a path, or at the end of its section.
  @discardableResult public mutating func insert(_ row: Row, at path: RowPath) -> Bool { apply(.insert(row, at: path)) }

  /// Inserts a row before another.
  @discardableResult public mutating func insert(_ row: Row, before id: Row.Identity) -> Bool {
    apply(.insert(row, before: id))
  }

  /// Inserts a row after another.
  @discardableResult public mutating func insert(_ row: Row, after id: Row.Identity) -> Bool {
    apply(.insert(row, after: id))
  }

  /// Removes a row.
  @discardableResult public mutating func remove(id: Row.Identity) -> Bool { apply(.remove(id: id)) }

  /// Puts a row in the place of the one with its identity, and shows it anew.
  @discardableResult public mutating func update(_ row: Row) -> Bool { apply(.update(row)) }

  /// Moves a row; the path is the one it has afterwards.
  @discardableResult public mutating func move(id: Row.Identity, to path: RowPath) -> Bool {
    apply(.move(id: id, to: path))
  }

  /// Moves a row before another.
  @discardableResult public mutating func move(id: Row.Identity, before other: Row.Identity) -> Bool {
    apply(.move(id: id, before: other))
  }

  /// Moves a row after another.
  @discardableResult public mutating func move(id: Row.Identity, after other: Row.Identity) -> Bool {
    apply(.move(id: id, after: other))
  }

  /// Moves a row to the end of a section.
  @discardableResult public mutating func move(id: Row.Identity, toSection section: Section.Identity) -> Bool {
    apply(.move(id: id, toSection: section))
  }

  /// Appends a section with its rows.
  public mutating func append(section: TableSection<Section, Row>) { apply(.append(section: section)) }

  /// Removes a section with its rows.
  @discardableResult public mutating func remove(section id: Section.Identity) -> Bool { apply(.remove(section: id)) }

  /// Gives the section with this identity this value; its rows stay.
  @discardableResult public mutating func update(section: Section) -> Bool { apply(.update(section: section)) }

  /// Moves a section with its rows; the index is the one it has afterwards.
  @discardableResult public mutating func move(section id: Section.Identity, to index: Int) -> Bool {
    apply(.move(section: id, to: index))
  }
}

/// What is to be said of an edit once it is on screen.
enum EditNote<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The edit named something that is not there.
  case notFound(TableEdit<Section, Row>)
  /// These rows are to be shown anew although their content compares equal.
  case refreshed(Set<Row.Identity>)
}

extension Sequence {
  /// The edits that found nothing.
  func notFound<Section, Row>() -> [TableEdit<Section, Row>] where Element == EditNote<Section, Row> {
    compactMap { if case .notFound(let edit) = $0 { edit } else { nil } }
  }

  /// The rows to be shown anew.
  func refreshed<Section, Row>() -> Set<Row.Identity> where Element == EditNote<Section, Row> {
    reduce(into: []) { if case .refreshed(let ids) = $1 { $0.formUnion(ids) } }
  }
}
