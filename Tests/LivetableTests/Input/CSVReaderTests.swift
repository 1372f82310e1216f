import LiveTablesTesting
import Testing

@testable import livetable

private func fields(_ csv: String) throws -> [[String]] {
  var reader = CSVReader(try InputText(csv))
  var lines: [[String]] = []
  while let (fields, _) = try reader.readFields() { lines.append(fields) }
  return lines
}

@Suite struct CSVReaderTests {
  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]), ("a\r1\r", [["a"], ["1"]]),
    ("\u{FEFF}a,b\n", [["a", "b"]]), ("a,,\n", [["a", "", ""]]), ("\"a,b\",\"c\"\"d\"\n", [["a,b", "c\"d"]]),
    ("\"a\r\nb\"\n", [["a\r\nb"]]), ("\"\"\n", [[""]]), ("\n\na\n\n1\n\n", [["a"], ["1"]]),
    ("a b, c \n", [["a b", " c "]]),
    ("a\"b,c\n", [["a\"b", "c"]]), ("é,日本\n", [["é", "日本"]]), ("", []),
  ])
  func readsFields(csv: String, lines: [[String]]) throws {
    #expect(try fields(csv) == lines)
  }

  @Test("a duplicate column title is numbered") func repeatedTitles() throws {
    let table = try InputTable(separatedBy: .comma, InputText("id,a,a,,\n1,2,3,4,5\n"))
    #expect(table.header?.names == ["id", "a", "a 2", "", " 2"])
    #expect(table.printedRows == [["id": "1", "a": "2", "a 2": "3", "": "4", " 2": "5"]])
  }

  @Test func rowsHaveTheColumnsOfTheHeader() throws {
    let table = try InputTable(separatedBy: .comma, InputText("id,name\n1,\"a\nb\"\n2,c\n"))
    #expect(table.header?.names == ["id", "name"])
    #expect(table.printedRows == [["id": "1", "name": "a\nb"], ["id": "2", "name": "c"]])
    #expect(table.rows.map(\.line) == [2, 4])
  }

  @Test func tabsSeparateToo() throws {
    let table = try InputTable(separatedBy: .tab, InputText("id\ta b\n1\tx, y\n"))
    #expect(table.printedRows == [["id": "1", "a b": "x, y"]])
    #expect(try InputTable(separatedBy: .comma, InputText("")).rows.isEmpty)
  }

  @Test(
    arguments: [
      ("a,b\n1,2\n3\n", 3, 2, "1 field, but the first line has 2"),
      ("a,b\r\n1,\"\r\n\"\r\n3\r\n", 4, 2, "1 field, but the first line has 2"),
      ("a\n\n1,2\n", 3, 1, "2 fields, but the first line has 1"),
      ("a\n\"b\nc", 2, nil, "a quoted field has no closing quote"),
      ("a\n\"b\"c\n", 2, nil, "text follows the closing quote of a field"),
    ] as [(String, Int, Int?, String)])
  func errorsNameTheLine(csv: String, line: Int, row: Int?, problem: String) throws {
    let error = try InputTable(separatedBy: .comma, InputText(csv)).complaints.listed.first
    #expect(error?.line == line)
    #expect(error?.row == row)
    #expect(error?.problem == problem)
  }

  @Test(arguments: seeds) func readsWhatAWriterWrote(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = ["", "a", ",", "\"", "\n", "\r\n", "\r", "é", " x ", "\"\"", "a,b\n\"c\""]
    let width = Int.random(in: 1...5, using: &generator)
    let lines = (0..<10).map { _ in (0..<width).map { _ in texts.randomElement(using: &generator)! } }
    let end = ["\n", "\r\n"].randomElement(using: &generator)!
    let csv = lines.map { line in
      line.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + end
    }
    #expect(try fields(csv.joined()) == lines, "\(csv)")
  }
}
