// swift-tools-version: 6.2

import PackageDescription

// A separate package that builds only the libraries and their tests, for runs that are optimised as in an app, or under
// a sanitizer. ENGINE_ONLY selects the tests of the engine and the operators, OPERATORS_ONLY those of the operators,
// SQLITE_ONLY and POSTGRES_ONLY those of a database. The sources are linked into this package, because the tests use
// `package` API.
func isSet(_ name: String) -> Bool { Context.environment[name] != nil }
let database = isSet("SQLITE_ONLY") ? "SQLite" : isSet("POSTGRES_ONLY") ? "Postgres" : nil
let all = [
  "TableDiffTests", "LiveTablesTests", "LiveTablesCellsTests", "LiveTablesOperatorsTests", "LiveTablesTestingTests",
]
let tests =
  if let database { ["LiveTables\(database)Tests"] } else if isSet("OPERATORS_ONLY") {
    ["LiveTablesOperatorsTests"]
  } else if isSet("ENGINE_ONLY") {
    ["TableDiffTests", "LiveTablesOperatorsTests"]
  } else {
    all
  }
let libraries = ["Soaking", "TestSupport"] + (database.map { ["LiveTables\($0)"] } ?? [])

let package = Package(
  name: "Optimised",
  platforms: [.macOS(.v14)],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesCells", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesOperators", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
    .target(name: "TestSupport", dependencies: ["LiveTablesOperators", "LiveTablesTesting"]),
    .target(name: "Soaking", dependencies: ["LiveTablesTesting"]),
  ]
    + (database.map { name in
      [
        .systemLibrary(name: "C\(name)", pkgConfig: name == "SQLite" ? "sqlite3" : "libpq"),
        .target(name: "LiveTables\(name)", dependencies: ["LiveTablesOperators", .byName(name: "C\(name)")]),
      ]
    } ?? [])
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
    ] + (database.map { [.define($0)] } ?? [])
}
