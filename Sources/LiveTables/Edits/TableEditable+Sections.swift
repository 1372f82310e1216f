/// Sections.
extension TableEditable {
  /// Inserts sections with their rows.
  ///
  /// - Parameters:
  ///   - sections: The sections.
  ///   - place: Where the first one goes.
  /// - Returns: Whether there is such a place.
  @discardableResult
  @inlinable public mutating func insertSections(
    _ sections: [TableSection<Section, Row>], at place: TableEdit<Section, Row>.SectionPlace
  ) -> Bool {
    apply(.insertSections(sections, at: place))
  }

  /// Appends a section with its rows.
  ///
  /// - Parameter section: The section.
  @inlinable public mutating func append(_ section: TableSection<Section, Row>) {
    apply(.insertSections([section], at: .end))
  }

  /// Removes sections with their rows.
  ///
  /// - Parameter sections: Which sections.
  /// - Returns: Whether any of them is there.
  @discardableResult
  @inlinable public mutating func removeSections(_ sections: TableEdit<Section, Row>.Sections) -> Bool {
    apply(.removeSections(sections))
  }

  /// Gives the section with this value's identity this value; its rows stay.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether there is such a section.
  @discardableResult
  @inlinable public mutating func updateSection(_ value: Section) -> Bool { apply(.updateSection(value)) }

  /// Moves sections with their rows, one after another in the order in which they are named.
  ///
  /// - Parameters:
  ///   - sections: Which sections.
  ///   - place: Where the first one goes.
  /// - Returns: Whether any of them is there, and the place.
  @discardableResult
  @inlinable public mutating func moveSections(
    _ sections: TableEdit<Section, Row>.Sections, to place: TableEdit<Section, Row>.SectionPlace
  ) -> Bool {
    apply(.moveSections(sections, to: place))
  }

  /// Sorts the sections; equal ones keep their order.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first section comes before the second; it is asked at once.
  /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
  /// - Complexity: O(*s* log *s*) for *s* sections.
  @inlinable public mutating func sortSections(by areInIncreasingOrder: (Section, Section) throws -> Bool) rethrows {
    apply(.setSections(try table.sections.sorted { try areInIncreasingOrder($0.value, $1.value) }))
  }

  /// Puts other sections in the place of all.
  ///
  /// - Parameters:
  ///   - sections: All sections that the table has afterwards, with their rows.
  ///   - isDiffed: Whether a `LiveTable` looks for rows that stay; if not, its readers reload. What a store shows is
  ///     diffed in any case.
  @inlinable public mutating func setSections(_ sections: [TableSection<Section, Row>], isDiffed: Bool = true) {
    apply(.setSections(sections, isDiffed: isDiffed))
  }
}
