import Foundation
import Testing

@testable import livetable

/// The built tool, run in a shell.
enum Tool {
  /// The path of the tool, which is next to the test bundle.
  static let path: String = {
    let tests = URL(filePath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appending(path: "livetable").path
  }()

  /// Whether the tool exists; some test runs do not build it.
  static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// The result of a run.
  struct Outcome {
    var lines: [String]
    var errors: [String]
    var ending: RunResult.Ending
  }

  /// Runs a script that can call the tool as `livetable`.
  static func run(_ script: String) async throws -> Outcome {
    let prelude = "livetable() { '\(path)' \"$@\"; }\n"
    let result = try await CommandRun(command: ["/bin/sh", "-c", prelude + script]).result()
    return Outcome(
      lines: String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init),
      errors: String(decoding: result.errorOutput, as: UTF8.self).split(separator: "\n").map(String.init),
      ending: result.ending)
  }
}

/// A temporary directory, which is deleted with its last reference.
final class TemporaryDirectory: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "livetable-\(UUID())").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file.
  ///
  /// - Returns: The path of the file.
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }
}
