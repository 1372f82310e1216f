import Foundation
import Testing

@testable import livetable

/// Tests the tool on a terminal.
@Suite(.enabled(if: Tool.isBuilt), .timeLimit(.minutes(20))) struct ScreenTests {
  private let terminal: PseudoTerminal
  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  init() throws {
    terminal = try PseudoTerminal()
  }

  /// Runs a script whose `$TERMINAL` is the terminal's path.
  private func run(_ script: String) -> Task<Tool.Outcome, any Error> {
    Task { [path = terminal.path] in
      try await Tool.run("TERM=xterm-256color TERMINAL=\(path); export TERM\n\(script)")
    }
  }

  @Test func aWatchIsShownUntilAKeyEndsIt() async throws {
    let tool = run("livetable watch -- printf 'ID NAME\\n1 first\\n2 second row\\n' > $TERMINAL")
    let screen = try await terminal.read(until: "second row")
    #expect(screen.contains(Self.enter))
    try terminal.press("q")
    let rest = try await terminal.read(until: Self.leave)
    #expect((screen + rest).contains("every 2 s  ? help"))
    #expect(try await tool.value.ending == .exited(status: 0))
  }

  /// Tests that data in any format never sends control characters to the terminal.
  @Test(arguments: [
    "old.csv --once --format csv", "old.csv --once --format tsv", "old.csv --once --format json",
    "old.csv --once --format ndjson", "old.csv --once", "--once --format csv < old.csv", "diff old.csv new.csv",
    "watch --once --format csv cat old.csv", "diff old.csv new.csv --format json",
    "diff old.csv new.csv --format patch",
    "patch old.csv change", "patch old.json change",
  ]) func noControlCharacterOfDataIsSentToATerminal(arguments: String) async throws {
    let directory = try TemporaryDirectory()
    let hostile = "a\u{1B}]0;owned\u{07}\u{9B}31m\u{7F}\rb"
    _ = try directory.write("\u{FEFF}id,n\r\n1,\"\(hostile)\"\r\n", to: "old.csv")
    _ = try directory.write("id,n\r\n1,\"\(hostile) too\"\r\n", to: "new.csv")
    var json = ""
    json.appendJSONString(hostile)
    _ = try directory.write("[{\"id\":\"1\",\"n\":\(json)}]\r\n", to: "old.json")
    let change = #"{"livetable-patch":1,"id":["id"]}\#n{"op":"insert","id":"2","new":{"id":"2","n":\#(json)}}"#
    _ = try directory.write(change, to: "change")
    let tool = run("cd \(directory.path); livetable \(arguments) > $TERMINAL; printf END > $TERMINAL")
    let sent = try await terminal.read(until: "END")
    _ = try await tool.value
    // The terminal turns LF into CR LF; the tool itself prints colors.
    let rest = sent.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\u{1B}\\[[0-9;]*m", with: "", options: .regularExpression)
    let controls = rest.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
    #expect(controls.isEmpty, "\(rest.debugDescription)")
    #expect(rest.contains("31m"))
  }

  @Test func aWatchEndsByItselfAfterItsLastRun() async throws {
    let tool = run("livetable watch --count 2 --every 0.01 -- printf 'ID\\n1\\n' > $TERMINAL")
    try await terminal.read(until: Self.leave)
    #expect(try await tool.value.ending == .exited(status: 0))
  }

  @Test func aWatchThatEndsAtAChangeWaitsForTheCommandThatTheChangeRuns() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      cat > run.sh <<'END'
      echo x >> runs; echo ID N; echo 1 $(wc -l < runs)
      END
      livetable watch --every 0.01 --until-change --on-change 'sleep 0.2; echo told > heard' -- sh run.sh > $TERMINAL
      echo $?; cat heard
      """
    let outcome = try await run(script).value
    #expect(outcome.lines == ["0", "told"])
  }

  @Test func whatChangesAndKeysHaveStartedEndsBeforeTheTool() async throws {
    let directory = try TemporaryDirectory()
    // The quotes keep the displayed command from matching the text that the test waits for.
    let words = "printf 'be''gun' > \(terminal.path)"
    let command = "trap 'echo ended >> log; exit' TERM; \(words); sleep 1000 & wait; echo over >> log"
    let script = """
      cd \(directory.path)
      cat > run.sh <<'END'
      echo x >> runs; echo ID N; echo 1 $(wc -l < runs)
      END
      livetable watch --every 0.01 --on-change "\(command)" --bind "k:\(command)" -- sh run.sh > $TERMINAL
      cat log
      """
    let tool = run(script)
    try await terminal.read(until: "begun")
    try terminal.press("gk\r")
    try await terminal.read(until: "begun")
    try terminal.press("q")
    let outcome = try await tool.value
    #expect(outcome.lines == ["ended", "ended"])
  }

  @Test func theBellRingsWhereErrorsAreRead() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      cat > run.sh <<'END'
      echo x >> runs; echo ID N; echo 1 $(wc -l < runs)
      END
      livetable watch --bell --count 3 --every 0.01 -- sh run.sh 2> $TERMINAL
      printf end > $TERMINAL
      """
    let tool = run(script)
    let written = try await terminal.read(until: "end")
    #expect(written == "\u{7}\u{7}end")
    let outcome = try await tool.value
    #expect(outcome.lines.count == 3 && !outcome.lines.joined().contains("\u{7}"))
  }

  @Test func aRunThatFailsIsInTheStatusLine() async throws {
    let tool = run("livetable watch --every 0.01 -- sh -c 'echo no good >&2; exit 3' > $TERMINAL")
    try await terminal.read(until: "failed: it exited with status 3: no good")
    try terminal.press("q")
    #expect(try await tool.value.ending == .exited(status: 2))
  }

  @Test func aCommandThatDoesNotExistGivesTheTerminalBack() async throws {
    let tool = run("livetable watch -- no-such-command-here > $TERMINAL")
    let outcome = try await tool.value
    #expect(outcome.ending == .exited(status: 2))
    #expect(outcome.errors.count == 1)
    try terminal.press("\n")
    let screen = try await terminal.read(until: "\n")
    #expect(screen.contains(Self.enter) == screen.contains(Self.leave))
  }

  @Test func keysComeFromTheTerminalWhereRowsComeFromAPipe() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/rows"
    #expect(mkfifo(pipe, 0o600) == 0)
    let tool = run("livetable < \(pipe) > $TERMINAL")
    let rows = FileHandle(forUpdatingAtPath: pipe)  // opening a pipe only for writing would wait for a reader
    try rows?.write(contentsOf: Data("{\"id\":\"first\"}\n".utf8))
    try await terminal.read(until: "first")
    try rows?.write(contentsOf: Data("nonsense\n{\"id\":\"second\"}\n".utf8))
    try await terminal.read(until: "second")
    try await terminal.read(until: "standard input, line 2")
    try terminal.press("q")
    #expect(try await tool.value.ending == .exited(status: 2))
    try rows?.close()
  }

  @Test func aStreamThatHasEndedStaysOnScreen() async throws {
    let tool = run("echo '[{\"id\":\"here\"}]' | livetable > $TERMINAL")
    try await terminal.read(until: "the stream has ended")
    try terminal.press("q")
    #expect(try await tool.value.ending == .exited(status: 0))
  }

  @Test func whatRowsSayIsShownAndNeverObeyed() async throws {
    let tool = run(#"printf '{"id":"a\\u001b]0;title\\u0007b\\u009b31mc"}\n' | livetable > $TERMINAL"#)
    let screen = try await terminal.read(until: "the stream has ended")
    #expect(!screen.contains("\u{1B}]0;"))
    #expect(!screen.contains("\u{9B}"))
    #expect(screen.contains("]0;title"))
    try terminal.press("q")
    _ = try await tool.value
  }

  @Test func aSignalEndsAWatchOnTheScreen() async throws {
    let directory = try TemporaryDirectory()
    let tool = run(
      """
      cd \(directory.path); mkfifo go; '\(Tool.path)' watch printf 'ID\\n1\\n' > $TERMINAL &
      read -r line < go; kill -TERM $!; wait $!; echo $?
      """)
    try await terminal.read(until: "1 row")
    _ = try await Tool.run("echo > \(directory.path)/go")
    #expect(try await tool.value.lines == ["143"])
  }
}
