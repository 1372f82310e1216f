/// A command line that a shell runs for the user.
struct ShellCommand: Sendable {
  let line: String
  var input: [UInt8] = []

  /// The result as a message: the last line of output, or the reason the command failed.
  struct Words: Equatable, Sendable {
    var text: String
    var isTrouble = false
  }

  /// Runs the command line to its end.
  ///
  /// Its background processes continue.
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
