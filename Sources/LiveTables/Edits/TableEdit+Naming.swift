extension TableEdit {
  /// The rows that an edit affects.
  public struct Rows {
    @usableFromInline package enum Kind {
      case ids([Row.Identity])
      case paths([RowPath])
      case range(Range<Int>, in: Section.Identity?)
      case matching(@Sendable (Row) -> Bool)
      case last(in: Section.Identity?)
      case all(in: Section.Identity?)
      indirect case anchored(RowAnchor<Section, Row>)
    }

    @usableFromInline package let kind: Kind
    /// Whether each row is paired with the same replacement even if other rows are missing.
    @usableFromInline package var isPaired = false

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// The row with the given identity.
    @inlinable public static func id(_ id: Row.Identity) -> Rows { Rows(.ids([id])) }

    /// The rows with the given identities, in the given order.
    @inlinable public static func ids(_ ids: some Sequence<Row.Identity>) -> Rows { Rows(.ids(Array(ids))) }

    /// The row at the given path.
    @inlinable public static func path(_ path: RowPath) -> Rows { Rows(.paths([path])) }

    /// The rows at the given paths, in the given order.
    @inlinable public static func paths(_ paths: some Sequence<RowPath>) -> Rows { Rows(.paths(Array(paths))) }

    /// The rows at a range of positions in a section, or in the last section by default.
    @inlinable public static func range(_ range: Range<Int>, in section: Section.Identity? = nil) -> Rows {
      Rows(.range(range, in: section))
    }

    /// The rows that satisfy a condition.
    ///
    /// In an editor, you can also use ``TableEditable/removeAll(where:)`` and ``TableEditable/update(where:_:)``, whose
    /// closures need not be `@Sendable`.
    @inlinable public static func `where`(_ isMeant: @escaping @Sendable (Row) -> Bool) -> Rows {
      Rows(.matching(isMeant))
    }

    /// The last row of a section, or of the table.
    @inlinable public static func last(in section: Section.Identity? = nil) -> Rows { Rows(.last(in: section)) }

    /// All rows of a section, or of the table.
    @inlinable public static func all(in section: Section.Identity? = nil) -> Rows { Rows(.all(in: section)) }
  }

  /// The destination of rows.
  public struct Place {
    @usableFromInline package enum Kind {
      case path(RowPath)
      case before(Row.Identity)
      case after(Row.Identity)
      case end(of: Section.Identity?)
      /// After the first row. If the first row is missing, before the second row. If both are missing, at the end of
      /// the section.
      case between(Row.Identity?, Row.Identity?, orEndOf: Section.Identity?)
      indirect case anchored(PlaceAnchor<Section, Row>)
    }

    @usableFromInline package let kind: Kind

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// The destination at which the first row has the given path after the edit.
    @inlinable public static func path(_ path: RowPath) -> Place { Place(.path(path)) }

    /// The position directly before another row.
    @inlinable public static func before(_ id: Row.Identity) -> Place { Place(.before(id)) }

    /// The position directly after another row.
    @inlinable public static func after(_ id: Row.Identity) -> Place { Place(.after(id)) }

    /// The end of the last section.
    ///
    /// If the table is flat and empty, the section is created.
    @inlinable public static var end: Place { Place(.end(of: nil)) }

    /// The end of a section.
    @inlinable public static func end(of section: Section.Identity) -> Place { Place(.end(of: section)) }
  }

  /// The sections that an edit affects.
  public struct Sections {
    @usableFromInline package enum Kind {
      case ids([Section.Identity])
      case indices([Int])
      case matching(@Sendable (TableSection<Section, Row>) -> Bool)
      case all
    }

    @usableFromInline package let kind: Kind

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// The section with the given identity.
    @inlinable public static func id(_ id: Section.Identity) -> Sections { Sections(.ids([id])) }

    /// The sections with the given identities, in the given order.
    @inlinable public static func ids(_ ids: some Sequence<Section.Identity>) -> Sections { Sections(.ids(Array(ids))) }

    /// The section at the given index.
    @inlinable public static func index(_ index: Int) -> Sections { Sections(.indices([index])) }

    /// The sections that satisfy a condition.
    @inlinable public static func `where`(
      _ isMeant: @escaping @Sendable (TableSection<Section, Row>) -> Bool
    ) -> Sections { Sections(.matching(isMeant)) }

    /// All sections.
    @inlinable public static var all: Sections { Sections(.all) }
  }

  /// The destination of sections.
  public struct SectionPlace: Sendable {
    @usableFromInline package enum Kind: Sendable {
      case index(Int)
      case before(Section.Identity)
      case after(Section.Identity)
      case end
      /// The position at an index among the given sections, or next to the nearest of these sections that exists.
      case gap(Int, among: [Section.Identity])
    }

    @usableFromInline package let kind: Kind

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// The destination that gives the first of the inserted or moved sections the given index.
    @inlinable public static func index(_ index: Int) -> SectionPlace { SectionPlace(.index(index)) }

    /// The position directly before another section.
    @inlinable public static func before(_ id: Section.Identity) -> SectionPlace { SectionPlace(.before(id)) }

    /// The position directly after another section.
    @inlinable public static func after(_ id: Section.Identity) -> SectionPlace { SectionPlace(.after(id)) }

    /// The position after all other sections.
    @inlinable public static var end: SectionPlace { SectionPlace(.end) }
  }
}

extension TableEdit.Rows: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Rows.Kind: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Place: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Place.Kind: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Sections: Sendable {}
extension TableEdit.Sections.Kind: Sendable {}
