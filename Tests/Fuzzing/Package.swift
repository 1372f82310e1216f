// swift-tools-version: 6.2

import PackageDescription

// libFuzzer brings the main function. Build with --sanitize=fuzzer, on Linux; see README.md.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "LiveTables", path: "../..")],
  targets: [
    .executableTarget(
      name: "FuzzDifference",
      dependencies: [
        .product(name: "LiveTables", package: "LiveTables"), .product(name: "LiveTablesTesting", package: "LiveTables"),
      ]),
    // The readers are part of a program, so their sources are linked here, with what they use of another module's own.
    .executableTarget(
      name: "FuzzInput", dependencies: [.product(name: "LiveTablesTerminal", package: "LiveTables")]),
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
    .unsafeFlags(["-parse-as-library"]),
  ]
}
