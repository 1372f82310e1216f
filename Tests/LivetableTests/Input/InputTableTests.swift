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
      ("{}\n7", 2, nil, "there is a value that is no row"),
    ] as [(String, Int, Int?, String)])
  func otherJSONFilesAreTrouble(json: String, line: Int, row: Int?, problem: String) {
    let error = #expect(throws: InputError.self) { try InputTable(json: InputText(json)) }
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

  @Test func separatedValuesMayHaveNoHeader() throws {
    let text = try InputText("note\n1,a\n2,\"b\nc\"\n").dropping(lines: 1)
    var plan: ColumnPlan?
    #expect(InputFormat(of: text) == .columns && InputFormat(of: text, layout: TextLayout(hasHeader: false)) == .csv)
    let table = try InputTable(text, format: .csv, layout: TextLayout(hasHeader: false), plan: &plan)
    #expect(table.header?.names == ["1", "2"])
    #expect(table.printedRows == [["1": "1", "2": "a"], ["1": "2", "2": "b\nc"]])
    #expect(table.rows.map(\.line) == [2, 3])
    let nothing = try InputText("a\nb").dropping(lines: 2)
    #expect(try InputTable(nothing, format: .csv, layout: TextLayout(hasHeader: false), plan: &plan).rows.isEmpty)
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
      ("4.0K\t./a\n8.0K\t./b\n", .columns), ("", .columns),
      ("a,b\n", .columns),
    ] as [(String, InputFormat)])
  func theTextSaysTheFormat(text: String, format: InputFormat) throws {
    #expect(InputFormat(of: try InputText(text)) == format)
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
