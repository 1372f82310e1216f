/// A table that can be changed by edits: a `TableSnapshot`, or the editor that a store or a live table hands out.
///
/// Every verb is written once, in the extensions of this protocol: it says what it is about and where, and makes a
/// ``TableEdit``.
///
/// ```swift
/// $0.append(mail, to: .inbox)
/// $0.move(.ids(selected), to: .end(of: .archive))
/// $0.update(.id(3)) { $0.isRead = true }
/// $0[path] = nil
/// ```
///
/// Edits return `false` if none of the named rows or sections exists, or the place does not. Then nothing has changed, and a
/// store lists the edit in what was applied. An edit that names nothing, by an empty list or a condition that holds for no
/// row, returns `true`. Closures run at once, so they may capture what they like.
public protocol TableEditable<Section, Row> {
  /// What the table's sections are.
  associatedtype Section: Diffable
  /// What the table's rows are.
  associatedtype Row: Diffable

  /// The table with all edits up to here.
  var table: TableSnapshot<Section, Row> { get }

  /// Applies an edit.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: Whether the table has any of what the edit names, or it names nothing; if not, nothing has changed.
  @discardableResult mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool

  /// Finds rows.
  ///
  /// - Parameter rows: Which rows.
  /// - Returns: The paths of those that are there, in the order in which they are named.
  mutating func paths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath]

  /// Finds a section.
  ///
  /// - Parameter id: Its identity.
  /// - Returns: The index of the first section with this identity; `nil` if there is none.
  /// - Complexity: O(*s*) for *s* sections; in an editor, after some searches, O(log² *s*) on average.
  mutating func index(ofSection id: Section.Identity) -> Int?
}

extension TableEditable {
  /// Finds a section by a scan.
  ///
  /// - Parameter id: Its identity.
  /// - Returns: The index of the first section with this identity; `nil` if there is none.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public mutating func index(ofSection id: Section.Identity) -> Int? { table.sectionIndex(of: id) }
}

extension TableSnapshot: TableEditable {
  /// The table itself.
  @inlinable public var table: TableSnapshot { self }

  /// Applies an edit, for instance one of the user's to the caller's own model.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: Whether the table has any of what the edit names, or it names nothing; if not, nothing has changed.
  /// - Complexity: O(*k* log *n*) for *k* rows that are named by path. Rows that are named by identity cost a scan, until
  ///   scans have passed all rows twice; from then on the table remembers where they are, until rows come, go or move.
  @discardableResult @inlinable public mutating func apply(_ edit: TableEdit<Section, Row>) -> Bool {
    var finder = RowFinder(for: self)
    if case .notFound = edit.apply(to: &self, with: &finder) { return false }
    return true
  }

  /// Finds rows.
  ///
  /// - Parameter rows: Which rows.
  /// - Returns: The paths of those that are there, in the order in which they are named.
  /// - Complexity: O(*n*) for rows that are named by a condition, else O(*k* log *n*) for *k* rows; O(*n*) for the first
  ///   ones that are named by identity.
  @inlinable public mutating func paths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath] {
    var finder = RowFinder(for: self)
    defer { finder.note(in: &self) }
    return rows.paths(in: self, with: &finder) ?? []
  }
}
