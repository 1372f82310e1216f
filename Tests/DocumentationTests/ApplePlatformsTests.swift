import Foundation
import Testing

/// Tests that docs/apple-platforms.md names each use of Objective-C in the adapters.
struct ApplePlatformsTests {
  @Test("every use of Objective-C is where docs/apple-platforms.md says")
  func objectiveCIsWhereThePageSays() throws {
    let page = try String(contentsOf: Snippet.root.appending(path: "docs/apple-platforms.md"), encoding: .utf8)
    let named = page.matches(of: /`(Sources\/LiveTables(?:Cells|UIKit|AppKit)?\/[^`]+)`/).map { String($0.1) }
    let signs = [" canImport(ObjectiveC)", "responds(to:", "#selector", "objc_", "@objc"]
    var found: Set<String> = []
    for target in ["LiveTables", "LiveTablesCells", "LiveTablesOperators", "LiveTablesUIKit", "LiveTablesAppKit"] {
      let folder = "Sources/\(target)"
      let files = FileManager.default.enumerator(atPath: Snippet.root.appending(path: folder).path)
      for case let file as String in files ?? .init() where file.hasSuffix(".swift") {
        let path = "\(folder)/\(file)"
        let code = try String(contentsOf: Snippet.root.appending(path: path), encoding: .utf8).split(separator: "\n")
          .filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        guard signs.contains(where: { sign in code.contains { $0.contains(sign) } }) else { continue }
        let place = named.first { path.hasPrefix($0) }
        #expect(place != nil, "\(path) needs Objective-C, which the page does not say")
        place.map { _ = found.insert($0) }
      }
    }
    #expect(found == Set(named), "the page names places where there is nothing of it")
  }
}
