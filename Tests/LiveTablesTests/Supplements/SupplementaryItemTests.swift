@_spi(Adapters) import LiveTablesCells
import TestSupport
import Testing

/// Tests of headers and footers as values of sections.
struct SupplementTests {
  private struct Legend: Equatable, Sendable { var colours: Int }

  @Test("titles and values of supplementary items differ")
  func titlesAndValues() {
    let title: SupplementaryItem = "Fruit"
    #expect(title.title == "Fruit" && title.value(as: String.self) == "Fruit" && title.value(as: Int.self) == nil)
    let value = SupplementaryItem.value("Fruit")
    #expect(value.title == nil && value.value() == "Fruit")
    #expect(value != title)
  }

  @Test("values are compared by their own equality, and values of different types differ")
  func equality() {
    #expect(SupplementaryItem.value(Legend(colours: 3)) == .value(Legend(colours: 3)))
    #expect(SupplementaryItem.value(Legend(colours: 3)) != .value(Legend(colours: 4)))
    #expect(SupplementaryItem.value(3) != .value(UInt(3)))
    #expect(SupplementaryItem.value(Double.nan) != .value(Double.nan))
  }

  @Test("a section has a header and a footer, and an identity of its own")
  func headerFooter() {
    let old = HeaderFooter("Fruit", header: "Fruit", footer: "3 kinds")
    let new = HeaderFooter("Fruit", header: "Fruit", footer: "4 kinds")
    #expect(old.identity == new.identity && !old.hasSameContent(as: new))
    #expect(old.header?.title == "Fruit" && old.footer?.title == "3 kinds")
    let renamed = HeaderFooter("fruit", header: "Fruits")
    #expect(renamed.identity == "fruit" && renamed.footer == nil)
    let table = TableSnapshot(sections: [TableSection(old, rows: [1, 2])])
    let changes = TableSnapshot(sections: [TableSection(new, rows: [1, 2])]).difference(from: table)
    #expect(changes.stages.map(\.operations.updatedSections) == [[0]] && changes.operationCount == 1)
  }

  @Test("other kinds of items are set and removed by name")
  func kinds() {
    var section = SupplementedSection(7)
    section["badge"] = .value(Legend(colours: 1))
    section.header = "Seven"
    #expect(section.supplementaryItem("badge")?.value() == Legend(colours: 1))
    #expect(section.supplementaryItem("Left") == nil)
    section["badge"] = nil
    section.header = nil
    #expect(section == SupplementedSection(7))
  }

  @Test("a custom section provides its items")
  func own() {
    struct Folder: Supplemented, Identifiable, Equatable {
      let id: Int
      var unread: Int
      func supplementaryItem(_ kind: SupplementaryKind) -> SupplementaryItem? {
        kind == .footer && unread > 0 ? .value(unread) : nil
      }
    }
    #expect(Folder(id: 1, unread: 2).footer?.value() == 2)
    #expect(Folder(id: 1, unread: 0).footer == nil && Folder(id: 1, unread: 2).header == nil)
    #expect(Folder(id: 1, unread: 2).indexTitle == nil)
  }

  @Test("equal index titles of neighbors are listed once, and sections without a title lead nowhere")
  func index() throws {
    let titles: [String?] = ["A", "A", nil, "B", "C", "A"]
    let table = TableSnapshot<SupplementedSection<Int>, Int>(
      sections: titles.enumerated().map { TableSection(SupplementedSection($0, indexTitle: $1), rows: [$0]) })
    let index = try #require(SectionIndex(table))
    #expect(index.titles == ["A", "B", "C", "A"])
    #expect((-1...4).map { index.section(forTitleAt: $0) } == [nil, 0, 3, 4, 5, nil])
    #expect(SectionIndex(TableSnapshot<SupplementedSection<Int>, Int>())?.titles == [])
    #expect(SectionIndex(TableSnapshot<String, Int>(sections: [TableSection("A", rows: [1])])) == nil)
  }
}
