import Foundation

/// An error that ends the run.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// A copy of the project that contains all faults, disabled.
struct Copy {
  let root: URL
  let tree: URL

  /// - Parameter root: The project.
  init(of root: URL) {
    self.root = root
    tree = root.appending(path: ".build/mutants/tree")
  }

  /// Updates the copy.
  ///
  /// Unchanged files are not written, to keep builds incremental.
  func plant(_ mutants: [Mutant]) throws {
    var texts: [String: String] = [:]
    for folder in ["Sources", "Tests"] {
      for case let path as String in FileManager.default.enumerator(atPath: root.appending(path: folder).path())
        ?? .init()
      where Self.extensions.contains(URL(filePath: path).pathExtension) && !path.contains(".build/") {
        let file = "\(folder)/\(path)"
        texts[file] = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      }
    }
    var misfits: [String] = []
    for mutant in mutants {
      for edit in mutant.edits {
        let parts = texts[edit.file]?.components(separatedBy: edit.old) ?? []
        if parts.count == 2, continuesName(parts[0], edit.old) || continuesName(edit.old, parts[1]) {
          misfits.append("\(mutant.name): its text is part of a longer name in \(edit.file)")
        } else if parts.count == 2 {
          texts[edit.file] = parts.joined(separator: edit.new)
        } else {
          misfits.append("\(mutant.name): \(edit.file) has its text \(max(parts.count - 1, 0)) times, not once")
        }
      }
    }
    if !misfits.isEmpty { throw Failure(description: misfits.joined(separator: "\n")) }
    for module in ["TableDiff", "LiveTables", "LiveTablesCells", "LiveTablesOperators", "LiveTablesTerminal"] {
      texts["Sources/\(module)/Planted.swift"] = Self.planted
    }
    texts["Package.swift"] = Self.manifest
    for (file, text) in texts { try write(text, to: file) }
  }

  /// Returns whether a name continues from the end of one text into the next.
  private func continuesName(_ text: String, _ next: String) -> Bool {
    [text.last, next.first].allSatisfy { $0.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
  }

  private static let extensions: Set = ["swift", "c", "h", "modulemap"]

  private func write(_ text: String, to file: String) throws {
    let url = tree.appending(path: file)
    if (try? String(contentsOf: url, encoding: .utf8)) == text { return }
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private static let planted = """
    import Foundation

    private let awake = ProcessInfo.processInfo.environment["PLANTED"]

    @usableFromInline func planted(_ name: String) -> Bool { awake == name }
    """

  /// The manifest of one package with the targets that the faults concern.
  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "Planted",
      platforms: [.macOS(.v14)],
      targets: [
        .target(name: "TableDiff"),
        .target(name: "LiveTables", dependencies: ["TableDiff"]),
        .target(name: "LiveTablesCells", dependencies: ["LiveTables"]),
        .target(name: "LiveTablesOperators", dependencies: ["LiveTables"]),
        .target(name: "LiveTablesTerminal", dependencies: ["LiveTablesCells"]),
        .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
        .target(name: "TestSupport", dependencies: ["LiveTablesOperators", "LiveTablesTesting"], path: "Tests/Support"),
        .target(name: "Soaking", dependencies: ["LiveTablesTesting"], path: "Tests/Soaking"),
        .testTarget(name: "TableDiffTests", dependencies: ["TestSupport"]),
        .testTarget(name: "LiveTablesTests", dependencies: ["TestSupport"]),
        .testTarget(name: "LiveTablesCellsTests", dependencies: ["TestSupport"]),
        .testTarget(name: "LiveTablesOperatorsTests", dependencies: ["TestSupport"]),
        .testTarget(name: "LiveTablesTestingTests", dependencies: ["Soaking", "TestSupport"]),
        .testTarget(
          name: "LiveTablesTerminalTests", dependencies: ["LiveTablesTerminal", "LiveTablesTesting"]),
        .target(name: "CSchedules"),
        .target(name: "LiveTablesSchedules", dependencies: ["CSchedules"]),
        .target(
          name: "Scenarios",
          dependencies: ["LiveTablesSchedules", "LiveTablesOperators", "LiveTablesTesting", "Soaking"],
          path: "Tests/Schedules/Sources/Scenarios"),
        .executableTarget(
          name: "schedules", dependencies: ["Scenarios", "LiveTablesSchedules"],
          path: "Tests/Schedules/Sources/schedules"),
      ],
      swiftLanguageModes: [.v6]
    )

    for target in package.targets {
      target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ]
    }
    """
}
