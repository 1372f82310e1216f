// swift-tools-version: 6.2

import PackageDescription

// The tests of the engine and the pipeline in a package of their own, which builds the libraries alone: for runs that are
// optimised as in an app, or under a sanitizer. ENGINE_ONLY leaves out the pipeline's, which take minutes to optimise;
// SQLITE_ONLY takes those of the database instead, with the trait.
let isSQLite = Context.environment["SQLITE_ONLY"] != nil
let tests =
  isSQLite
  ? ["LiveTablesSQLiteTests"]
  : Context.environment["ENGINE_ONLY"] == nil ? ["TableDiffTests", "LiveTablesTests"] : ["TableDiffTests"]
let libraries = ["TableDiff", "LiveTables", "LiveTablesTesting"] + (isSQLite ? ["LiveTablesSQLite"] : [])

let package = Package(
  name: "Optimised",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../..", traits: isSQLite ? ["SQLite"] : [])],
  targets: tests.map { name in
    .testTarget(
      name: name,
      dependencies: libraries.map { .product(name: $0, package: "LiveTables") },
      path: name,
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ] + (isSQLite ? [.define("SQLite")] : []))
  },
  swiftLanguageModes: [.v6]
)
