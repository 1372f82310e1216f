// swift-tools-version: 6.2

import PackageDescription

// A package of its own, because its scheduler takes the place of the process's executors. That is a private interface
// of the Linux toolchain; elsewhere the package is empty.
#if os(Linux)
let library = Target.Dependency.product(name: "LiveTables", package: "LiveTables")
let operators = Target.Dependency.product(name: "LiveTablesOperators", package: "LiveTables")
let testing = Target.Dependency.product(name: "LiveTablesTesting", package: "LiveTables")
let targets: [Target] = [
  .target(name: "Scheduling", dependencies: [testing]),
  .target(name: "Scenarios", dependencies: ["Scheduling", library, operators, testing]),
  .executableTarget(name: "schedules", dependencies: ["Scenarios", "Scheduling"]),
  .testTarget(name: "SchedulingTests", dependencies: ["Scheduling"]),
  .testTarget(name: "ScenarioTests", dependencies: ["Scenarios", "Scheduling"]),
]
#else
let targets: [Target] = []
#endif

let package = Package(
  name: "Schedules",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../..")],
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
