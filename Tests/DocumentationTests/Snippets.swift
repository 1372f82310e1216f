import Foundation

/// The Swift code in a page of the documentation.
///
/// Blocks marked `swift` are compiled, each on its own, as scripts. A comment `<!-- prelude … -->` holds code that goes
/// before every later block of its page: what a reader has at hand and the page need not show.
struct Snippet: CustomStringConvertible, Sendable {
  let page: String
  let line: Int
  let code: String

  var description: String { "\(page):\(line)" }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The snippets of README.md and of every page in docs.
  static func all() throws -> [Snippet] {
    let docs = root.appending(path: "docs")
    var pages = try FileManager.default.contentsOfDirectory(atPath: docs.path()).filter { $0.hasSuffix(".md") }
    pages.removeAll { $0 == "uikit.md" }  // it needs UIKit, or what stands in for it: see Tests/ApplePlatforms
    pages.removeAll { ["appkit.md", "swiftui.md"].contains($0) }  // they need Apple's systems: see Tests/AppleTargets
    #if !SQLite
    pages.removeAll { $0 == "sqlite.md" }  // what it is about is not in this build
    #endif
    return try (["README.md"] + pages.sorted().map { "docs/\($0)" }).flatMap { page in
      snippets(in: try String(contentsOf: root.appending(path: page), encoding: .utf8), page: page)
    }
  }

  static func snippets(in text: String, page: String) -> [Snippet] {
    var found: [Snippet] = []
    var prelude: [Substring] = []
    var block: (start: Int, lines: [Substring], isPrelude: Bool)?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let open = block {
        if line == (open.isPrelude ? "-->" : "```") {
          if open.isPrelude {
            prelude += open.lines
          } else {
            let code = (["import LiveTables", "import Foundation"] + prelude + open.lines).joined(separator: "\n")
            found.append(Snippet(page: page, line: open.start, code: code))
          }
          block = nil
        } else {
          block?.lines.append(line)
        }
      } else if line == "```swift" || line == "<!-- prelude" {
        block = (index + 1, [], line == "<!-- prelude")
      }
    }
    return found
  }
}
