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
        rows: 2 inserted, 2 deleted, 1 moved, 1 updated; sections: 3 changed

        stage 1 of 2
          * row “1” at (0,0): n 1 → 2, y nothing → "z", x is gone

        stage 2 of 2
          - section “B” at 1, 1 row
          + section “D” at 2, 1 row
          ~ section “C” from 2 to 0
          - row “2” at (0,1)
          + row “6” at (1,2)
          ~ row “3” from (0,2) to (1,0)

        """)
  }

  @Test func saysThatTablesAreEqual() throws {
    #expect(try report(#"[{"id":1,"g":2}]"#, #"[{"g":2,"id":1}]"#) == "The tables are equal: 1 row.\n")
  }

  @Test func controlCharactersAreShownAndNotSent() throws {
    let report = try report(
      #"[{"id":"a\u001b[2J","g":"\u0007","n":""}]"#, #"[{"id":"a\u001b[2J","g":"\u0007","n":"\u009b\u007f"}]"#)
    #expect(report.contains("row “a␛[2J”"))
    #expect(report.contains("\"\\u{9B}␡\""))
  }

  @Test func longValuesAreCut() throws {
    let long = String(repeating: "x", count: 1000)
    let report = try report(#"[{"id":1,"g":1}]"#, #"[{"id":1,"g":1,"n":"\#(long)"}]"#)
    #expect(report.count < 200)
  }

  private func report(_ old: String, _ new: String) throws -> String {
    var options = DiffOptions(old: "old.json", new: "new.json")
    options.records.groupBy = "g"
    return try DiffCommand(options: options, files: ["old.json": old, "new.json": new]).result().output
  }
}
