// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ChatGTK",
  dependencies: [
    .package(name: "LiveTables", path: "../../..", traits: ["GTK"]),
    .package(name: "Chat", path: "../chat"),
  ],
  targets: [
    .executableTarget(
      name: "chat-gtk",
      dependencies: [
        .product(name: "ChatModel", package: "Chat"),
        .product(name: "LiveTablesGTK", package: "LiveTables"),
      ])
  ]
)
