// swift-tools-version: 6.2.3

import PackageDescription

let package = Package(
  name: "LiveTables",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .macCatalyst(.v17), .visionOS(.v1)],
  products: [
    .library(name: "TableDiff", targets: ["TableDiff"]),
    .library(name: "LiveTables", targets: ["LiveTables"]),
    .library(name: "LiveTablesCells", targets: ["LiveTablesCells"]),
    .library(name: "LiveTablesOperators", targets: ["LiveTablesOperators"]),
    .library(name: "LiveTablesTerminal", targets: ["LiveTablesTerminal"]),
    .library(name: "LiveTablesUIKit", targets: ["LiveTablesUIKit"]),
    .library(name: "LiveTablesAppKit", targets: ["LiveTablesAppKit"]),
    .library(name: "LiveTablesGTK", targets: ["LiveTablesGTK"]),
    .library(name: "LiveTablesSQLite", targets: ["LiveTablesSQLite"]),
    .library(name: "LiveTablesPostgres", targets: ["LiveTablesPostgres"]),
    .library(name: "LiveTablesAdapters", targets: ["LiveTablesAdapters"]),
    .library(name: "LiveTablesTesting", targets: ["LiveTablesTesting"]),
    .library(name: "LiveTablesSchedules", targets: ["LiveTablesSchedules"]),
    .executable(name: "livetable", targets: ["livetable"]),
  ],
  traits: [
    .trait(name: "GTK", description: "Tables in windows of GTK 4; needs the system's library."),
    .trait(name: "SQLite", description: "Tables that are queries of SQLite databases; needs the system's library."),
    .trait(name: "Postgres", description: "Tables that follow tables of PostgreSQL servers; needs the system's libpq."),
  ],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesCells", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesOperators", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesTerminal", dependencies: ["LiveTablesCells"]),
    .target(name: "LiveTablesUIKit", dependencies: ["LiveTablesCells"]),
    .target(name: "LiveTablesAppKit", dependencies: ["LiveTablesCells", "LiveTablesOperators"]),
    .systemLibrary(
      name: "CGTK", pkgConfig: "gtk4",
      providers: [.apt(["libgtk-4-dev"]), .yum(["gtk4-devel"])]),
    .target(
      name: "LiveTablesGTK",
      dependencies: [
        "LiveTablesOperators", "LiveTablesCells", .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ]),
    .target(name: "LiveTablesAdapters", dependencies: ["LiveTablesCells"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
    .target(name: "CSchedules"),
    .target(name: "LiveTablesSchedules", dependencies: ["CSchedules"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"]), .yum(["sqlite-devel"])]),
    .target(
      name: "LiveTablesSQLite",
      dependencies: ["LiveTablesOperators", .target(name: "CSQLite", condition: .when(traits: ["SQLite"]))]),
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"]), .yum(["libpq-devel"])]),
    .target(
      name: "LiveTablesPostgres",
      dependencies: ["LiveTablesOperators", .target(name: "CPostgres", condition: .when(traits: ["Postgres"]))]),
    .executableTarget(
      name: "livetable",
      dependencies: [
        "LiveTablesOperators", "LiveTablesTerminal",
        .target(name: "LiveTablesSQLite", condition: .when(traits: ["SQLite"])),
        .target(name: "LiveTablesPostgres", condition: .when(traits: ["Postgres"])),
      ]),
    .target(name: "TestSupport", dependencies: ["LiveTablesOperators", "LiveTablesTesting"], path: "Tests/Support"),
    .target(name: "Soaking", dependencies: ["LiveTablesTesting"], path: "Tests/Soaking"),
    .testTarget(name: "TableDiffTests", dependencies: ["TestSupport"]),
    .testTarget(name: "LiveTablesTests", dependencies: ["TestSupport"]),
    .testTarget(name: "LiveTablesCellsTests", dependencies: ["TestSupport"]),
    .testTarget(name: "LiveTablesOperatorsTests", dependencies: ["TestSupport"]),
    .testTarget(name: "LiveTablesAdaptersTests", dependencies: ["LiveTablesAdapters", "TestSupport"]),
    .testTarget(name: "LiveTablesTestingTests", dependencies: ["Soaking", "TestSupport"]),
    .testTarget(name: "LiveTablesSchedulesTests", dependencies: ["LiveTablesSchedules"]),
    .testTarget(name: "LiveTablesUIKitTests", dependencies: ["LiveTablesUIKit", "LiveTablesTesting"]),
    .testTarget(name: "LiveTablesAppKitTests", dependencies: ["LiveTablesAppKit", "LiveTablesTesting"]),
    .testTarget(name: "LiveTablesTerminalTests", dependencies: ["LiveTablesTerminal", "LiveTablesTesting"]),
    .testTarget(
      name: "LiveTablesSQLiteTests", dependencies: ["LiveTablesSQLite", "LiveTablesOperators", "TestSupport"]),
    .testTarget(
      name: "LiveTablesPostgresTests", dependencies: ["LiveTablesPostgres", "LiveTablesTesting", "TestSupport"]),
    .testTarget(name: "LivetableTests", dependencies: ["livetable", "TestSupport"], exclude: ["Input/Fixtures"]),
    .target(name: "AppleNames", path: "Tests/AppleNames"),
    .testTarget(
      name: "NamesTests",
      dependencies: ["AppleNames", "LiveTablesOperators", "LiveTablesTerminal", "LiveTablesTesting"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "LiveTablesAdapters", "LiveTablesOperators", "LiveTablesTerminal", "LiveTablesTesting", "LiveTablesSchedules",
        .target(name: "LiveTablesSQLite", condition: .when(traits: ["SQLite"])),
        .target(name: "LiveTablesPostgres", condition: .when(traits: ["Postgres"])),
      ]),
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
  ]
}
