import LiveTables
@_spi(Adapters) import LiveTablesCells
import Testing

@Suite("Styles of sections") struct SectionStyleTests {
  private func shapes(_ style: SectionStyle, _ counts: [Int]) -> [String] {
    counts.enumerated().flatMap { section, count in
      (0..<count).map { row in
        guard let shape = style.shape(of: RowPath(section: section, row: row), in: counts) else { return "none" }
        return (shape.roundsTop ? "⌜" : "") + (shape.hasSeparator ? "_" : "") + (shape.roundsBottom ? "⌟" : "")
      }
    }
  }

  @Test("the first and last rows of a section have rounded corners, and separators are between rows") func rounded() {
    #expect(shapes(SectionStyle(), [3, 0, 1, 2]) == ["⌜_", "_", "⌟", "⌜⌟", "⌜_", "⌟"])
  }

  @Test("an open edge affects the first or last row of the table, also next to empty sections") func open() {
    let style = SectionStyle()
    #expect(shapes(style.openedTop, [0, 2, 1]) == ["_", "⌟", "⌜⌟"])
    #expect(shapes(style.openedBottom, [2, 1, 0]) == ["⌜_", "⌟", "⌜_"])
    #expect(shapes(style.openedTop.openedBottom, [1]) == ["_"])
    #expect(shapes(style.openedTop.openedBottom, [1, 1]) == ["⌟", "⌜_"])
  }

  @Test("a separate view is styled like a section, with the style's open edges") func whole() {
    let style = SectionStyle()
    #expect(style.whole.roundsTop && style.whole.roundsBottom && !style.whole.hasSeparator)
    #expect(style.openedBottom.whole.roundsTop && !style.openedBottom.whole.roundsBottom)
    #expect(style.openedBottom.whole.hasSeparator && !style.openedTop.whole.roundsTop)
    #expect(style.openedTop.openEdges == [.top] && style.openEdges.isEmpty)
  }

  @Test("sections have margins, rounded corners and thin separators by default") func defaults() {
    #expect(SectionStyle() == SectionStyle(margin: 16, spacing: 16, cornerRadius: 10, separator: 0.5))
  }

  @Test("a missing row has no shape") func noRow() {
    for path in [(0, 2), (0, -1), (1, 0), (-1, 0)] {
      #expect(SectionStyle().shape(of: RowPath(section: path.0, row: path.1), in: [2]) == nil)
    }
  }
}
