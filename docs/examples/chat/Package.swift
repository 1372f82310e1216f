// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Chat",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [.library(name: "ChatModel", targets: ["ChatModel"])],
  dependencies: [.package(name: "LiveTables", path: "../../..")],
  targets: [
    .target(name: "ChatModel", dependencies: [.product(name: "LiveTables", package: "LiveTables")]),
    .executableTarget(
      name: "chat",
      dependencies: [
        "ChatModel",
        .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "LiveTablesTerminal", package: "LiveTables"),
      ]),
  ]
)
