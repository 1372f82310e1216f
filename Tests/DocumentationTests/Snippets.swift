import Foundation

/// A block of Swift code on a page of the documentation, as the program that a reader makes of it.
///
/// A block that begins with an import is complete. Any other block continues the last complete block of its page, and
/// the program consists of both. Nothing is added to the code on the page.
struct Snippet: CustomStringConvertible, Sendable {
  let page: String
  let line: Int
  let code: String

  var description: String { "\(page):\(line)" }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns the snippets of README.md, the pages in docs, and the landing pages, if this build has their modules.
  static func all() throws -> [Snippet] {
    var pages = ["README.md"]
    for folder in ["docs", "Sources"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path()) ?? .init()
      for case let file as String in files {
        if file.hasSuffix(".build") { files.skipDescendants() }
        if file.hasSuffix(".md") { pages.append("\(folder)/\(file)") }
      }
    }
    return try pages.sorted().flatMap { page in
      snippets(in: try String(contentsOf: root.appending(path: page), encoding: .utf8), page: page)
    }.filter { snippet in !Self.elsewhere.contains { snippet.imports($0) } }
  }

  /// Modules whose code Tests/AppleTargets, Tests/ApplePlatforms, .ci/tutorials or builds with traits compile.
  private static let elsewhere: [String] = {
    var modules = ["UIKit", "AppKit", "SwiftUI", "Combine", "PackageDescription", "Testing"]
    modules.append("LiveTablesGTK")  // Tests/GTK
    #if !SQLite
    modules.append("LiveTablesSQLite")
    #endif
    #if !Postgres
    modules.append("LiveTablesPostgres")
    #endif
    return modules
  }()

  /// Returns whether a line of the code imports a module.
  func imports(_ module: String) -> Bool {
    code.split(separator: "\n").contains { $0 == "import \(module)" }
  }

  static func snippets(in text: String, page: String) -> [Snippet] {
    var found: [Snippet] = []
    var complete = ""
    var block: (start: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let open = block {
        guard line == "```" else { block?.lines.append(line); continue }
        let code = open.lines.joined(separator: "\n") + "\n"
        let isComplete = open.lines.first?.hasPrefix("import ") ?? false
        if isComplete { complete = code }
        found.append(Snippet(page: page, line: open.start, code: isComplete ? code : complete + code))
        block = nil
      } else if line == "```swift" {
        block = (index + 1, [])
      }
    }
    return found
  }
}
