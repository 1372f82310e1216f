import Testing

@testable import LiveTablesTerminal

@Suite struct ColorDepthTests {
  @Test(
    arguments: [
      ("xterm", "", .basic), ("linux", "", .basic), ("", "", .basic), ("xterm-256color", "", .indexed),
      ("tmux-256color", "yes", .indexed), ("xterm", "truecolor", .all), ("xterm-256color", "24bit", .all),
      ("xterm-direct", "", .all),
    ] as [(String, String, ColorDepth)]) func theEnvironmentSaysHowManyColours(
      term: String, colorTerm: String, depth: ColorDepth
    )
  {
    #expect(ColorDepth(term: term, colorTerm: colorTerm) == depth)
  }

  @Test(arguments: [
    ("1;31", "1;31", "1;31"), ("38;5;9", "91", "38;5;9"), ("38;5;208", "33", "38;5;208"),
    ("48;5;21;1", "104;1", "48;5;21;1"),
    ("38;5;244", "90", "38;5;244"), ("38;2;255;0;0", "91", "38;5;196"), ("4;48;2;8;8;8;1", "4;40;1", "4;48;5;232;1"),
    ("38;2;14;14;14", "30", "38;5;233"), ("38;2;48;255;255", "96", "38;5;87"), ("38;5", "", ""), ("38;2;1;2", "", ""),
    ("1;38;5;999", "1", "1"), ("38;5;0", "30", "38;5;0"), ("38;2;255;0;0;1", "91;1", "38;5;196;1"),
    ("38;2;103;0;0", "31", "38;5;52"), ("38;2;230;40;0", "31", "38;5;160"),
  ]) func coloursAreTheNearestThatThereAre(asked: String, basic: String, indexed: String) {
    #expect(ColorDepth.basic.rendition(asked) == basic)
    #expect(ColorDepth.indexed.rendition(asked) == indexed)
    #expect(ColorDepth.all.rendition(asked) == asked)
  }

  @Test func aTerminalOfSixteenColoursIsSentNoOthers() {
    let palette = Palette(environment: { ["TERM": "xterm"][$0] })
    #expect(palette.sequence(for: Style(rendition: "38;5;208")) == "\u{1B}[0;33m")
  }
}
