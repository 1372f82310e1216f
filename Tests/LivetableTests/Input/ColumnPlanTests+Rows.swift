import Testing

@testable import livetable

extension ColumnPlanTests {
  @Test func aSumAboveRowsIsNoRowAndAloneItIsOne() throws {
    func count(_ text: String) throws -> Int {
      try InputTable(columnsOf: InputText(text), layout: TextLayout()).rows.count
    }
    #expect(try count("total 8\na 1\nb 2\n") == 2)
    #expect(try count("total 8.0K\na 1\nb 2\n") == 2, "ls -lh")
    #expect(try count("total 0\n") == 1, "an empty folder")
    #expect(try count("first 8\na 1\nb 2\n") == 3, "any other word is one")
  }

  @Test func titlesStandAboveNumbersForTheMostPart() throws {
    func count(_ values: String) throws -> Int {
      let rows = values.map { "row \($0)\n" }.joined()
      return try InputTable(columnsOf: InputText("name value\n" + rows), layout: TextLayout()).rows.count
    }
    #expect(try count("x2y3z") == 6, "a row like the others")
    #expect(try count("x2y34") == 5)
  }

  @Test func twoWordsInCapitalsAreTitlesAlsoAboveNames() throws {
    let table = try InputTable(columnsOf: InputText("NAME STATE\nWeb Up\nMail Down\n"), layout: TextLayout())
    #expect(table.printedRows == [["NAME": "Web", "STATE": "Up"], ["NAME": "Mail", "STATE": "Down"]])
  }

  @Test func theFieldOfALongTitleMayStandBelowItsLastWord() throws {
    let lines = """
      q local net big port
      1                800
      22                80
      """
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout())
    #expect(table.header?.names == ["q", "local net big port"])
  }

  @Test func whatIsTooWideForItsPlaceMovesAllThatFollows() throws {
    let lines = """
      NAME      PID  STATUS   COMMAND
      web       1    run      nginx
      db        2    run      postgres -D x
      averyverylong 3 run nginx -g off
      """
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout())
    #expect(table.rows[2].object.values.map(\.printed) == ["averyverylong", "3", "run", "nginx -g off"])
  }

  @Test func aSettingIsNoTitle() throws {
    func count(_ first: String) throws -> Int {
      try InputTable(columnsOf: InputText(first + " value\nx 1\ny 2\n"), layout: TextLayout()).rows.count
    }
    #expect(try (count("mode=fast"), count("mode")) == (3, 2))
  }

  @Test func aLogHasTwoColumns() throws {
    let log = "1a2b3c4 Add tables\n5d6e7f8 Lay out the package\n"
    let table = try InputTable(columnsOf: InputText(log), layout: TextLayout(columns: 2, hasNoHeader: true))
    #expect(table.printedRows == [["1": "1a2b3c4", "2": "Add tables"], ["1": "5d6e7f8", "2": "Lay out the package"]])
  }

  @Test func aWordThatEveryRowEndsWithNamesNothing() throws {
    let lines = "/dev/sda1 on\n/dev/sdb1 on /media\n/dev/sdc1 on\n"
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout(columns: 4, hasNoHeader: true))
    #expect(table.header?.names == ["1", "2", "on", "4"])
    let short = try InputTable(
      columnsOf: InputText("a on\nb on\nc on\n"), layout: TextLayout(columns: 3, hasNoHeader: true))
    #expect(short.header?.names == ["1", "2", "3"])
  }

  @Test func surplusPartsJoinTheLastOfTheColumnsThatAnEarlierOutputHad() throws {
    var plan: ColumnPlan?
    let texts = ["up 59 min,  0 user,  load", "up  1:00,  0 user,  load", "a  b  c  d  e", "a  b"]
    let rows = try texts.map { text in
      let table = try InputTable(columnsOf: InputText(text), layout: TextLayout(), plan: &plan)
      return table.rows[0].object.values.map(\.printed)
    }
    #expect(
      rows == [
        ["up 59 min,", "0 user,", "load"], ["up", "1:00,", "0 user,  load"], ["a", "b", "c  d  e"], ["a", "b"],
      ])
  }

  @Test func aShortLineHasNoValueForTheRest() throws {
    let table = try InputTable(columnsOf: InputText("A B C\n1 2 3\n4 5 6\n7\n\n"), layout: TextLayout())
    #expect(table.printedRows.last == ["A": "7"])
    #expect(table.differentColumns.count == 1, "no row has a column that the header has not")
    #expect(table.rows.count == 3)
  }

  @Test func columnsWithoutANameAreNumbered() throws {
    let table = try InputTable(columnsOf: InputText("A B\n1 2 3 4\n"), layout: TextLayout(columns: 3))
    #expect(table.printedRows == [["A": "1", "B": "2", "3": "3 4"]])
  }

  @Test func tabsAndCarriageReturnsSeparateToo() throws {
    let table = try InputTable(columnsOf: InputText("A\tB\r\n1\t2\r\n"), layout: TextLayout())
    #expect(table.printedRows == [["A": "1", "B": "2"]])
  }

  @Test func aLargerTableBelowIsSuggested() throws {
    let small = "         %user   %idle\n          3.21   95.27\n"
    let large = "\nDevice        tps    kB_read\nsda         12.40     101.22\nsdb          0.03       1.12\n"
    let rows = String(repeating: "sdc          1.03       1.12\n", count: 2)
    #expect(
      try InputTable(columnsOf: InputText(small + large + rows), layout: TextLayout()).hint
        == "titles in line 4? --skip 3")
    #expect(
      try InputTable(columnsOf: InputText(small + large), layout: TextLayout()).hint == "titles in line 4? --skip 3")
    #expect(try InputTable(columnsOf: InputText(small), layout: TextLayout()).hint == nil)
  }

  @Test func aCellThatNeverEndsIsCut() throws {
    let text = "+---+\n| a |\n+---+\n" + String(repeating: "| b+|\n", count: 2 * Limits.rowLines + 1)
    let rows = try InputTable(columnsOf: InputText(text), layout: TextLayout()).rows
    #expect(rows.map { $0.object.values[0].printed.split(separator: "\n").count } == [1_000, 1_000, 1])
  }

  @Test func outputWithoutALineIsAnEmptyTable() throws {
    #expect(try InputTable(columnsOf: InputText("\n \n"), layout: TextLayout()).rows.isEmpty)
    #expect(try InputTable(columnsOf: InputText("A\n"), layout: TextLayout(skip: 1)).rows.isEmpty)
    #expect(try InputTable(columnsOf: InputText(""), layout: TextLayout(hasNoHeader: true)).rows.isEmpty)
  }

  @Test func aThousandColumnsAreNoProblem() throws {
    let names = (0..<1000).map { "c\($0)" }
    let text = names.joined(separator: " ") + "\n" + (0..<1000).map { "\($0)" }.joined(separator: "  ") + "\n"
    let table = try InputTable(columnsOf: InputText(text), layout: TextLayout())
    #expect(table.rows[0].object.values.last == .string("999"))
  }
}
