import Testing

@testable import LiveTablesTerminal
@testable import livetable

/// Tests the screens of commands that run without options.
@MainActor @Suite struct CommandScreenTests: ShownTables {
  @Test(arguments: CommandFixture.all) func theScreenIsThatWhichWasLookedAt(fixture: CommandFixture) async throws {
    let sink = ScreenSink(history: try HistoryKeeper())
    sink.view.caption = "\(fixture.command), every 2 s  ? help"
    var reader = RunReader(RecordOptions(), format: nil, source: fixture.command)
    try await shown(sink) { next in
      await sink.show(try reader.table(of: Array(fixture.output.utf8)))
      _ = try await next()
      let screens = [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 20, rows: 5)].map { size in
        sink.view.lines(for: size, at: .now).map { line in
          line.spans.map(\.text.text).joined().replacing(/\ +$/, with: "")
        }.filter { !$0.isEmpty }.joined(separator: "\n")
      }
      let screen = screens.joined(separator: "\n\n")
      #expect(screen == CommandFixture.screens[fixture.command], "\n\(screen)")
    }
  }
}
