import Testing

@testable import LiveTablesTerminal
@testable import livetable

@Suite struct CommandColorsTests {
  private func colors(_ text: String, _ values: [String], line: Int) -> [String]? {
    CommandColors(Array(text.utf8)).colors(of: values.map(JSONValue.string), line: line)
  }

  @Test func eachValueHasTheColourOfItsFirstCharacter() {
    let text = "ID STATE\n1 \u{1B}[32mok\u{1B}[0m\n\u{1B}[1;31m2 bad\u{1B}[m\n3 ok\n"
    #expect(String(decoding: CommandColors(Array(text.utf8)).text, as: UTF8.self) == "ID STATE\n1 ok\n2 bad\n3 ok\n")
    #expect(colors(text, ["ID", "STATE"], line: 1) == nil)
    #expect(colors(text, ["1", "ok"], line: 2) == ["", "32"])
    #expect(colors(text, ["2", "bad"], line: 3) == ["1;31", "1;31"])
    #expect(colors(text, ["3", "ok"], line: 4) == nil)
    #expect(colors(text, [], line: 99) == nil)
  }

  @Test func coloursAddUpAndGoOnInTheNextLine() {
    #expect(colors("\u{1B}[1m\u{1B}[38;5;208ma\nb", ["a"], line: 1) == ["1;38;5;208"])
    #expect(colors("\u{1B}[1ma\nb", ["b"], line: 2) == ["1"])
    #expect(colors("\u{1B}[1;0;4ma", ["a"], line: 1) == ["4"])
    // A zero in a color is not a reset.
    #expect(colors("\u{1B}[1m\u{1B}[38;2;0;0;255ma", ["a"], line: 1) == ["1;38;2;0;0;255"])
  }

  @Test func coloursThatAreNeverResetStayShort() {
    for count in 1...100 {
      let parameters = colors(String(repeating: "\u{1B}[1m", count: count) + "a", ["a"], line: 1)?.first
      #expect(parameters.map { (1...64).contains($0.utf8.count) } == true)
    }
  }

  @Test func otherSequencesStayInTheText() {
    let text = "\u{1B}[2Ja\u{1B}[3"
    #expect(CommandColors(Array(text.utf8)).text == Array(text.utf8))
  }

  @Test func aRunWithColoursShowsThem() async throws {
    let output = Array("ID  STATE\n1   \u{1B}[31mbad\u{1B}[0m\n2   ok\n".utf8)
    var reader = RunReader(RecordOptions(), format: nil, source: "x", hasColors: true)
    let table = try await reader.table(of: RunResult(ending: .exited(status: 0), output: output)).table
    #expect(table.map { $0.object.values.map(\.printed) } == [["1", "bad"], ["2", "ok"]])
    #expect(table.map(\.colors) == [["", "31"], nil])
    var plain = RunReader(RecordOptions(), format: nil, source: "x")
    let other = try await plain.table(of: RunResult(ending: .exited(status: 0), output: output)).table
    #expect(other.map(\.colors) == [nil, nil])
  }

  @Test(arguments: [false, true]) func partsBetweenColonsAreNoText(hasColors: Bool) async throws {
    let output = Array("ID  STATE\n1   \u{1B}[4:3;38:2::255:0:0mbad\u{1B}[0m\n2   ok\n".utf8)
    var reader = RunReader(RecordOptions(), format: nil, source: "x", hasColors: hasColors)
    let table = try await reader.table(of: RunResult(ending: .exited(status: 0), output: output)).table
    #expect(table.map { $0.object.values.map(\.printed) } == [["1", "bad"], ["2", "ok"]])
  }

  @Test func coloursAreNumbersAlone() {
    let (colors, monochrome) = (Palette(means: .colors), Palette(means: .monochrome))
    #expect(colors.sequence(for: Style(rendition: "38;5;208")) == "\u{1B}[0;38;5;208m")
    #expect(monochrome.sequence(for: Style(rendition: "31")) == "\u{1B}[0m")
    #expect(colors.sequence(for: Style(rendition: "31m\u{1B}[2J")) == "\u{1B}[0m")
  }
}
