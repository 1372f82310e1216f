/// A table that you can edit, such as a `TableSnapshot` or the editor of a store or a live table.
///
/// Extensions of this protocol provide a method for every kind of ``TableEdit``:
///
/// ```swift
/// $0.append(mail, to: .inbox)
/// $0.move(.ids(selected), to: .end(of: .archive))
/// $0.update(.id(3)) { $0.isRead = true }
/// $0[path] = nil
/// ```
///
/// The methods return `false` and change nothing if none of the given rows or sections exists, or if the destination
/// does not exist. A store then lists the edit in ``AppliedChangeset/notFound``. The methods return `true` if you
/// specify an empty list, or if no row satisfies the condition. Closures are called immediately, so they need not be
/// `@Sendable`.
public protocol TableEditable<Section, Row> {
  /// The type of the sections.
  associatedtype Section: Diffable
  /// The type of the rows.
  associatedtype Row: Diffable

  /// The current table, including all edits so far.
  var table: TableSnapshot<Section, Row> { get }

  /// Applies an edit to the table.
  ///
  /// - Returns: `false` if the edit has no effect because its rows, sections or destination do not exist.
  @discardableResult mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool

  /// Finds rows in the table.
  ///
  /// - Returns: The paths of the rows that exist, in the given order.
  mutating func paths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath]

  /// Finds a section of the table.
  ///
  /// - Returns: The index of the first section with this identity, or `nil` if there is none.
  /// - Complexity: O(*s*) for *s* sections. In an editor, O(log² *s*) on average after several searches.
  mutating func index(ofSection id: Section.Identity) -> Int?

  /// Returns the path of the first row with an identity. Conforming types need not implement this method.
  mutating func _path(of id: Row.Identity) -> RowPath?

  /// Replaces the row at a path without a refresh. Conforming types need not implement this method.
  mutating func _replace(at path: RowPath, with row: Row) -> Bool
}

extension TableEditable {
  /// Returns the path of the first row with an identity.
  @inlinable public mutating func _path(of id: Row.Identity) -> RowPath? { paths(of: .id(id)).first }

  /// Replaces the row at a path without a refresh.
  @inlinable public mutating func _replace(at path: RowPath, with row: Row) -> Bool {
    apply(.replace(.path(path), with: [row], isRefresh: false))
  }

  /// Finds a section by a scan.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public mutating func index(ofSection id: Section.Identity) -> Int? { table.sectionIndex(of: id) }
}

extension TableSnapshot: TableEditable {
  /// The table itself.
  @inlinable public var table: TableSnapshot { self }

  /// Applies an edit, for example to apply a user's edit to your model.
  ///
  /// - Returns: `false` if the edit has no effect because its rows, sections or destination do not exist.
  /// - Complexity: O(*k* log *n*) for *k* rows specified by path. Finding rows by identity requires a scan. Once scans
  ///   have visited all rows twice, the table stores the row positions until rows are inserted, deleted or moved.
  @discardableResult @inlinable public mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool {
    var finder = RowFinder(for: self)
    if case .notFound = edit.apply(to: &self, with: &finder) { return false }
    return true
  }

  /// Finds rows in the table.
  ///
  /// - Complexity: O(*n*) for a condition, otherwise O(*k* log *n*) for *k* rows. The first searches by identity take
  ///   O(*n*).
  @inlinable public mutating func paths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath] {
    var finder = RowFinder(for: self)
    defer { finder.note(in: &self) }
    return rows.paths(in: self, with: &finder) ?? []
  }
}
