import Testing

@testable import livetable

/// Tests that a bad line hides no other bad line and is never read as a complete one.
@Suite struct BadLineTests {
  private static let texts: [(name: String, text: String, acceptedStatuses: Int, partial: Int, lines: [Int])] = [
    ("a.csv", "id,n\n1,a\n2\n3,c\n", 2, 1, [3]),
    ("a.csv", "id,n\n1,a\n2,b,c\n3,c\n", 2, 1, [3]),
    ("a.csv", "id,n\n1,\"a\"b\n2,b\n3,c\n", 2, 1, [2]),
    ("a.csv", "id,n\n1,a\n2,\"b\n3,c\n", 2, 1, [3]),
    ("a.ndjson", "{\"id\":1}\nTraceback:\n  File x\n{\"id\":2}\n", 2, 0, [2]),
    ("a.ndjson", "{\"id\":1}\nTraceback:\n  File x\nError: y\n{\"id\":2}\nnoise\n\nnoise\n", 2, 0, [2, 6, 8]),
    ("a.json", "[{\"id\":1},{\"id\":2,\"n\":\"x", 1, 0, [1]),
    ("a.ndjson", "{\"id\":1}\n{\"id\":\n{\"id\":3}\n{\"id\":4}", 3, 0, [2]),
    ("a.json", "[\n  {\"id\":1},\n  {\"id\":2,},\n  7,\n  {\"id\":4}\n]\n", 2, 0, [3, 4]),
    ("a.json", "[\n{\"id\":1},\n{\n  \"id\": x\n},\n{\"id\":4}\n]\n", 2, 0, [4]),
    ("a.ndjson", "{\"id\":1}\n{\"n\":2}\n{\"id\":3}\n", 2, 1, [2]),
  ]

  @Test(arguments: texts.indices, [false, true]) func everyOtherLineIsRead(index: Int, keepsPartialRows: Bool) throws {
    let (name, text, good, partial, lines) = Self.texts[index]
    var reader = RunReader(
      RecordOptions(), format: InputFormat(path: name), isGuess: true, source: name, keepsPartialRows: keepsPartialRows)
    for _ in 0..<2 {
      let table = try reader.table(of: Array(text.utf8))
      #expect(table.table.count == good + (keepsPartialRows ? partial : 0))
      #expect(table.complaints.listed.map(\.line) == lines)
    }
  }

  @Test func aLineThatIsNoUTF8HidesNoOther() throws {
    var reader = RunReader(RecordOptions(), format: .csv, isGuess: true, source: "a.csv")
    let table = try reader.table(of: Array("id,n\n1,a\n2,".utf8) + [0xFC] + Array("\n3,c\n".utf8))
    #expect(table.table.map(\.identity.string) == ["1", "3"])
    #expect(table.complaints.listed.map(\.line) == [3])
    #expect(throws: InputError.self) { try reader.table(of: [0xFF, 0xFE] + Array("i\0d\0\n\0".utf8)) }
  }

  @Test func aGuessIsNeverFatal() throws {
    for text in ["4K\ta\n8K\tb\nline\n1M\tc\n", "a,b\n1,2\n3\n4,5\n", "x\ty\n1\t2\t3\n"] {
      var reader = RunReader(RecordOptions(), format: nil, source: "in")
      let table = try reader.table(of: Array(text.utf8))
      #expect(table.complaints.isEmpty && !table.table.isEmpty, "\(text)")
    }
    var reader = RunReader(RecordOptions(), format: .json, isGuess: true, source: "a.json")
    #expect(try reader.table(of: Array("NAME  AGE\nann   3\n".utf8)).columns == ["NAME", "AGE"])
  }

  @Test func fewBadLinesMakeNoOtherFormatOfAText() throws {
    let text = "a,b\n" + (1...20).map { "\($0),x\n" }.joined() + "21\n"
    var reader = RunReader(RecordOptions(), format: nil, source: "in", keepsPartialRows: true)
    let table = try reader.table(of: Array(text.utf8))
    #expect(table.columns == ["a", "b"] && table.table.count == 21 && table.complaints.listed.map(\.line) == [22])
  }

  @Test(arguments: [
    "{\"id\":\n{\"id\":3}\n{\"id\":4}\n", "{\"id\":1} x {\"id\":2}\n{\"id\":3}\n", "{\n \"id\": x\n}\n{\"id\":2}\n",
    "{\"id\":1}\n7\n{\"id\":2}\n", "[{\"id\":1},\n7,\n{\"id\":3}]\n",
  ]) func aStreamOfJSONIsReadAsAFile(text: String) throws {
    var reader = RunReader(RecordOptions(), format: .json, source: "in")
    let file = try reader.table(of: Array(text.utf8))
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    let complaints = intake.take(Array(text.utf8)) + intake.finish()
    var last: FeedTable?
    while let next = intake.next() { last = next }
    #expect(last?.table.map(\.identity.string) == file.table.map(\.identity.string))
    #expect(complaints == file.complaints && complaints.count == 1)
  }

  @Test(arguments: [true, false]) func aTracebackIsOneComplaint(atOnce: Bool) {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 100)
    let lines = ["{\"id\":1}", "Traceback:", "  File x", "", "Error: y", "more", "{\"id\":2}"].map { $0 + "\n" }
    let chunks = atOnce ? [lines.joined()] : lines
    let complaints = chunks.map { intake.take(Array($0.utf8)) }
    let places = atOnce ? ["lines 2–3", "lines 5–6"] : ["line 2", "line 5"]
    #expect(complaints.flatMap(\.texts).map { $0.split(separator: ":")[0] } == places.map { "in, \($0)" })
    var last: FeedTable?
    while let next = intake.next() { last = next }
    #expect(last?.badLineCount == 4 && last?.table.count == 2)
  }

  @Test func aStreamSaysHowManyMoreLinesAreBad() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    let complaints = intake.take(Array(("{\"id\":1}\n" + String(repeating: "{x}\n", count: 1_500)).utf8))
    #expect(complaints.texts.count == 1_001 && complaints.texts.last == "500 more lines could not be read")
  }

  @Test func onlyTheFirstThousandAreReportedOneByOne() throws {
    var complaints = Complaints()
    for line in 1...1_500 { complaints.append(InputError(source: "a", line: line, problem: "bad", remedy: "fix")) }
    #expect(complaints.count == 1_500 && complaints.listed.count == 1_000)
    #expect(complaints.texts.last == "500 more lines could not be read")
  }

  @Test func aColumnThatIdentifiedRowsMayGo() throws {
    var reader = RunReader(RecordOptions(), format: .csv, isGuess: true, source: "a.csv")
    #expect(try reader.table(of: Array("id,name\n1,a\n2,b\n".utf8)).identity == "id: id")
    let table = try reader.table(of: Array("key,name\n1,a\n2,b\n".utf8))
    #expect(table.identity == "id: key" && table.isBaseline && table.complaints.isEmpty)
  }

  @Test(arguments: ["{}", "[{}]", "{}\n{\"id\":1}"]) func aRowWithoutColumnsIsOne(text: String) throws {
    var options = StreamOptions()
    options.display.isOnce = true
    var intake = StreamIntake(options, source: "in", countLimit: 1)
    #expect((intake.take(Array(text.utf8)) + intake.finish()).isEmpty)
    #expect(intake.next()?.table.isEmpty == false)
  }

  @Test(arguments: [false, true]) func aDiffOfBadLinesComparesNothing(isLenient: Bool) throws {
    var options = DiffOptions(old: "a.csv", new: "b.csv")
    options.layout.isLenient = isLenient
    let files = ["a.csv": "id,n\n1,a\n2\n", "b.csv": "id,n\n1,a\n2,b\n"]
    let result = try DiffCommand(options: options, files: files).result()
    #expect(result.complaints.count == 1)
    #expect(result.output.isEmpty == !isLenient && !result.isEqual)
  }

  @Test(arguments: [false, true]) func aPatchOfAFileWithBadLinesPrintsNothing(isLenient: Bool) throws {
    var options = PatchOptions(file: "a.csv", patch: "patch")
    options.layout.isLenient = isLenient
    let patch = #"{"livetable-patch":1,"id":["id"]}"# + "\n" + #"{"op":"insert","id":"3","new":{"id":"3","n":"c"}}"#
    let command = PatchCommand(options: options) { path throws(SystemError) in
      Array((path == "patch" ? patch : "id,n\n1,a\n2\n").utf8)
    }
    let result = try command.result()
    #expect(result.complaints.count == 1)
    #expect(result.output == (isLenient ? "id,n\n3,c\n1,a\n2,\n" : ""))
  }

  @Test func aPatchGivesNoRowTheIdentityOfAnother() throws {
    let patch =
      #"{"livetable-patch":1,"id":["id"]}"# + "\n"
      + #"{"op":"update","id":"1","old":{"id":"1"},"new":{"id":"2"}}"# + "\n"
      + #"{"op":"insert","id":"3","after":"2","new":{"id":"2"}}"# + "\n"
    let command = PatchCommand(options: PatchOptions(file: "a.csv", patch: "patch")) { path throws(SystemError) in
      Array((path == "patch" ? patch : "id\n1\n2\n").utf8)
    }
    let result = try command.result()
    #expect(result.output == "id\n1\n2\n" && result.problems.count == 2)
  }

  @Test func aPatchedFileKeepsItsSeparatorAndWhatIsAboveItsTitles() throws {
    let patch =
      #"{"livetable-patch":1,"id":["id"]}"# + "\n" + #"{"op":"insert","id":"2","after":"1","new":{"id":"2","n":"x;y"}}"#
    for (file, expected) in [
      ("sep=;\nid;n\n1;a\n", "sep=;\nid;n\n1;a\n2;\"x;y\"\n"),
      ("# made\nid;n\n1;a\n", "# made\nid;n\n1;a\n2;\"x;y\"\n"),
    ] {
      let command = PatchCommand(options: PatchOptions(file: "a.csv", patch: "patch")) { path throws(SystemError) in
        Array((path == "patch" ? patch : file).utf8)
      }
      #expect(try command.result().output == expected)
    }
  }

  @Test func tablesWithoutRowsDifferIfTheirColumnsDo() throws {
    let files = ["a.csv": "id,a\n", "b.csv": "id,b\n", "c.csv": "a,id\n"]
    let report = try DiffCommand(options: DiffOptions(old: "a.csv", new: "b.csv"), files: files).result()
    #expect(!report.isEqual && report.output == "columns: +b, -a\n")
    var options = DiffOptions(old: "a.csv", new: "b.csv")
    options.output = .json
    let json = try DiffCommand(options: options, files: files).result()
    #expect(!json.isEqual && json.output.contains(#""columns":{"inserted":["b"],"deleted":["a"]}"#))
    options.output = .text
    options.records.ignored = ["a", "b"]
    #expect(try DiffCommand(options: options, files: files).result().isEqual)
    #expect(try DiffCommand(options: DiffOptions(old: "a.csv", new: "c.csv"), files: files).result().isEqual)
  }

  @Test func valuesOfOtherFormatsAreComparedAsTheyArePrinted() throws {
    let files = [
      "a.csv": "id,n,o\n1,5,\n2,x,\n", "b.json": #"[{"id":1,"n":5,"o":null},{"id":2,"n":"x"}]"#,
      "c.json": #"[{"id":1,"n":6,"o":null},{"id":2,"n":"x"}]"#,
    ]
    #expect(try DiffCommand(options: DiffOptions(old: "a.csv", new: "b.json"), files: files).result().isEqual)
    let other = try DiffCommand(options: DiffOptions(old: "c.json", new: "a.csv"), files: files).result()
    #expect(other.output.contains("“1”: n \"6\" → \"5\"") && other.output.hasPrefix("rows: 1 updated"))
  }

  @Test(arguments: [
    ("a\u{200B}b", "ab", "\"a<U+200B>b\" → \"ab\""), ("caf\u{E9}", "cafe\u{301}", "\"caf<U+00E9>\" → \"cafe<U+0301>\""),
  ])
  func aDifferenceIsSeen(old: String, new: String, shown: String) throws {
    let files = ["a.csv": "id,v\n1,\(old)\n", "b.csv": "id,v\n1,\(new)\n"]
    let result = try DiffCommand(options: DiffOptions(old: "a.csv", new: "b.csv"), files: files).result()
    #expect(result.output.contains(shown), "\(result.output)")
  }

  @Test func anArrayThatIsTooLongIsReportedOnce() {
    let text = "[\n" + (1...100).map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "\n]\n{\"id\":7}\n"
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 1, lineLimit: 64)
    var complaints = Complaints()
    for byte in text.utf8 { complaints.append(contentsOf: intake.take([byte])) }
    complaints.append(contentsOf: intake.finish())
    #expect(complaints.count == 1)
    var last: FeedTable?
    while let next = intake.next() { last = next }
    #expect(last?.table.map(\.identity.string) == ["7"])
    #expect(last?.badLineCount == 1)
  }

  @Test func anArrayThatIsPrintedOnceMayHaveAnyLength() {
    var options = StreamOptions()
    options.display.isOnce = true
    var intake = StreamIntake(options, source: "in", countLimit: 1, lineLimit: 8)
    let text = "[\n" + (1...100).map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "\n]\n"
    #expect((intake.take(Array(text.utf8)) + intake.finish()).isEmpty)
    #expect(intake.next()?.table.count == 100)
  }

  @Test func eventsOfAWatchPutAndRemoveRows() throws {
    var options = StreamOptions()
    options.records.id = ["metadata.uid"]
    var intake = StreamIntake(options, source: "in", countLimit: 1)
    func event(_ type: String, _ uid: String, _ phase: String) -> String {
      #"{"type":"\#(type)","object":{"metadata":{"uid":"\#(uid)"},"phase":"\#(phase)"}}"# + "\n"
    }
    let text =
      event("ADDED", "u1", "Pending") + event("ADDED", "u2", "Pending") + event("MODIFIED", "u1", "Running")
      + event("BOOKMARK", "u3", "") + event("DELETED", "u2", "Pending")
      + #"{"type":"ERROR","object":{"message":"too old"}}"# + "\n"
      + #"{"type":"other","object":{"metadata":{"uid":"u"}}}"#
    let complaints = intake.take(Array(text.utf8)) + intake.finish()
    var last: FeedTable?
    while let next = intake.next() { last = next }
    #expect(last?.table.map(\.identity.string) == ["u1"])
    #expect(last?.table.first?.object["phase"] == .string("Running"))
    #expect(complaints.count == 2 && complaints.listed[0].problem.contains("too old"))
  }

  @Test(
    arguments: [
      ("a;b\n1;2\n3;4\n", nil, ["a", "b"]), ("a|b\n1|2\n", nil, ["a", "b"]), ("sep=|\na|b\n1|2\n", nil, ["a", "b"]),
      ("i, n, m\n0, A b, 87 %\n", nil, ["i", "n", "m"]),
      ("\"n\",     \"s\", \"Age\"\n\"Kim\",   \"F\",   41\n\"Bo\",    \"M\",    4\n", nil, ["n", "s", "Age"]),
      ("root:x:0\nbin:x:1\n", ":", ["1", "2", "3"]),
      ("price;n\n4,50;1\n12,00;2\n", nil, ["price", "n"]), ("# a\n# b\nid,n\n1,2\n", nil, ["id", "n"]),
    ] as [(String, String?, [String])])
  func fieldsHaveAnySeparatorBetweenThem(text: String, separator: String?, columns: [String]) throws {
    var layout = TextLayout()
    if let separator { try layout.set(.separator, separator) }
    for format in separator == nil ? [nil, InputFormat.csv] : [nil] {
      var reader = RunReader(RecordOptions(), format: format, isGuess: true, layout: layout, source: "in")
      let table = try reader.table(of: Array(text.utf8))
      #expect(table.columns == columns && table.complaints.isEmpty, "\(text)")
    }
  }
}
