import LiveTablesTerminal
import Testing

@testable import livetable

@Suite struct ArrangerTests {
  private func arranger(_ arrangement: Arrangement = Arrangement()) -> Arranger {
    var arranger = Arranger(arrangement)
    arranger.columns = ["pid", "user", "size"]
    return arranger
  }

  @Test func keysGoThroughTheColumnsInACircle() {
    var arranger = arranger()
    var seen: [String?] = []
    for _ in 0..<5 {
      #expect(arranger.handle(.sortByNext) == .rearranged)
      seen.append(arranger.arrangement.sortBy.first?.column)
    }
    #expect(seen == ["pid", "user", "size", nil, "pid"])
    seen = []
    for _ in 0..<3 {
      #expect(arranger.handle(.sortByPrevious) == .rearranged)
      seen.append(arranger.arrangement.sortBy.first?.column)
    }
    #expect(seen == [nil, "size", "user"])
    seen = []
    for _ in 0..<5 {
      #expect(arranger.handle(.groupByNext) == .rearranged)
      seen.append(arranger.arrangement.groupBy)
    }
    #expect(seen == ["pid", "user", "size", nil, "pid"])
    #expect(arranger.handle(.ungroup) == .rearranged)
    #expect(arranger.handle(.ungroup) == .nothing)
    #expect(arranger.arrangement.groupBy == nil)
  }

  @Test func theColumnAtTheCursorSortsAndGroups() {
    var arranger = arranger()
    var seen: [[SortOrder]] = []
    for _ in 0..<3 {
      #expect(arranger.handle(.sortByCursor, cursor: "user") == .rearranged)
      seen.append(arranger.arrangement.sortBy)
    }
    #expect(seen == [[SortOrder(column: "user")], [SortOrder(column: "user", isDescending: true)], []])
    #expect(arranger.handle(.groupByCursor, cursor: "size") == .rearranged)
    #expect(arranger.arrangement.groupBy == "size")
    #expect(arranger.handle(.groupByCursor, cursor: "user") == .rearranged)
    #expect(arranger.arrangement.groupBy == nil)
  }

  @Test func anOrderIsReversedWhereThereIsOne() {
    var arranger = arranger()
    #expect(arranger.handle(.reverse) == .nothing)
    _ = arranger.handle(.sortByNext)
    #expect(arranger.handle(.reverse) == .rearranged)
    #expect(arranger.arrangement.sortBy == [SortOrder(column: "pid", isDescending: true)])
    _ = arranger.handle(.sortByNext)
    #expect(arranger.arrangement.sortBy == [SortOrder(column: "user")])
  }

  @Test func itGoesOnFromTheColumnsOfTheCommandLine() {
    var arranger = arranger(Arrangement(sortBy: [SortOrder(column: "USER", isDescending: true)], groupBy: "gone"))
    _ = arranger.handle(.sortByNext)
    _ = arranger.handle(.groupByNext)
    #expect(arranger.arrangement == Arrangement(sortBy: [SortOrder(column: "size")], groupBy: "pid"))
  }

  @Test func withoutColumnsThereIsNothingToSortBy() {
    var arranger = Arranger(Arrangement())
    for command in [
      ArrangementCommand.sortByNext, .sortByPrevious, .sortByCursor, .groupByNext, .groupByCursor, .reverse, .ungroup,
    ] {
      #expect(arranger.handle(command) == .nothing)
    }
  }

  @Test func wordsAreSearchedForAsTheyAreTyped() {
    var arranger = arranger()
    #expect(arranger.handle(.search) == .ask(""))
    #expect(arranger.type("e") == .rearranged)
    #expect(arranger.type("er") == .rearranged)
    #expect(arranger.answer("er") == .nothing)
    #expect(arranger.arrangement.search == "er")
    #expect(arranger.handle(.search) == .ask("er"))
    _ = arranger.type("err")
    #expect(arranger.answer(nil) == .rearranged, "the former search is back")
    #expect(arranger.arrangement.search == "er")
    _ = arranger.handle(.search)
    #expect(arranger.type("") == .rearranged)
    #expect(arranger.answer("") == .nothing)
    #expect(!arranger.arrangement.isSearch)
  }

  @Test func escapeShowsAllRowsWhereSomeAreLeftOut() {
    var arranger = arranger(Arrangement(search: "x"))
    #expect(arranger.handle(.showAll) == .rearranged)
    #expect(arranger.arrangement == Arrangement())
    #expect(arranger.handle(.showAll) == .unknown, "it is the table's now")
  }

  @Test func blanksAreNoWords() {
    var arranger = arranger()
    _ = arranger.handle(.search)
    #expect(arranger.type("  ") == .nothing)
    #expect(arranger.answer("   ") == .nothing)
    #expect(arranger.arrangement.notes == [])
  }

  @Test func theNotesSayIt() {
    let arrangement = Arrangement(
      search: "a b", sortBy: [SortOrder(column: "size", isDescending: true)], groupBy: "user")
    #expect(arrangement.notes == ["/a b", "by size↓", "per user"])
  }

  @Test func noKeyOfTheTableIsTaken() {
    for key in ["j", "k", "g", "G", "h", "l", "x", " ", "q", .control("c"), .enter, .up, .pageDown] as [Key] {
      #expect(ArrangementCommand.ofKeys[key] == nil)
    }
    let keys: [Key] = ["/", .escape, ">", "<", "s", "o", "R", "t", "T", "u"]
    #expect(keys.allSatisfy { ArrangementCommand.ofKeys[$0] != nil })
  }
}
