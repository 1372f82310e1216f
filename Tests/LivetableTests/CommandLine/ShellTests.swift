import Testing

@testable import livetable

@Suite struct ShellTests {
  @Test(arguments: Shell.allCases) func everyCommandAndOptionIsThere(shell: Shell) {
    for topic in HelpTopic.commands { #expect(shell.text.contains(topic.rawValue)) }
    for option in Set(([.tool] + HelpTopic.commands).flatMap(\.options)) {
      let name = shell == .fish ? "-l \(option.rawValue) " : option.rawValue
      #expect(shell.text.contains(name), "\(option)")
    }
  }

  @Test func noTextOfTheManualPageIsTakenForAMacro() {
    #expect(ManualPage.escaped(".x") == "\\&.x" && ManualPage.escaped("'x'") == "\\&'x'")
    #expect(ManualPage.escaped("x.") == "x." && ManualPage.escaped("~/-\\") == "\\(ti/\\-\\e")
  }

  @Test func theManualPageSaysWhatEachCommandDoes() {
    #expect(Shell.man.text.contains("\nPlays back a recording made with \\-\\-record.\n"))
    #expect(Shell.man.text.contains("\n.Li \"livetable diff OLD NEW [OPTION...]\"\n"))
    #expect(Shell.man.text.contains("\nOptions: \\-\\-input, \\-\\-separator, \\-\\-lenient, \\-\\-help.\n"))
  }

  /// Tests that the installed shells and `mandoc` accept the generated texts.
  @Test(arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish -n"), ("man", "mandoc -T lint -W style")])
  func theyAreUnderstood(name: String, reader: String) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try #require(Shell(rawValue: name)).text, to: "text")
    let program = reader.prefix { $0 != " " }
    let script = "command -v \(program) > /dev/null || exit 0; \(reader) \(path)"
    let result = try await CommandRun(command: ["/bin/sh", "-c", script]).result()
    #expect(
      result.ending == .exited(status: 0), "\(result.failure ?? "") \(String(decoding: result.output, as: UTF8.self))")
    #expect(result.output.isEmpty, "\(String(decoding: result.output, as: UTF8.self))")
  }
}
