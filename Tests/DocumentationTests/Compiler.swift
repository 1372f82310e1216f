import Foundation

/// Runs the compiler over a piece of code that imports this package's modules, as they were built for the tests.
enum Compiler {
  struct Outcome {
    let status: Int32
    let messages: String
  }

  /// Where the build put the modules: beside the tests that are running.
  static let modules: [URL] = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let bundle = Bundle.allBundles.map(\.bundleURL).first(where: { $0.pathExtension == "xctest" }) {
      folder = bundle.deletingLastPathComponent()
    }
    return [folder.appending(path: "Modules"), folder]
  }()

  /// Type-checks code as a script in Swift 6 mode, with the upcoming features that this package uses.
  static func check(_ code: String, name: String, options: [String] = []) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    try code.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-module-cache-path", cache.path()]
      + modules.flatMap { ["-I", $0.path()] } + options + [file.path()]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let messages = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, messages: messages)
  }

  private static let cache = FileManager.default.temporaryDirectory.appending(path: "livetables-module-cache")
}
