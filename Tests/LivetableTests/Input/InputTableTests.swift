import Testing

@testable import livetable

@Suite struct InputTableTests {
  @Test func aJSONTextThatIsNotClosedGoesOn() throws {
    for text in ["{", "[1", "{\"a\": \"}\"", "\"a", "[\"]", "\"a\\\""] {
      #expect(try InputText(text).isOpenJSON, "\(text)")
    }
    for text in ["", "1", "{}", "{\"a\": \"{\"}", "\"a\"", "\"\\\"\"", "]"] {
      #expect(try !InputText(text).isOpenJSON, "\(text)")
    }
  }

  @Test func aJSONFileIsAnArrayOfObjects() throws {
    let table = try InputTable(json: InputText("[\n{\"id\":1},\n\n{\"id\":\"x\",\n\"n\":2}]\n"))
    #expect(table.printedRows == [["id": "1"], ["id": "x", "n": "2"]])
    #expect(table.rows.map(\.line) == [2, 4])
    #expect(table.header == nil)
  }

  @Test(
    arguments: [
      ("[{},\n7]", 2, 2, "the element is not an object"),
      ("{\"id\":1}\n{\"id\":", 2, nil, "it ends where a value was expected"),
      ("{}\n7", 2, nil, "the value is neither an object nor an array"),
    ] as [(String, Int, Int?, String)])
  func otherJSONFilesAreTrouble(json: String, line: Int, row: Int?, problem: String) throws {
    let table = try InputTable(json: InputText(json))
    let error = table.complaints.listed.first
    #expect(table.rows.count == 1 && table.complaints.count == 1)
    #expect(error?.line == line)
    #expect(error?.row == row)
    #expect(error?.problem == problem)
  }

  @Test func valuesMayFollowEachOther() throws {
    let table = try InputTable(json: InputText("{\"id\":1}\n\n{\"id\":2}\r\n  {\n\"id\":3}[{\"id\":4}] {\"id\":5}"))
    #expect(table.printedRows.map { $0["id"] } == ["1", "2", "3", "4", "5"])
    #expect(table.rows.map(\.line) == [1, 3, 4, 5, 5])
    #expect(try InputTable(json: InputText("")).rows.isEmpty)
  }

  @Test("a text with fewer lines than are skipped is empty") func droppedLines() throws {
    for count in 2...9 { #expect(try InputText("a\nb").dropping(lines: count).range.isEmpty) }
    #expect(try InputText("a\nb").dropping(lines: 1).range.count == 1)
  }

  @Test func separatedValuesMayHaveNoHeader() throws {
    let text = try InputText("note\n1,a\n2,\"b\nc\"\n").dropping(lines: 1)
    var plan: ColumnPlan?
    for layout in [TextLayout(), TextLayout(hasNoHeader: true)] {
      #expect(InputFormat(of: text, layout: layout) == .csv)
      #expect(layout.resolved(for: text, in: .csv) == TextLayout(hasNoHeader: true))
    }
    let table = InputTable(text, format: .csv, layout: TextLayout(hasNoHeader: true), plan: &plan)
    #expect(table.header?.names == ["1", "2"])
    #expect(table.printedRows == [["1": "1", "2": "a"], ["1": "2", "2": "b\nc"]])
    #expect(table.rows.map(\.line) == [2, 3])
    let nothing = try InputText("a\nb").dropping(lines: 2)
    #expect(InputTable(nothing, format: .csv, layout: TextLayout(hasNoHeader: true), plan: &plan).rows.isEmpty)
  }

  @Test func aListOfKubectlHasItsItemsAsRows() throws {
    let list = #"{"apiVersion":"v1","items":[{"id":1},{"id":2}],"kind":"List"}"#
    #expect(try InputTable(json: InputText(list)).printedRows == [["id": "1"], ["id": "2"]])
    #expect(try InputTable(json: InputText(#"{"items":[{"id":1}]}"#)).rows.count == 1)
    #expect(try InputTable(json: InputText(#"{"kind":"List","items":[1]}"#)).printedRows[0]["kind"] == "List")
  }

  @Test(
    arguments: [
      ("{\"a\":1}", .json), ("[\n {\"a\":1}]", .json), ("[]", .json), ("a,b\n1,2\n", .csv), ("a\tb\n1\t2\n", .tsv),
      ("a,b\n\"x,\ny\",2\n3,4\n", .csv), ("a, b\n1, 2\n", .columns),
      ("[x] y\n", .columns),
      ("4.0K\t./a\n8.0K\t./b\n", .tsv), ("", .columns), ("cpu 0,15\nio 0,10\n", .columns),
      ("10:00:00,123 started\n10:00:01,456 ended\n", .columns),
      ("a,b\n", .columns),
    ] as [(String, InputFormat)])
  func theTextSaysTheFormat(text: String, format: InputFormat) throws {
    #expect(InputFormat(of: try InputText(text)) == format)
  }

  @Test(
    arguments: [
      ("4c01db0b339c\tweb\nd7886598dbe2\tredis\n", .tsv, false), ("4.0K\t./a b\n8.0K\t./c\n", .tsv, false),
      ("857c669,Ann Lee,2026-11-27\n5588851,Bo,2026-11-26\n", .csv, false), ("7,1\n8,2\n", .csv, false),
      ("id\tn\n1\t2\n", .tsv, nil), ("name,24h\nbtc,up\n", .csv, nil), (",a\n0,1\n", .csv, nil),
      ("country,2019,2020\nde,1,2\n", .csv, nil), ("web,2019\ndb,2020\n", .csv, false),
      ("total,2019,3\nx,1,2\n", .csv, false),
    ] as [(String, InputFormat, Bool?)])
  func aFirstLineThatLooksLikeARowIsOne(text: String, format: InputFormat, hasHeader: Bool?) throws {
    let input = try InputText(text)
    #expect(InputFormat(of: input) == format)
    #expect(TextLayout().resolved(for: input, in: format).hasNoHeader == (hasHeader == false))
    var reader = RunReader(RecordOptions(), format: nil, source: "x")
    let lines = text.count { $0 == "\n" }
    let rows = try (0..<2).map { _ in try reader.table(of: Array(text.utf8)).table.count }
    #expect(rows == Array(repeating: hasHeader == nil ? lines - 1 : lines, count: 2))
    var options = StreamOptions()
    options.display.isOnce = true
    var intake = StreamIntake(options, source: "in", countLimit: 1)
    let complaints = intake.take(Array(text.utf8)) + intake.finish()
    var last: FeedTable?
    while let next = intake.next() { last = next }
    #expect(complaints.isEmpty && last?.table.count == rows[0])
    let diff = DiffCommand(options: DiffOptions(old: "a", new: "b"), files: ["a": text, "b": text])
    #expect(try diff.result().output == "The tables are equal: \(rows[0]) row\(rows[0] == 1 ? "" : "s").\n")
  }

  @Test func theFirstTenRowsSayTheFormatAndOneOfThemMayBeCutOff() throws {
    func format(_ counts: [Int]) throws -> InputFormat {
      let rows = counts.map { Array(repeating: "x", count: $0).joined(separator: ",") + "\n" }
      return InputFormat(of: try InputText("a,b\n" + rows.joined()))
    }
    #expect(try format([2, 2, 1]) == .csv)
    #expect(try format([2, 1, 2, 1]) == .columns)
    #expect(try format(Array(repeating: 2, count: 9) + [1, 1]) == .csv)
  }

  @Test(
    arguments: [
      ("a.json", .json), ("dir.csv/b.NDJSON", .json), ("c.jsonl", .json), ("d.tar.csv", .csv), ("d.tsv", .tsv),
      ("e", nil),
      ("f.txt", nil),
      ("dir.csv/g", nil), ("", nil),
    ] as [(String, InputFormat?)])
  func theExtensionSaysTheFormat(path: String, format: InputFormat?) {
    #expect(InputFormat(path: path) == format)
  }
}
