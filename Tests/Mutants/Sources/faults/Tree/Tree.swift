import Foundation

/// A copy of the project that contains the faults, all disabled.
struct Tree {
  let project: Project
  let faults: [Fault]
  /// The numbers of the faults to plant.
  let chosen: Set<Int>
  let folder: URL
  /// The numbers of the faults that do not compile.
  private(set) var dropped: Set<Int> = []

  /// - Parameters:
  ///   - project: The sources.
  ///   - choice: Selects the faults to plant.
  init(_ project: Project, _ choice: Choice) throws {
    self.project = project
    faults = project.faults()
    chosen = Set(try choice.numbers(faults))
    folder = project.root.appending(path: ".build/faults/tree")
  }

  /// The compiler options, which stop early on expressions that take long to type-check.
  private static let flags = ["-suppress-warnings", "-Xfrontend", "-solver-expression-time-threshold=2"]
    .flatMap { ["-Xswiftc", $0] }

  /// The sorted numbers of the planted faults that compile.
  var planted: [Int] { chosen.subtracting(dropped).sorted() }

  var bundle: String { folder.appending(path: ".build/debug/FaultyPackageTests.xctest").path() }
  /// The C header of `faultIsAwake`, whose implementation reads the environment.
  private static let header = """
    #pragma once
    #include <stdbool.h>
    /// Whether the fault with this number is awake.
    extern bool faultIsAwake(int number);

    """
  private static let implementation = """
    #include "FaultSwitch.h"
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/stat.h>
    #include <unistd.h>

    static int awake = 0;
    static unsigned char *reached = 0;
    static long count = 0;

    __attribute__((constructor)) static void begin(void) {
      const char *number = getenv("FAULT");
      if (number) awake = atoi(number);
      const char *path = getenv("FAULTS_REACHED");
      if (!path) return;
      int file = open(path, O_RDWR | O_CLOEXEC);
      struct stat status;
      if (file < 0) return;
      if (fstat(file, &status) == 0 && status.st_size > 0) {
        void *map = mmap(0, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) { reached = map; count = status.st_size; }
      }
      close(file);
    }

    bool faultIsAwake(int number) {
      if (reached && number < count) __atomic_store_n(&reached[number], 1, __ATOMIC_RELAXED);
      return number == awake;
    }

    """

  /// Drops the faults that did not compile in an earlier build.
  mutating func drop() {
    let known = try? String(contentsOf: folder.appending(path: "dropped.txt"), encoding: .utf8)
    let names = Set((known ?? "").split(separator: "\n").map(String.init))
    for (index, fault) in faults.enumerated() where names.contains(fault.name) { dropped.insert(index + 1) }
  }

  /// The number and name of each planted fault, as stored with a built copy.
  private var plantedNames: [String] { planted.map { "\($0) \(faults[$0 - 1].name)" } }

  /// Throws if the built copy lacks a planted fault or gives it another number.
  func checkBuilt() throws {
    let built = try? String(contentsOf: folder.appending(path: "planted.txt"), encoding: .utf8)
    let names = Set((built ?? "").split(separator: "\n").map(String.init))
    if let missing = plantedNames.first(where: { !names.contains($0) }) {
      throw Failure(
        description: "what was built does not have \(missing), or has it by another number: leave out --built")
    }
  }

  /// Writes and builds the copy, dropping faults until it compiles.
  mutating func build() throws {
    try write(Self.header, to: "Sources/FaultSwitch/include/FaultSwitch.h")
    try write(Self.implementation, to: "Sources/FaultSwitch/FaultSwitch.c")
    try write(
      "module FaultSwitch { header \"FaultSwitch.h\" export * }\n", to: "Sources/FaultSwitch/include/module.modulemap")
    try write(manifest, to: "Package.swift")
    try removeOld()
    for folder in ["Tests", "docs"] { try link(folder) }
    for module in ["LiveTablesTesting", "LiveTablesAdapters", "LiveTablesUIKit", "CSQLite"] {
      try link("Sources/\(module)")
    }
    for attempt in 1... {
      let planted = try plant()
      let (ending, output) = try Command(
        arguments: ["swift", "build", "--build-tests"] + Self.flags, folder: folder
      ).run(seconds: 1_800)
      if ending == .success { break }
      let culprits = self.culprits(output, planted)
      if culprits.isEmpty || attempt == 30 {
        throw Failure(description: "the copy does not build:\n\(output.suffix(20_000))")
      }
      say("\(culprits.count) do not compile")
      dropped.formUnion(culprits)
      try write(dropped.map { faults[$0 - 1].name }.sorted().joined(separator: "\n"), to: "dropped.txt")
    }
    try write(plantedNames.joined(separator: "\n"), to: "planted.txt")
  }

  /// Removes source files that no longer exist in the project.
  private func removeOld() throws {
    for module in project.modules {
      let path = folder.appending(path: "Sources/\(module)").path()
      for case let file as String in FileManager.default.enumerator(atPath: path) ?? .init()
      where file.hasSuffix(".swift") && project.sources["Sources/\(module)/\(file)"] == nil {
        try FileManager.default.removeItem(atPath: "\(path)/\(file)")
      }
    }
  }

  private func plant() throws -> [String: PlantedFile] {
    var byFile: [String: [(number: Int, fault: Fault)]] = [:]
    for number in self.planted {
      let fault = faults[number - 1]
      byFile[fault.file, default: []].append((number, fault))
    }
    var planted: [String: PlantedFile] = [:]
    for (file, source) in project.sources {
      let result = PlantedFile(source, byFile[file] ?? [])
      try write(result.text, to: file)
      planted[file] = result
    }
    return planted
  }

  /// The faults that the compiler's errors point to.
  private func culprits(_ output: String, _ planted: [String: PlantedFile]) -> Set<Int> {
    var culprits: Set<Int> = []
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[3].hasSuffix("error"), let row = Int(parts[1]), let column = Int(parts[2]),
        let file = planted[String(parts[0].split(separator: "/tree/").last ?? "")]
      else { continue }
      culprits.formUnion(file.faults(line: row, column: column))
    }
    return culprits
  }

  /// Writes a file unless its content is unchanged, to keep builds incremental.
  private func write(_ text: String, to file: String) throws {
    let url = folder.appending(path: file)
    if (try? String(contentsOf: url, encoding: .utf8)) == text { return }
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  private func link(_ path: String) throws {
    let url = folder.appending(path: path)
    if (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path())) != nil { return }
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: project.root.appending(path: path))
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let modules: Set<String> = \(project.modules)
    let tests: Set<String> = \(project.tests)
    let all: [Target] = [
      .target(name: "FaultSwitch"),
      .target(name: "TableDiff", dependencies: ["FaultSwitch"]),
      .target(name: "LiveTables", dependencies: ["TableDiff", "FaultSwitch"]),
      .target(name: "LiveTablesOperators", dependencies: ["LiveTables", "FaultSwitch"]),
      .target(name: "LiveTablesCells", dependencies: ["LiveTables", "FaultSwitch"]),
      .target(name: "LiveTablesTerminal", dependencies: ["LiveTablesCells", "FaultSwitch"]),
      .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
      .target(name: "LiveTablesAdapters", dependencies: ["LiveTablesCells"]),
      .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
      .target(name: "LiveTablesSQLite", dependencies: ["LiveTablesOperators", "CSQLite", "FaultSwitch"]),
      .executableTarget(
        name: "livetable", dependencies: ["LiveTablesOperators", "LiveTablesTerminal", "LiveTablesSQLite", "FaultSwitch"]),
      .target(name: "TestSupport", dependencies: ["LiveTablesOperators", "LiveTablesTesting"], path: "Tests/Support"),
      .target(name: "Soaking", dependencies: ["LiveTablesTesting"], path: "Tests/Soaking"),
      .testTarget(name: "TableDiffTests", dependencies: ["TestSupport"]),
      .testTarget(name: "LiveTablesTests", dependencies: ["TestSupport"]),
      .testTarget(name: "LiveTablesCellsTests", dependencies: ["TestSupport"]),
      .testTarget(name: "LiveTablesOperatorsTests", dependencies: ["TestSupport"]),
      .testTarget(name: "LiveTablesTestingTests", dependencies: ["Soaking", "TestSupport"]),
      .testTarget(name: "LiveTablesTerminalTests", dependencies: ["LiveTablesTerminal", "LiveTablesTesting"]),
      .testTarget(
        name: "LiveTablesSQLiteTests", dependencies: ["LiveTablesSQLite", "LiveTablesOperators", "TestSupport"]),
      .testTarget(name: "LivetableTests", dependencies: ["livetable", "TestSupport"]),
      .target(name: "UIKit", path: "Tests/ApplePlatforms/Sources/UIKit"),
      .target(name: "AppKit", path: "Tests/ApplePlatforms/Sources/AppKit"),
      .target(name: "SwiftUI", dependencies: ["UIKit", "AppKit"], path: "Tests/ApplePlatforms/Sources/SwiftUI"),
      .target(name: "LiveTablesUIKit", dependencies: ["LiveTablesCells", "UIKit", "SwiftUI"]),
      .testTarget(name: "LiveTablesUIKitTests", dependencies: ["LiveTablesUIKit", "LiveTablesTesting", "UIKit"]),
      .testTarget(
        name: "AdapterTests",
        dependencies: ["LiveTablesAdapters", "LiveTablesUIKit", "LiveTablesTesting", "UIKit", "SwiftUI"],
        path: "Tests/ApplePlatforms/Tests/AdapterTests"),
    ]
    let views: Set<String> = ["UIKit", "AppKit", "SwiftUI", "LiveTablesUIKit", "LiveTablesUIKitTests", "AdapterTests"]
    let package = Package(
      name: "Faulty", platforms: [.macOS(.v14)],
      targets: all.filter { target in
        switch target.name {
        case "FaultSwitch", "LiveTablesTesting", "Soaking", "TestSupport": true
        case "CSQLite": modules.contains("LiveTablesSQLite")
        case "UIKit", "AppKit", "SwiftUI", "LiveTablesUIKit", "LiveTablesAdapters": tests.contains("AdapterTests")
        case let name where target.type == .test: tests.contains(name)
        case let name: modules.contains(name)
        }
      },
      swiftLanguageModes: [.v6])
    for target in package.targets where target.type != .system && target.name != "FaultSwitch" {
      target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ] + (modules.contains("LiveTablesSQLite") ? [.define("SQLite")] : [])
      // The random and exhaustive tests would take most of a run. To optimise these tests as well takes longer than it saves,
      // since the diff is compiled for each of their types of rows.
      if ["TableDiff", "LiveTables", "LiveTablesCells", "LiveTablesOperators", "LiveTablesTesting"].contains(target.name) {
        target.swiftSettings! += [.unsafeFlags(["-O", "-assert-config", "Debug"])]
      }
      if views.contains(target.name) {
        target.swiftSettings! += [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
      }
    }

    """
  }
}
