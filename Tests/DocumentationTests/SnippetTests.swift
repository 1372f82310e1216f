import Testing

struct SnippetTests {
  @Test("every snippet in README and docs compiles as shown", arguments: try Snippet.all())
  func everySnippetInREADMEAndDocsCompiles(snippet: Snippet) async throws {
    let outcome = try await Compiler.check(snippet.code, options: ["-warnings-as-errors"])
    #expect(outcome.status == 0, "\(snippet)\n\(outcome.messages)")
  }

  @Test("a block without an import continues only the last complete block")
  func blocksContinueTheLastCompleteOne() async throws {
    let text = """
      ```swift
      let early = 1
      ```
      <!-- prelude
      let hidden = 1
      -->
      ```swift
      import Foundation
      let one = 1
      ```
      ```swift
      let two: String = one
      ```
      ```swift before
      let ignored = 1
      ```
      ```swift
      import LiveTables
      ```
      """
    let snippets = Snippet.snippets(in: text, page: "a.md")
    #expect(snippets.map(\.line) == [1, 7, 11, 17])
    #expect(
      snippets.map(\.code) == [
        "let early = 1\n", "import Foundation\nlet one = 1\n",
        "import Foundation\nlet one = 1\nlet two: String = one\n", "import LiveTables\n",
      ])
    let outcome = try await Compiler.check(snippets[2].code)
    #expect(outcome.status != 0)
    #expect(outcome.messages.contains("cannot convert value of type 'Int' to specified type 'String'"))
  }

  @Test("README contains snippets that are compiled")
  func thereAreSnippets() throws {
    #expect(try Snippet.all().count > 90)
  }
}
