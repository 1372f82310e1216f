import Testing

@testable import LiveTablesTerminal

@Suite struct RateMeterTests {
  private let start = ContinuousClock.now

  @Test func theRateIsThatOfTheLastSeconds() {
    var meter = RateMeter(start: start)
    #expect(meter.changesPerSecond(at: start) == 0)
    for second in 0..<10 { meter.add(8, at: start + .seconds(second)) }
    #expect(meter.changesPerSecond(at: start + .seconds(9)) == 8)
    #expect(meter.changesPerSecond(at: start + .seconds(10)) == 6)
    #expect(meter.changesPerSecond(at: start + .seconds(12)) == 2)
    #expect(meter.changesPerSecond(at: start + .seconds(13)) == 0)
  }

  @Test func theFirstSecondsCountForThemselves() {
    var meter = RateMeter(start: start)
    meter.add(6, at: start)
    #expect(meter.changesPerSecond(at: start) == 6)
    #expect(meter.changesPerSecond(at: start + .seconds(1)) == 3)
  }

  @Test
  func afterALongSilenceNothingIsLeftAndTimeNeverRunsBackwards() {
    var meter = RateMeter(start: start)
    meter.add(6, at: start + .seconds(5))
    meter.add(4, at: start + .seconds(4))
    #expect(meter.changesPerSecond(at: start + .seconds(5)) == 2.5)
    meter.add(4, at: start + .seconds(100_000))
    #expect(meter.changesPerSecond(at: start + .seconds(100_000)) == 1)
  }
}
