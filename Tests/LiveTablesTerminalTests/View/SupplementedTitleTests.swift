import LiveTables
@_spi(Adapters) import LiveTablesCells
import Testing

@testable import LiveTablesTerminal

/// Tests titles that section values provide, and scrolling to rows.
@Suite("Titles and scrolling in a terminal") @MainActor struct SupplementedTitleTests {
  private typealias View<Section: Diffable & Sendable> = TerminalTableView<Section, Int>

  private func view<Section>(_ title: ((Section) -> String?)? = nil) -> View<Section> {
    View(columns: [TerminalColumn("NUMBER") { String($0) }], sectionTitle: title)
  }

  private func lines(_ view: View<some Diffable & Sendable>, rows: Int = 12) -> [String] {
    let all = view.lines(for: ScreenSize(columns: 40, rows: rows), at: .now).map { line in
      line.spans.map(\.text.text).joined().split(separator: " ").joined(separator: " ")
    }
    return Array(all[1..<all.count - 1].prefix { !$0.isEmpty })
  }

  @Test func theTitlesOfHeadersAndFootersAreShownAsTheyAre() async throws {
    let view: View<HeaderFooter> = view()
    let table = TableSnapshot(sections: [
      TableSection(HeaderFooter("Fruit", header: "Fruit", footer: "fresh"), rows: [1, 2]),
      TableSection(HeaderFooter("Other", header: "Other"), rows: [3]),
    ])
    let store = view.show(table).store
    #expect(lines(view) == ["Fruit", "1", "2", "fresh", "Other", "3"])
    try await store.edit { $0.updateSection(HeaderFooter("Fruit", header: "Fruits", footer: "old")) }
    #expect(lines(view).contains("Fruits") && lines(view).contains("old"))
  }

  @Test func aTitleOfTheViewComesFirstAndHasANumberOfRows() {
    let view: View<HeaderFooter> = view { "all of \($0.id)" }
    view.show(TableSnapshot(sections: [TableSection(HeaderFooter("Fruit", header: "Fruit"), rows: [1, 2])]))
    #expect(lines(view) == ["all of Fruit (2)", "1", "2"])
  }

  @Test func aSectionOfAnotherKindAndOneWithAValueHaveNoTitle() {
    let view: View<SupplementedSection<Int>> = view()
    view.show(TableSnapshot(sections: [TableSection(SupplementedSection(1, header: .value(7)), rows: [1])]))
    #expect(lines(view) == ["1"])
    let plain: View<String> = self.view()
    plain.show(TableSnapshot(sections: [TableSection("a", rows: [1])]))
    #expect(lines(plain) == ["1"])
  }

  private func scrollToEnd(_ view: some ScrollableTableView<OneSection, Int>) {
    guard let last = view.link.table.last else { return }
    view.scroll(toRow: last, at: .bottom)
  }

  @Test func aRowIsScrolledToAsInAnyOtherView() {
    let view: View<OneSection> = view()
    view.show(Array(0..<100))
    _ = lines(view)
    scrollToEnd(view)
    #expect(lines(view).last == "99" && view.cursor == nil)
    view.scroll(toRow: 50, at: .top)
    #expect(lines(view).first == "50")
    view.scroll(toRow: 51)
    #expect(lines(view).first == "50")
    view.scroll(toRow: 20)
    #expect(lines(view).first == "20")
    view.scroll(to: RowPath(section: 0, row: 500), at: .top, animated: false)
    #expect(lines(view).first == "20")
  }
}
