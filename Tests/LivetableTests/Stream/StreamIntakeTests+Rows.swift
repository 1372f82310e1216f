import LiveTables
import Testing

@testable import livetable

extension StreamIntakeTests {
  @Test("JSON rows without a column “id” are all kept, even if they are equal")
  func noRowCollapses() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("{\"level\":\"info\",\"n\":1}\n{\"level\":\"warn\",\"n\":1}\n") == [])
    #expect(intake.take("{\"level\":\"info\"}{\"level\":\"info\"}\n") == [], "two on one line are two")
    #expect(intake.takeTables() == [["1"], ["1", "2"], ["1", "2", "3", "4"]])
    #expect(
      intake.take("{\"level\":\"info\",\"$delete\":true}\n").map { $0.prefix { $0 != ";" } } == [
        "in, line 4: the row to delete has no column “id”"
      ])
    #expect(intake.take("[{\"name\":\"a\",\"n\":1},{\"name\":\"b\",\"n\":1}]\n{\"name\":\"b\",\"n\":2}\n") == [])
    #expect(intake.takeTables() == [["a", "b"], ["a", "b"]], "a whole table says what identifies its rows")
  }

  @Test func deleteHasToBeTrue() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("{\"id\":1,\"$delete\":false}\n{\"id\":2,\"$delete\":\"true\"}\n") == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"]])
  }

  @Test func allColumnsThatRowsHadAreKnown() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("{\"id\":1,\"b\":1}\n{\"a\":2,\"id\":2}\n[{\"id\":1,\"c\":1}]\n{\"id\":3}\n") == [])
    var columns: [[String]] = []
    while let next = intake.next() { columns.append(next.columns) }
    #expect(columns == [["id", "b"], ["id", "b", "a"], ["id", "b", "a", "c"], ["id", "b", "a", "c"]])
  }

  @Test func theLastRowsAreKept() throws {
    var options = StreamOptions(last: 2)
    var intake = StreamIntake(options, source: "in", countLimit: 20)
    #expect(
      intake.take(
        (1...4).map { "{\"id\":\($0)}\n" }.joined() + "{\"id\":3,\"v\":1}\n[{\"id\":7},{\"id\":8},{\"id\":9}]\n") == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"], ["2", "3"], ["3", "4"], ["3", "4"], ["8", "9"]])
    options.format = .columns
    intake = StreamIntake(options, source: "in", countLimit: 20)
    #expect(intake.take("a 1\na 2\na 3\na 4\n") == [] && intake.finish().isEmpty)
    #expect(intake.takeTables().last?.count == 2)
  }

  @Test func columnsThatAreSortedByAndNotShownAreNone() {
    var options = StreamOptions()
    options.records = RecordOptions(columns: ["n"], groupBy: "n", sortBy: [SortOrder(column: "v")])
    var intake = StreamIntake(options, source: "in", countLimit: 10)
    #expect(intake.take("{\"id\":1,\"n\":\"a\",\"v\":2}\n") == [])
    let next = intake.next()
    #expect(next?.columns == ["n"] && next?.table.first?.object.columns.names == ["n", "v"])
  }

  @Test("more lines than tables can wait make one table, unless they are few values in brackets")
  func manyLinesAtOnce() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 3)
    #expect(intake.take("{\"id\":1}\n{\"id\":2}\n") == [])
    #expect(intake.take("{\"id\":3}\n{\"id\":4}\n") == [])
    let newest = intake.next()
    #expect(newest?.table.map(\.identity.string) == ["1", "2", "3", "4"] && newest?.skippedCount == 3)
    #expect(intake.next() == nil)
    intake = StreamIntake(StreamOptions(), source: "in", countLimit: 3)
    #expect(intake.take("{\n\"id\":1\n}\n{\n\"id\":2\n}\n") == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"]])
  }

  @Test func memoryStaysBoundedWhereNobodyTakesTables() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 256)
    let chunk = Array(String(repeating: "{\"id\":1,\"v\":1}\n", count: 1000).utf8)
    for _ in 0..<10 { #expect(intake.take(chunk).isEmpty) }
    var counted = 0
    var tables = 0
    while let entry = intake.next() {
      counted += 1 + entry.skippedCount
      tables += 1
    }
    #expect(counted == 10_000)
    #expect(tables <= 256)
    // The total size of the waiting tables is limited, too.
    let long = "{\"id\":1,\"v\":\"\(String(repeating: "x", count: 400_000))\"}\n"
    for _ in 0..<4 { #expect(intake.take(long).isEmpty) }
    let skipped = (intake.next()?.skippedCount, intake.next()?.skippedCount)
    #expect(skipped == (2, 0) && intake.next() == nil, "two are as much as may wait")
  }

  @Test func valuesMayGoOverSeveralLines() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    let text = "{\n  \"id\": 1,\n  \"a\": {\"b\": \"}\"}\n}\n{\n  \"id\": 2\n}\n"
    for character in text { #expect(intake.take(String(character)) == []) }
    #expect(intake.takeTables() == [["1"], ["1", "2"]])
    #expect(intake.take("{\"id\":3}{\"id\":4}\n") == [])
    #expect(intake.takeTables() == [["1", "2", "3", "4"]])
  }

  @Test func behindAValueOnOneLineAnotherMayGoOverSeveral() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    for character in "{\"id\":1}\n{\n \"id\": 2,\n \"a\": {\n }\n}\n" { #expect(intake.take(String(character)) == []) }
    #expect(intake.takeTables() == [["1"], ["1", "2"]])
    #expect(intake.take("{\"id\":\n").count == 1, "what is cut off takes nothing with it")
    #expect(intake.take("[\n {\"id\": 3}\n]\n{\"id\":4}\n") == [])
    #expect(intake.takeTables() == [["3"], ["3", "4"]])
  }

  @Test func behindAGoodValueEachLineCountsByItself() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("{\"id\":1}{\"v\":1}\n").count == 1)
    #expect(intake.takeTables() == [["1"]], "what is good is shown, also where something bad follows")
    #expect(intake.take("{\"id\":\n").count == 1, "it does not wait for more")
  }

  @Test("CSV rows without a column id are identified by position, and may span several lines")
  func separatedValuesAreRows() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("name,n\na,1\n\"b\nb\",2\n") == [])
    #expect(intake.take("a,1\n") == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"], ["1", "2", "3"]])
    #expect(intake.take("x\n").count == 1)
  }

  @Test("a header and one row of CSV are recognized") func separatedValuesAreRecognized() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 2)
    #expect(intake.take("id,n\n1,1\n") == [] && intake.takeTables() == [["1"]])
    #expect(intake.take("2,1\n3,1\n") == [] && intake.takeTables() == [["1", "2"], ["1", "2", "3"]])
  }

  @Test("a row of TSV replaces the row with the same id") func separatedValuesWithAnID() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("id\tn\n1\t1\n2\t1\n1\t2\n") == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"], ["1", "2"]])
  }

  @Test("lines are skipped, and the first row may be data, wherever chunks end", arguments: [1, 3, 1000])
  func linesAreLeftOut(chunkSize: Int) {
    let layout = TextLayout(skip: 2, hasNoHeader: true)
    let options = StreamOptions(records: RecordOptions(id: ["1"]), layout: layout)
    var intake = StreamIntake(options, source: "in", countLimit: 10)
    let text = Array("\u{FEFF}a, \"preamble\n\n7,1\n8,2\n9\n".utf8)
    var complaints: [String] = []
    for start in stride(from: 0, to: text.count, by: chunkSize) {
      complaints += intake.take(text[start..<min(start + chunkSize, text.count)]).texts
    }
    #expect(intake.takeTables() == [["7"], ["7", "8"]])
    #expect(complaints.map { $0.hasPrefix("in, line 5: 1 field, but the first line has 2") } == [true])
  }

  @Test("a stream that is shorter than the skipped lines has no table") func allLinesAreLeftOut() {
    var intake = StreamIntake(StreamOptions(layout: TextLayout(skip: 9)), source: "in", countLimit: 10)
    #expect(intake.take("a\nb") == [] && intake.finish().isEmpty && intake.next() == nil)
  }

  @Test("JSON below a skipped line is recognized") func jsonBelowALine() {
    var intake = StreamIntake(StreamOptions(layout: TextLayout(skip: 1)), source: "in", countLimit: 10)
    #expect(intake.take("Listening on port 1\n{\"id\":3}\n") == [] && intake.takeTables() == [["3"]])
  }

  @Test("columns below skipped lines need no header") func columnsBelowLines() {
    let layout = TextLayout(skip: 2, hasNoHeader: true)
    var intake = StreamIntake(StreamOptions(layout: layout), source: "in", countLimit: 10)
    #expect(intake.take("a\nb\n1 x\n2 y\n3 z\n") == [] && intake.finish().isEmpty)
    #expect(intake.takeTables().last?.count == 3)
  }

  @Test("aligned lines are rows, also the last one without a line end") func columnsAreRows() {
    let fixture = CommandFixture.all[0]
    var intake = StreamIntake(StreamOptions(records: RecordOptions(id: ["PID"])), source: "in", countLimit: 100)
    #expect(intake.take(fixture.output + "\n") == [])
    #expect(intake.finish().isEmpty)
    #expect(intake.takeTables().last == ["1", "2", "10", "412", "1717", "1802"])
    var line = StreamIntake(StreamOptions(), source: "in", countLimit: 100)
    #expect(line.take("one line") == [] && line.finish().isEmpty)
    #expect(line.takeTables() == [["1"]])
  }

  @Test("aligned columns are recognized from the first row") func columnsOfTheFirstRow() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    #expect(intake.take("NAME        SIZE\na             10\n") == [] && intake.take("x      big    10\n") == [])
    #expect(intake.next()?.table.last?.object.values == [.string("x"), .string("big    10")])
  }
}
