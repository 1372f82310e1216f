// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "benchmarks", targets: ["benchmarks"])],
  dependencies: [.package(name: "LiveTables", path: "..")],
  targets: [
    .target(name: "HeapMeter"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "HeapMeter",
        .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "TableDiff", package: "LiveTables"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
