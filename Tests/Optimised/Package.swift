// swift-tools-version: 6.2

import PackageDescription

// The engine's tests once more, optimised as in an app: in a package of its own, which builds the libraries alone.
let package = Package(
  name: "Optimised",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../..")],
  targets: [
    .testTarget(
      name: "TableDiffTests",
      dependencies: [
        .product(name: "TableDiff", package: "LiveTables"), .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "LiveTablesTesting", package: "LiveTables"),
      ],
      path: "TableDiffTests",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
