/// The titles beside a table by which one jumps to its sections, like the letters beside a list of names.
///
/// Sections without an index title are not listed; neighbours that share a title are listed once, as the first of them.
public struct SectionIndex: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let title: String
    let section: Int
  }

  private let entries: [Entry]

  /// The index of a table.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  public init<Section: Supplemented, Row>(_ table: Table<Section, Row>) {
    var entries: [Entry] = []
    for (index, section) in table.sections.enumerated() {
      guard let title = section.value.indexTitle, title != entries.last?.title else { continue }
      entries.append(Entry(title: title, section: index))
    }
    self.entries = entries
  }

  /// The titles, in order.
  public var titles: [String] { entries.map(\.title) }

  /// The section to which a title leads.
  ///
  /// - Parameter index: The index among the titles.
  /// - Returns: `nil` if there is no such title.
  public func section(forTitleAt index: Int) -> Int? {
    entries.indices.contains(index) ? entries[index].section : nil
  }
}
