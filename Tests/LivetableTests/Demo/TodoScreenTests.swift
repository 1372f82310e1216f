import Foundation
@_spi(Adapters) import LiveTables
import Testing

@testable import LiveTablesTerminal
@testable import livetable

/// The lists on a view, by keys, with a file.
@MainActor @Suite(.timeLimit(.minutes(20))) struct TodoScreenTests {
  private let directory: TemporaryDirectory
  private let file: TodoFile

  init() throws {
    directory = try TemporaryDirectory()
    file = TodoFile(directory.path + "/todo.json")
  }

  /// Does something with a screen that has read the file.
  private func with(_ body: @MainActor (TodoScreen, TodoKeeper) async throws -> Void) async throws {
    let keeper = TodoKeeper(file)
    let screen = TodoScreen(keeper)
    keeper.read()
    let hearing = Task { await screen.hear() }
    while screen.view.link.revision == 0 { await Task.yield() }
    try await body(screen, keeper)
    await keeper.finish()
    await hearing.value
  }

  private func write(_ table: TodoTable) throws {
    _ = try directory.write(String(decoding: TodoDocument(table).bytes(), as: UTF8.self), to: "todo.json")
  }

  private func until(_ condition: () throws -> Bool) async throws { while try !condition() { await Task.yield() } }

  /// Presses keys as the terminal would.
  private func type(_ keys: [Key], _ screen: TodoScreen) {
    for key in keys { #expect(screen.view.press(key)) }
  }

  private func keys(_ text: String) -> [Key] { text.map { .character($0) } }

  @Test func thingsAreAddedRenamedCheckedMovedAndDeletedByKeys() async throws {
    try await with { screen, _ in
      let view = screen.view
      type(["a"] + keys("milk") + [.enter, "a"] + keys("bread") + [.enter], screen)
      #expect(view.link.table.text == "Today[milk bread] Later[]")
      #expect(view.selectedRow?.title == "bread", "the cursor is on what was added")
      type(["r", .backspace] + keys("k rolls") + [.enter, " "], screen)
      #expect(view.link.table.text == "Today[milk break rolls!] Later[]")
      type(["J"], screen)
      #expect(view.link.table.text == "Today[milk] Later[break rolls!]")
      #expect(view.selectedRow?.title == "break rolls", "the cursor goes with it")
      type(["J", "K", "K"], screen)
      #expect(view.link.table.text == "Today[break rolls! milk] Later[]")
      type(["d"], screen)
      #expect(view.link.table.text == "Today[milk] Later[]")
      try await until { try file.read().text == "Today[milk] Later[]" }
    }
  }

  @Test func whatIsSelectedIsMeantAndEscapeOrNothingAddsNothing() async throws {
    try write(todo(["a": ["x", "y"], "b": ["z"]]))
    try await with { screen, _ in
      screen.view.cursor = RowPath(section: 0, row: 0)
      type(["x"], screen)
      screen.view.cursor = RowPath(section: 1, row: 0)
      type(["x", " "], screen)
      #expect(screen.view.link.table.text == "a[x! y] b[z!]")
      type(["d"], screen)
      #expect(screen.view.link.table.text == "a[y] b[]")
      #expect(screen.view.link.selection.ids.isEmpty)
      type(["a"] + keys("no") + [.escape, "a", .enter], screen)
      #expect(screen.view.link.table.text == "a[y] b[]")
      try await until { try file.read().text == "a[y] b[]" }
    }
  }

  @Test func listsAreAddedAndRemoved() async throws {
    try await with { screen, _ in
      type(["A"], screen)
      #expect(screen.view.prompt != nil)
      type(keys("Home") + [.enter], screen)
      try #require(screen.board.table?.text == "Today[] Later[] Home[]")
      try await until { try file.read().text == "Today[] Later[] Home[]" }
      try await until { screen.view.link.table.text == "Today[] Later[] Home[]" }
      type(["D"], screen)
      try #require(screen.board.table?.text == "")
      try await until { try file.read().text == "" }
      try await until { screen.view.link.table.sections.isEmpty }
      type(["a"] + keys("x") + [.enter], screen)
      #expect(screen.view.message == "there is no list yet; press A to add one")
    }
  }

  @Test func twoScreensKeepOneFileAndLoseNothing() async throws {
    try write(todo(["a": ["x", "y"], "b": []]))
    try await with { one, oneKeeper in
      try await with { two, twoKeeper in
        one.view.cursor = RowPath(section: 0, row: 0)
        two.view.cursor = RowPath(section: 0, row: 0)
        type(["r"] + keys("1") + [.enter], one)  // both work on the same item, and neither knows of the other
        type([" ", "J", "J"], two)
        type(["a"] + keys("new") + [.enter], one)
        two.view.cursor = RowPath(section: 0, row: 0)
        type(["d"], two)
        try await until { try file.read().text == "a[new] b[x1!]" }
        oneKeeper.read()
        twoKeeper.read()
        try await until { one.view.link.table.text == "a[new] b[x1!]" && two.view.link.table.text == "a[new] b[x1!]" }
      }
    }
  }

  @Test func marksAreSeenForTwoSecondsAlsoWhereNothingElseHappens() async throws {
    try write(todo(["a": ["x"]]))
    try await with { screen, _ in
      @MainActor func isMarked(at time: ContinuousClock.Instant) -> Bool {
        screen.view.lines(for: ScreenSize(columns: 40, rows: 12), at: time).contains { line in
          line.spans.map(\.text.text).joined().hasPrefix("*")
        }
      }
      let change = todo(["a": ["x!"]]).difference(from: screen.view.link.table)
      for stage in change.stages { try screen.view.perform(stage, animation: .automatic) {} }
      #expect(isMarked(at: .now) && !isMarked(at: .now + .seconds(2)))
    }
  }

  @Test func whatCannotBeSavedIsTakenBackAndSaid() async throws {
    try write(todo(["a": ["x", "y"]]))
    try await with { screen, _ in
      _ = try directory.write("rubbish", to: "todo.json")
      screen.view.cursor = RowPath(section: 0, row: 0)
      type(["d"], screen)
      #expect(screen.view.link.table.text == "a[y]", "it is shown at once")
      try await until { screen.view.message == "not saved: it is no to-do list (not JSON)" }
      try await until { screen.view.link.table.text == "a[x y]" }
      #expect(try FileDescriptor.readFile(file.path) == Array("rubbish".utf8))
    }
  }

  @Test func aSlowDiskTakesItsTime() async throws {
    let keeper = TodoKeeper(file, disk: DemoDisk(delay: 0.05))
    let start = ContinuousClock.now
    keeper.change(1, .addList("Home"))
    await keeper.finish()
    #expect(start.duration(to: .now) >= .milliseconds(50))
    #expect(try file.read().text.contains("Home"))
  }
}
