import LiveTables
import Testing

@MainActor struct SectionHandlersTests {
  @Test("handlers by name, for all others, and for any section")
  func scopes() {
    let called = Guarded<[String]>([])
    var handlers = SectionHandlers<Int, String>()
    func note(_ name: String) -> @MainActor (Int, String) -> Void {
      { section, event in called.with { $0.append("\(name) \(section) \(event)") } }
    }
    #expect(!handlers.handles(1))
    handlers.add(.any, note("any"))
    handlers.add(.section(1), note("one"))
    handlers.add(.sections([1, 2]), note("both"))
    handlers.add(.others, note("other"))
    for section in 1...3 { handlers.call("tap", in: section) }
    #expect(
      called.now == [
        "any 1 tap", "one 1 tap", "both 1 tap", "any 2 tap", "both 2 tap", "any 3 tap", "other 3 tap",
      ])
    #expect(handlers.handles(3))
  }
}
