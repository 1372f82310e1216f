/// A value that describes an edit to a table, such as removing or moving rows.
///
/// You can store an edit, send it, and apply it to several versions of a table. The methods of ``TableEditable`` create
/// and apply edits:
///
/// ```swift
/// table.remove(.id(7))                                // a table
/// try await store.edit { $0.remove(.id(7)) }          // an editor
/// view.link.edit(.move(.id(3), to: .after(5)))        // a value: the user did this
/// ```
///
/// You specify rows and sections by identity, path or index. An identity refers to the first match in the table. The
/// paths and indices of a destination refer to the table after the edit, all others to the table before it. Repeated
/// rows and sections count once.
///
/// An edit to several rows or sections skips rows and sections that do not exist, but a range of rows must exist as a
/// whole. If none of the rows or sections exists, or if the destination does not exist, the edit has no effect, and
/// ``TableEditable/apply(_:)`` returns `false`.
public indirect enum TableEdit<Section: Diffable, Row: Diffable> {
  /// Inserts rows in order, starting at the destination.
  case insert([Row], at: Place)
  /// Removes rows, but keeps the sections.
  case remove(Rows)
  /// Replaces the first existing row with the first replacement, the second row with the second replacement, and so on.
  ///
  /// Missing and repeated rows are skipped. If there are fewer replacements than rows, the last rows are kept. If there
  /// are more, the last replacements are ignored. The pairs are determined once, in the table to which the edit is
  /// first applied. If the edit is applied again to a newer table, each row still receives its own replacement, even if
  /// other rows no longer exist.
  ///
  /// If `isRefresh` is `true`, the rows are refreshed even if their content compares equal.
  case replace(Rows, with: [Row], isRefresh: Bool = true)
  /// Updates rows in place.
  ///
  /// The closure is stored. If the edit is applied again to a newer table, the closure changes the newer rows, whereas
  /// ``TableEditable/update(_:_:)`` calls its closure once, and stores the resulting rows.
  case patch(Rows, @Sendable (inout Row) -> Void)
  /// Moves rows to a destination, in the order in which you specify the rows.
  case move(Rows, to: Place)
  /// Stably sorts the rows of one section, or of every section by default.
  ///
  /// The closure is stored, and sorts the rows of every table to which the edit is applied.
  case order(Section.Identity? = nil, by: @Sendable (Row, Row) -> Bool)
  /// Replaces all rows of a section, or of the last section by default.
  ///
  /// If `isDiffed` is `false`, a `LiveTable` does not compare the rows, and its readers reload.
  case set([Row], in: Section.Identity? = nil, isDiffed: Bool = true)

  /// Inserts sections with their rows in order, starting at the destination.
  case insertSections([TableSection<Section, Row>], at: SectionPlace)
  /// Removes sections with their rows.
  case removeSections(Sections)
  /// Replaces the value of the section with the same identity, but keeps its rows.
  case updateSection(Section)
  /// Moves sections with their rows to a destination, in the order in which you specify the sections.
  case moveSections(Sections, to: SectionPlace)
  /// Stably sorts the sections of the table.
  case orderSections(by: @Sendable (Section, Section) -> Bool)
  /// Replaces all sections of the table.
  ///
  /// If `isDiffed` is `false`, a `LiveTable` does not compare the rows, and its readers reload.
  case setSections([TableSection<Section, Row>], isDiffed: Bool = true)
}

extension TableEdit: Sendable where Section: Sendable, Row: Sendable {}

extension TableEdit {
  @inlinable package static func append(_ row: Row, to section: Section.Identity? = nil) -> TableEdit {
    .insert([row], at: Place(.end(of: section)))
  }

  @inlinable package static func replace(_ row: Row) -> TableEdit { .replace(.id(row.identity), with: [row]) }

  @inlinable package static func remove(id: Row.Identity) -> TableEdit { .remove(.id(id)) }
}
