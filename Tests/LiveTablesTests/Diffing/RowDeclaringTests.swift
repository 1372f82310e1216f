import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Tests of declared rows, with and without a view.
@MainActor struct RowDeclaringTests {
  enum Line: Diffable, Hashable, Sendable {
    case outline(String)
    case header(String)
    case review(Int)
    case related(String)
  }

  struct Venue: RowDeclaring, Equatable {
    var name: String
    var reviews: [Int] = []
    var related: [String] = []

    var rows: [Line] {
      Line.outline(name)
      if !reviews.isEmpty {
        Line.header("Reviews")
        for review in reviews { Line.review(review) }
      }
      if !related.isEmpty {
        Line.header("Related Venues")
        for venue in related { Line.related(venue) }
      }
    }
  }

  struct Details: TableConvertible {
    var venue: Venue

    var tableState: TableState<HeaderFooter, Line> {
      TableState(
        TableSnapshot {
          TableSection(HeaderFooter("Venue", header: "Venue")) { Line.outline(venue.name) }
          if !venue.reviews.isEmpty {
            TableSection(HeaderFooter("Reviews", header: "Reviews", footer: "\(venue.reviews.count)")) {
              for review in venue.reviews { Line.review(review) }
            }
          }
        })
    }
  }

  @Test("a state can be an array of declared rows")
  func declarations() {
    let venue = Venue(name: "Gate", reviews: [1, 2])
    #expect(venue.rows == [.outline("Gate"), .header("Reviews"), .review(1), .review(2)])
    let other = Venue(name: "Gate", related: ["Tower"])
    #expect(other.rows == [.outline("Gate"), .header("Related Venues"), .related("Tower")])
    #expect(venue.tableState.table == TableSnapshot(rows: venue.rows))
  }

  @Test("equal declarations are separate rows: a, a, b, c are 4 rows")
  func duplicates() async throws {
    struct Letters: RowDeclaring {
      var text: String
      var rows: [String] { for letter in text { String(letter) } }
    }
    let view = StrictTableView<OneSection, String>()
    view.show(Letters(text: "aabc"))
    #expect(Array(view.drawn) == ["a", "a", "b", "c"] && view.mismatch == nil)
  }

  @Test("a sequence of states updates a view with the smallest changes")
  func stream() async throws {
    let (states, producer) = AsyncStream.makeStream(of: Venue.self)
    let view = StrictTableView<OneSection, Line>()
    let binding = view.bind(states)
    var changes = binding.changes.makeAsyncIterator()
    producer.yield(Venue(name: "Gate", reviews: [1, 2]))
    _ = await changes.next()
    producer.yield(Venue(name: "Gate", reviews: [2], related: ["Tower"]))
    let change = await changes.next()?.changeset
    #expect(change?.operationCount == 3)
    producer.finish()
    try await binding.finished
    #expect(view.drawn.count == 5 && view.violations.isEmpty && view.mismatch == nil)
    let (again, last) = AsyncStream.makeStream(of: Venue.self)
    last.yield(Venue(name: "Tower"))
    last.finish()
    try await view.display(again)
    #expect(Array(view.drawn) == [.outline("Tower")])
  }

  @Test("one model is a table of its details")
  func details() throws {
    let view = StrictTableView<HeaderFooter, Line>()
    view.show(Details(venue: Venue(name: "Gate")))
    #expect(view.drawn.sections.map(\.value.header) == ["Venue"])
    view.show(Details(venue: Venue(name: "Gate", reviews: [3])))
    #expect(view.drawn.sections.map(\.value.header) == ["Venue", "Reviews"])
    #expect(view.drawn.sections.last?.value.footer == "1")
  }
}
