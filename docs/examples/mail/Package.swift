// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mail",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../../..", traits: ["SQLite"])],
  targets: [
    .executableTarget(
      name: "mail",
      dependencies: [
        .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "LiveTablesSQLite", package: "LiveTables"),
        .product(name: "LiveTablesTerminal", package: "LiveTables"),
      ])
  ]
)
