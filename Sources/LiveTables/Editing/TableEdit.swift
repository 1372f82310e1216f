/// One change of a table, as a value: it can be kept, sent, and applied to more than one version of the table.
///
/// Rows and sections are named by identity; where several rows have one, the first is meant. A row or a place that is named
/// by a path refers to the table the edit is applied to; a user's edit (``TableLink/edit(_:)``) to what is on screen, and
/// from then on it means that very row, and that place between its neighbours.
///
/// ```swift
/// try await store.edit(.remove(id: 7))
/// view.link.edit(.move(id: 3, after: 5))     // the user did this: it is shown at once
/// ```
///
/// An edit of several rows or sections passes over those that are not there; one that finds none of them changes nothing.
public struct TableEdit<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline enum Action: Sendable {
    case insert(Row, Place)
    /// Inserts the row unless there are so many rows with its identity already.
    case restore(Row, Place, count: Int)
    case remove(Who)
    case update(Row, Who)
    /// Puts the second row in the place of the first, if that still looks as it did.
    case revert(Row, to: Row, Who)
    case move(Who, Place)
    /// Moves the row back if it is still in the first place.
    case moveBack(Who, from: Place, to: Place)
    case insertRows([Row], Place)
    case removeRows(Rows)
    case change(Rows, @Sendable (inout Row) -> Void)
    case moveRows(Rows, Place)
    /// `nil`: the rows of every section, each on its own.
    case sort(Section.Identity?, @Sendable (Row, Row) -> Bool)
    /// `nil`: the last section.
    case setRows([Row], Section.Identity?, isDifferenced: Bool)
    case setSections([TableSection<Section, Row>], isDifferenced: Bool)
    case insertSections([TableSection<Section, Row>], SectionPlace)
    case removeSections(Sections)
    case updateSection(Section)
    case moveSections(Sections, SectionPlace)
    case sortSections(@Sendable (Section, Section) -> Bool)
  }

  /// Which row is meant.
  @usableFromInline enum Who: Sendable {
    case id(Row.Identity)
    /// One of several with this identity, counted from zero.
    case occurrence(Row.Identity, Int)
    case path(RowPath)
  }

  /// Which rows an edit is about.
  @usableFromInline enum Rows: Sendable {
    case ids([Row.Identity])
    case paths([RowPath])
    /// Positions in a section; `nil`: the last section.
    case range(Range<Int>, in: Section.Identity?)
    case matching(@Sendable (Row) -> Bool)
    /// The last row of a section; `nil`: of the table.
    case last(in: Section.Identity?)
    /// All rows of a section; `nil`: of the table.
    case all(in: Section.Identity?)
  }

  /// Where a row goes.
  @usableFromInline enum Place: Sendable {
    case path(RowPath)
    case before(Row.Identity)
    case after(Row.Identity)
    case end
    case endOf(Section.Identity)
    /// Between the rows that were there when the user let it go.
    case between(Who?, Who?, in: Section.Identity)
  }

  /// Which sections an edit is about.
  @usableFromInline enum Sections: Sendable {
    case ids([Section.Identity])
    case matching(@Sendable (TableSection<Section, Row>) -> Bool)
    case all
  }

  /// Where a section goes.
  @usableFromInline enum SectionPlace: Sendable {
    case index(Int)
    case before(Section.Identity)
    case after(Section.Identity)
    case end
  }

  @usableFromInline let action: Action

  @usableFromInline init(_ action: Action) { self.action = action }
}
