import Testing

@testable import LiveTablesTerminal

@Suite struct ScreenBufferTests {
  private let size = ScreenSize(columns: 8, rows: 3)

  private func line(_ text: String, _ style: Style = .plain) -> ScreenLine {
    ScreenLine([StyledText(DisplayText(text, limit: 100), style)])
  }

  @Test func theFirstFrameIsDrawnOnACleanScreen() {
    var buffer = ScreenBuffer(palette: .colors)
    let bytes = buffer.update(to: [line("one"), ScreenLine(), line("12345678")], size: size)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0mone\u{1B}[K\u{1B}[3;1H\u{1B}[0m12345678\u{1B}[0m")
  }

  @Test func afterwardsOnlyWhatChangedIsWritten() {
    var buffer = ScreenBuffer(palette: .none)
    _ = buffer.update(to: [line("one"), line("two"), line("three")], size: size)
    #expect(buffer.update(to: [line("one"), line("two"), line("three")], size: size).isEmpty)
    let bytes = buffer.update(to: [line("one"), line("2"), line("three")], size: size)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[2;1H2\u{1B}[K")
    // A removed line is erased.
    #expect(
      String(decoding: buffer.update(to: [line("one"), line("2")], size: size), as: UTF8.self) == "\u{1B}[3;1H\u{1B}[K")
  }

  @Test
  func anotherSizeOrSomebodyElsesDrawingMeansAWholeFrame() {
    var buffer = ScreenBuffer(palette: .none)
    let frame = [line("one"), line("two"), line("three")]
    let first = buffer.update(to: frame, size: size)
    buffer.invalidate()
    #expect(buffer.update(to: frame, size: size) == first)
    let wider = buffer.update(to: frame, size: ScreenSize(columns: 9, rows: 2))
    #expect(String(decoding: wider, as: UTF8.self) == "\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K")
    #expect(buffer.update(to: [], size: ScreenSize(columns: 0, rows: 0)) == Array("\u{1B}[2J".utf8))
  }

  @Test
  func stylesChangeWhereSpansDoAndColoursAreNoPartOfWhatIsFilled() {
    var buffer = ScreenBuffer(palette: .colors)
    let reversed = Style(nil, .reversed)
    let spans = [StyledText("ab", Style(.red)), StyledText("cd", Style(.red)), StyledText("e")]
    let bytes = buffer.update(to: [ScreenLine(spans, fill: reversed)], size: ScreenSize(columns: 8, rows: 1))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0;31mabcd\u{1B}[0me\u{1B}[0;7m   \u{1B}[0m")
  }

  @Test
  func afterTextOnWhoseWidthTerminalsDisagreeTheColumnIsSetAgain() {
    var encoder = LineEncoder(palette: .none)
    encoder.draw(
      ScreenLine([StyledText("日本"), StyledText(DisplayText(spaces: 1)), StyledText("x")]), row: 0, columns: 8)
    #expect(encoder.output == "\u{1B}[1;1H    \u{1B}[1;1H日本\u{1B}[1;5H x\u{1B}[K")
  }

  @Test func aWideCharacterThatDoesNotFitTheEdgeIsLeftOut() {
    var encoder = LineEncoder(palette: .none)
    encoder.draw(ScreenLine([StyledText("abcdefg"), StyledText("日")]), row: 0, columns: 8)
    #expect(encoder.output == "\u{1B}[1;1Habcdefg \u{1B}[1;8H…")
    var exact = LineEncoder(palette: .none)
    exact.draw(ScreenLine([StyledText("abcdef"), StyledText("日")]), row: 0, columns: 8)
    // Nothing after the character is erased, because the cursor is on the last cell.
    #expect(exact.output == "\u{1B}[1;1Habcdef  \u{1B}[1;7H日")
  }

  @Test func whatStandsBehindTheEdgeIsNotWritten() {
    let spans = [StyledText("abcd"), StyledText("x", Style(.red)), StyledText("日", Style(.blue))]
    let outputs = [1, 3].map { count in
      var encoder = LineEncoder(palette: .colors)
      encoder.draw(ScreenLine(Array(spans.prefix(count))), row: 0, columns: 4)
      return encoder.output
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test func whatHasNoWidthIsNotWritten() {
    let outputs = [
      [StyledText("ab"), StyledText("", Style(.red)), StyledText("cd")], [StyledText("ab"), StyledText("cd")],
    ].map { spans in
      var encoder = LineEncoder(palette: .colors)
      encoder.draw(ScreenLine(spans), row: 0, columns: 8)
      return encoder.output
    }
    #expect(outputs[0] == outputs[1])
  }

  @Test("a screen whose size changes is drawn again completely", arguments: [(6, 3), (8, 2), (9, 3), (8, 4)])
  func anotherSizeIsDrawnFromScratch(columns: Int, rows: Int) {
    var buffer = ScreenBuffer(palette: .none)
    _ = buffer.update(to: [line("one"), line("two")], size: size)
    let bytes = buffer.update(to: [line("one"), line("two")], size: ScreenSize(columns: columns, rows: rows))
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[2J"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("one"))
  }

  @Test func everyModeThatIsEnteredIsLeft() {
    func modes(_ text: String, _ end: Character) -> Set<Substring> {
      Set(text.split(separator: "\u{1B}[?").filter { $0.last == end }.map { $0.dropLast() })
    }
    let entered = modes(ControlSequences.enter, "h")
    #expect(entered.contains("1049") && entered.contains("2004"))
    #expect(modes(ControlSequences.leave, "l").isSuperset(of: entered.subtracting(["25"])))
    #expect(ControlSequences.leave.contains("\u{1B}[?25h") && ControlSequences.leave.contains("\u{1B}[?7h"))
  }

  @Test func aWiderScreenIsDrawnFromScratch() {
    var buffer = ScreenBuffer(palette: .none)
    let frame = [line("one"), line("two"), line("three")]
    _ = buffer.update(to: frame, size: size)
    let wider = buffer.update(to: frame, size: ScreenSize(columns: size.columns + 1, rows: size.rows))
    #expect(String(decoding: wider, as: UTF8.self).hasPrefix("\u{1B}[2J"))
  }

  @Test func whatTheTerminalIsSwitchedToIsSwitchedBack() {
    let modes = (ControlSequences.enter + ControlSequences.mouse).split(separator: "\u{1B}[?").map { $0.dropFirst(0) }
    for mode in modes {
      let back = mode.dropLast() + (mode.last == "h" ? "l" : "h")
      #expect(ControlSequences.leave.contains("\u{1B}[?\(back)"), "\(mode)")
    }
    #expect(modes.count == 6)
  }
}
