import Foundation
import Synchronization

/// A command that runs in the copy of the project.
struct Command {
  enum Ending: Equatable {
    case success
    case failure
    /// The command was ended because it took too long.
    case timeLimit
  }

  let arguments: [String]
  let folder: URL

  /// Runs the command, and ends all processes that it started.
  ///
  /// - Parameters:
  ///   - environment: The variables to add to the environment.
  ///   - seconds: The time limit; if `stopsAtFailure`, the limit of the processor time.
  ///   - stopsAtFailure: Whether to end the command as soon as it prints that a test has failed.
  /// - Returns: How the command ended, and its output.
  func run(
    _ environment: [String: String] = [:], seconds: Int, stopsAtFailure: Bool = false
  ) throws -> (ending: Ending, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "--kill-after=2", "\(stopsAtFailure ? 600 : seconds)"] + arguments
    process.currentDirectoryURL = folder
    let mark = RunMark()
    defer { mark.end() }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
      .merging(mark.environment) { _, new in new }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    // Processes started in the meantime would keep the pipe open.
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    try process.run()
    let watch = stopsAtFailure ? Watch(mark, seconds: seconds) : nil
    var output = ""
    var hasFailed = false
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      output += String(decoding: data, as: UTF8.self)
      if stopsAtFailure, output.contains(" recorded an issue") || output.contains("Fatal error") {
        hasFailed = true
        process.terminate()
        break
      }
    }
    process.waitUntilExit()
    let hasHung = watch?.finish() == true
    if hasFailed { return (.failure, output) }
    if hasHung { return (.timeLimit, output) }
    return switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0): (.success, output)
    case (.exit, 124), (.exit, 137): (.timeLimit, output)  // the exit codes of `timeout`
    default: (.failure, output)
    }
  }
}
