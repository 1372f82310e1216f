extension TableEditable {
  /// Inserts sections with their rows in order, starting at a destination.
  ///
  /// - Returns: `false` if the destination does not exist.
  @discardableResult
  @inlinable public mutating func insertSections(
    _ sections: [TableSection<Section, Row>], at place: TableEdit<Section, Row>.SectionPlace
  ) -> Bool {
    apply(.insertSections(sections, at: place))
  }

  /// Appends a section with its rows to the table.
  @inlinable public mutating func append(_ section: TableSection<Section, Row>) {
    apply(.insertSections([section], at: .end))
  }

  /// Removes sections with their rows.
  ///
  /// - Returns: `false` if none of the sections exists.
  @discardableResult
  @inlinable public mutating func removeSections(_ sections: TableEdit<Section, Row>.Sections) -> Bool {
    apply(.removeSections(sections))
  }

  /// Replaces the value of the section with the same identity, but keeps its rows.
  ///
  /// - Returns: `false` if there is no such section.
  @discardableResult
  @inlinable public mutating func updateSection(_ value: Section) -> Bool { apply(.updateSection(value)) }

  /// Moves sections with their rows to a destination, in the given order.
  ///
  /// - Returns: `false` if none of the sections exists, or if the destination does not exist.
  @discardableResult
  @inlinable public mutating func moveSections(
    _ sections: TableEdit<Section, Row>.Sections, to place: TableEdit<Section, Row>.SectionPlace
  ) -> Bool {
    apply(.moveSections(sections, to: place))
  }

  /// Stably sorts the sections of the table.
  ///
  /// - Throws: Any error that `areInIncreasingOrder` throws, in which case nothing changes.
  /// - Complexity: O(*s* log *s*) for *s* sections.
  @inlinable public mutating func sortSections(by areInIncreasingOrder: (Section, Section) throws -> Bool) rethrows {
    apply(.setSections(try table.sections.sorted { try areInIncreasingOrder($0.value, $1.value) }))
  }

  /// Replaces all sections of the table.
  ///
  /// - Parameters:
  ///   - sections: The new sections, in order.
  ///   - isDiffed: Whether a `LiveTable` diffs the rows. If `false`, its readers reload. A store always diffs the rows.
  @inlinable public mutating func setSections(_ sections: [TableSection<Section, Row>], isDiffed: Bool = true) {
    apply(.setSections(sections, isDiffed: isDiffed))
  }
}
