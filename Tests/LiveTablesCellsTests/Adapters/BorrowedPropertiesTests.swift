@_spi(Adapters) import LiveTablesCells
import Testing

@MainActor @Suite struct BorrowedPropertiesTests {
  private final class PlainView {
    var color = "white" { didSet { writes += 1 } }
    var title: String?
    var writes = 0
  }

  private let view = PlainView()
  private let borrowed = BorrowedProperties<PlainView>()

  @Test func earlierValuesComeBackTogether() {
    borrowed.set(\.color, to: "red", in: view)
    borrowed.set(\.color, to: "blue", in: view)
    borrowed.setOrRestore(\.title, to: "title", in: view)
    #expect(view.color == "blue" && view.title == "title")
    borrowed.restoreAll(in: view)
    #expect(view.color == "white" && view.title == nil)
    view.color = "green"
    borrowed.restoreAll(in: view)
    #expect(view.color == "green", "nothing is borrowed any more")
  }

  @Test func aValueThatTheCallerSetsMeanwhileStays() {
    borrowed.set(\.color, to: "red", in: view)
    view.color = "green"
    borrowed.restoreAll(in: view)
    #expect(view.color == "green")
    borrowed.set(\.color, to: "red", in: view)
    view.color = "black"
    borrowed.set(\.color, to: "blue", in: view)
    borrowed.restoreAll(in: view)
    #expect(view.color == "black", "it is the one that comes back")
  }

  @Test func whatIsAsItShouldBeIsNotWritten() {
    borrowed.set(\.color, to: "white", in: view)
    borrowed.set(\.color, to: "white", in: view)
    borrowed.restoreAll(in: view)
    borrowed.set(\.color, to: nil, in: view)
    #expect(view.writes == 0)
  }

  @Test func oneValueComesBackAlone() {
    borrowed.set(\.color, to: "red", in: view)
    borrowed.setOrRestore(\.title, to: "title", in: view)
    borrowed.set(\.color, to: nil, in: view)
    #expect(view.color == "white" && view.title == "title")
    borrowed.setOrRestore(\.title, to: nil, in: view)
    #expect(view.title == nil)
  }
}
