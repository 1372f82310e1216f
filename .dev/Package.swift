// swift-tools-version: 6.2.3
import PackageDescription
// T: the targets to build, e.g. T="LiveTables LiveTablesTesting LiveTablesTests"
let wanted = Set((Context.environment["T"] ?? "LiveTables LiveTablesTesting TableDiffTests LiveTablesTests").split(separator: " ").map(String.init))
let sqlite = wanted.contains { $0.contains("SQLite") }
let postgres = wanted.contains { $0.contains("Postgres") }
let all: [Target] = [
  .target(name: "TableDiff"),
  .target(name: "LiveTables", dependencies: ["TableDiff"]),
  .target(name: "LiveTablesTerminal", dependencies: ["LiveTables"]),
  .target(name: "LiveTablesTesting", dependencies: ["LiveTables"]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
  .target(name: "LiveTablesSQLite", dependencies: ["LiveTables", "CSQLite"]),
  .systemLibrary(name: "CPostgres", pkgConfig: "libpq"),
  .target(name: "LiveTablesPostgres", dependencies: ["LiveTables", "CPostgres"]),
  .target(name: "LiveTablesUIKit", dependencies: ["LiveTables"]),
  .target(name: "LiveTablesAppKit", dependencies: ["LiveTables"]),
  .executableTarget(name: "livetable", dependencies: ["LiveTables", "LiveTablesTerminal"] + (sqlite ? ["LiveTablesSQLite"] : []) + (postgres ? ["LiveTablesPostgres"] : [])),
  .testTarget(name: "TableDiffTests", dependencies: ["TableDiff", "LiveTablesTesting"]),
  .testTarget(name: "LiveTablesTests", dependencies: ["LiveTables", "LiveTablesTesting"]),
  .testTarget(name: "LiveTablesTerminalTests", dependencies: ["LiveTablesTerminal", "LiveTablesTesting"]),
  .testTarget(name: "LiveTablesSQLiteTests", dependencies: ["LiveTablesSQLite", "LiveTablesTesting"]),
  .testTarget(name: "LiveTablesPostgresTests", dependencies: ["LiveTablesPostgres", "LiveTablesTesting"]),
  .testTarget(name: "OperatorTests", dependencies: ["LiveTables", "LiveTablesTesting"]),
  .testTarget(name: "LiveTablesUIKitTests", dependencies: ["LiveTablesUIKit", "LiveTablesTesting"]),
  .testTarget(name: "LiveTablesAppKitTests", dependencies: ["LiveTablesAppKit", "LiveTablesTesting"]),
  .testTarget(name: "LivetableTests", dependencies: ["livetable"]),
]
func deps(_ t: Target) -> [String] { t.dependencies.compactMap { if case .byNameItem(let n, _) = $0 { n } else { nil } } }
var keep = wanted
var grew = true
while grew { let more = Set(all.filter { keep.contains($0.name) }.flatMap(deps)).subtracting(keep); grew = !more.isEmpty; keep.formUnion(more) }
let package = Package(name: "Dev", platforms: [.macOS(.v14)], targets: all.filter { keep.contains($0.name) }, swiftLanguageModes: [.v6])
for target in package.targets where target.type != .system {
  target.swiftSettings = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ImmutableWeakCaptures"].map { .enableUpcomingFeature($0) } + (sqlite ? [.define("SQLite")] : []) + (postgres ? [.define("Postgres")] : [])
}
