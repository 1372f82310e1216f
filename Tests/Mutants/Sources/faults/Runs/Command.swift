import Foundation
import Synchronization

/// A command in the copy.
struct Command {
  enum Ending: Equatable {
    case success
    case failure
    /// It would have gone on.
    case timeLimit
  }

  let arguments: [String]
  let folder: URL

  /// Runs it; no process that it has begun is left afterwards.
  ///
  /// - Parameters:
  ///   - environment: What is added to the environment.
  ///   - seconds: After so long it is ended; where it stops at a failure, after so much time of a processor.
  ///   - stopsAtFailure: Whether it is ended as soon as it prints that a test has failed.
  /// - Returns: How it ended, and what it printed.
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
    // What else is begun meanwhile would hold the pipe open.
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
    case (.exit, 124), (.exit, 137): (.timeLimit, output)  // what `timeout` says
    default: (.failure, output)
    }
  }
}
