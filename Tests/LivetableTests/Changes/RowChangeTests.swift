import LiveTables
import LiveTablesTesting
import Testing

@testable import livetable

/// Returns the rows of a random table in groups, optionally with repeated identities.
func randomRecords(_ identities: Int, mayRepeat: Bool, using generator: inout SeededGenerator) -> [Record] {
  let ids =
    mayRepeat
    ? (0..<identities).map { _ in Int.random(in: 0..<3, using: &generator) }
    : (0..<identities).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }.shuffled(using: &generator)
  return ids.map { id in
    let group = ["A", "B", "C"].randomElement(using: &generator)!
    return Record(
      identity: "\(id)",
      object: [
        "id": .number("\(id)"), "g": .string(group), "n": .number("\(Int.random(in: 0..<3, using: &generator))"),
      ])
  }
}

@Suite struct RowChangeTests {
  /// Tests that the changes are complete: a row that they do not name has the same place and content in both tables.
  @Test(arguments: seeds) func theChangesOweWhatTheTablesSay(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let mayRepeat = Int.random(in: 0..<4, using: &generator) == 0
      let column = Bool.random(using: &generator) ? RowColumn("g") : nil
      let tables = (0..<2).map { _ in
        RecordTable(randomRecords(10, mayRepeat: mayRepeat, using: &generator), groupedBy: column)
      }
      let (old, new) = (tables[0], tables[1])
      let changes = RowChange.changes(new.difference(from: old))
      let sources = changes.compactMap(\.source)
      let targets = changes.compactMap(\.target)
      #expect(Set(sources).count == sources.count && Set(targets).count == targets.count)
      for change in changes {
        let (before, after): (Record?, Record?) = (change.source.flatMap { old[$0] }, change.target.flatMap { new[$0] })
        #expect(change.old == before)
        #expect(change.new == after)
        #expect(!change.operations.isEmpty)
        if let old = change.old, let new = change.new { #expect(old.identity == new.identity) }
      }
      // A row that occurs once in both tables is neither inserted nor deleted.
      let inserted = Set(changes.filter { $0.old == nil }.compactMap { $0.new?.identity })
      let deleted = Set(changes.filter { $0.new == nil }.compactMap { $0.old?.identity })
      #expect(inserted.isDisjoint(with: deleted))
      #expect(old.count - deleted.count == new.count - inserted.count || mayRepeat)
      // Rows that no change names are the same, in the same order.
      let (oldRest, newRest) = (Self.rest(old, Set(sources)), Self.rest(new, Set(targets)))
      let sections = Set(old.sections.map(\.value)).intersection(new.sections.map(\.value))
      for section in sections { #expect(oldRest[section] == newRest[section]) }
    }
  }

  private static func rest(_ table: RecordTable, _ named: Set<RowPath>) -> [Group: [Record]] {
    var rest: [Group: [Record]] = [:]
    for (section, part) in table.sections.enumerated() {
      rest[part.value] = part.rows.enumerated().filter { !named.contains(RowPath(section: section, row: $0.offset)) }
        .map(\.element)
    }
    return rest
  }

  @Test(arguments: seeds) func aPatchLeadsFromOneTableToTheOther(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let old = randomRecords(10, mayRepeat: false, using: &generator)
      let new = randomRecords(10, mayRepeat: false, using: &generator)
      let changeset = RecordTable(new, groupedBy: nil).difference(from: RecordTable(old, groupedBy: nil))
      let text = TablePatch.text(changeset, identity: ["id"], columns: nil)
      let patch = try TablePatch(InputTable(json: InputText(text)).rows)
      let applied = patch.applied(to: old) { $0["id"]?.printed }
      #expect(applied.rows == new, "\(text)")
      #expect(applied.problems == [])
      // Applying the patch to the new table has no problems, because it at most reorders rows.
      #expect(patch.applied(to: new) { $0["id"]?.printed }.problems == [])
    }
  }
}

@Suite struct RowChangeLineTests {
  @Test func noTextOfARowReachesATerminalAsACommand() {
    func table(_ ids: [String]) -> RecordTable {
      RecordTable(
        ids.map { Record(identity: $0, object: ["id": .string($0), "g": .string("\u{9B}")]) }, groupedBy: RowColumn("g")
      )
    }
    let (old, new) = (table(["\u{9B}1"]), table(["\u{9B}1", "\u{9B}2"]))
    let lines = RowChange.changes(new.difference(from: old)).flatMap {
      $0.objects(in: new, isGrouped: true).map(\.line)
    }
    #expect(
      lines == [
        #"{"op":"insert","id":"\u009b2","section":"\u009b","after":"\u009b1","new":{"id":"\u009b2","g":"\u009b"}}"#
      ])
  }
}

@Suite struct PatchCommandTests {
  private let old = "id,n,note\n1,a,x\n2,b,y\n3,c,z\n"
  private let new = "id,n,note\n3,c,z\n1,a,\"x, y\"\n4,d,w\n"

  private func patched(_ files: [String: String], _ path: String = "old.csv") throws -> PatchCommand.Result {
    var files = files
    files["patch"] = try DiffCommand(
      options: DiffOptions(old: "old.csv", new: "new.csv", output: .patch), files: ["old.csv": old, "new.csv": new]
    ).result().output
    let command = PatchCommand(options: PatchOptions(file: path, patch: "patch")) { [files] path throws(SystemError) in
      guard let text = files[path] else { throw SystemError(code: 2) }
      return Array(text.utf8)
    }
    return try command.result()
  }

  @Test func aFileIsPatched() throws {
    #expect(try patched(["old.csv": old]) == PatchCommand.Result(output: new, problems: []))
  }

  @Test func aFileThatHasChangedSinceIsPatchedAsFarAsThatGoes() throws {
    let changed = "id,n,note\n0,new,row\n1,A,x\n3,c,z\n"
    let result = try patched(["old.csv": changed])
    #expect(result.output == "id,n,note\n3,c,z\n0,new,row\n1,A,x\n4,d,w\n")
    #expect(result.problems == ["row “1” could not be updated: it has changed"])
    let kept = try patched(["old.csv": old.replacing("2,b,y", with: "2,b,other")])
    #expect(kept.output.contains("2,b,other"))
    #expect(kept.problems == ["row “2” could not be deleted: it has changed"])
  }

  @Test func columnsComeAndGoWhereTheyAre() throws {
    let files = ["old.csv": "id,a,b,c\n1,x,y,z\n2,x,y,z\n", "new.csv": "id,c,d,b\n1,z,w,y\n2,z,w,y\n"]
    let options = DiffOptions(old: "old.csv", new: "new.csv", output: .patch)
    let patch = try DiffCommand(options: options, files: files).result().output
    let command = PatchCommand(options: PatchOptions(file: "old.csv", patch: "patch")) { path throws(SystemError) in
      Array((path == "patch" ? patch : files["old.csv"] ?? "").utf8)
    }
    #expect(try command.result() == PatchCommand.Result(output: files["new.csv"] ?? "", problems: []))
  }

  @Test(
    "a patched file equals the file from which the patch was made",
    arguments: [
      ("old", "a1 b1 10\na2 b2 20\n", "a1 b1 10\na2 b2 30\n"), ("old.csv", "id,a\n1,x\n", "id,b\n2,y\n"),
      ("old.csv", "id,a\n1,x\n2,y\n", "id,a\n2,y\n"),
      (
        "old", "      total  used\nMem:     10     2\nSwap:     4     0\n",
        "      total  used\nMem:     10     3\nSwap:     4     0\n"
      ),
      ("old", "NAME  AGE  NOTE\nann   3    x\nbob   4\n", "NAME  AGE  NOTE\nbob   5\n"),
      ("old", "NAME  AGE  NOTE\nann   3    x\nbob   4\n", "NAME  AGE  NOTE\nann   3\nbob   4\n"),
      ("old.csv", "id,a,b\n1,x,y\n", "id,c,a\n"), ("old.csv", "id,a\n", "id,b,a\n"),
      ("old.csv", "id,a,b\n1,x,y\n", "id,b,a\n1,y,x\n"),
    ]) func roundTrip(name: String, old: String, new: String) throws
  {
    let files = [name: old, "new" + name.dropFirst(3): new]
    let options = DiffOptions(old: name, new: "new" + name.dropFirst(3), output: .patch)
    let patch = try DiffCommand(options: options, files: files).result().output
    let command = PatchCommand(options: PatchOptions(file: name, patch: "patch")) { path throws(SystemError) in
      Array((path == "patch" ? patch : old).utf8)
    }
    let result = try command.result()
    #expect(result.problems == [])
    // Text is aligned again, and a column without a title is named by its number.
    func words(_ text: String) -> [[Substring]] {
      text.split(separator: "\n").map { line in line.split(separator: " ").filter { $0 != "1" } }
    }
    #expect(words(result.output) == words(new))
  }

  @Test(
    "another order of members is no difference, but another order of columns is",
    arguments: [
      ("a.json", #"[{"id":1,"a":2}]"#, #"[{"a":2,"id":1}]"#, true), ("a.csv", "id,a\n", "id,a,b\n", false),
    ]) func columnsThatDiffer(name: String, old: String, new: String, isEqual: Bool) throws
  {
    let options = DiffOptions(old: name, new: "new-" + name, output: .patch)
    #expect(try DiffCommand(options: options, files: [name: old, "new-" + name: new]).result().isEqual == isEqual)
  }

  @Test func aFileWhoseRowsAllGoKeepsItsHeader() throws {
    let files = ["old.csv": old, "new.csv": "id,n,note\n"]
    let options = DiffOptions(old: "old.csv", new: "new.csv", output: .patch)
    let patch = try DiffCommand(options: options, files: files).result().output
    let command = PatchCommand(options: PatchOptions(file: "old.csv", patch: "patch")) { path throws(SystemError) in
      Array((path == "patch" ? patch : old).utf8)
    }
    #expect(try command.result() == PatchCommand.Result(output: "id,n,note\n", problems: []))
  }

  @Test("line endings and a byte order mark are kept", arguments: ["", "\u{FEFF}"])
  func lineEnds(mark: String) throws {
    func file(_ text: String) -> String { mark + text.replacing("\n", with: "\r\n") }
    let noted = try patched(["old.csv": file("id,n,note\n1,a,x\n2,b,y\n3,c,\"z\nz\"\n")])
    #expect(Array(noted.output.utf8) == Array(file("id,n,note\n3,c,\"z\nz\"\n1,a,\"x, y\"\n4,d,w\n").utf8))
    let rows = try patched(["old.ndjson": file("{\"id\":\"1\",\"n\":\"a\",\"note\":\"x\"}\n")], "old.ndjson")
    let output = "{\"id\":\"1\",\"n\":\"a\",\"note\":\"x, y\"}\n{\"id\":\"4\",\"n\":\"d\",\"note\":\"w\"}\n"
    #expect(Array(rows.output.utf8) == Array(file(output).utf8))
    let items = #"{"kind":"List","items":[{"id":"1","n":"a","note":"x"}]}"#
    let list = Array(try patched(["old.json": file(items + "\n")], "old.json").output.utf8)
    #expect(list.starts(with: "\(mark){\"kind\"".utf8) && Array(list.suffix(3)) == Array("}\r\n".utf8))
  }

  @Test func theFormatIsThatOfTheFile() throws {
    #expect(
      try patched(["old.json": #"[{"id":"1","n":"a","note":"x"}]"#], "old.json").output
        == "[\n  {\"id\":\"1\",\"n\":\"a\",\"note\":\"x, y\"},\n  {\"id\":\"4\",\"n\":\"d\",\"note\":\"w\"}\n]\n")
  }

  @Test("a list in an object stays a list") func list() throws {
    let file = #"{"kind":"List","items":[{"id":"1","n":"a","note":"x"}],"metadata":{"v":1}}"#
    let rows = #"{"id":"1","n":"a","note":"x, y"},{"id":"4","n":"d","note":"w"}"#
    let patched = try patched(["old.json": file], "old.json").output
    #expect(patched == #"{"kind":"List","items":["# + rows + #"],"metadata":{"v":1}}"# + "\n")
  }

  @Test("a duplicate title is written unchanged", arguments: [",", "\t"])
  func titles(separator: String) throws {
    let name = separator == "," ? "old.csv" : "old.tsv"
    let (old, new) = ("id,a,a,b\n1,x,y,z\n", "id,a,a,b,c\n1,x,Y,z,w\n")
    let files = [name: old, "new": new].mapValues { $0.replacing(",", with: separator) }
    let options = DiffOptions(old: name, new: "new", output: .patch)
    let patch = try DiffCommand(options: options, files: files).result().output
    let command = PatchCommand(options: PatchOptions(file: name, patch: "patch")) { path throws(SystemError) in
      Array((path == "patch" ? patch : files[path] ?? "").utf8)
    }
    #expect(try command.result() == PatchCommand.Result(output: files["new"] ?? "", problems: []))
  }

  @Test(arguments: [
    ("", "it is not a patch"), ("{\"id\":1}", "it is not a patch"),
    ("{\"livetable-patch\":2,\"id\":[]}", "it is not a patch"),
    ("{\"livetable-patch\":1,\"id\":[\"id\"]}\n{\"op\":\"eat\",\"id\":\"1\"}", "line 2: it is not a row change"),
    (
      "{\"livetable-patch\":1,\"id\":[\"id\"]}\n{\"op\":\"update\",\"id\":\"1\"}",
      "line 2: it lacks the values of the row"
    ),
  ]) func rubbishIsNoPatch(text: String, message: String) throws {
    let command = PatchCommand(options: PatchOptions(file: "a.csv", patch: "patch")) { path throws(SystemError) in
      Array((path == "patch" ? text : "id\n1\n").utf8)
    }
    let error = #expect(throws: InputError.self) { try command.result() }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func aPatchNeedsRowsThatCanBeToldApart() {
    let options = DiffOptions(old: "old.csv", new: "new.csv", output: .patch, records: RecordOptions(id: ["n"]))
    let files = ["old.csv": "id,n\n1,1\n2,1\n", "new.csv": "id,n\n1,1\n"]
    #expect(throws: InputError.self) { try DiffCommand(options: options, files: files).result() }
  }
}
