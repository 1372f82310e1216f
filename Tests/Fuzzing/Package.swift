// swift-tools-version: 6.2

import PackageDescription

// libFuzzer provides the main function. Build with --sanitize=fuzzer, on Linux; see README.md.
// The sources are linked into this package, because the readers are internal.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v14)],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesCells", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesOperators", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesTerminal", dependencies: ["LiveTablesCells"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq"),
    .target(name: "LiveTablesPostgres", dependencies: ["LiveTablesOperators", "CPostgres"]),
    .target(
      name: "livetable", dependencies: ["LiveTablesOperators", "LiveTablesPostgres", "LiveTablesTerminal"],
      exclude: ["Livetable.swift"]),
    .executableTarget(name: "FuzzDifference", dependencies: ["LiveTables", "LiveTablesTesting"]),
    .executableTarget(name: "FuzzInput", dependencies: ["livetable"]),
    .executableTarget(name: "FuzzServer", dependencies: ["LiveTablesPostgres"]),
    // Runs stress tests with real parallelism for a number of seconds; built without libFuzzer.
    .target(name: "Soaking", dependencies: ["LiveTablesTesting"]),
    .executableTarget(name: "soak", dependencies: ["Soaking"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .define("Postgres"),
  ]
  if target.type == .executable { target.swiftSettings?.append(.unsafeFlags(["-parse-as-library"])) }
}
