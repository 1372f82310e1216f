// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MailGTK",
  dependencies: [.package(name: "LiveTables", path: "../../..", traits: ["GTK", "SQLite"])],
  targets: [
    .executableTarget(
      name: "mail-gtk",
      dependencies: [
        .product(name: "LiveTablesGTK", package: "LiveTables"),
        .product(name: "LiveTablesSQLite", package: "LiveTables"),
      ])
  ]
)
