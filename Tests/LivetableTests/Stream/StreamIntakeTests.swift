import LiveTables
import Testing

@testable import livetable

extension StreamIntake {
  /// Takes in a text as one chunk.
  mutating func take(_ text: String) -> [String] {
    take(Array(text.utf8)).texts
  }

  /// Removes all waiting tables, and returns the identities of their rows.
  mutating func takeTables() -> [[String]] {
    var tables: [[String]] = []
    while let entry = next() { tables.append(entry.table.map(\.identity.string)) }
    return tables
  }
}

@Suite struct StreamIntakeTests {
  @Test func everyLineMakesATable() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(
      intake.take(
        "{\"id\":1}\n\n{\"id\":\"2\"}\r\n{\"id\":1,\"v\":2}\n{\"$delete\":true,\"id\":2}\n[{\"id\":3},{\"id\":3}]\n")
        == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"], ["1", "2"], ["1"], ["3", "3"]])
    #expect(intake.finish().isEmpty)
  }

  @Test(
    "a row that the tool waits for is in a table that is shown, however much arrives at once", arguments: [1, 256])
  func awaitedRow(countLimit: Int) throws {
    var options = StreamOptions()
    options.display.until = try EndCondition("state=failed")
    options.records.search = "here"
    var intake = StreamIntake(options, source: "in", countLimit: countLimit)
    var text = ["elsewhere", "elsewhere", "there"].map { "{\"id\":1,\"at\":\"\($0)\",\"state\":\"up\"}\n" }.joined()
    text += "{\"id\":1,\"at\":\"other\",\"state\":\"failed\"}\n{\"id\":1,\"at\":\"here\",\"state\":\"failed\"}"
    text += "{\"id\":1,\"at\":\"here\",\"state\":\"up\"}\n"
    text += (2...300).map { "{\"id\":\($0),\"state\":\"up\"}\n" }.joined()
    #expect(intake.take(text) == [])
    var states: [String] = []
    while let table = intake.next() { states.append(table.table.first?.object.values.last?.printed ?? "") }
    #expect(states.first == "failed" && states.dropFirst().allSatisfy { $0 == "up" } && states.count >= 2)
  }

  @Test func aBadLineIsReportedAndTheStreamGoesOn() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10, lineLimit: 40)
    let complaints = intake.take(
      """
      {"id":1}
      7
      {"id":
      {"id":null}
      [{"id":2},{"v":1}]
      {"id":2,"text":"more than forty bytes of it"}
      {"id":3}

      """)
    #expect(
      complaints.map { $0.prefix { $0 != ";" } } == [
        "in, line 2: the value is neither an object nor an array",
        "in, line 3: it ends where a value was expected",
        "in, line 4: “id”, which identifies the row, is null",
        "in, line 5, row 2: “id”, which identifies the row, is missing",
        "in, line 6: the line is longer than 0 MB",
      ])
    #expect(intake.takeTables() == [["1"], ["1", "3"]])
  }

  @Test func anEmptyIdentityInTextIsNone() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("id,name\n,a\n,b\n3,c\n") == [])
    #expect(intake.takeTables().last == ["1", "2", "3"], "their places tell them apart")
    intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(
      intake.take("id,name\n3,c\n,a\n4,d\n").map { $0.prefix { $0 != ";" } } == [
        "in, line 3: “id”, which identifies the row, is empty"
      ])
    #expect(intake.takeTables().last == ["3", "4"])
    var options = StreamOptions()
    options.records.id = ["a", "b"]
    intake = StreamIntake(options, source: "in", countLimit: 10)
    #expect(intake.take("a,b\n,1\n,2\n,\n").count == 1, "one of two may be empty")
    #expect(intake.takeTables().last?.count == 2)
    intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("{\"id\":\"\"}\n") == [], "in JSON it is a text like any other")
  }

  @Test func linesThatBeginWithABracketAreText() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("[") == [])
    #expect(intake.take("  0.0] Linux\n[  0.1] Command\n[  1.5] usb\n") == [])
    #expect(intake.takeTables().last?.count == 3)
    for (begin, rest) in [("\u{FEFF} [", "{\"id\":1}]\n"), ("{", "\"id\":1}\n"), ("[\n", "\n{\"id\":1}]\n")] {
      intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
      #expect(intake.take(begin) == [])
      #expect(intake.take(rest) == [])
      #expect(intake.takeTables().last == ["1"], "\(begin)")
    }
    intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("[") == [] && intake.finish().count == 1)
    var options = StreamOptions()
    options.display.isOnce = true
    intake = StreamIntake(options, source: "in", countLimit: 1)
    #expect(intake.take("[  0.0] Linux\n[  0.1] Command\n") == [] && intake.finish().isEmpty)
    #expect(intake.takeTables().last?.count == 2, "also where it is known at the end")
  }

  @Test func aTextOfOneLineThatIsPrintedOnceIsReadAsAFile() {
    var options = StreamOptions()
    options.display.isOnce = true
    for text in ["[  0.0] Linux\n", "[  0.0] Linux", "a b"] {
      var intake = StreamIntake(options, source: "in", countLimit: 1)
      #expect(intake.take(text) == [] && intake.finish().isEmpty)
      #expect(intake.takeTables().last?.count == 1, "\(text)")
    }
  }

  @Test func aLineThatGoesOnIsLookedAtWhenItEnds() {
    // If each byte caused a scan of the whole line, this would take minutes.
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    for _ in 0..<100_000 { _ = intake.take([UInt8(ascii: "a")]) }
    #expect(intake.take("\nb\nc\n") == [] && intake.takeTables().last?.count == 3)
    var endless = StreamIntake(StreamOptions(), source: "in", countLimit: 1, lineLimit: 8)
    #expect(endless.take("more than eight").count == 1, "it does not wait for the end of the line")
    #expect(endless.take(" bytes\n{\"id\":1}\n").isEmpty)
  }

  @Test func whatIsAboveTheTitlesIsLeftOut() {
    var options = StreamOptions()
    options.layout.skip = 2
    var intake = StreamIntake(options, source: "in", countLimit: 1)
    #expect(intake.take("a\nb\n id | n\n----+---\n  1 | x\n") == [] && intake.finish().isEmpty)
    #expect(intake.next()?.table.map { $0.object.values.map(\.printed) } == [["1", "x"]])
    intake = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    #expect(intake.take("sep=;\n# made\nid;n\n1;a\n2;b\n") == [] && intake.finish().isEmpty)
    let table = intake.next()
    #expect(table?.columns == ["id", "n"] && table?.table.map(\.identity.string) == ["1", "2"])
  }

  @Test(arguments: ["n\n1\n2\n3\n", "id,n\n1,a\n2,b\n3,c\n", "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"])
  func theLastRowsAreKeptOfWhatIsPrintedOnce(text: String) {
    var options = StreamOptions(last: 2)
    options.display.isOnce = true
    var intake = StreamIntake(options, source: "in", countLimit: 1)
    #expect(intake.take(text) == [] && intake.finish().isEmpty)
    var last: FeedTable?
    while let next = intake.next() { last = next }
    #expect(last?.table.map { $0.object.values[0].printed } == ["2", "3"])
  }

  @Test(arguments: CommandFixture.all) func whatIsPrintedOnceIsTheSameHoweverItArrives(fixture: CommandFixture) {
    let bytes = Array(fixture.output.utf8)
    var options = StreamOptions()
    options.display.isOnce = true
    func table(size: Int) -> (table: FeedTable?, complaints: Complaints) {
      var intake = StreamIntake(options, source: "in", countLimit: 1)
      var complaints = Complaints()
      for start in stride(from: 0, to: bytes.count, by: size) {
        complaints.append(contentsOf: intake.take(bytes[start..<min(start + size, bytes.count)]))
      }
      complaints.append(contentsOf: intake.finish())
      var last: FeedTable?
      while let next = intake.next() { last = next }
      return (last, complaints)
    }
    let (whole, parts) = (table(size: bytes.count), table(size: 90))
    #expect(whole.complaints == parts.complaints)
    #expect(whole.table?.columns == parts.table?.columns)
    #expect(whole.table.map { Array($0.table) } == parts.table.map { Array($0.table) })
  }

  @Test func theSumThatAListBeginsWithIsNoRow() {
    let list = "-rw-r--r-- 1 ann staff 120 Nov 20 10:14 a\n-rw-r--r-- 1 ann staff   5 Nov 20 10:14 b\n"
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("total 8\n" + list) == [])
    #expect(intake.takeTables().last?.count == 2)
    #expect(intake.take("total 8\n") == [])
    #expect(intake.takeTables().last?.count == 3, "only the first one")
    intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("total 8\n") == [] && intake.finish().isEmpty)
    #expect(intake.takeTables().last?.count == 1, "alone it is all there is")
  }

  @Test func aLineBelowTheHeaderIsNoRow() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("Package Version\n------- -------\nfoo     1.0\n") == [])
    #expect(intake.take("------- -------\n") == [])
    #expect(intake.takeTables().last?.count == 2, "only the first one")
  }

  @Test(arguments: ["[{\"id\":1},\n{\"id\":2}", "[\n{\"id\":1}", "{\"id\":1,\n\"v\":"])
  func whatIsCutOffIsReported(text: String) {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take(text) == [])
    #expect(!intake.finish().isEmpty)
    #expect(intake.next() == nil)
  }

  @Test func aTableMayLackWhatWouldIdentifyItsRows() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("[{\"name\":null,\"v\":1},{\"name\":\"x\",\"v\":2},{\"v\":3}]\n") == [])
    #expect(intake.takeTables() == [["", "x", ""]])
    #expect(intake.take("{\"v\":4}\n").count == 1, "a row of a stream cannot be told from others")
  }

  @Test func aQuoteThatIsNeverClosedTakesOneLineWithIt() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("id,v\n1,a\n2,\"b\n3,c\n4\n") == [])
    #expect(
      intake.finish().map { $0.description.prefix { $0 != ";" } } == [
        "in, line 3: a quoted field has no closing quote", "in, line 5: 1 field, but the first line has 2",
      ])
    #expect(intake.takeTables().last == ["1", "3"])
    let long = (4..<1_200).map { "\($0),\(String(repeating: "c", count: 1_000))\n" }.joined()
    var endless = StreamIntake(StreamOptions(), source: "in", countLimit: 1)
    #expect(endless.take("id,v\n1,a\n2,\"b\n").isEmpty)
    #expect(endless.take(long).count == 1)
    #expect(endless.takeTables().last?.count == 1_197)
  }

  @Test("a quote within a field, and lines that end in CR, lose no row")
  func noRowIsLost() {
    var quotes = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(quotes.take("id,size\n1,5\" disk\n2,x\n3,y\n4,7\" z\n5,k\n") == [])
    #expect(quotes.takeTables().last == ["1", "2", "3", "4", "5"] && quotes.finish().isEmpty)
    var returns = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(returns.take("id,a\r1,2\r3,4\r5,6\r") == [] && returns.finish().isEmpty)
    #expect(returns.takeTables().last == ["1", "3", "5"])
  }

  @Test func aColumnThatTheHeaderDoesNotHaveIsUnusable() throws {
    var options = StreamOptions()
    options.records.columns = ["nope"]
    var intake = StreamIntake(options, source: "in", countLimit: 10)
    _ = intake.take("a,b\n1,2\n3,4\n")
    #expect(intake.unusable?.description.contains("there is no column “nope”") == true)
    #expect(intake.next() == nil)
  }

  @Test func aTextIsWhatItIsAlsoWhereItsFirstLinesAreNotUTF8() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    let complaints = intake.take(Array("id,name,n\n1,M".utf8) + [0xFC] + Array("ller,1\n2,b,2\n3,c,3\n".utf8))
    #expect(
      complaints.map(\.description) == [
        "in, line 2: byte 0xFC is not UTF-8; convert the text to UTF-8, for example with iconv"
      ])
    #expect(intake.finish().isEmpty)
    #expect(intake.takeTables().last == ["2", "3"])
  }

  @Test func aLineThatIsNotUTF8IsReported() {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    let complaints = intake.take(Array("{\"id\":1}\n{\"id\":\"".utf8) + [0xFF] + Array("\"}\n".utf8))
    #expect(complaints.map(\.line) == [2])
  }

  @Test func aByteOrderMarkIsNoPartOfTheStream() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("\u{FEFF}{\"id\":1}\n{\"id\":2}\n") == [])
    #expect(intake.takeTables() == [["1"], ["1", "2"]])
  }

  @Test func halfALastLineIsReportedAndAWholeOneIsNot() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(intake.take("{\"id\":1}\n{\"id\":2}") == [])
    #expect(intake.finish().isEmpty)
    #expect(intake.takeTables() == [["1"], ["1", "2"]])
    var broken = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(broken.take("{\"id\":1}\n{\"id\":3") == [])
    #expect(broken.finish().map(\.line) == [2])
  }

  @Test func theFirstGoodRowSaysWhoRowsAre() throws {
    var intake = StreamIntake(StreamOptions(), source: "in", countLimit: 10)
    #expect(
      intake.take(
        "{\"id\":null}\n{\"id\":\"x\",\"n\":1}\n{\"n\":2,\"id\":\"x\"}\n{\"id\":\"x\",\"$delete\":true}\n"
      ).count == 1)
    #expect(intake.takeTables() == [["x"], ["x"], []])
  }
}
