public import LiveTables

/// The titles beside a table by which one jumps to its sections, like the letters beside a list of names.
///
/// Sections without an index title are not listed; neighbours that share a title are listed once, as the first of them.
@_spi(Adapters) public struct SectionIndex: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let title: String
    let section: Int
  }

  private let entries: [Entry]

  /// The index of a table; `nil` if its sections are not ``Supplemented``.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @_spi(Adapters) public init?<Section, Row>(_ table: TableSnapshot<Section, Row>) {
    guard Section.self is any Supplemented.Type else { return nil }
    var entries: [Entry] = []
    for (index, section) in table.sections.enumerated() {
      guard let title = (section.value as? any Supplemented)?.indexTitle, title != entries.last?.title else { continue }
      entries.append(Entry(title: title, section: index))
    }
    self.entries = entries
  }

  /// The titles, in order.
  @_spi(Adapters) public var titles: [String] { entries.map(\.title) }

  /// The section to which a title leads.
  ///
  /// - Parameter index: The index among the titles.
  /// - Returns: `nil` if there is no such title.
  @_spi(Adapters) public func section(forTitleAt index: Int) -> Int? {
    entries.indices.contains(index) ? entries[index].section : nil
  }
}
