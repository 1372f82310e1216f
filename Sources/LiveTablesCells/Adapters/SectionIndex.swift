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

  /// The index of a table.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @_spi(Adapters) public init<Section: Supplemented, Row>(_ table: TableSnapshot<Section, Row>) {
    var entries: [Entry] = []
    for (index, section) in table.sections.enumerated() {
      guard let title = section.value.indexTitle, title != entries.last?.title else { continue }
      entries.append(Entry(title: title, section: index))
    }
    self.entries = entries
  }

  /// The index of a table whose sections may be of any type; `nil` if they are not ``Supplemented``.
  ///
  /// - Complexity: O(*s*) for *s* sections.
  @_spi(Adapters) public init?<Section, Row>(ofAny table: TableSnapshot<Section, Row>) {
    guard let index = (table as? any IndexedTable)?.index else { return nil }
    self = index
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

/// A table whose sections have titles, whatever their type.
private protocol IndexedTable {
  var index: SectionIndex { get }
}

extension TableSnapshot: IndexedTable where Section: Supplemented {
  fileprivate var index: SectionIndex { SectionIndex(self) }
}
