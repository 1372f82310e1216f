/// Edits of sections.
extension TableEdit {
  /// Appends a section with its rows.
  @inlinable public static func append(section: TableSection<Section, Row>) -> TableEdit {
    TableEdit(.insertSections([section], .end))
  }

  /// Appends sections with their rows.
  @inlinable public static func append(sections: [TableSection<Section, Row>]) -> TableEdit {
    TableEdit(.insertSections(sections, .end))
  }

  /// Inserts sections before the one at an index, or at the end.
  @inlinable public static func insert(sections: [TableSection<Section, Row>], at index: Int) -> TableEdit {
    TableEdit(.insertSections(sections, .index(index)))
  }

  /// Inserts sections before another.
  @inlinable public static func insert(
    sections: [TableSection<Section, Row>], before id: Section.Identity
  ) -> TableEdit {
    TableEdit(.insertSections(sections, .before(id)))
  }

  /// Inserts sections after another.
  @inlinable public static func insert(
    sections: [TableSection<Section, Row>], after id: Section.Identity
  ) -> TableEdit {
    TableEdit(.insertSections(sections, .after(id)))
  }

  /// Removes a section with its rows.
  @inlinable public static func remove(section id: Section.Identity) -> TableEdit {
    TableEdit(.removeSections(.ids([id])))
  }

  /// Removes sections with their rows.
  @inlinable public static func remove(sections ids: [Section.Identity]) -> TableEdit {
    TableEdit(.removeSections(.ids(ids)))
  }

  /// Removes the sections for which a condition holds, with their rows.
  @inlinable public static func removeSections(
    where isUnwanted: @escaping @Sendable (TableSection<Section, Row>) -> Bool
  ) -> TableEdit {
    TableEdit(.removeSections(.matching(isUnwanted)))
  }

  /// Removes everything.
  @inlinable public static func removeAll() -> TableEdit { TableEdit(.removeSections(.all)) }

  /// Gives the section with this identity this value; its rows stay.
  @inlinable public static func update(section: Section) -> TableEdit { TableEdit(.updateSection(section)) }

  /// Moves a section with its rows; the index is the one it has afterwards.
  @inlinable public static func move(section id: Section.Identity, to index: Int) -> TableEdit {
    TableEdit(.moveSections(.ids([id]), .index(index)))
  }

  /// Moves sections before another, in the order given.
  @inlinable public static func move(sections ids: [Section.Identity], before other: Section.Identity) -> TableEdit {
    TableEdit(.moveSections(.ids(ids), .before(other)))
  }

  /// Moves sections after another, in the order given.
  @inlinable public static func move(sections ids: [Section.Identity], after other: Section.Identity) -> TableEdit {
    TableEdit(.moveSections(.ids(ids), .after(other)))
  }

  /// Sorts the sections; those of which neither comes first keep their order.
  @inlinable public static func sortSections(
    by comesFirst: @escaping @Sendable (Section, Section) -> Bool
  ) -> TableEdit {
    TableEdit(.sortSections(comesFirst))
  }

  /// Puts other sections in the place of all.
  ///
  /// - Parameters:
  ///   - sections: All sections that the table has afterwards, with their rows.
  ///   - isDifferenced: Whether a ``LiveTable`` looks for what they have in common with those that were there; if not,
  ///     its readers get a reload. What is submitted to a view is differenced in any case.
  @inlinable public static func set(sections: [TableSection<Section, Row>], isDifferenced: Bool = true) -> TableEdit {
    TableEdit(.setSections(sections, isDifferenced: isDifferenced))
  }
}
