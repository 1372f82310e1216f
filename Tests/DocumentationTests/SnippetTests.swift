import Testing

struct SnippetTests {
  @Test("every snippet in README and docs compiles", arguments: try Snippet.all())
  func everySnippetInREADMEAndDocsCompiles(snippet: Snippet) async throws {
    let outcome = try await Compiler.check(snippet.code, options: ["-warnings-as-errors"])
    #expect(outcome.status == 0, "\(snippet)\n\(outcome.messages)")
  }

  @Test("there are snippets, and a broken one is found")
  func thereAreSnippetsAndABrokenOneIsFound() async throws {
    #expect(try Snippet.all().contains { $0.page == "README.md" })
    let text = "<!-- prelude\nlet one = 1\n-->\n\n```swift\nlet two: String = one\n```\n"
    let snippet = try #require(Snippet.snippets(in: text, page: "broken.md").first)
    #expect(snippet.line == 5)
    let outcome = try await Compiler.check(snippet.code)
    #expect(outcome.status != 0)
    #expect(outcome.messages.contains("cannot convert value of type 'Int' to specified type 'String'"))
  }
}
