import Foundation

/// A command in the copy.
struct Command {
  enum Ending {
    case success
    case failure
    /// It would have gone on: nothing has failed, so nothing has been noticed.
    case timeLimit
  }

  let arguments: [String]
  let folder: URL

  /// Runs it.
  ///
  /// - Parameters:
  ///   - mutant: The fault that is awake.
  ///   - seconds: After so long it is ended.
  /// - Returns: How it ended, and what it printed.
  func run(planting mutant: String? = nil, seconds: Int) throws -> (ending: Ending, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["timeout", "--kill-after=5", "\(seconds)"] + arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["PLANTED"] = mutant
    environment["PATIENCE"] = mutant == nil ? nil : "10"  // what waits in vain shall fail, not run out of time
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
      case (.exit, 124), (.exit, 137): .timeLimit  // what `timeout` says
      default: .failure
      }
    return (ending, String(decoding: data, as: UTF8.self))
  }
}

extension Copy {
  /// Builds everything once.
  func build() throws {
    for arguments in [["swift", "build", "--product", "schedules"], ["swift", "build", "--build-tests"]] {
      let (ending, output) = try Command(arguments: arguments, folder: tree).run(seconds: 1_800)
      if ending != .success { throw Failure(description: "the copy does not build:\n\(output.suffix(4_000))") }
    }
  }

  /// Runs what has to notice a fault.
  func run(_ catcher: Mutant.Catcher, planting mutant: String?) throws -> (ending: Command.Ending, output: String) {
    switch catcher {
    case .tests(let filter):
      // The test bundle itself: its process ends with the time limit, which that of a build tool's child would not.
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
