// swift-tools-version: 6.2.3

import PackageDescription

// Tests of real GTK views, separate because all other tests need neither GTK nor a display.
let package = Package(
  name: "GTKTests",
  dependencies: [.package(name: "LiveTables", path: "../..", traits: ["GTK"])],
  targets: [
    .executableTarget(
      name: "gtk-loop",
      dependencies: [
        .product(name: "LiveTablesGTK", package: "LiveTables"),
        .product(name: "LiveTablesOperators", package: "LiveTables"),
      ]),
    .executableTarget(name: "gtk-benchmark", dependencies: [.product(name: "LiveTablesGTK", package: "LiveTables")]),
    .testTarget(
      name: "LiveTablesGTKTests",
      dependencies: [
        "gtk-loop", "gtk-benchmark", .product(name: "LiveTablesGTK", package: "LiveTables"),
        .product(name: "LiveTablesTesting", package: "LiveTables"),
        .product(name: "LiveTablesOperators", package: "LiveTables"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]
}
