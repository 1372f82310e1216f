import Foundation
import LiveTablesUIKit
import Testing

/// The page about UIKit shows code that needs it, so it is compiled here.
struct UIKitSnippetTests {
  private static func snippets() throws -> [Snippet] {
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "docs/uikit.md"), encoding: .utf8)
    return Snippet.snippets(in: text, page: "docs/uikit.md")
  }

  @Test("every snippet about UIKit compiles", arguments: try snippets())
  func everySnippetAboutUIKitCompiles(snippet: Snippet) async throws {
    let outcome = try await Compiler.check(snippet.code, options: ["-warnings-as-errors"])
    #expect(outcome.status == 0, "\(snippet)\n\(outcome.messages)")
  }

  @Test("there are snippets, and one with another label does not compile") func aBrokenSnippetIsFound() async throws {
    let snippet = try #require(try Self.snippets().first { $0.code.contains("cell: TodoCell.self") })
    let outcome = try await Compiler.check(snippet.code.replacing("cell: TodoCell.self", with: "type: TodoCell.self"))
    #expect(outcome.status != 0)
  }
}
