import Testing

@testable import LiveTablesTerminal

extension KeyDecoder {
  /// Decodes bytes into keys, without mouse events.
  fileprivate mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    decode(bytes).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}

@Suite struct KeyDecoderTests {
  @Test(
    arguments: [
      ("q", ["q"]), ("jk", ["j", "k"]), (" ", [" "]), ("é日👍", ["é", "日", "👍"]),
      ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}\u{8}", [.backspace, .backspace]),
      ("\u{3}\u{1A}", [.control("c"), .control("z")]),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OB\u{1B}OH\u{1B}OF\u{1B}OM", [.up, .down, .home, .end, .enter]),
      ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[2~\u{1B}[Z", [.pageUp, .pageDown, .delete, .insert, .backTab]),
      ("\u{1B}[1;5A\u{1B}[5;2~", [.up, .pageUp]),
      ("\u{1B}x", [.alt("x")]), ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}\u{1B}\u{1B}[A", [.escape, .escape, .up]),
      ("\u{1B}éé\u{1B}日q", [.alt("é"), "é", .alt("日"), "q"]),
      ("\u{1B}[[Aq\u{1B}[[E\u{1B}[[\u{1B}[Aq", ["q", .up, "q"]),
      ("\u{1B}[Iq\u{1B}[?1;2cq", ["q", "q"]), ("\u{1B}[99~q", ["q"]),
      ("\u{1B}[?1Aq\u{1B}[1 Dq\u{1B}[>5~q", ["q", "q", "q"]),
      ("\u{1B}]0;no title\u{7}q", ["q"]), ("\u{1B}P1$r\u{1B}\\q", ["q"]),
      ("\u{1B}[12\u{1B}[Aq", [.up, "q"]), ("\u{1B}O\u{1B}[A", [.up]), ("\u{1B}[\rq", [.enter, "q"]), ("\u{0}q", ["q"]),
    ] as [(String, [Key])])
  func bytesBecomeKeys(bytes: String, keys: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.keys(bytes.utf8) == keys)
    #expect(whole.timeout == nil)
  }

  @Test func theMouseClicksAndScrolls() {
    var decoder = KeyDecoder()
    let events = decoder.decode("\u{1B}[<0;10;20M\u{1B}[<64;1;1M\u{1B}[<69;2;3M".utf8)
    #expect(
      events == [
        .mouse(MouseEvent(action: .press, column: 9, row: 19)), .mouse(MouseEvent(action: .wheelUp, column: 0, row: 0)),
        .mouse(MouseEvent(action: .wheelDown, column: 1, row: 2)),
      ])
  }

  @Test(
    "mouse releases, other buttons, positions off the screen and incomplete reports are ignored",
    arguments: ["0;10;20m", "2;1;1M", "0;0;1M", "0;1;0M", "0;1M", "0;99999999999999999999;1M"])
  func droppedReportsOfTheMouse(report: String) {
    var decoder = KeyDecoder()
    let events = decoder.decode("\u{1B}[<\(report)q".utf8)
    #expect(events == [.key("q")])
  }

  @Test func itDoesNotMatterWhereAReadEnds() {
    let bytes = Array("a\u{1B}é\u{1B}[A日\u{1B}[200~qé\u{1B}[201~\u{1B}[5;2~\u{1B}OHé".utf8)
    let keys: [Key] = ["a", .alt("é"), .up, "日", .pasted("q"), .pasted("é"), .pageUp, .home, "é"]
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      #expect(decoder.keys(bytes[..<cut]) + decoder.keys(bytes[cut...]) == keys)
    }
  }

  @Test func anEscapeByteIsTheEscapeKeyWhenNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]) == [])
    #expect(decoder.timeout != nil)
    #expect(decoder.endSequence() == .escape)
    #expect(decoder.timeout == nil)
    #expect(decoder.endSequence() == nil)
  }

  @Test("the rest of a key sequence is waited for briefly, and longer for other sequences") func patience() {
    func patience(_ bytes: String) -> Duration? {
      var decoder = KeyDecoder()
      _ = decoder.keys(bytes.utf8)
      return decoder.timeout
    }
    for bytes in ["", "a", "\u{1B}[200~", "\u{1B}]11;x\u{7}"] { #expect(patience(bytes) == nil) }
    for bytes in ["\u{1B}", "\u{1B}[1", "\u{1B}O"] { #expect(patience(bytes) == .milliseconds(50)) }
    for bytes in ["\u{1B}]", "\u{1B}]11;x", "\u{1B}P"] { #expect(patience(bytes) == .milliseconds(500)) }
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]0;x", "\u{1B}[["])
  func halfASequenceIsDroppedWhenNothingFollows(bytes: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(bytes.utf8) == [])
    #expect(decoder.timeout != nil)
    #expect(decoder.endSequence() == nil)
    #expect(decoder.keys("q".utf8) == ["q"])
  }

  @Test("pasted text is not interpreted as commands") func whatIsPastedIsNoCommand() {
    var decoder = KeyDecoder()
    func pasted(_ text: String) -> [Key] { text.map { .pasted($0) } }
    #expect(decoder.keys("\u{1B}[200~rm -rf\tq[201~\u{1B}[A\nд日\u{1}".utf8) == pasted("rm -rf q[201~A д日"))
    #expect(decoder.timeout == nil && decoder.endSequence() == nil, "it may take its time")
    #expect(decoder.keys("more\u{1B}\u{1B}[201~j".utf8) == pasted("more") + ["j"])
    let broken: [UInt8] = [0xFF, 0xC3, 0x71, 0x80, 0xC2, 0x9B, 0xED, 0xA0, 0x80, 0xF0, 0x9F, 0x71]
    #expect(decoder.keys("\u{1B}[200~".utf8 + broken + "\u{1B}[201~j".utf8) == pasted("qq") + ["j"])
    #expect(Key.pasted("q").character == nil && "\(Key.pasted("q"))" == "pasted q")
  }

  @Test func controlCEndsAPasteWhoseEndNeverComes() {
    var decoder = KeyDecoder()
    #expect(decoder.keys("\u{1B}[200~ab\u{3}q".utf8) == [.pasted("a"), .pasted("b"), .control("c"), "q"])
  }

  @Test(
    arguments: [
      [0xC3, 0x71], [0xE6, 0x97, 0x71], [0xFF, 0x71], [0x80, 0x71], [0xC0, 0x80, 0x71], [0xE0, 0x80, 0x80, 0x71],
      [0xED, 0xA0, 0x80, 0x71], [0xF4, 0x90, 0x80, 0x80, 0x71], [0xC2, 0x9B, 0x71],
      [0x1B, 0xC3, 0x71], [0x1B, 0xC2, 0x9B, 0x71], [0x1B, 0xC3, 0x1B, 0x5B, 0x49, 0x71],
    ] as [[UInt8]])
  func brokenCharactersAreDroppedAndWhatFollowsIsNot(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(bytes) == ["q"] && decoder.timeout == nil)
  }

  @Test(arguments: ["[", "]"])
  func aSequenceWithoutEndKeepsNoMemory(kind: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys("\u{1B}\(kind)".utf8 + Array(repeating: 0x31, count: 100_000)) == [])
    #expect("\(decoder)".utf8.count < 1000, "all that it keeps")
    #expect(decoder.keys((kind == "[" ? "Aq" : "\u{7}q").utf8).suffix(1) == ["q"])
  }

  @Test func keysSayWhatTheyAre() {
    #expect([Key.up, "q", .control("c"), .alt("x")].map(\.description) == ["up", "q", "ctrl-c", "alt-x"])
    #expect(Key("q").character == "q" && Key.up.character == nil && Key.alt("q").character == nil)
  }

  @Test(arguments: [
    ("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\", true), ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{07}", false),
    ("\u{1B}]11;rgb:ff/ff/ff\u{07}", true), ("\u{1B}]11;rgba:0/0/0/f\u{07}", false), ("\u{1B}]11;blue\u{07}", nil),
    ("\u{1B}]11;rgba:f/f/0/0\u{07}", true), ("\u{1B}]11;rgb:7f7f/7f7f/7f7f\u{07}", false),
    ("\u{1B}]10;rgb:ffff/ffff/dddd\u{07}", nil), ("\u{1B}]11;rgb:///\u{07}", nil), ("\u{1B}]\u{07}", nil),
    ("\u{1B}]11;rgb:ffffffffffffffffffff/0/0\u{07}", nil), ("\u{1B}]11;rgb:ffff/ffff/ffff:0/0/0\u{07}", true),
    ("\u{1B}]" + String(repeating: "x", count: 5000) + "\u{1B}\\", nil),
  ]) func theTerminalSaysWhatItsBackgroundIs(answer: String, isLight: Bool?) {
    for cut in [0, 1, 7, answer.utf8.count] {
      var decoder = KeyDecoder()
      let keys = decoder.keys(answer.utf8.prefix(cut)) + decoder.keys(answer.utf8.dropFirst(cut))
      #expect(keys.isEmpty && decoder.keys("a".utf8) == ["a"])
      #expect(decoder.isLight == isLight)
    }
  }
}
