// swift-tools-version: 6.2

import PackageDescription

// The tests of the engine and the pipeline in a package of their own, which builds the libraries alone: for runs that are
// optimised as in an app, or under a sanitizer. ENGINE_ONLY leaves out the pipeline's, which take minutes to optimise;
// SQLITE_ONLY takes those of the database instead. The sources are linked into this package: the tests use what is
// `package` there.
let isSQLite = Context.environment["SQLITE_ONLY"] != nil
let tests =
  isSQLite
  ? ["LiveTablesSQLiteTests"]
  : Context.environment["ENGINE_ONLY"] == nil ? ["TableDiffTests", "LiveTablesTests"] : ["TableDiffTests"]
let libraries = ["TableDiff", "LiveTables", "LiveTablesTesting"] + (isSQLite ? ["LiveTablesSQLite"] : [])

let package = Package(
  name: "Optimised",
  platforms: [.macOS(.v14)],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTables"]),
  ]
    + (isSQLite
      ? [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .target(name: "LiveTablesSQLite", dependencies: ["LiveTables", "CSQLite"]),
      ] : [])
    + tests.map { name in
      .testTarget(name: name, dependencies: libraries.map { .byName(name: $0) }, path: name)
    },
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("ImmutableWeakCaptures"),
    ] + (isSQLite ? [.define("SQLite")] : [])
}
