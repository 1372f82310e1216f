import Testing

@testable import livetable

@Suite struct RowQueryTests {
  @Test func anExpressionThatWouldTakeForEverIsGivenUp() {
    let query = RowQuery("/(a+)+$/", columns: [])
    let row = Record(identity: "1", object: ["v": .string(String(repeating: "a", count: 60) + "!")])
    for _ in 0..<100 { #expect(!query.matches(row)) }
    #expect(query.isTooSlow)
    let other = RowQuery("/(a+)+$/", columns: [])
    #expect(other.matches(Record(identity: "1", object: ["v": .string("aaa")])) && !other.isTooSlow)
    #expect(other.ranges(in: "!aaa", column: "v").count == 1)
  }

  @Test func whatIsNoExpressionIsSaid() {
    #expect(RowQuery("a /(/ b", columns: []).invalidExpression == "/(/")
    #expect(RowQuery("/(a)/ /", columns: []).invalidExpression == nil)
  }

  private let columns = ["name", "state", "url"]
  private let row = Record(
    identity: "1",
    object: ["name": .string("API-server"), "state": .string("Running"), "url": .string("http://host:80/")])

  @Test(arguments: [
    ("", true), ("api run", true), ("Api", false), ("!crash", true), ("!run", false), ("state:run", true),
    ("name:run", false), ("STATE:run !name:run", true), ("/^api-/", true), ("/^server/", false), ("!/^server/", true),
    ("state:/^run(ning)?$/", true), ("/Run|Crash/", true), ("/RUN/", false), ("http://host", true), ("host:80", true),
    ("!", false), ("/[/", false), ("//", true), ("state:", false), ("nope:run", false),
  ]) func aRowHasToHaveEveryTerm(query: String, isFound: Bool) {
    #expect(RowQuery(query, columns: columns).matches(row) == isFound, "\(query)")
  }

  @Test(arguments: [
    ("/ann lee/", true), ("/ann  lee/", false), ("\"ann lee\"", true), ("\"Ann Lee\" paris", true),
    ("\"lee ann\"", false),
    ("!\"ann lee\"", false), ("name:\"ann l\"", true), ("city:\"ann l\"", false), ("name:/^ann lee$/", true),
    ("!name:/n l/", false),
    ("/ann lee", false), ("/ann", false), ("\"ann le", true), ("\"", true), ("/a\\/b/", false), ("/usr /bin", false),
    ("rss>100M", true), ("RSS > 100M", true), ("rss>1G", false), ("!rss>1G", true), ("rss<=512M", true),
    ("rss=512M ann", true),
    ("city!=rome", true), ("city=paris", false), ("city=Paris", true), ("city~^Par", true), ("city~^par", false),
    ("city~[", false),
    ("\"mem usage / limit\">1G", true), ("\"mem usage / limit\" < 1G", false), ("name=\"Ann Lee\"", true),
    ("nope>1", false),
    ("rss>", true), ("rss >", true), ("city=Paris rss>", true), ("rss==512M", true), ("restarts=17", true),
    ("ready=1/1", false),
    ("ready=1/2", true), ("ready>0", true), ("sub.n>9", true), ("sub.n>10", false), ("\"rss>100M\"", false),
    ("load>1,4", true),
  ]) func termsMayHaveBlanksAndCompareValues(query: String, isFound: Bool) {
    let object: JSONObject = [
      "name": .string("Ann Lee"), "rss": .string("512M"), "city": .string("Paris"),
      "MEM USAGE / LIMIT": .string("1.5GiB / 2GiB"),
      "restarts": .string("17 (3m ago)"), "ready": .string("1/2"), "sub": .object(["n": .number("10")]),
      "load": .string("1,5"),
    ]
    let row = Record(identity: "1", object: object)
    var query = RowQuery(query, columns: object.columns.names)
    query.styleColumns { $0.styled(for: [row]) }
    #expect(query.matches(row) == isFound)
  }

  @Test(
    "the name of a character class does not count as a capital letter",
    arguments: [
      (#"/^api\Ws/"#, true), (#"/\Bapi/"#, false), (#"/^\S+\D$/"#, true), (#"/^\p{L}pi-/"#, true),
      (#"/^\P{Nd}pi\p{Pd}/"#, true), (#"/^apI\W/"#, false), (#"/^API\W/"#, true), (#"/\p{Lu}pi/"#, false),
      (#"/^\p{Lu}PI/"#, true), (#"/\\S/"#, false),
    ])
  func classes(query: String, isFound: Bool) {
    #expect(RowQuery("name:" + query, columns: columns).matches(row) == isFound, "\(query)")
  }

  @Test(
    "a nested member is named by its path",
    arguments: [
      ("status.phase:run", true), ("STATUS.Phase:/^Run/", true), ("status.phase:web", false),
      ("status.nope:run", false), ("!status.phase:run", false), ("!status.nope:run", true), ("ports.1.n:80", true),
      ("nope.phase:run", false), ("ports.1.n:", false), ("a.b:x", true), ("a.b:y", false),
    ])
  func members(query: String, isFound: Bool) {
    let object: JSONObject = [
      "name": .string("web"), "status": .object(["phase": .string("Running")]),
      "ports": .array([.null, .object(["n": .string("80")])]), "a": .object(["b": .string("y")]), "a.b": .string("x"),
    ]
    let query = RowQuery(query, columns: object.columns.names)
    #expect(query.matches(Record(identity: "1", object: object)) == isFound)
    #expect(query.ranges(in: "running", column: "status").isEmpty)
  }

  @Test(
    "a match that begins or ends inside a character highlights the whole character",
    arguments: [
      ("/^⚠/", "⚠\u{FE0F} failed", "⚠\u{FE0F}"), ("/\\x{FE0F}/", "⚠\u{FE0F} failed", "⚠\u{FE0F}"),
      ("/./", "⚠\u{FE0F}", "⚠\u{FE0F}"), ("/cafe/", "a cafe\u{301} x", "cafe\u{301}"),
      ("/[^a-z]/", "ab\r\ncd", "\r\n"), ("/\\ncd$/", "ab\r\ncd", "\r\ncd"),
    ])
  func partsOfCharacters(query: String, text: String, found: String) {
    let row = Record(identity: "1", object: ["name": .string(text)])
    #expect(RowQuery(query, columns: columns).matches(row) && !RowQuery("!" + query, columns: columns).matches(row))
    let ranges = RowQuery(query, columns: columns).ranges(in: text, column: "name")
    #expect(ranges.map { Array(text[$0].utf8) } == [Array(found.utf8)])
  }

  @Test func wordsAloneAreLeftToTheLibrary() {
    #expect(RowQuery("a b http://c", columns: columns).isWords)
    for query in ["!a", "state:a", "/a/", "\"a b\"", "state=a", "a \"b\""] {
      #expect(!RowQuery(query, columns: columns).isWords)
    }
  }

  @Test func whatWasAskedForIsFoundInACell() {
    func parts(_ query: String, _ text: String, _ column: String = "name") -> [String] {
      RowQuery(query, columns: columns).ranges(in: text, column: column).map { String(text[$0]) }
    }
    #expect(parts("an", "Banana") == ["an", "an"])
    #expect(parts("state:an !x", "Banana") == [])
    #expect(parts("/n./ B", "Banana") == ["na", "na", "B"])
    #expect(parts("/x*/", "Banana") == [])
    #expect(parts("é", "cafe\u{301}").count == 1)
  }
}

@Suite struct ColumnChoiceTests {
  private let columns = ["a", "b", "c", "d"]

  @Test func columnsAreHiddenAndMoved() {
    var choice = ColumnChoice()
    #expect(choice.shown(of: columns) == columns)
    choice.hide("b")
    choice.move("c", by: -1, among: columns)
    #expect(choice.shown(of: columns) == ["c", "a", "d"])
    choice.move("c", by: -1, among: columns)
    choice.move("nope", by: 1, among: columns)
    #expect(choice.shown(of: columns) == ["c", "a", "d"])
    // New columns are added at the end.
    #expect(choice.shown(of: ["e"] + columns) == ["c", "a", "d", "e"])
    choice.reset()
    #expect(choice.isPlain && choice.shown(of: columns) == columns)
  }
}

@Suite struct NumberChangeTests {
  @Test(arguments: [
    ("1", "3", "+2 3"), ("3.5", "1.25", "-2.25 1.25"), ("x", "3", "3"), ("3", "x", "x"), ("3", "3.0", "3.0"),
    ("10%", "12%", "+2 12%"), ("1.5G", "2.0G", "+512M 2.0G"), ("2d3h", "2d4h", "+1h 2d4h"), ("2K", "512", "-1.5K 512"),
    ("1:02", "0:59", "-3s 0:59"), ("9007199254740993", "9007199254740994", "+1 9007199254740994"),
    ("9007199254740994", "-9007199254740993", "-18014398509481987 -9007199254740993"), ("1,200", "900", "-300 900"),
    ("-9223372036854775807", "9223372036854774000", "+18446744073709549568 9223372036854774000"),
    ("1.0", "2.0", "+1.0 2.0"), ("0.1", "0.3", "+0.2 0.3"),
  ]) func aNumberSaysByHowMuchItChanged(old: String, new: String, text: String) {
    #expect(NumberChange.text(old, new) == text)
  }

  @Test func valuesAreBars() {
    #expect(NumberChange.sparkline(["0", "7", "3.5"]) == "▁█▅")
    #expect(NumberChange.sparkline(["1", "1"]) == "")
    #expect(NumberChange.sparkline(["1", "x"]) == "")
    #expect(NumberChange.sparkline([]) == "")
    #expect(
      NumberChange.sparkline(["-1e308", "0", "1e308"]) == "▁▅█" && NumberChange.sparkline(["0", "5e-324"]) == "▁█")
    #expect(NumberChange.sparkline(["1", "1e308K"]) == "", "no number is so large")
    #expect(NumberChange.sparkline((0..<100).map { "\($0)" }).count == 40)
  }
}
