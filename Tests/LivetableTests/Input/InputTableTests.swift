import Testing

@testable import livetable

@Suite struct InputTableTests {
  @Test func aJSONFileIsAnArrayOfObjects() throws {
    let table = try InputTable(json: InputText("[\n{\"id\":1},\n\n{\"id\":\"x\",\n\"n\":2}]\n"))
    #expect(table.printedRows == [["id": "1"], ["id": "x", "n": "2"]])
    #expect(table.rows.map(\.line) == [2, 4])
    #expect(table.header == nil)
  }

  @Test(
    arguments: [
      ("{\"id\":1}", 1, nil, "there is no array"), ("", 1, nil, "there is no array"),
      ("[{},\n7]", 2, 2, "the element is not an object"),
      ("[{}]\n[]", 2, nil, "“[” where nothing more after the value was expected"),
    ] as [(String, Int, Int?, String)])
  func otherJSONFilesAreTrouble(json: String, line: Int, row: Int?, problem: String) {
    let error = #expect(throws: InputError.self) { try InputTable(json: InputText(json)) }
    #expect(error?.line == line)
    #expect(error?.row == row)
    #expect(error?.problem == problem)
  }

  @Test func anNDJSONFileHasAnObjectOnEachLine() throws {
    let table = try InputTable(ndjson: InputText("{\"id\":1}\n\n{\"id\":2}\r\n  {\"id\":3}"))
    #expect(table.printedRows == [["id": "1"], ["id": "2"], ["id": "3"]])
    #expect(table.rows.map(\.line) == [1, 3, 4])
    #expect(try InputTable(ndjson: InputText("")).rows.isEmpty)
  }

  @Test(arguments: [
    ("{\"id\":1}\n{\"id\":", 2, "it ends where a value was expected"),
    ("{\"id\":1}\n{\"id\"\n:2}\n", 2, "it ends where a colon after the key was expected"),
    ("{\"id\":1}\n[]\n", 2, "the line is not an object"),
    ("{} {}", 1, "“{” where nothing more after the value was expected"),
  ])
  func anNDJSONLineHasToBeComplete(ndjson: String, line: Int, problem: String) {
    let error = #expect(throws: InputError.self) { try InputTable(ndjson: InputText(ndjson)) }
    #expect(error?.line == line)
    #expect(error?.problem == problem)
  }

  @Test(
    arguments: [
      ("a.json", .json), ("dir.csv/b.NDJSON", .ndjson), ("c.jsonl", .ndjson), ("d.tar.csv", .csv), ("e", nil),
      ("f.txt", nil),
      ("dir.csv/g", nil), ("", nil),
    ] as [(String, InputFormat?)])
  func theExtensionSaysTheFormat(path: String, format: InputFormat?) {
    #expect(InputFormat(path: path) == format)
  }
}
