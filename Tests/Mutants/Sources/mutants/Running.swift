import Foundation

/// A command that runs in the copy of the project.
struct Command {
  enum Ending {
    case success
    case failure
    /// The command was ended because it took too long; nothing failed, so no fault was detected.
    case timeLimit
  }

  let arguments: [String]
  let folder: URL

  /// Runs it.
  ///
  /// - Parameters:
  ///   - mutant: The name of the fault to enable.
  ///   - seconds: The time limit.
  /// - Returns: How the command ended, and its output.
  func run(planting mutant: String? = nil, seconds: Int) throws -> (ending: Ending, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "--kill-after=5", "\(seconds)"] + arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["PLANTED"] = mutant
    environment["PATIENCE"] = mutant == nil ? nil : "10"  // a test that waits in vain fails before the time limit
    environment["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let ending: Ending =
      switch (process.terminationReason, process.terminationStatus) {
      case (.exit, 0): .success
      case (.exit, 124), (.exit, 137): .timeLimit  // the exit codes of `timeout`
      default: .failure
      }
    return (ending, String(decoding: data, as: UTF8.self))
  }
}

extension Copy {
  /// Builds the scenarios and the tests.
  func build() throws {
    for arguments in [["swift", "build", "--product", "schedules"], ["swift", "build", "--build-tests"]] {
      let (ending, output) = try Command(arguments: arguments, folder: tree).run(seconds: 1_800)
      if ending != .success { throw Failure(description: "the copy does not build:\n\(output.suffix(4_000))") }
    }
  }

  /// Runs the tests or schedules that have to detect a fault.
  func run(_ catcher: Mutant.Catcher, planting mutant: String?) throws -> (ending: Command.Ending, output: String) {
    switch catcher {
    case .tests(let filter):
      // Runs the bundle directly, because the time limit would not end a build tool's child process.
      return try Command(
        arguments: [
          "\(tree.path())/.build/debug/PlantedPackageTests.xctest", "--testing-library", "swift-testing", "--filter",
          filter,
        ], folder: tree
      ).run(planting: mutant, seconds: mutant == nil ? 600 : 60)
    case .schedules(let names):
      return try Command(arguments: ["\(tree.path())/.build/debug/schedules", "explore"] + names, folder: tree)
        .run(planting: mutant, seconds: mutant == nil ? 600 : 60)
    }
  }
}
