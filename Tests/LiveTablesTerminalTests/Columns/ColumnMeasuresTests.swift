import Testing

@testable import LiveTablesTerminal

@Suite struct ColumnMeasuresTests {
  @Test(arguments: [
    "0", "-1", "+3.5", "1,024", "1e5", "2.5E-3", "97%", "4.0K", "12M", "23Gi", "1.5GiB", "1KB", "0B", ".5", "5.",
    "1e", "1.2.3",
  ])
  func numbersAsProgramsPrintThem(text: String) {
    #expect(NumberText.matches(text) == (text != "1e"))
  }

  @Test(arguments: [
    "", "-", "abc", "1 2", "K", "%", "1x", "0x1F", "--1", "1Ki B", "1i", "1%B", "2e1.5", "1e1,0", "١", "1\u{301}",
    "1\u{212A}", "1KiBi",
  ])
  func textThatIsNoNumber(text: String) {
    #expect(!NumberText.matches(text))
  }

  @Test
  func widthsOnlyGrowAndOneTextIsEnoughToMakeAColumnText() {
    var measures = ColumnMeasures(titleWidths: [3, 3])
    #expect(!measures.columns[0].isNumeric)
    measures.add("1000", width: 4, column: 0)
    measures.add("", width: 0, column: 0)
    measures.add("7", width: 1, column: 0)
    #expect(measures.columns[0].width == 4 && measures.columns[0].isNumeric)
    measures.add("-", width: 1, column: 0)
    measures.add("7", width: 1, column: 0)
    #expect(measures.columns[0].width == 4 && !measures.columns[0].isNumeric)
    #expect(measures.columns[1].width == 3)
  }
}
