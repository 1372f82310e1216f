import LiveTables
import LiveTablesTesting
import Testing

@testable import livetable

@Suite struct TablePrinterTests {
  private func table(_ rows: [JSONObject], groupedBy column: String? = nil) -> RecordTable {
    RecordTable(
      rows.enumerated().map { Record(identity: "\($0)", object: $1) }, groupedBy: column.map { RowColumn($0) })
  }

  @Test func columnsAreBelowEachOther() {
    let rows: [JSONObject] = [
      ["name": .string("漢字"), "n": .number("7"), "g": .string("A")],
      ["name": .string("x\u{1B}"), "n": .number("12"), "g": .string("B")],
    ]
    #expect(
      TablePrinter(table: table(rows), columns: ["name", "n", "g"]).text(.text) == """
        name   n  g
        漢字   7  A
        x␛    12  B

        """)
    #expect(
      TablePrinter(table: table(rows, groupedBy: "g"), columns: ["name", "n"]).text(.text) == """
        name   n
        A (1)
        漢字   7
        B (1)
        x␛    12

        """)
  }

  @Test func noValueIsLostWhereTwoColumnsHaveOneName() {
    let row = JSONObject(columns: ColumnNames(["a", "b", "a"]), values: ["1", "2", "3"].map(JSONValue.string))
    #expect(
      TablePrinter(table: table([row]), columns: ["a", "b", "a"]).text(.ndjson) == #"{"a":"1","b":"2","a 2":"3"}"#
        + "\n")
  }

  @Test("a value outside of the columns is in no format") func hiddenColumns() {
    let rows: [JSONObject] = [["a": .string("1"), "b": .string("2")], ["b": .string("3"), "c": .string("4")]]
    let printer = TablePrinter(table: table(rows), columns: ["b"])
    #expect(printer.text(.csv) == "b\n2\n3\n")
    #expect(printer.text(.ndjson) == "{\"b\":\"2\"}\n{\"b\":\"3\"}\n")
    #expect(printer.text(.json) == "[\n  {\"b\":\"2\"},\n  {\"b\":\"3\"}\n]\n")
    #expect(TablePrinter(table: table([]), columns: []).text(.csv) == "")
  }

  @Test(arguments: seeds) func whatIsPrintedIsReadAgain(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = ["", "x", "a,b", "a\tb", "\"", "a\nb", "é", " ", "7"]
    let names = (0..<Int.random(in: 1...3, using: &generator)).map { "c\($0)" }
    let rows = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      JSONObject(
        columns: ColumnNames(names), values: names.map { _ in .string(texts.randomElement(using: &generator)!) })
    }
    let printer = TablePrinter(table: table(rows), columns: names)
    for (format, input) in [(PrintFormat.csv, InputFormat.csv), (.tsv, .tsv), (.json, .json), (.ndjson, .json)] {
      var plan: ColumnPlan?
      let text = try InputText(printer.text(format))
      let read = text.range.isEmpty ? [] : InputTable(text, format: input, plan: &plan).rows
      #expect(read.map(\.object) == rows, "\(printer.text(format))")
    }
  }

  @Test(
    "printed text is read as the same table, also with spaces in titles",
    arguments: [
      ["ID,NAME,USED %", "c0,-,Up 2 min", "c1,x,12", "c2,y,xxxxx"],
      ["CONTAINER ID,IMAGE,CREATED,STATUS", "1f,web:1,2 days ago,Up 2 days", "2f,db,3 weeks ago,Exited (0) 1 day ago"],
      ["id,last seen,object", "1,5 min ago,a", "2,12 min ago,b", "3,1 h ago,c"],
      ["NAME,IN USE,IN STORE", "ink,7,12", "pen,,3", "cap,12,"],
      ["NAME,IN USE", "ink,7", "pen,12"], ["First Name,Age", "Al,30", "Bo,31"],
      ["PID,CPU", "1,0.5", "2,12"],
    ])
  func text(lines: [String]) throws {
    var plan: ColumnPlan?
    let csv = try InputTable(InputText(lines.joined(separator: "\n") + "\n"), format: .csv, plan: &plan)
    let names = try #require(csv.header).names
    let text = TablePrinter(table: table(csv.rows.map(\.object)), columns: names).text(.text)
    let read = try InputTable(InputText(text), format: .columns, plan: &plan)
    #expect(read.header?.names == names, "\n\(text)")
    let values = read.rows.map { row in row.object.values.map(\.printed) }
    let expected = csv.rows.map { row in row.object.values.map(\.printed) }
    // Missing fields at the end of a line have no value.
    let padded = values.map { $0 + Array(repeating: "", count: max(0, names.count - $0.count)) }
    #expect(padded == expected, "\n\(text)")
  }

  @Test func aRowHasItsOwnColumnsAlsoBelowOthers() {
    let rows: [JSONObject] = [
      ["a": .string("1"), "b": .string("2")], ["b": .string("3"), "a": .string("4")], ["b": .null, "c": .string("5")],
      ["b": .string("6"), "c": .string("7")], ["a": .string("8"), "b": .string("9")],
    ]
    let printed = TablePrinter(table: table(rows), columns: ["a", "b", "c"]).text(.csv)
    #expect(printed == "a,b,c\n1,2,\n4,3,\n,,5\n,6,7\n8,9,\n")
  }

  @Test(.timeLimit(.minutes(20))) func aThousandColumnsOfManyRowsAreNoProblem() {
    let names = ColumnNames((0..<1000).map { "a column with a rather long name, and then its number \($0)" })
    let row = JSONObject(columns: names, values: names.names.map { _ in .string("x") })
    let printed = TablePrinter(table: table(Array(repeating: row, count: 1000)), columns: names.names).text(.csv)
    #expect(printed.utf8.count { $0 == .lineFeed } == 1001)
  }

  @Test func aTableWithoutColumnsIsNoLine() {
    #expect(TablePrinter(table: RecordTable([], groupedBy: nil), columns: []).text(.text) == "")
  }
}
