import LiveTables
import Testing

@testable import livetable

@Suite struct DiffDocumentTests {
  @Test func theDocumentIsFixedWordForWord() throws {
    let old = #"[{"id":1,"g":"A","n":1},{"id":2,"g":"A"},{"id":3,"g":"A"},{"id":4,"g":"B"},{"id":5,"g":"C"}]"#
    let new = #"[{"id":5,"g":"C"},{"id":3,"g":"A"},{"id":1,"g":"A","n":2},{"id":6,"g":"A"},{"id":7,"g":"D"}]"#
    let document = try diffDocument(old, new, groupBy: "g")
    #expect(
      document == """
        {"source":{"sections":[{"id":"A","rows":["1","2","3"]},{"id":"B","rows":["4"]},{"id":"C","rows":["5"]}]},\
        "target":{"sections":[{"id":"C","rows":["5"]},{"id":"A","rows":["3","1","6"]},{"id":"D","rows":["7"]}]},\
        "stages":[{"updatedRows":[{"section":0,"row":0}],\
        "result":{"sections":[{"id":"A","rows":["1","2","3"]},{"id":"B","rows":["4"]},{"id":"C","rows":["5"]}]}},\
        {"deletedSections":[1],"insertedSections":[2],"movedSections":[{"from":2,"to":0}],\
        "deletedRows":[{"section":0,"row":1}],"insertedRows":[{"section":1,"row":2}],\
        "movedRows":[{"from":{"section":0,"row":2},"to":{"section":1,"row":0}}],\
        "result":{"sections":[{"id":"C","rows":["5"]},{"id":"A","rows":["3","1","6"]},{"id":"D","rows":["7"]}]}}],\
        "changes":[{"op":"delete","id":"2","old":{"id":2,"g":"A"}},{"op":"delete","id":"4","old":{"id":4,"g":"B"}},\
        {"op":"move","id":"3","section":"A","after":null},\
        {"op":"update","id":"1","old":{"id":1,"g":"A","n":1},"new":{"id":1,"g":"A","n":2}},\
        {"op":"insert","id":"6","section":"A","after":"1","new":{"id":6,"g":"A"}},\
        {"op":"insert","id":"7","section":"D","after":null,"new":{"id":7,"g":"D"}}]}

        """)
  }

  @Test func withoutGroupsThereIsOneSectionAlsoWhereThereAreNoRows() throws {
    #expect(
      try diffDocument("[]", "[]")
        == #"{"source":{"sections":[{"id":"","rows":[]}]},"target":{"sections":[{"id":"","rows":[]}]},"stages":[],"changes":[]}"#
        + "\n")
    #expect(
      try diffDocument("[]", "[]", groupBy: "g")
        == #"{"source":{"sections":[]},"target":{"sections":[]},"stages":[],"changes":[]}"#
        + "\n")
  }

  @Test func identitiesAreStringsWhoseControlCharactersAreEscaped() throws {
    let document = try diffDocument(#"[{"id":"\u001b]0;\u0007\u009b\u007f\"é"}]"#, "[]")
    #expect(document.contains(#""rows":["\u001b]0;\u0007\u009b\u007f\"é"]"#))
  }

  /// Returns the output of `livetable diff --format json` for two files.
  private func diffDocument(_ old: String, _ new: String, groupBy: String? = nil) throws -> String {
    var options = DiffOptions(old: "old.json", new: "new.json", output: .json)
    options.records.groupBy = groupBy
    return try DiffCommand(options: options, files: ["old.json": old, "new.json": new]).result().output
  }
}

extension DiffCommand {
  /// Creates a command that reads its files from a dictionary.
  init(options: DiffOptions, files: [String: String]) {
    self.init(options: options) { path throws(SystemError) in
      guard let text = files[path] else { throw SystemError(code: 2) }
      return Array(text.utf8)
    }
  }
}
