import Foundation

/// Compiles code that imports this package's modules, as they were built for the tests.
enum Compiler {
  struct Outcome {
    let status: Int32
    let messages: String
  }

  /// The folders of the built modules, next to the running tests.
  static let modules: [URL] = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let bundle = Bundle.allBundles.map(\.bundleURL).first(where: { $0.pathExtension == "xctest" }) {
      folder = bundle.deletingLastPathComponent()
    }
    var folders = [
      folder.appending(path: "Modules"), folder, Snippet.root.appending(path: "Sources/CSchedules/include"),
    ]
    #if SQLite
    folders.append(Snippet.root.appending(path: "Sources/CSQLite"))
    #endif
    #if Postgres
    folders.append(Snippet.root.appending(path: "Sources/CPostgres"))
    // The folders of libpq's header, on Debian and with Homebrew.
    folders += ["/usr/include/postgresql", "/opt/homebrew/opt/libpq/include"].map { URL(filePath: $0) }
    #endif
    return folders
  }()

  /// Type-checks code as a script in Swift 6 mode.
  static func check(_ code: String, options: [String] = []) async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "main.swift")
    try code.write(to: file, atomically: true, encoding: .utf8)
    return try await compile([file.path()], ["-typecheck"] + options)
  }

  /// Compiles files in Swift 6 mode.
  static func compile(_ files: [String], _ options: [String]) async throws -> Outcome {
    try await run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-swift-version", "6", "-module-cache-path", cache.path()] + modules.flatMap { ["-I", $0.path()] }
        + options
        + files)
  }

  /// Runs a program without blocking a thread, when fewer programs run than there are processors.
  ///
  /// The output goes through a file, because programs that other tests start at the same time would inherit a pipe, and
  /// keep it open until they end.
  static func run(_ program: URL, _ arguments: [String]) async throws -> Outcome {
    await turns.wait()
    defer { Task { await turns.leave() } }
    let output = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = handle
    process.standardError = handle
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    try handle.close()
    return Outcome(status: process.terminationStatus, messages: try String(contentsOf: output, encoding: .utf8))
  }

  private static let turns = CompilerTurns(count: ProcessInfo.processInfo.activeProcessorCount)
  private static let cache = FileManager.default.temporaryDirectory.appending(path: "livetables-module-cache")
}

/// Lets a limited number of callers run at once, and the others later, in the order of their calls.
private actor CompilerTurns {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func wait() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
