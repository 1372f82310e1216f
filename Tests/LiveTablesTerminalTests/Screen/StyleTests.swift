import Testing

@testable import LiveTablesTerminal

@Suite struct StyleTests {
  @Test(
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
    ] as [([String: String], Palette.Means)])
  func theEnvironmentSaysHowMuchColour(environment: [String: String], means: Palette.Means) {
    #expect(Palette(environment: { environment[$0] }).means == means)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm"], false), (["TERM": "linux"], false),
    (["TERM": "xterm-256color", "COLORFGBG": "15;0"], false), (["TERM": "xterm-256color", "NO_COLOR": "1"], false),
    (["TERM": "dumb", "COLORTERM": "truecolor"], false),
  ]) func theTerminalIsAskedWhereNothingElseSaysIt(environment: [String: String], isAsked: Bool) {
    #expect(Palette(environment: { environment[$0] }).dependsOnBackground == isAsked)
    #expect(!Palette(environment: { environment[$0] }, isLight: false).dependsOnBackground)
  }

  @Test func aStyleBecomesASequenceThatStandsByItself() {
    let style = Style(.yellow, [.bold, .reversed])
    #expect(Palette.colors.sequence(for: style) == "\u{1B}[0;1;7;33m")
    #expect(Palette.light.sequence(for: style) == "\u{1B}[0;1;7;38;5;130m")
    #expect(Palette.light.sequence(for: Style(rendition: "31")) == "\u{1B}[0;31m")
    #expect(Palette(environment: { ["TERM": "xterm-256color"][$0] }, isLight: true).means == .light)
    #expect(
      Palette(environment: { ["TERM": "xterm-256color", "COLORFGBG": "0;15"][$0] }, isLight: false).means == .colors)
    #expect(Palette.monochrome.sequence(for: style) == "\u{1B}[0;1;7m")
    #expect(Palette.none.sequence(for: style) == "")
    #expect(Palette.colors.sequence(for: .plain) == "\u{1B}[0m")
  }

  @Test("a line's meaning is visible in its color") func looks() {
    let looks: [TerminalLine.Look] = [.plain, .title, .strong, .dim, .good, .warning, .alarm]
    let styles: [Style] = [
      .plain, Style(.magenta, .bold), Style(nil, .bold), Style(nil, .dim), Style(.green), Style(.yellow),
      Style(.red, .bold),
    ]
    #expect(looks.map(\.style) == styles)
  }
}
