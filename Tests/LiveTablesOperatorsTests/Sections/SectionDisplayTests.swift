@testable import LiveTables
@testable import LiveTablesOperators
import TestSupport
import Testing

/// Tests which sections a display shows, and in which order.
struct SectionDisplayTests {
  private typealias Facts = SectionDisplay<Int>.Facts

  private let known = [
    Facts(3, rowCount: 1), Facts(1, rowCount: 0), Facts(2, rowCount: 0, hasSupplements: true), Facts(4, rowCount: 2),
  ]

  @Test("a manual display shows exactly the given sections in order, each once")
  func byHand() {
    #expect(SectionDisplay.byHand([9, 1, 4, 1]).sections(of: known) == [9, 1, 4])
    #expect(SectionDisplay<Int>.byHand([]).sections(of: known).isEmpty)
  }

  @Test("a section that is reset is removed, with its refreshes")
  func forgotten() {
    var feeds = SectionFeeds<Int, Item>(.all())
    for id in 0..<10 {
      feeds.setRows(.rows(items([id])), of: id)
      feeds.refresh(.sections([id]))
      if id > 0 { feeds.reset(id) }
    }
    #expect(feeds.table.sections.count == 1 && feeds.refreshes.keys.sorted() == [0])
  }

  @Test("displays show all sections, those with rows, or those with content")
  func rules() {
    #expect(SectionDisplay<Int>.all().sections(of: known) == [3, 1, 2, 4])
    #expect(SectionDisplay<Int>.hidingWithoutRows().sections(of: known) == [3, 4])
    #expect(SectionDisplay<Int>.hidingWithoutContent().sections(of: known) == [3, 2, 4])
  }

  @Test("sections are ordered as configured, by a list, or by a comparison")
  func orders() {
    enum Part: CaseIterable { case one, two, three }
    #expect(SectionOrder<Int>.bound.sorted([3, 1, 2]) == [3, 1, 2])
    #expect(SectionOrder<Int>.by(<).sorted([3, 1, 2]) == [1, 2, 3])
    #expect(SectionOrder.list(Part.allCases).sorted([.three, .one]) == [.one, .three])
    #expect(SectionOrder.list([2, 3, 2]).sorted([5, 3, 1, 2]) == [2, 3, 5, 1])
    #expect(SectionOrder<Int>.by { $0 > $1 }.sorted([3, 1, 2]) == [3, 2, 1])
    #expect(SectionOrder<Int>.by { $0 % 2 < $1 % 2 }.sorted([5, 4, 3, 2, 1]) == [4, 2, 5, 3, 1])
    #expect(SectionDisplay.hidingWithoutContent(in: .list([4, 2])).sections(of: known) == [4, 2, 3])
  }

  @Test("an inconsistent comparison keeps all sections")
  func contradiction() {
    let sorted = SectionOrder<Int>.by { _, _ in true }.sorted(Array(0..<50))
    #expect(sorted.count == 50 && Set(sorted).count == 50)
  }
}
