/// Edits of sections, as in ``TableEdit``; each answers whether the table has what it names.
extension TableEditor {
  /// Appends a section with its rows.
  @discardableResult
  @inlinable public mutating func append(section: TableSection<Section, Row>) -> Bool {
    apply(TableEdit(.insertSections([section], .end)))
  }

  /// Appends sections with their rows.
  @discardableResult
  @inlinable public mutating func append(sections: [TableSection<Section, Row>]) -> Bool {
    apply(TableEdit(.insertSections(sections, .end)))
  }

  /// Inserts sections before the one at an index, or at the end.
  @discardableResult
  @inlinable public mutating func insert(sections: [TableSection<Section, Row>], at index: Int) -> Bool {
    apply(TableEdit(.insertSections(sections, .index(index))))
  }

  /// Inserts sections before another.
  @discardableResult
  @inlinable public mutating func insert(sections: [TableSection<Section, Row>], before id: Section.Identity) -> Bool {
    apply(TableEdit(.insertSections(sections, .before(id))))
  }

  /// Inserts sections after another.
  @discardableResult
  @inlinable public mutating func insert(sections: [TableSection<Section, Row>], after id: Section.Identity) -> Bool {
    apply(TableEdit(.insertSections(sections, .after(id))))
  }

  /// Removes a section with its rows.
  @discardableResult
  @inlinable public mutating func remove(section id: Section.Identity) -> Bool {
    apply(TableEdit(.removeSections(.ids([id]))))
  }

  /// Removes sections with their rows.
  @discardableResult
  @inlinable public mutating func remove(sections ids: [Section.Identity]) -> Bool {
    apply(TableEdit(.removeSections(.ids(ids))))
  }

  /// Removes the sections for which a condition holds, with their rows.
  @discardableResult
  @inlinable public mutating func removeSections(
    where isUnwanted: @escaping @Sendable (TableSection<Section, Row>) -> Bool
  ) -> Bool {
    apply(TableEdit(.removeSections(.matching(isUnwanted))))
  }

  /// Removes everything.
  @discardableResult
  @inlinable public mutating func removeAll() -> Bool { apply(TableEdit(.removeSections(.all))) }

  /// Gives the section with this identity this value; its rows stay.
  @discardableResult
  @inlinable public mutating func update(section: Section) -> Bool { apply(TableEdit(.updateSection(section))) }

  /// Moves a section with its rows; the index is the one it has afterwards.
  @discardableResult
  @inlinable public mutating func move(section id: Section.Identity, to index: Int) -> Bool {
    apply(TableEdit(.moveSections(.ids([id]), .index(index))))
  }

  /// Moves sections before another, in the order given.
  @discardableResult
  @inlinable public mutating func move(sections ids: [Section.Identity], before other: Section.Identity) -> Bool {
    apply(TableEdit(.moveSections(.ids(ids), .before(other))))
  }

  /// Moves sections after another, in the order given.
  @discardableResult
  @inlinable public mutating func move(sections ids: [Section.Identity], after other: Section.Identity) -> Bool {
    apply(TableEdit(.moveSections(.ids(ids), .after(other))))
  }

  /// Sorts the sections; those of which neither comes first keep their order.
  @discardableResult
  @inlinable public mutating func sortSections(by comesFirst: @escaping @Sendable (Section, Section) -> Bool) -> Bool {
    apply(TableEdit(.sortSections(comesFirst)))
  }

  /// Puts other sections in the place of all.
  ///
  /// - Parameters:
  ///   - sections: All sections that the table has afterwards, with their rows.
  ///   - isDifferenced: Whether a ``LiveTable`` looks for what they have in common with those that were there; if not,
  ///     its readers get a reload. What is submitted to a view is differenced in any case.
  @discardableResult
  @inlinable public mutating func set(sections: [TableSection<Section, Row>], isDifferenced: Bool = true) -> Bool {
    apply(TableEdit(.setSections(sections, isDifferenced: isDifferenced)))
  }
}
