import LiveTables
import Testing

@testable import livetable

extension StreamIntakeTests {
  @Test("rows of JSON without a column “id” all stay, also where they have the same values")
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

  @Test func memoryStaysBoundedWhereNobodyTakesTables() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 256)
    let chunk = Array(String(repeating: "{\"id\":1,\"v\":1}\n", count: 1000).utf8)
    for _ in 0..<10 { #expect(intake.take(chunk).isEmpty) }
    var counted = 0
    var tables = 0
    while let entry = intake.next() {
      counted += 1 + entry.superseded
      tables += 1
    }
    #expect(counted == 10_000)
    #expect(tables <= 256)
    // Nor do long lines wait, however few.
    let long = "{\"id\":1,\"v\":\"\(String(repeating: "x", count: 400_000))\"}\n"
    for _ in 0..<4 { #expect(intake.take(long).isEmpty) }
    let superseded = (intake.next()?.superseded, intake.next()?.superseded)
    #expect(superseded == (2, 0) && intake.next() == nil, "two are as much as may wait")
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

  @Test func separatedValuesAreRows() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("name,n\na,1\n\"b\nb\",2\n") == [])
    #expect(intake.take("a,1\n") == [])
    // Without a column “id” a row is told apart by its place: nothing is lost.
    #expect(intake.takeTables() == [["1"], ["1", "2"], ["1", "2", "3"]])
    #expect(intake.take("x\n").count == 1)
    var early = StreamIntake(StreamOptions(), source: "in", countLimit: 2)
    #expect(early.take("id,n\n1,1\n") == [] && early.takeTables() == [["1"]], "one row is enough to know what it is")
    #expect(early.take("2,1\n3,1\n") == [] && early.takeTables() == [["1", "2"], ["1", "2", "3"]])
    var keyed = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(keyed.take("id\tn\n1\t1\n2\t1\n1\t2\n") == [])
    #expect(keyed.takeTables() == [["1"], ["1", "2"], ["1", "2"]])
  }

  @Test(arguments: [1, 3, 1000]) func linesAreLeftOutAndTheFirstRowMayBeNoHeader(size: Int) {
    let layout = TextLayout(skip: 2, hasNoHeader: true)
    var options = StreamOptions(records: RecordOptions(id: ["1"]), layout: layout)
    var intake = StreamIntake(options, source: "in", countLimit: 10)
    let text = Array("\u{FEFF}a, \"preamble\n\n7,1\n8,2\n9\n".utf8)
    var complaints: [String] = []
    for start in stride(from: 0, to: text.count, by: size) {
      complaints += intake.take(text[start..<min(start + size, text.count)]).texts
    }
    #expect(intake.takeTables() == [["7"], ["7", "8"]])
    #expect(complaints.map { $0.hasPrefix("in, line 5: 1 field, but the first line has 2") } == [true])
    options.layout.skip = 9
    var short = StreamIntake(options, source: "in", countLimit: 10)
    #expect(short.take("a\nb") == [] && short.finish().isEmpty && short.next() == nil)
    options.layout = TextLayout(skip: 1)
    options.records.id = []
    var json = StreamIntake(options, source: "in", countLimit: 10)
    #expect(json.take("Listening on port 1\n{\"id\":3}\n") == [] && json.takeTables() == [["3"]])
    options.layout = layout
    var columns = StreamIntake(options, source: "in", countLimit: 10)
    #expect(columns.take("a\nb\n1 x\n2 y\n3 z\n") == [] && columns.finish().isEmpty)
    #expect(columns.takeTables().last?.count == 3)
  }

  @Test func columnsAreRows() {
    let fixture = CommandFixture.all[0]
    var intake = StreamIntake(StreamOptions(records: RecordOptions(id: ["PID"])), source: "in", countLimit: 100)
    #expect(intake.take(fixture.output + "\n") == [])
    #expect(intake.finish().isEmpty)
    #expect(intake.takeTables().last == ["1", "2", "10", "412", "1717", "1802"])
    var wide = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    #expect(wide.take("NAME        SIZE\na             10\n") == [] && wide.take("x      big    10\n") == [])
    #expect(
      wide.next()?.table.last?.object.values == [.string("x"), .string("big    10")], "the first row is learned from")
    var line = StreamIntake(StreamOptions(), source: "in", countLimit: 100)
    #expect(line.take("one line") == [])
    #expect(line.finish().isEmpty)
    #expect(line.takeTables() == [["1"]])
  }
}
