import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

@Suite("The effects of edits")
struct EditEffectTests {
  private typealias Edit = TableEdit<Int, Int>

  private let table = TableSnapshot(sections: [TableSection(0, rows: [1, 2]), TableSection(1, rows: [3])])

  private func effect(_ edit: Edit, _ result: TableSnapshot<Int, Int>) -> Edit.Effect {
    var finder = RowFinder<Int, Int>()
    var edited = table
    let effect = edit.apply(to: &edited, with: &finder)
    #expect(edited == result, "\(edit)")
    return effect
  }

  @Test("naming no row succeeds, and naming only missing rows fails")
  func names() {
    let edits: [(Edit, Bool)] = [
      (.removeSections(.ids([])), true), (.removeSections(.ids([7])), false), (.remove(.ids([])), true),
      (.remove(.ids([7])), false), (.moveSections(.ids([]), to: .end), true),
      (.moveSections(.ids([7]), to: .end), false), (.move(.ids([]), to: .end), true),
      (.move(.ids([7]), to: .end), false),
    ]
    for (edit, isDone) in edits { #expect(effect(edit, table) == (isDone ? .done : .notFound), "\(edit)") }
  }

  @Test("an edit tells whether unchanged rows must be compared")
  func undiffed() {
    let new = TableSnapshot(sections: [TableSection(0, rows: [9])])
    #expect(effect(.setSections(Array(new.sections)), new) == .done)
    #expect(effect(.setSections(Array(new.sections), isDiffed: false), new) == .undiffed)
    let other = TableSnapshot(sections: [TableSection(0, rows: [1, 2]), TableSection(1, rows: [9])])
    #expect(effect(.set([9]), other) == .done)
    #expect(effect(.set([9], isDiffed: false), other) == .undiffed)
  }

  @Test("an edit with a known result replaces the table in which its rows were seen")
  func result() {
    let known = TableSnapshot(sections: [TableSection(5, rows: [5])])
    let rows = Edit.Rows(.anchored(RowAnchor([RowPath(0, 0)], in: table, result: known)))
    #expect(effect(.remove(rows), known) == .done)
    let place = Edit.Place(.anchored(PlaceAnchor(RowPath(0, 0), in: table, result: known)))
    #expect(effect(.insert([8], at: place), known) == .done)
    #expect(effect(.replace(rows, with: [1], isRefresh: true), known) == .refreshed([1]))
  }

  @Test("an index finds the rows of a known result, and no others")
  func indexOfResult() {
    let known = TableSnapshot(sections: [TableSection(5, rows: [5])])
    let rows = Edit.Rows(.anchored(RowAnchor([RowPath(0, 0)], in: table, result: known)))
    let place = Edit.Place(.anchored(PlaceAnchor(RowPath(0, 0), in: table, result: known)))
    let edits: [Edit] = [
      .insert([8], at: place), .remove(rows), .replace(rows, with: [1], isRefresh: false), .move(rows, to: .end),
    ]
    for edit in edits {
      var finder = RowFinder<Int, Int>(indexing: table)
      finder.begin(with: table)
      var edited = table
      #expect(edit.apply(to: &edited, with: &finder) == .done, "\(edit)")
      let (arrived, left) = (finder.path(of: 5, in: edited), finder.path(of: 1, in: edited))
      #expect(arrived == RowPath(0, 0) && left == nil, "\(edit)")
    }
  }

  @Test("an index finds the rows that an edit inserts into a table without sections")
  func indexWithoutSections() {
    let empty = TableSnapshot<OneSection, Int>()
    let edits: [TableEdit<OneSection, Int>] = [.set([7, 8]), .insert([7, 8], at: .end)]
    for edit in edits {
      var finder = RowFinder<OneSection, Int>(indexing: empty)
      finder.begin(with: empty)
      var edited = empty
      #expect(edit.apply(to: &edited, with: &finder) == .done, "\(edit)")
      let found = finder.path(of: 8, in: edited)
      #expect(found == RowPath(0, 1), "\(edit)")
    }
  }

  @Test("an edit tells whether several rows were inserted")
  func insertedRows() {
    var edited = table
    let isDone = edited.insert(contentsOf: [4, 5], at: .end)
    let isFound = edited.insert(contentsOf: [6], at: .after(7))
    #expect(isDone && !isFound && edited.map(\.self) == [1, 2, 3, 4, 5])
    let isAppended = edited.append(contentsOf: [6, 7], to: 0)
    let hasSection = edited.append(contentsOf: [8], to: 9)
    #expect(isAppended && !hasSection && edited.map(\.self) == [1, 2, 6, 7, 3, 4, 5])
  }

  @Test("a row that is replaced by one with another identity is not updated")
  func anotherRow() {
    typealias RowWrite = TableEdit<Int, SampleRow>
    let table = TableSnapshot(sections: [TableSection(0, rows: [SampleRow(1), SampleRow(2)])])
    let edits: [(RowWrite, Int?)] = [
      (.patch(.id(1)) { $0.content = 7 }, 1), (.patch(.id(1)) { $0.id = 7 }, nil),
      (.replace(.id(1), with: [SampleRow(7)], isRefresh: false), nil),
    ]
    for (edit, count) in edits {
      var finder = RowFinder<Int, SampleRow>()
      finder.begin(with: table)
      var edited = table
      #expect(edit.apply(to: &edited, with: &finder) == .done)
      let known = finder.changeset(from: table, to: edited)
      #expect(known?.operationCount == count, "\(edit)")
    }
  }
}
