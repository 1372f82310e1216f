// swift-tools-version: 6.2

import Foundation
import PackageDescription

// Plants faults in a copy of the project and checks that its tests detect them: `mutants` by hand
// (Sources/mutants/Mutant.swift), `faults` by rules (Sources/faults/Fault.swift).

/// The toolchain's folder that contains swift-syntax, for `faults`.
let host =
  (Context.environment["PATH"] ?? "").split(separator: ":").lazy
  .map { URL(filePath: "\($0)/swift").resolvingSymlinksInPath().appending(path: "../../lib/swift/host").standardized }
  .first { FileManager.default.fileExists(atPath: $0.appending(path: "SwiftParser.swiftmodule").path()) }?
  .path() ?? "/usr/lib/swift/host"
let syntax = ["SwiftSyntax", "SwiftParser", "SwiftOperators"]

let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(name: "mutants"),
    .executableTarget(
      name: "faults",
      swiftSettings: [.unsafeFlags(["-I", host])],
      linkerSettings: [
        .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + syntax.map { "-l\($0)" })
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
