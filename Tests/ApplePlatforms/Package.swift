// swift-tools-version: 6.2

import PackageDescription

// The adapters for UIKit and AppKit, compiled unchanged against modules that stand in for those on Linux, and tested
// through them. On a Mac none of this is needed: there the adapters are built and tested against the real ones.
//
// Everything is linked into this package, so that no user of the library ever sees a module with one of these names.
let package = Package(
  name: "ApplePlatforms",
  platforms: [.macOS(.v14)],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTables"]),
    .target(name: "UIKit"),
    .target(name: "AppKit"),
    .target(name: "LiveTablesUIKit", dependencies: ["LiveTables", "UIKit"]),
    .target(name: "LiveTablesAppKit", dependencies: ["LiveTables", "AppKit"]),
    .testTarget(name: "UIKitTests", dependencies: ["UIKit", "TableDiff", "LiveTablesTesting"]),
    .testTarget(name: "AppKitTests", dependencies: ["AppKit"]),
    .testTarget(name: "AppKitAdapterTests", dependencies: ["LiveTablesAppKit", "LiveTablesTesting", "AppKit"]),
    .testTarget(name: "LiveTablesUIKitTests", dependencies: ["LiveTablesUIKit", "LiveTablesTesting", "UIKit"]),
    .testTarget(name: "AdapterTests", dependencies: ["LiveTablesUIKit", "LiveTablesTesting", "UIKit"]),
    .testTarget(name: "LiveTablesAppKitTests", dependencies: ["LiveTablesAppKit", "LiveTablesTesting", "AppKit"]),
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
  // `import Testing` beside `import UIKit` looks for a module that only Apple's systems have.
  if target.type == .test {
    target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
  }
}
