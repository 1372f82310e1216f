// swift-tools-version: 6.2

import PackageDescription

// Runs stress plans with real parallelism for as long as is asked for.
let package = Package(
  name: "Soak",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../..")],
  targets: [
    .executableTarget(
      name: "soak", dependencies: [.product(name: "LiveTablesTesting", package: "LiveTables")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
