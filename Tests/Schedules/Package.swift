// swift-tools-version: 6.2

import PackageDescription

// This is a separate package, because its scheduler replaces the executors of the process through a private interface
// of the Linux toolchain. On other platforms, the package is empty. The sources are linked into this package, because
// the scenarios use API that is private to the library's package.
#if os(Linux)
let targets: [Target] = [
  .target(name: "TableDiff"),
  .target(name: "LiveTables", dependencies: ["TableDiff"]),
  .target(name: "LiveTablesOperators", dependencies: ["LiveTables"]),
  .target(name: "LiveTablesCells", dependencies: ["LiveTables"]),
  .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
  .target(name: "Soaking", dependencies: ["LiveTablesTesting"]),
  .target(name: "CSchedules"),
  .target(name: "LiveTablesSchedules", dependencies: ["CSchedules"]),
  .target(
    name: "Scenarios",
    dependencies: ["LiveTablesSchedules", "LiveTables", "LiveTablesOperators", "LiveTablesTesting", "Soaking"]),
  .executableTarget(name: "schedules", dependencies: ["Scenarios", "LiveTablesSchedules"]),
  .testTarget(name: "EngineTests", dependencies: ["LiveTablesSchedules"]),
  .testTarget(name: "ScenarioTests", dependencies: ["Scenarios", "LiveTablesSchedules"]),
]
#else
let targets: [Target] = []
#endif

let package = Package(
  name: "Schedules",
  platforms: [.macOS(.v14)],
  targets: targets,
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
