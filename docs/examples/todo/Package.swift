// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Todo",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../../..")],
  targets: [
    .executableTarget(
      name: "todo",
      dependencies: [
        .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "LiveTablesTerminal", package: "LiveTables"),
      ])
  ]
)
