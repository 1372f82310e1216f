// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "LiveTables",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .macCatalyst(.v17), .visionOS(.v1)],
  products: [
    .library(name: "TableDiff", targets: ["TableDiff"]),
    .library(name: "LiveTables", targets: ["LiveTables"]),
    .library(name: "LiveTablesTerminal", targets: ["LiveTablesTerminal"]),
    .library(name: "LiveTablesTesting", targets: ["LiveTablesTesting"]),
    .executable(name: "livetable", targets: ["livetable"]),
  ],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesTerminal", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTables"]),
    .executableTarget(name: "livetable", dependencies: ["LiveTables", "LiveTablesTerminal"]),
    .testTarget(name: "TableDiffTests", dependencies: ["TableDiff", "LiveTablesTesting"]),
    .testTarget(name: "LiveTablesTests", dependencies: ["LiveTables", "LiveTablesTesting"]),
    .testTarget(name: "LiveTablesTerminalTests", dependencies: ["LiveTablesTerminal", "LiveTablesTesting"]),
    .testTarget(name: "LivetableTests", dependencies: ["livetable"]),
    .testTarget(name: "DocumentationTests", dependencies: ["LiveTables", "LiveTablesTerminal", "LiveTablesTesting"]),
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
