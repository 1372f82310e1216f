/// A line that a shell runs for the user.
struct ShellCommand: Sendable {
  private let line: String
  /// What it reads from standard input.
  private let input: [UInt8]

  init(_ line: String, input: [UInt8] = []) {
    self.line = line
    self.input = input
  }

  /// What it had to say: the last line that it printed, or why it failed.
  struct Words: Equatable, Sendable {
    var text: String
    var isTrouble = false
  }

  /// Runs it to its end.
  ///
  /// What it has put in the background goes on.
  @concurrent func words() async -> Words {
    do {
      let run = CommandRun(command: ["/bin/sh", "-c", line], input: input, keepsBackground: true)
      let result = try await run.result()
      if let failure = result.failure { return Words(text: "\(line): \(failure)", isTrouble: true) }
      let printed = result.output.isEmpty ? result.errorOutput : result.output
      let lines = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isNewline)
      return Words(text: lines.last.map(String.init) ?? "")
    } catch {
      return Words(text: "\(error)", isTrouble: true)
    }
  }
}
