// swift-tools-version: 6.2

import PackageDescription

// Plants faults in a copy of the project, and sees that its tests find them. See Sources/mutants/Mutant.swift.
let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v14)],
  targets: [
    .executableTarget(
      name: "mutants",
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
