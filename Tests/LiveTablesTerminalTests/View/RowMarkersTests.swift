import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesTerminal

@Suite struct RowMarkersTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .milliseconds(Int64(seconds * 1000 + 0.5)) }
  private func row(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

  @Test("a mark fades with time, and stays until the next update") func aMarkFadesWithTime() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(row(1), .inserted)
    #expect(markers.change(at: row(1), at: start)?.kinds == .inserted)
    let freshness = [0, 0.9, 1, 1.9, 2, 3.9, 1000].map { markers.change(at: row(1), at: at($0))?.freshness }
    #expect(freshness == [.fresh, .fresh, .fading, .fading, .old, .old, .old])
    #expect(markers.change(at: row(2), at: start) == nil)
    #expect(markers.isFading(at: at(3.9)) && !markers.isFading(at: at(4)))
    markers.begin(at: at(2))
    #expect(markers.change(at: row(1), at: at(3.9)) != nil)
    #expect(markers.change(at: row(1), at: at(4)) == nil)
  }

  @Test func marksMayStayForever() {
    var markers = RowMarkers<String>(lifetime: .seconds(1_000_000_000))
    markers.begin(at: start)
    markers.mark(row(1), .updated)
    for second in 1..<100 { markers.begin(at: at(Double(second) * 1000)) }
    #expect(markers.change(at: row(1), at: at(200_000))?.freshness == .old)
    #expect(!markers.isFading(at: at(200_000)))
  }

  @Test("faded marks do not change any more") func oldMarks() {
    var markers = RowMarkers<String>(lifetime: .seconds(60))
    markers.begin(at: start)
    markers.mark(row(1), .inserted)
    #expect(markers.isFading(at: at(4.9)) && !markers.isFading(at: at(5)))
  }

  @Test
  func whatOneUpdateDoesToARowIsShownTogetherTheMostImportantFirst() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(row(1), .updated, previous: "old")
    markers.mark(row(1), .moved)
    let mark = markers.change(at: row(1), at: start)
    #expect(mark?.kinds == [.updated, .moved] && mark?.previous == "old")
    #expect(mark?.kinds.mark == .updated)
    #expect(RowMarkers<String>.Kinds([.inserted, .updated]).mark == .inserted)
    #expect(RowMarkers<String>.Kinds.moved.mark == .moved)
  }

  @Test func theNextUpdateReplacesTheMark() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(row(1), .inserted)
    markers.begin(at: at(1))
    markers.mark(row(1), .updated, previous: "before")
    #expect(markers.change(at: row(1), at: at(1))?.kinds == .updated)
    #expect(markers.change(at: row(1), at: at(4.5))?.freshness == .old)
  }

  @Test func marksThatNothingCanBeSeenOfAreLetGo() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    for second in 0..<1000 {
      markers.begin(at: at(Double(second)))
      for number in 0..<10 { markers.mark(row(second * 10 + number), .inserted) }
      markers.delete("gone", at: row(0), showingIn: DeletedRowPlace(neighbor: .row(row(0)), isAfterNeighbor: false))
      #expect(markers.count <= 4 * 11)
    }
    markers.begin(at: at(2000))
    #expect(markers.count == 0)
  }

  @Test("marks and deleted rows move with their rows") func marksGoWithTheirRows() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    markers.begin(at: start)
    for number in 0..<3 { markers.mark(row(number), .updated, previous: "\(number)") }
    markers.delete("gone", at: row(0), showingIn: DeletedRowPlace(neighbor: .row(row(2)), isAfterNeighbor: true))
    // Row 0 is deleted, and the others move up.
    markers.move(
      to: { $0.row == 0 ? nil : row($0.row - 1) },
      place: { $0.neighbor == .row(row(2)) ? DeletedRowPlace(neighbor: .row(row(1)), isAfterNeighbor: true) : $0 })
    #expect((0..<3).map { markers.change(at: row($0), at: start)?.previous } == ["1", "2", nil])
    #expect(markers.deleted(at: start)[.row(row(1))]?.map(\.row) == ["gone"])
    #expect(markers.deleted(at: start)[.row(row(1))]?.first?.place.isAfterNeighbor == true)
  }

  @Test("deleted rows that come together are in the order of the rows that they followed")
  func deletedRowsComeTogether() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    func after(_ number: Int) -> DeletedRowPlace {
      DeletedRowPlace(neighbor: .row(row(number)), isAfterNeighbor: true)
    }
    markers.begin(at: start)
    markers.delete("first", at: row(1), showingIn: after(0))
    markers.delete("second", at: row(3), showingIn: after(1))
    // The two remaining rows change places, and are then deleted with their section.
    markers.move(to: { row(1 - $0.row) }, place: { after($0 == after(0) ? 1 : 0) })
    let empty = DeletedRowPlace(neighbor: .emptyTable, isAfterNeighbor: true)
    markers.move(to: { _ in nil }, place: { _ in empty })
    #expect(markers.deleted(at: start)[.emptyTable]?.map(\.row) == ["second", "first"])
  }

  @Test func deletedRowsStayAsLongAsOtherMarks() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.delete("gone", at: row(0), showingIn: DeletedRowPlace(neighbor: .emptyTable, isAfterNeighbor: false))
    #expect(markers.deleted(at: at(100))[.emptyTable]?.count == 1)
    markers.begin(at: at(101))
    #expect(markers.deleted(at: at(101)).isEmpty)
    let place = DeletedRowPlace(neighbor: .emptyTable, isAfterNeighbor: false)
    for _ in 0..<5000 { markers.delete("gone", at: row(0), showingIn: place) }
    #expect(markers.count == 1000)
  }

  @Test("nothing is marked before an update, and all marks can be removed") func allMarksCanBeForgotten() {
    var markers = RowMarkers<String>(lifetime: .seconds(4))
    markers.mark(row(1), .inserted)
    markers.delete("gone", at: row(0), showingIn: DeletedRowPlace(neighbor: .emptyTable, isAfterNeighbor: false))
    #expect(markers.count == 0 && !markers.isFading(at: start))
    markers.begin(at: start)
    markers.mark(row(1), .inserted)
    markers.removeAll()
    #expect(markers.count == 0 && !markers.isFading(at: start) && markers.change(at: row(1), at: start) == nil)
  }
}
