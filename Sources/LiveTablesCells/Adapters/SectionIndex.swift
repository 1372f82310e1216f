import LiveTables

/// The section index titles of a table, such as the letters beside a list of names.
///
/// Sections without an index title are skipped. Adjacent sections with the same title share one entry.
package struct SectionIndex: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let title: String
    let section: Int
  }

  private let entries: [Entry]

  /// Creates the section index of a table, or returns `nil` if the table's sections are not ``Supplemented``.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  package init?<Section, Row>(_ table: TableSnapshot<Section, Row>) {
    guard Section.self is any Supplemented.Type else { return nil }
    var entries: [Entry] = []
    for (index, section) in table.sections.enumerated() {
      guard let title = (section.value as? any Supplemented)?.indexTitle, title != entries.last?.title else { continue }
      entries.append(Entry(title: title, section: index))
    }
    self.entries = entries
  }

  /// The titles, in the order of their sections.
  package var titles: [String] { entries.map(\.title) }

  /// Returns the first section with the title at the given index.
  ///
  /// - Parameter index: The index of the title.
  /// - Returns: The index of the section, or `nil` if the index is out of bounds.
  package func section(forTitleAt index: Int) -> Int? {
    entries.indices.contains(index) ? entries[index].section : nil
  }
}
