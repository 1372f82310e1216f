import Testing

@testable import livetable

@Suite struct DiffCommandTests {
  @Test(arguments: [
    (#"[{"id":1,"n":2}]"#, #"[{"n":2,"id":1}]"#, true), (#"[{"id":1}]"#, #"[{"id":"1"}]"#, false),
    (#"[{"id":1,"n":1e2}]"#, #"[{"id":1,"n":100}]"#, false), (#"[{"id":1},{"id":2}]"#, #"[{"id":2},{"id":1}]"#, false),
    (#"[{"id":1},{"id":1}]"#, #"[{"id":1},{"id":1}]"#, true), (#"[{"id":1},{"id":1}]"#, #"[{"id":1}]"#, false),
    (#"[{"id":"\u00e9"}]"#, #"[{"id":"e\u0301"}]"#, false), ("[]", "[]", true),
  ])
  func tablesAreEqualWhereRowsAndTheirOrderAre(old: String, new: String, isEqual: Bool) throws {
    let options = DiffOptions(old: "old.json", new: "new.json")
    let result = try DiffCommand(options: options, files: ["old.json": old, "new.json": new]).result()
    #expect(result.isEqual == isEqual)
    #expect(!result.output.isEmpty)
  }

  @Test func theOrderOfSectionsCounts() throws {
    var options = DiffOptions(old: "old.csv", new: "new.csv")
    let files = ["old.csv": "id,g\n1,A\n2,B\n", "new.csv": "id,g\n2,B\n1,A\n"]
    options.records.groupBy = "g"
    #expect(try DiffCommand(options: options, files: files).result().isEqual == false)
  }

  @Test(arguments: [nil, "g"]) func theOrderMayNotCount(groupBy: String?) throws {
    var options = DiffOptions(old: "old.csv", new: "new.csv")
    options.hasOrder = false
    options.records.groupBy = groupBy
    let old = "id,g,n\n1,A,1\n2,B,1\n3,A,1\n"
    let equal = ["old.csv": old, "new.csv": "id,g,n\n3,A,1\n2,B,1\n1,A,1\n"]
    #expect(try DiffCommand(options: options, files: equal).result().isEqual)
    let other = ["old.csv": old, "new.csv": "id,g,n\n9,B,1\n3,A,2\n2,B,1\n1,A,1\n"]
    let result = try DiffCommand(options: options, files: other).result()
    #expect(result.output.hasPrefix("rows: 1 inserted, 1 updated\n"), "\(result.output)")
  }

  @Test func withoutAnOrderRowsOfOneIdentityPairWithTheirEquals() throws {
    var options = DiffOptions(old: "old.csv", new: "new.csv", records: RecordOptions(id: ["sku"]))
    options.hasOrder = false
    let old = "sku,n\npen,1\npen,2\nink,1\npen,3\n"
    let same = try DiffCommand(
      options: options, files: ["old.csv": old, "new.csv": "sku,n\npen,3\nink,1\npen,2\npen,1\n"]
    ).result()
    #expect(same.isEqual, "\(same.output)")
    let other = try DiffCommand(
      options: options, files: ["old.csv": old, "new.csv": "sku,n\npen,3\nink,1\npen,9\npen,1\n"]
    ).result()
    #expect(other.output.hasPrefix("rows: 1 updated\n"), "\(other.output)")
  }

  @Test func columnsMayBeIgnored() throws {
    var options = DiffOptions(old: "old.csv", new: "new.csv", records: RecordOptions(id: ["id"], ignored: ["N"]))
    let files = ["old.csv": "id,n,m\n1,1,1\n", "new.csv": "id,n,m\n1,2,1\n"]
    #expect(try DiffCommand(options: options, files: files).result().isEqual)
    options.records.ignored = ["nope"]
    #expect(throws: InputError.self) { try DiffCommand(options: options, files: files).result() }
  }

  @Test func membersMayBeIgnored() throws {
    var options = DiffOptions(old: "old.json", new: "new.json", records: RecordOptions(ignored: ["s.r", "L.0.n"]))
    let files = [
      "old.json": #"[{"id":1,"s":{"r":1,"p":"up"},"l":[{"n":1},{"n":1}]}]"#,
      "new.json": #"[{"id":1,"s":{"r":2,"p":"up"},"l":[{"n":2},{"n":1}]}]"#,
    ]
    #expect(try DiffCommand(options: options, files: files).result().isEqual)
    options.records.ignored = ["s.p", "l.1"]
    #expect(try !DiffCommand(options: options, files: files).result().isEqual, "the others count")
    options.records.ignored = ["s", "l.0"]
    #expect(try DiffCommand(options: options, files: files).result().isEqual)
    options.records.ignored = ["s.nope"]
    #expect(throws: InputError.self) { try DiffCommand(options: options, files: files).result() }
  }

  @Test func filesMayHaveNoHeader() throws {
    var options = DiffOptions(old: "old.csv", new: "new", records: RecordOptions(id: ["1"]))
    options.layout = TextLayout(skip: 1, hasNoHeader: true)
    let files = ["old.csv": "written at 5\n1,a\n2,b\n", "new": "written at 6\n1,a\n2,c\n"]
    let result = try DiffCommand(options: options, files: files).result()
    #expect(result.output.hasPrefix("rows: 1 updated\n"), "\(result.output)")
  }

  @Test func filesOfDifferentFormatsAreCompared() throws {
    let options = DiffOptions(old: "old.csv", new: "new.ndjson")
    let files = ["old.csv": "id,name\r\n1,a\r\n", "new.ndjson": "{\"id\":\"1\",\"name\":\"a\"}\n"]
    #expect(try DiffCommand(options: options, files: files).result().isEqual)
  }

  @Test func theFormatThatIsGivenWins() throws {
    let options = DiffOptions(old: "old", new: "new.json", format: .csv)
    #expect(try DiffCommand(options: options, files: ["old": "id\n1\n", "new.json": "id\n1\n"]).result().isEqual)
  }

  @Test(arguments: [
    ("gone.json", nil, "gone.json: it could not be read (No such file or directory); check the path"),
    ("old.json", "[{]", "old.json, line 1: “]” where a key in quotes was expected;"),
    ("old.json", "[{\"id\":1},\n3]", "old.json, line 2, row 2: the element is not an object;"),
    ("old.json", "[{\"id\":1},\n{\"id\":null}]", "old.json, line 2, row 2: “id”, which identifies the row, is null;"),
    (
      "old.ndjson", "{\"id\":1}\n{\"id\":2",
      "old.ndjson, line 2: it ends where a comma or } after a member was expected;"
    ),
    ("old.csv", "a,b\n1\n", "old.csv, line 2, row 1: 1 field, but the first line has 2;"),
    ("old.csv", "id\n\"1\n", "old.csv, line 2: a quoted field has no closing quote;"),
  ])
  func troubleNamesTheFileAndTheLine(path: String, text: String?, message: String) {
    var files = ["new.json": #"[{"id":1}]"#]
    files[path] = text
    let command = DiffCommand(options: DiffOptions(old: path, new: "new.json"), files: files)
    var troubles: [String]
    do {
      troubles = try command.result().complaints
    } catch {
      troubles = ["\(error)"]
    }
    #expect(troubles.first?.hasPrefix(message) == true, "\(troubles)")
  }
}
