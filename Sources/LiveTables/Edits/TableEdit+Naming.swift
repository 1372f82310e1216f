extension TableEdit {
  /// The rows that an edit affects.
  public struct Rows {
    @usableFromInline package enum Kind {
      case ids([Row.Identity])
      case paths([RowPath])
      case range(Range<Int>, in: Section.Identity?)
      case matching(@Sendable (Row) -> Bool)
      case all(in: Section.Identity?)
      indirect case anchored(RowAnchor<Section, Row>)
    }

    @usableFromInline package let kind: Kind
    /// Whether each row is paired with the same replacement even if other rows are missing.
    @usableFromInline package var isPaired = false

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// Specifies the row with the given identity.
    @inlinable public static func id(_ id: Row.Identity) -> Rows { Rows(.ids([id])) }

    /// Specifies the rows with the given identities, in the given order.
    @inlinable public static func ids(_ ids: some Sequence<Row.Identity>) -> Rows { Rows(.ids(Array(ids))) }

    /// Specifies the row at the given path.
    @inlinable public static func path(_ path: RowPath) -> Rows { Rows(.paths([path])) }

    /// Specifies the rows at the given paths, in the given order.
    @inlinable public static func paths(_ paths: some Sequence<RowPath>) -> Rows { Rows(.paths(Array(paths))) }

    /// Specifies the rows at a range of positions in a section, which is the last section by default.
    @inlinable public static func range(_ range: Range<Int>, in section: Section.Identity? = nil) -> Rows {
      Rows(.range(range, in: section))
    }

    /// Specifies the rows that satisfy a condition.
    ///
    /// In an editor, you can also use ``TableEditable/removeAll(where:)`` and ``TableEditable/update(where:_:)``, whose
    /// closures need not be `@Sendable`.
    @inlinable public static func `where`(_ isIncluded: @escaping @Sendable (Row) -> Bool) -> Rows {
      Rows(.matching(isIncluded))
    }

    /// Specifies all rows of a section, or of the table by default.
    @inlinable public static func all(in section: Section.Identity? = nil) -> Rows { Rows(.all(in: section)) }
  }

  /// The destination of inserted or moved rows.
  public struct Place {
    @usableFromInline package enum Kind {
      case path(RowPath)
      case before(Row.Identity)
      case after(Row.Identity)
      case end(of: Section.Identity?)
      /// After the row with the first identity. If it is missing, before the row with the second. If both are missing,
      /// at the end of the section.
      case between(Row.Identity?, Row.Identity?, orEndOf: Section.Identity?)
      indirect case anchored(PlaceAnchor<Section, Row>)
    }

    @usableFromInline package let kind: Kind

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// Moves the rows so that the first one has the given path in the edited table.
    @inlinable public static func path(_ path: RowPath) -> Place { Place(.path(path)) }

    /// Places rows directly before the row with the given identity.
    @inlinable public static func before(_ id: Row.Identity) -> Place { Place(.before(id)) }

    /// Places rows directly after the row with the given identity.
    @inlinable public static func after(_ id: Row.Identity) -> Place { Place(.after(id)) }

    /// Places rows at the end of the last section.
    ///
    /// If the table is flat and empty, this creates the section.
    @inlinable public static var end: Place { Place(.end(of: nil)) }

    /// Places rows at the end of a section.
    @inlinable public static func end(of section: Section.Identity) -> Place { Place(.end(of: section)) }
  }

  /// The sections that an edit affects.
  public struct Sections {
    @usableFromInline package enum Kind {
      case ids([Section.Identity])
      case indices([Int])
      /// Sections that share their identities with `skipping` earlier sections of the table.
      case repeated([(id: Section.Identity, skipping: Int)])
      case matching(@Sendable (TableSection<Section, Row>) -> Bool)
    }

    @usableFromInline package let kind: Kind

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// Specifies the section with the given identity.
    @inlinable public static func id(_ id: Section.Identity) -> Sections { Sections(.ids([id])) }

    /// Specifies the sections with the given identities, in the given order.
    @inlinable public static func ids(_ ids: some Sequence<Section.Identity>) -> Sections { Sections(.ids(Array(ids))) }

    /// Specifies the section at the given index.
    @inlinable public static func index(_ index: Int) -> Sections { Sections(.indices([index])) }

    /// Specifies the sections that satisfy a condition.
    @inlinable public static func `where`(
      _ isIncluded: @escaping @Sendable (TableSection<Section, Row>) -> Bool
    ) -> Sections { Sections(.matching(isIncluded)) }
  }

  /// The destination of inserted or moved sections.
  public struct SectionPlace: Sendable {
    @usableFromInline package enum Kind: Sendable {
      case index(Int)
      case before(Section.Identity)
      case after(Section.Identity)
      case end
      /// The position at an index among the given sections or, if they are missing, next to the nearest existing one.
      case gap(Int, among: [Section.Identity])
    }

    @usableFromInline package let kind: Kind

    @inlinable package init(_ kind: Kind) { self.kind = kind }

    /// Moves the sections so that the first one has the given index in the edited table.
    @inlinable public static func index(_ index: Int) -> SectionPlace { SectionPlace(.index(index)) }

    /// Places sections directly before the section with the given identity.
    @inlinable public static func before(_ id: Section.Identity) -> SectionPlace { SectionPlace(.before(id)) }

    /// Places sections directly after the section with the given identity.
    @inlinable public static func after(_ id: Section.Identity) -> SectionPlace { SectionPlace(.after(id)) }

    /// Places sections after all other sections.
    @inlinable public static var end: SectionPlace { SectionPlace(.end) }
  }
}

extension TableEdit.Rows: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Rows.Kind: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Place: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Place.Kind: Sendable where Section: Sendable, Row: Sendable {}
extension TableEdit.Sections: Sendable {}
extension TableEdit.Sections.Kind: Sendable {}
