import Testing

@testable import LiveTablesTerminal

@Suite struct StyleTests {
  @Test(
    "the environment says how much colour",
    arguments: [
      ([:], .colors), (["TERM": "xterm-256color"], .colors), (["NO_COLOR": ""], .colors),
      (["NO_COLOR": "1"], .monochrome),
      (["NO_COLOR": "0", "TERM": "xterm"], .monochrome), (["TERM": "dumb"], .none),
      (["TERM": "dumb", "NO_COLOR": "1"], .none), (["TERM": "xterm-256color", "COLORFGBG": "0;15"], .light),
      (["TERM": "xterm", "COLORTERM": "truecolor", "COLORFGBG": "0;default;7"], .light),
      (["TERM": "xterm-256color", "COLORFGBG": "15;0"], .colors), (["TERM": "xterm", "COLORFGBG": "0;15"], .colors),
      (["TERM": "xterm-256color", "COLORFGBG": "15;8"], .colors),
      (["TERM": "xterm-256color", "COLORFGBG": ";"], .colors),
      (["TERM": "xterm-256color", "COLORFGBG": "0;15", "NO_COLOR": "1"], .monochrome),
    ] as [([String: String], Palette)])
  func theEnvironmentSaysHowMuchColour(environment: [String: String], palette: Palette) {
    #expect(Palette(environment: { environment[$0] }) == palette)
  }

  @Test("a style becomes a sequence that stands by itself") func aStyleBecomesASequenceThatStandsByItself() {
    let style = Style(.yellow, [.bold, .reversed])
    #expect(Palette.colors.sequence(for: style) == "\u{1B}[0;1;7;33m")
    #expect(Palette.light.sequence(for: style) == "\u{1B}[0;1;7;38;5;130m")
    #expect(Palette.light.sequence(for: Style(rendition: "31")) == "\u{1B}[0;31m")
    #expect(Palette(environment: { ["TERM": "xterm-256color"][$0] }, isLight: true) == .light)
    #expect(Palette(environment: { ["TERM": "xterm-256color", "COLORFGBG": "0;15"][$0] }, isLight: false) == .colors)
    #expect(Palette.monochrome.sequence(for: style) == "\u{1B}[0;1;7m")
    #expect(Palette.none.sequence(for: style) == "")
    #expect(Palette.colors.sequence(for: .plain) == "\u{1B}[0m")
  }
}
