import Testing

@testable import LiveTablesTerminal

@Suite struct TableCommandTests {
  @Test(
    arguments: [
      (.up, .move(.up)), ("k", .move(.up)), (.down, .move(.down)), ("j", .move(.down)), (.pageUp, .move(.pageUp)),
      (.pageDown, .move(.pageDown)), (.home, .move(.home)), ("g", .move(.home)), (.end, .move(.end)),
      ("G", .move(.end)),
      (.left, .moveSideways(.left)), (.right, .moveSideways(.right)), (.escape, .deselect), (" ", .pause), ("q", .quit),
      (.control("c"), .quit),
      ("x", .toggle), (.enter, .tap), (.control("z"), .undo), (.control("y"), .redo),
      (.delete, .delete), ("J", .moveDown), ("K", .moveUp), (.alt("q"), nil), ("Q", nil),
    ] as [(Key, TableCommand?)])
  func keysAndWhatTheyDo(key: Key, command: TableCommand?) {
    #expect(TableCommand(key) == command)
  }

  @Test("only the quit keys end the view") @MainActor func theKeysThatQuit() {
    let view = TerminalTableView<String, TerminalScreenTests.Mail>(columns: [])
    #expect(!view.press("q") && !view.press(.control("c")))
    for key in ["Q", "j", " ", .escape, .enter, .left] as [Key] { #expect(view.press(key)) }
  }
}
