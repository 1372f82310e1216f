// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// The path to a checkout of DifferenceKit; if set, the flat scenarios also measure DifferenceKit.
let differenceKit = Context.environment["DIFFERENCEKIT"]
// A folder in this package with checkouts of Lists, epoxy-ios and RxDataSources; if set, their diffs are measured too.
let peers = Context.environment["PEERS"]
let peerTargets: [Target] =
  peers.map { folder in
    [
      ("ListKit", "Lists/Sources/ListKit", ["Algorithm/HeckelDiff.swift"]),
      ("EpoxyCore", "epoxy-ios/Sources/EpoxyCore", ["Diffing", "Logging"]),
      ("Differentiator", "RxDataSources/Sources/Differentiator", nil),
    ].map { name, path, sources in
      .target(
        name: name, path: "\(folder)/\(path)", sources: sources,
        swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-enable-testing"])])
    }
  } ?? []

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "benchmarks", targets: ["benchmarks"])],
  traits: [.trait(name: "SQLite", description: "Also live tables of a database.")],
  dependencies: [
    .package(
      name: "LiveTables", path: "..", traits: [.trait(name: "SQLite", condition: .when(traits: ["SQLite"]))])
  ] + (differenceKit.map { [.package(name: "DifferenceKit", path: $0)] } ?? []),
  targets: peerTargets + [
    .target(name: "HeapMeter"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "HeapMeter",
        .product(name: "LiveTables", package: "LiveTables"),
        .product(name: "LiveTablesOperators", package: "LiveTables"),
        .product(name: "LiveTablesSQLite", package: "LiveTables", condition: .when(traits: ["SQLite"])),
      ] + (differenceKit == nil ? [] : [.product(name: "DifferenceKit", package: "DifferenceKit")])
        + peerTargets.map { .init(stringLiteral: $0.name) },
      swiftSettings: settings + (differenceKit == nil ? [] : [.define("DIFFERENCEKIT")])
        + (peers == nil ? [] : [.define("PEERS")])),
  ],
  swiftLanguageModes: [.v6]
)
