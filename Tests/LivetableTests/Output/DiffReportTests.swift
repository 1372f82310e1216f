import LiveTables
import Testing

@testable import livetable

@Suite struct DiffReportTests {
  @Test func namesWhatHappensToEveryRowAndSection() throws {
    let report = try report(
      #"[{"id":1,"g":"A","n":1,"x":true},{"id":2,"g":"A"},{"id":3,"g":"A"},{"id":4,"g":"B"},{"id":5,"g":"C"}]"#,
      #"[{"id":5,"g":"C"},{"id":3,"g":"A"},{"id":1,"g":"A","n":2,"y":"z"},{"id":6,"g":"A"},{"id":7,"g":"D"}]"#)
    #expect(
      report == """
        rows: 2 inserted, 2 deleted, 1 moved, 1 updated; sections: 3 changed; columns: +y, -x

        - section “B”, 1 row
        + section “D”, 1 row
        ~ section “C” from position 3 to 1
        - “2”, row 2 of “A”: id 2, g "A"
        - “4”, row 1 of “B”: id 4, g "B"
        ~ “3” from row 3 to row 1
        * “1”: n 1 → 2, y nothing → "z"
        + “6”, row 3 of “A”: id 6, g "A"
        + “7”, row 1 of “D”: id 7, g "D"

        """)
  }

  @Test func aRowThatLeavesAGroupThatGoesKeepsItsChange() throws {
    let report = try report(
      #"[{"id":1,"g":"A","n":1},{"id":2,"g":"B"}]"#, #"[{"id":2,"g":"B"},{"id":1,"g":"B","n":2}]"#)
    #expect(report.contains("~ “1” from row 1 of “A” to row 2 of “B”\n* “1”: g \"A\" → \"B\", n 1 → 2\n"))
    #expect(report.hasPrefix("rows: 1 moved, 1 updated; sections: 1 changed\n"))
  }

  @Test func linesHaveColoursWhereTheyAreWanted() throws {
    var options = DiffOptions(old: "old.json", new: "new.json")
    options.records.groupBy = nil
    let files = ["old.json": #"[{"id":1}]"#, "new.json": #"[{"id":2}]"#]
    var command = DiffCommand(options: options, files: files)
    #expect(try !command.result().output.contains("\u{1B}"))
    command.isColored = true
    #expect(try command.result().output.contains("\u{1B}[31m- “1”, row 1: id 1\u{1B}[0m\n\u{1B}[32m+ “2”"))
    command = DiffCommand(
      options: options, files: ["old.json": #"[{"id":1,"n":2}]"#, "new.json": #"[{"id":1,"n":3}]"#])
    #expect(try command.result().output.hasSuffix("* “1”: n 2 → 3\n"))
    command.isColored = true
    #expect(
      try command.result().output.hasSuffix(
        "\u{1B}[33m*\u{1B}[0m “1”: n \u{1B}[31m2\u{1B}[0m → \u{1B}[32m3\u{1B}[0m\n"))
  }

  @Test func saysThatTablesAreEqual() throws {
    #expect(try report(#"[{"id":1,"g":2}]"#, #"[{"g":2,"id":1}]"#) == "The tables are equal: 1 row.\n")
  }

  @Test func ofATableWithoutRowsNoColumnIsMissing() throws {
    for (old, new) in [("[]", #"[{"id":1,"g":2}]"#), (#"[{"id":1,"g":2}]"#, "[]")] {
      #expect(try !report(old, new).contains("columns:"))
    }
  }

  @Test func rowsThatHaveLostAColumnWithAllOthersAreCounted() throws {
    #expect(
      try report(#"[{"id":1,"g":1,"x":1},{"id":2,"g":1,"x":2}]"#, #"[{"id":1,"g":1},{"id":2,"g":1}]"#)
        == "rows: 2 updated; columns: -x\n\n* 2 rows that have lost columns\n")
  }

  @Test func controlCharactersAreShownAndNotSent() throws {
    let report = try report(
      #"[{"id":"a\u001b[2J\u009b","g":"\u0007","n":""}]"#,
      #"[{"id":"a\u001b[2J\u009b","g":"\u0007","n":"\u009b\u007f"}]"#)
    #expect(report.contains("“a␛[2J<U+009B>”"))
    #expect(report.contains("\"\\u009b\\u007f\""))
  }

  @Test func longValuesAreCut() throws {
    let long = String(repeating: "x", count: 1000)
    let report = try report(#"[{"id":1,"g":1}]"#, #"[{"id":1,"g":1,"n":"\#(long)"}]"#)
    #expect(report.count < 200)
  }

  @Test("the differing part of long values is shown") func longValuesDiffer() throws {
    func change(_ old: String, _ new: String) -> String {
      ColumnChange(name: "n", old: .string(old), new: .string(new)).text()
    }
    let same = String(repeating: "x", count: 60)
    let end = String(repeating: "x", count: 14)
    #expect(change("\(same)?page=1", "\(same)?page=2") == "n …\(end)?page=1\" → …\(end)?page=2\"")
    #expect(change("a\(same)", "b\(same)") == "n \"a\(same.prefix(38))… → \"b\(same.prefix(38))…")
    let half = same.prefix(20)
    #expect(change("\(same)", "\(same)y\(same)") == "n …\(half)\" → …\(half)y\(same.prefix(19))…")
    #expect(change("\(same)e\u{301}", "\(same)\u{E9}").contains("…\(half)e<U+0301>\" → …\(half)<U+00E9>\""))
  }

  private func report(_ old: String, _ new: String) throws -> String {
    var options = DiffOptions(old: "old.json", new: "new.json")
    options.records.groupBy = "g"
    return try DiffCommand(options: options, files: ["old.json": old, "new.json": new]).result().output
  }
}
