import Testing

@testable import LiveTablesTerminal

@Suite struct StatusLineTests {
  private var full: StatusLine {
    StatusLine(
      rowCount: 340, sectionCount: 12, position: 17, lastUpdate: .init(inserted: 3, deleted: 1, moved: 2, updated: 5),
      rate: 25.4,
      mode: "PAUSED", message: "the last run failed: exit status 1", caption: "ps -eo pid")
  }

  private func text(_ status: StatusLine, _ columns: Int) -> String {
    status.line(columns: columns).spans.map(\.text.text).joined()
  }

  @Test func withRoomAllOfItIsThere() {
    #expect(
      text(full, 120)
        == " PAUSED │ 17/340 rows │ 12 sections │ +3 -1 ~2 *5 │ 25/s │ the last run failed: exit status 1 │ ps -eo pid")
  }

  @Test func withLessTheLeastImportantGoesFirst() {
    #expect(text(full, 80) == " PAUSED │ 17/340 rows │ +3 -1 ~2 *5 │ the last run failed: exit status 1")
    #expect(text(full, 60) == " PAUSED │ 17/340 rows │ the last run failed: exit status 1")
    #expect(text(full, 40) == " PAUSED  17/340 rows  the last run fail…")
    #expect(text(full, 21) == " PAUSED  the last ru…")
    #expect(text(full, 8) == " PAUSED")
    #expect(text(StatusLine(rowCount: 1_234_567), 5).hasPrefix(" 1234"), "something is said wherever there is room")
  }

  @Test("a caption is shortened first, to 20 columns, and then a message, to up to 40")
  func cutToTheLeast() {
    let status = StatusLine(
      rowCount: 500_000, message: "the last run failed: exit status 1, as before", caption: "ps -eo pid,user,pcpu,args")
    #expect(text(status, 85) == " 500000 rows │ the last run failed: exit status 1, as before │ ps -eo pid,user,pcpu,…")
    #expect(text(status, 68) == " 500000 rows │ the last run failed: exit sta… │ ps -eo pid,user,pcp…")
    #expect(text(full, 34) == " PAUSED  the last run failed: exi…")
    #expect(text(full, 17) == " PAUSED  the las…")
    #expect(text(full, 16) == " PAUSED")
    #expect(text(status, 66) == " 500000 rows │ the last run failed: exit status 1, as before")
  }

  @Test func whatThereIsNothingToSayOfIsLeftOut() {
    #expect(text(StatusLine(rowCount: 0), 40) == " 0 rows")
    #expect(text(StatusLine(rowCount: 1, sectionCount: 1, lastUpdate: .init()), 40) == " 1 row  1 section  no change")
    #expect(text(StatusLine(rowCount: 2, message: "", caption: ""), 40) == " 2 rows")
  }

  @Test("the number of rows is shown beside the way they were chosen") func howRowsWereChosenStandsNext() {
    var status = StatusLine(rowCount: 12, totalRowCount: 340, position: 3, lastUpdate: .init(inserted: 1))
    status.notes = ["/error in a long text", "by size↓", "per user"]
    #expect(text(status, 80) == " 3/12 of 340 rows │ /error in a long text │ by size↓ │ per user │ +1")
    #expect(text(status, 40) == " 3/12 of 340 rows  /error in …  by size↓")
    #expect(text(status, 20) == " 3/12 of 340 rows")
    #expect(text(StatusLine(rowCount: 0, totalRowCount: 1), 40) == " 0 of 1 row")
  }

  @Test("the last of equally important parts is omitted first") func theLastGoesFirst() {
    let status = StatusLine(rowCount: 12, notes: ["by size"], totalText: "sum 340")
    #expect(text(status, 40) == " 12 rows  by size  sum 340")
    #expect(text(status, 20) == " 12 rows  by size")
  }

  @Test(arguments: [
    (0.04, "0.1/s"), (0.25, "0.3/s"), (5, "5.0/s"), (9.94, "9.9/s"), (9.96, "10/s"), (99.5, "100/s"),
    (12345, "12345/s"),
  ])
  func rates(rate: Double, shown: String) {
    #expect(text(StatusLine(rowCount: 0, rate: rate), 40) == " 0 rows  \(shown)")
  }

  @Test func aMessageIsMadeSafe() {
    #expect(text(StatusLine(rowCount: 0, message: "a\u{1B}[2Jb\nc"), 40) == " 0 rows  a␛[2Jb␊c")
  }

  @Test("unusual states are yellow, and errors are red")
  func whatStandsOut() {
    let line = full.line(columns: 120)
    let usual = Style(nil, .reversed)
    let standsOut = line.spans.filter { $0.style != usual }
    #expect(standsOut.map(\.text.text) == ["PAUSED", "the last run failed: exit status 1"])
    #expect(standsOut.map(\.style) == [Style(.yellow, [.reversed, .bold]), Style(.red, [.reversed, .bold])])
    #expect(line.fill == usual)
  }

  @Test(arguments: 1...130) func theLineFits(columns: Int) {
    #expect(full.line(columns: columns).width <= max(columns, 1))
  }
}
