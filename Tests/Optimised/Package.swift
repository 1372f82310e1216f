// swift-tools-version: 6.2

import PackageDescription

// The tests of the engine and the pipeline in a package of their own, which builds the libraries alone: for runs that are
// optimised as in an app, or under a sanitizer. ENGINE_ONLY leaves out the pipeline's, which take minutes to optimise.
let tests = Context.environment["ENGINE_ONLY"] == nil ? ["TableDiffTests", "LiveTablesTests"] : ["TableDiffTests"]

let package = Package(
  name: "Optimised",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../..")],
  targets: tests.map { name in
    .testTarget(
      name: name,
      dependencies: [
        .product(name: "TableDiff", package: "LiveTables"), .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "LiveTablesTesting", package: "LiveTables"),
      ],
      path: name,
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ])
  },
  swiftLanguageModes: [.v6]
)
