import Testing

@testable import LiveTables
@testable import LiveTablesOperators

struct FeedSourcesTests {
  @Test("only one source sets a kind of content in a section, and a source without content ends")
  func taking() {
    var sources = FeedSources<String>()
    #expect(sources.assign(.rows, of: .sections(["a", "b"]), to: 1).isEmpty)
    #expect(sources.assign(.supplement(.header), of: .sections(["a"]), to: 2).isEmpty)
    #expect(sources.assign(.rows, of: .sections(["a"]), to: 3).isEmpty)  // 1 still feeds b
    #expect(sources.scope(of: 1, .rows, in: .sections(["a", "b"])) == .sections(["b"]))
    #expect(sources.parts(of: "a").count == 2)
    #expect(sources.assign(.rows, of: .sections(["b"])) == [1])  // a constant value
    #expect(sources.scope(of: 1, .rows, in: .sections(["a", "b"])) == nil)
    #expect(sources.scope(of: 2, .supplement(.header), in: .sections(["a"])) == .sections(["a"]))
    sources.end(3)
    #expect(sources.scope(of: 3, .rows, in: .sections(["a"])) == nil)
  }

  @Test("content of all other sections is set separately")
  func others() {
    var sources = FeedSources<String>()
    #expect(sources.assign(.rows, of: .others, to: 1).isEmpty)
    #expect(sources.assign(.rows, of: .sections(["a"]), to: 2).isEmpty)
    #expect(sources.scope(of: 1, .rows, in: .others) == .others)
    #expect(sources.assign(.rows, of: .others, to: 3) == [1])
    #expect(
      sources.assign(.rows, of: .sections([]), to: 4).isEmpty && sources.scope(of: 4, .rows, in: .sections([])) == nil)
  }
}
