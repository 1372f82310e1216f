import Testing

@testable import LiveTables
@testable import LiveTablesOperators

struct FeedSourcesTests {
  @Test("one source feeds a matter of a section at a time; one that feeds nothing any more is over")
  func taking() {
    var sources = FeedSources<String>()
    #expect(sources.take(.rows, of: ["a", "b"], for: 1).isEmpty)
    #expect(sources.take(.supplement(.header), of: ["a"], for: 2).isEmpty)
    #expect(sources.take(.rows, of: ["a"], for: 3).isEmpty)  // 1 still feeds b
    #expect(sources.fed(by: 1, .rows, of: ["a", "b"]) == .some(["b"]))
    #expect(sources.matters(of: "a").count == 2)
    #expect(sources.take(.rows, of: ["b"]) == [1])  // by hand
    #expect(sources.fed(by: 1, .rows, of: ["a", "b"]) == .none)
    #expect(sources.fed(by: 2, .supplement(.header), of: ["a"]) == .some(["a"]))
    sources.end(3)
    #expect(sources.fed(by: 3, .rows, of: ["a"]) == .none)
  }

  @Test("all other sections are a place of their own")
  func others() {
    var sources = FeedSources<String>()
    #expect(sources.take(.rows, of: nil, for: 1).isEmpty)
    #expect(sources.take(.rows, of: ["a"], for: 2).isEmpty)
    #expect(sources.fed(by: 1, .rows, of: nil) == .some(.none))
    #expect(sources.take(.rows, of: nil, for: 3) == [1])
    #expect(sources.take(.rows, of: [], for: 4).isEmpty && sources.fed(by: 4, .rows, of: []) == .none)
  }
}
