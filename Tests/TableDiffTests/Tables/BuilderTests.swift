import LiveTables
import TestSupport
import Testing

private enum Part: Diffable { case venue, reviews, related, more }

private enum Line: Diffable, Hashable {
  case outline
  case header(String)
  case review(Int)
  case venue(Int)
}

struct BuilderTests {
  private func page(reviews: [Int], related: [Int], kind: Int = 0) -> TableSnapshot<Part, Line> {
    TableSnapshot {
      TableSection(.venue) { Line.outline }
      if !reviews.isEmpty {
        TableSection(.reviews) {
          Line.header("Reviews")
          for review in reviews { Line.review(review) }
        }
      }
      if related.isEmpty {
        TableSection(.more) {
          switch kind {
          case 0: Line.header("Nothing")
          case 1: Line.header("Little")
          default: for venue in related { Line.venue(venue) }
          }
        }
      } else {
        TableSection(.related) { for venue in related { Line.venue(venue) } }
      }
    }
  }

  @Test func conditionsAndLoopsDeclareSectionsAndRows() {
    let full = page(reviews: [1, 2], related: [7, 8])
    #expect(full.sections.map(\.value) == [.venue, .reviews, .related])
    #expect(Array(full) == [.outline, .header("Reviews"), .review(1), .review(2), .venue(7), .venue(8)])
    let bare = page(reviews: [], related: [])
    #expect(bare.sections.map(\.value) == [.venue, .more])
    #expect(Array(bare) == [.outline, .header("Nothing")])
    #expect(Array(page(reviews: [], related: [], kind: 1)).last == .header("Little"))
    #expect(page(reviews: [], related: [], kind: 2).rowCounts == [1, 0])
  }

  @Test func aDeclarationWithRepeatsHasARowForEach() {
    enum Cell: Diffable { case a, b, c }
    let table = TableSnapshot {
      TableSection(OneSection()) {
        Cell.a
        Cell.a
        Cell.b
        Cell.c
      }
    }
    #expect(Array(table) == [.a, .a, .b, .c])
    #expect(table.rowCounts == [4])
  }

  @Test func whatIsEmptyIsLeftOut() {
    let reviews = [1, 2]
    let related: [Int] = []
    let table = TableSnapshot {
      TableSection(OneSection()) {
        Line.outline
        if !related.isEmpty {
          Line.header("Related")
          for venue in related { Line.venue(venue) }
        }
        if !reviews.isEmpty {
          Line.header("Reviews")
          for review in reviews { Line.review(review) }
        }
      }
    }
    #expect(Array(table) == [.outline, .header("Reviews"), .review(1), .review(2)])
  }

  @Test func declaredTablesAreDifferencedLikeAnyOther() {
    let changeset = page(reviews: [2], related: []).difference(from: page(reviews: [1, 2], related: [7]))
    let structure = changeset.stages.map(\.operations)
    #expect(structure.map(\.deletedRows) == [[path(1, 1)]])
    #expect(structure.map(\.deletedSections) == [[2]])
    #expect(structure.map(\.insertedSections) == [[2]])
  }

  @Test func aDeclarationThatFailsThrows() {
    struct Oops: Error {}
    func row() throws -> Int { throw Oops() }
    #expect(throws: Oops.self) {
      _ = try TableSnapshot {
        try TableSection(OneSection()) {
          1
          try row()
        }
      }
    }
  }

  @Test func anEmptyDeclarationIsATableWithoutSections() {
    let table = TableSnapshot<Part, Line> {}
    #expect(table.rowCounts == [])
    #expect(TableSnapshot<Part, Line> { TableSection(.more) {} }.rowCounts == [0])
  }
}
