/// One change of a table as a value: a verb, what it is about, and where.
///
/// It can be kept, sent, and applied to more than one version of a table. The verbs of ``TableEditable`` make and apply
/// such values, so they mean the same on a table, in the editor of a store or a live table, and here:
///
/// ```swift
/// table.remove(.id(7))                                // a table
/// try await store.edit { $0.remove(.id(7)) }          // an editor
/// view.link.edit(.move(.id(3), to: .after(5)))        // a value: the user did this
/// ```
///
/// Rows and sections are named by identity, of which the first one in the table is meant, or by path or index, which refer
/// to the table before the edit. Where something goes, a path or an index is always the one that it has afterwards. What
/// is named twice counts once.
///
/// An edit of several rows or sections passes over those that the table lacks; a range of rows has to be there as a whole. One
/// that finds none of them, or not the place that it names, changes nothing; that is reported, see
/// ``TableEditable/apply(_:)``.
public indirect enum TableEdit<Section: Diffable, Row: Diffable> {
  /// Inserts rows, one after another; the place is that of the first one.
  case insert([Row], at: Place)
  /// Removes rows; their sections stay.
  case remove(Rows)
  /// Puts rows in the place of others: the first of these replaces the first named row that the table has, the second one
  /// the second, and so on.
  ///
  /// A named row that is missing, or that was named before, gets no replacement and uses none up. If there are fewer
  /// replacements than rows, the last rows stay; if there are more, the last replacements are not used. The pairs are made
  /// once, in the table in which the edit is made: if it is made again on a newer table, as edits are that wait or that a
  /// user made, each row still gets its own replacement, although others are gone by then.
  ///
  /// A refresh is shown also where the content of a row compares equal.
  case replace(Rows, with: [Row], isRefresh: Bool = true)
  /// Changes rows in place.
  case update(Rows, @Sendable (inout Row) -> Void)
  /// Moves rows, in the order in which they are named; the place is that of the first one.
  case move(Rows, to: Place)
  /// Sorts the rows of a section, or those of every section; equal ones keep their order.
  case sort(Section.Identity? = nil, by: @Sendable (Row, Row) -> Bool)
  /// Gives a section, or the last one, other rows.
  ///
  /// Without a diff a `LiveTable` does not look for rows that stay, and its readers reload.
  case set([Row], in: Section.Identity? = nil, isDiffed: Bool = true)

  /// Inserts sections with their rows; the place is that of the first one.
  case insertSections([TableSection<Section, Row>], at: SectionPlace)
  /// Removes sections with their rows.
  case removeSections(Sections)
  /// Gives the section with this value's identity this value; its rows stay.
  case updateSection(Section)
  /// Moves sections with their rows, in the order in which they are named; the place is that of the first one.
  case moveSections(Sections, to: SectionPlace)
  /// Sorts the sections; equal ones keep their order.
  case sortSections(by: @Sendable (Section, Section) -> Bool)
  /// Puts other sections in the place of all.
  ///
  /// Without a diff a `LiveTable` does not look for rows that stay, and its readers reload.
  case setSections([TableSection<Section, Row>], isDiffed: Bool = true)
}

extension TableEdit: Sendable where Section: Sendable, Row: Sendable {}

/// What everybody writes, in short.
extension TableEdit {
  /// Appends a row to a section, or to the last one.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - section: The section's identity; `nil` means the last one. A flat table without a section gets it.
  @inlinable public static func append(_ row: Row, to section: Section.Identity? = nil) -> TableEdit {
    .insert([row], at: Place(.end(of: section)))
  }

  /// Puts a row in the place of the one with its identity; it is shown again also where its content compares equal.
  @inlinable public static func replace(_ row: Row) -> TableEdit { .replace(.id(row.identity), with: [row]) }

  /// Removes the row with an identity.
  @inlinable public static func remove(id: Row.Identity) -> TableEdit { .remove(.id(id)) }
}
