import Testing

@testable import LiveTablesTerminal

@Suite struct RowMarkersTests {
  private let start = ContinuousClock.now
  private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .milliseconds(Int64(seconds * 1000 + 0.5)) }

  @Test("a mark fades with time") func aMarkFadesWithTime() {
    var markers = RowMarkers<Int, String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(1, .inserted)
    #expect(markers.mark(of: 1, at: start)?.kinds == .inserted)
    let freshness = [0, 0.9, 1, 1.9, 2, 3.9].map { markers.mark(of: 1, at: at($0))?.freshness }
    #expect(freshness == [.fresh, .fresh, .fading, .fading, .old, .old])
    #expect(markers.mark(of: 1, at: at(4)) == nil)
    #expect(markers.mark(of: 2, at: start) == nil)
    #expect(markers.isFading(at: at(3.9)) && !markers.isFading(at: at(4)))
  }

  @Test("what one update does to a row is shown together, the most important first")
  func whatOneUpdateDoesToARowIsShownTogetherTheMostImportantFirst() {
    var markers = RowMarkers<Int, String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(1, .updated, previous: "old")
    markers.mark(1, .moved)
    let mark = markers.mark(of: 1, at: start)
    #expect(mark?.kinds == [.updated, .moved] && mark?.previous == "old")
    #expect(mark?.kinds.symbol == "*")
    #expect(RowMarkers<Int, String>.Kinds([.inserted, .updated]).symbol == "+")
    #expect(RowMarkers<Int, String>.Kinds.moved.symbol == "~")
  }

  @Test("the next update replaces the mark") func theNextUpdateReplacesTheMark() {
    var markers = RowMarkers<Int, String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(1, .inserted)
    markers.begin(at: at(1))
    markers.mark(1, .updated, previous: "before")
    #expect(markers.mark(of: 1, at: at(1))?.kinds == .updated)
    #expect(markers.mark(of: 1, at: at(4.5))?.freshness == .old)
  }

  @Test("marks that nothing can be seen of are let go") func marksThatNothingCanBeSeenOfAreLetGo() {
    var markers = RowMarkers<Int, String>(lifetime: .seconds(4))
    for second in 0..<1000 {
      markers.begin(at: at(Double(second)))
      for row in 0..<10 { markers.mark(second * 10 + row, .inserted) }
      #expect(markers.count <= 2 * 4 * 10)
    }
    markers.begin(at: at(2000))
    #expect(markers.count == 0)
  }

  @Test("a mark is seen for all its life, whenever others are let go")
  func aMarkIsSeenForAllItsLifeWheneverOthersAreLetGo() {
    var markers = RowMarkers<Int, String>(lifetime: .seconds(4))
    for tenth in 0..<200 {
      let now = Double(tenth) / 10
      markers.begin(at: at(now))
      markers.mark(tenth, .inserted)
      for seen in max(0, tenth - 39)...tenth { #expect(markers.mark(of: seen, at: at(now)) != nil) }
      if tenth >= 40 { #expect(markers.mark(of: tenth - 40, at: at(now)) == nil) }
    }
  }

  @Test("identities whose hashes collide or lie cost a mark at most")
  func identitiesWhoseHashesCollideOrLieCostAMarkAtMost() {
    struct Liar: Hashable {
      var id: Int
      static nonisolated(unsafe) var salt = 0
      func hash(into hasher: inout Hasher) {
        Self.salt += 1
        hasher.combine(id * 0 + Self.salt % 3)
      }
    }
    var markers = RowMarkers<Liar, String>(lifetime: .seconds(4))
    for round in 0..<100 {
      markers.begin(at: at(Double(round) / 100))
      for id in 0..<100 { markers.mark(Liar(id: id), .updated) }
    }
    #expect(markers.count <= 3)
    #expect(markers.mark(of: Liar(id: 1000), at: start) == nil)
    var numbers = RowMarkers<Double, String>(lifetime: .seconds(4))
    numbers.begin(at: start)
    for _ in 0..<100 { numbers.mark(.nan, .inserted) }
    #expect(numbers.count == 1)
    #expect(numbers.mark(of: .nan, at: start) == nil)
  }

  @Test("a reload marks nothing") func aReloadMarksNothing() {
    var markers = RowMarkers<Int, String>(lifetime: .seconds(4))
    markers.begin(at: start)
    markers.mark(1, .inserted)
    markers.removeAll()
    #expect(markers.count == 0 && !markers.isFading(at: start) && markers.mark(of: 1, at: start) == nil)
    // Without an update there is nothing to mark.
    markers.mark(1, .inserted)
    #expect(markers.count == 0)
  }
}
