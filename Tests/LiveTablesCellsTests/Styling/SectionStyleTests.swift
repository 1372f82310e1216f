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

  @Test("The first and the last row of a section are rounded, and lines are between rows") func rounded() {
    #expect(shapes(SectionStyle(), [3, 0, 1, 2]) == ["⌜_", "_", "⌟", "⌜⌟", "⌜_", "⌟"])
  }

  @Test("An open edge is open for the first or last row of all, also behind empty sections") func open() {
    let style = SectionStyle()
    #expect(shapes(style.openedTop, [0, 2, 1]) == ["_", "⌟", "⌜⌟"])
    #expect(shapes(style.openedBottom, [2, 1, 0]) == ["⌜_", "⌟", "⌜_"])
    #expect(shapes(style.openedTop.openedBottom, [1]) == ["_"])
    #expect(shapes(style.openedTop.openedBottom, [1, 1]) == ["⌟", "⌜_"])
  }

  @Test("What stands by itself is one section, open where the style is") func whole() {
    let style = SectionStyle()
    #expect(style.whole.roundsTop && style.whole.roundsBottom && !style.whole.hasSeparator)
    #expect(style.openedBottom.whole.roundsTop && !style.openedBottom.whole.roundsBottom)
    #expect(style.openedBottom.whole.hasSeparator && !style.openedTop.whole.roundsTop)
    #expect(style.openedTop.openEdges == [.top] && style.openEdges.isEmpty)
  }

  @Test("Without anything said, sections have a margin and rounded corners, and rows thin lines") func defaults() {
    #expect(SectionStyle() == SectionStyle(margin: 16, spacing: 16, cornerRadius: 10, separator: 0.5))
  }

  @Test("There is no shape where there is no row") func noRow() {
    for path in [(0, 2), (0, -1), (1, 0), (-1, 0)] {
      #expect(SectionStyle().shape(of: RowPath(section: path.0, row: path.1), in: [2]) == nil)
    }
  }
}
