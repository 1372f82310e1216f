/// A command line that a shell runs for the user.
struct ShellCommand: Sendable {
  let line: String
  var input: [UInt8] = []

  struct Outcome: Equatable, Sendable {
    /// The last line of output, or the reason the command failed.
    var message: String
    var isFailure = false
  }

  /// Runs the command line to its end.
  ///
  /// Its background processes continue.
  @concurrent func run() async -> Outcome {
    do {
      let run = CommandRun(command: ["/bin/sh", "-c", line], input: input, keepsBackground: true)
      let result = try await run.result()
      if let failure = result.failure { return Outcome(message: "\(line): \(failure)", isFailure: true) }
      let printed = result.output.isEmpty ? result.errorOutput : result.output
      let lines = String(decoding: printed, as: UTF8.self).split(whereSeparator: \.isNewline)
      return Outcome(message: lines.last.map(String.init) ?? "")
    } catch {
      return Outcome(message: "\(error)", isFailure: true)
    }
  }
}
