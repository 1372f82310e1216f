// swift-tools-version: 6.2

import PackageDescription

// The adapters for UIKit and AppKit. On Linux, they are compiled unmodified and tested against test doubles of UIKit,
// AppKit and SwiftUI; on a Mac, against the real frameworks. See docs/apple-platforms.md.
//
// All sources are symbolic links in a separate package, so users of the library never see modules with these names.
let package = Package(
  name: "ApplePlatforms",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .macCatalyst(.v17), .visionOS(.v1)],
  targets: [
    .target(name: "TableDiff"),
    .target(name: "LiveTables", dependencies: ["TableDiff"]),
    .target(name: "LiveTablesOperators", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesCells", dependencies: ["LiveTables"]),
    .target(name: "LiveTablesAdapters", dependencies: ["LiveTablesCells"]),
    .target(name: "LiveTablesTesting", dependencies: ["LiveTablesCells"]),
    .target(name: "UIKit"),
    .target(name: "AppKit"),
    .target(name: "SwiftUI", dependencies: ["UIKit", "AppKit"]),
    .target(name: "LiveTablesUIKit", dependencies: ["LiveTablesCells", "UIKit", "SwiftUI"]),
    .target(
      name: "LiveTablesAppKit", dependencies: ["LiveTablesCells", "LiveTablesOperators", "AppKit", "SwiftUI"]),
    .testTarget(name: "UIKitTests", dependencies: ["UIKit", "TableDiff", "LiveTablesTesting"]),
    .testTarget(name: "AppKitTests", dependencies: ["AppKit"]),
    .testTarget(
      name: "AppKitAdapterTests", dependencies: ["LiveTablesAppKit", "LiveTablesTesting", "AppKit", "SwiftUI"]),
    .testTarget(name: "LiveTablesUIKitTests", dependencies: ["LiveTablesUIKit", "LiveTablesTesting", "UIKit"]),
    .testTarget(
      name: "AdapterTests",
      dependencies: ["LiveTablesAdapters", "LiveTablesUIKit", "LiveTablesTesting", "UIKit", "SwiftUI"]),
    .testTarget(name: "LiveTablesAppKitTests", dependencies: ["LiveTablesAppKit", "LiveTablesTesting", "AppKit"]),
  ],
  swiftLanguageModes: [.v6]
)

#if os(macOS)
// The system's frameworks replace the test doubles, and the tests that need the test doubles are omitted.
package.products = [
  .library(name: "LiveTablesUIKit", targets: ["LiveTablesUIKit"]),
  .library(name: "LiveTablesAppKit", targets: ["LiveTablesAppKit"]),
]
package.targets.removeAll { $0.name.hasSuffix("Tests") && !$0.name.hasPrefix("LiveTables") }
package.targets.removeAll { ["UIKit", "AppKit", "SwiftUI"].contains($0.name) }
for target in package.targets {
  target.dependencies.removeAll {
    if case .byNameItem(let name, _) = $0 { ["UIKit", "AppKit", "SwiftUI"].contains(name) } else { false }
  }
}
#endif

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]
  #if !os(macOS)
  // If a file imports Testing and UIKit, the compiler looks for an overlay that exists only on Apple's platforms.
  if target.type == .test {
    target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
  }
  #endif
}
